import { useVisitorSummary, visitorName } from '../api/visitor-summaries.ts'
import { labelOf } from '../format/dimension-label.ts'
import { formatSpan } from '../format/duration.ts'
import { formatCount } from '../format/number.ts'
import { Mark } from '../marks/mark.tsx'
import { texts } from '../texts/texts.ts'
import styles from './person.module.css'

interface KnownPersonProps {
  siteId: string
  visitorId: string
  /** Details that are known before the server is asked. */
  country?: string | undefined
  /** Which marks are shown; a list with a column for the device needs no mark of it. */
  marks?: readonly PersonMark[]
}

/** A visitor of whom only the ID is known here: identity, country, device and first source are looked up. */
export function KnownPerson({ siteId, visitorId, country, marks = personMarks }: KnownPersonProps) {
  // Without an answer the name alone is shown: it says who it is, and a list of money stays readable.
  const { data: known } = useVisitorSummary(siteId, visitorId)
  const values = {
    country: known?.country || country,
    device: known?.device,
    source: known?.firstSource,
  }
  return (
    <span className={styles.person} title={visitorId}>
      {marks.map((kind) => (
        <PersonSign key={kind} kind={kind} value={values[kind]} />
      ))}
      <span className={styles.name}>{visitorName(visitorId, known)}</span>
    </span>
  )
}

type PersonMark = 'country' | 'device' | 'source'
const personMarks: readonly PersonMark[] = ['country', 'device', 'source']

/** The icon's space is reserved, so that the name does not move when it arrives. */
function PersonSign({ kind, value }: { kind: PersonMark; value: string | undefined }) {
  if (!value) return <span className={styles.room} />
  return <Mark kind={kind} value={value} label={kind === 'source' ? labelOf(kind, value) : value} />
}

/** The history of a visitor in short: since when, how often, and the first source. */
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
