import { useVisitorSummary } from '../api/visitor-summaries.ts'
import { labelOf } from '../format/dimension-label.ts'
import { formatSpan } from '../format/duration.ts'
import { formatCount } from '../format/number.ts'
import { texts } from '../texts/texts.ts'
import styles from './person.module.css'
import { Person } from './person.tsx'

interface KnownPersonProps {
  siteId: string
  visitorId: string
  /** Who it is where the site has no ID of its own for them. */
  email?: string | null | undefined
  /** What is known before the server is asked. */
  country?: string | undefined
}

/** A visitor of whom only the ID is at hand: country, device, first source and the site's own ID are looked up. */
export function KnownPerson({ siteId, visitorId, email, country }: KnownPersonProps) {
  // Without an answer the name alone is shown: it says who it is, and a list of money stays readable.
  const { data: known } = useVisitorSummary(siteId, visitorId)
  return (
    <Person
      hasRoom
      visitorId={visitorId}
      identity={known?.userId ?? email}
      country={known?.country || country}
      device={known?.device}
      source={known?.firstSource}
    />
  )
}

/** How a visitor came to be one who is worth a look: for how long, how often, and by which source first. */
export function VisitorStory({ siteId, visitorId }: { siteId: string; visitorId: string }) {
  const { data: known } = useVisitorSummary(siteId, visitorId)
  if (!known) return <span className={styles.story} />
  const { sessions, firstSeenAt, lastSeenAt, firstSource } = known
  const seconds = (Date.parse(lastSeenAt) - Date.parse(firstSeenAt)) / 1000
  const source = labelOf('source', firstSource)
  const text =
    sessions === 1
      ? texts.payments.story.once(source)
      : texts.payments.story.often(formatSpan(seconds), formatCount(sessions), source)
  return (
    <span className={styles.story} title={text}>
      {text}
    </span>
  )
}
