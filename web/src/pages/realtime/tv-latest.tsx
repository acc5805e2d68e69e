import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { formatRecent } from '../../format/date.ts'
import { KnownPerson } from '../../parts/known-person.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { happenings } from './happenings.ts'
import { signs, What } from './stream.tsx'
import styles from './tv-page.module.css'

const words = exploreTexts.realtime
const mostShown = 5

interface TvLatestProps {
  siteId: string
  live: Realtime
  goalName: (goal: string) => string
}

/** The latest few events, to read from a distance. */
export function TvLatest({ siteId, live, goalName }: TvLatestProps) {
  return (
    <ol className={styles.latest} aria-label={words.latest}>
      {happenings(live)
        .slice(0, mostShown)
        .map((one) => {
          const Sign = signs[one.kind]
          return (
            <li key={one.id} data-kind={one.kind}>
              <Sign aria-hidden />
              <p>
                {one.visitorId === null ? (
                  words.someone
                ) : (
                  <KnownPerson siteId={siteId} visitorId={one.visitorId} country={one.country} />
                )}{' '}
                <What one={one} goalName={goalName} />
              </p>
              <time dateTime={one.at}>{formatRecent(one.at)}</time>
            </li>
          )
        })}
    </ol>
  )
}
