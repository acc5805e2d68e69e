import { Link } from '@tanstack/react-router'
import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import { CircleCheck, CreditCard, Eye, Radio } from 'lucide-react'
import { useGoalName } from '../../api/goal-name.ts'
import { formatCountry } from '../../format/country.ts'
import { formatRecent } from '../../format/date.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatMoney } from '../../format/money.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { KnownPerson } from '../../parts/known-person.tsx'
import { Empty } from '../../parts/states/empty.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { type Happening, happenings } from './happenings.ts'
import styles from './realtime-page.module.css'

const words = exploreTexts.realtime
export const signs = { pageView: Eye, goal: CircleCheck, payment: CreditCard }

interface StreamProps {
  siteId: string
  live: Realtime
  /** Events after the page was opened are highlighted once. */
  openedAt: string
}

/** Pages, goals and payments as they arrive, the newest first. */
export function Stream({ siteId, live, openedAt }: StreamProps) {
  const list = happenings(live)
  const goalName = useGoalName(siteId)
  return (
    <Panel title={words.stream}>
      {list.length === 0 && (
        <Empty sign={Radio} title={words.streamEmpty} hint={words.streamEmptyHint} />
      )}
      <ol className={styles.stream}>
        {list.map((one) => {
          const Sign = signs[one.kind]
          return (
            <li key={one.id} data-kind={one.kind} data-new={one.at > openedAt || undefined}>
              <Sign aria-hidden />
              <p>
                <Who siteId={siteId} one={one} /> <What one={one} goalName={goalName} />
              </p>
              <time dateTime={one.at}>{formatRecent(one.at)}</time>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

function Who({ siteId, one }: { siteId: string; one: Happening }) {
  if (one.visitorId === null) return words.someone
  return (
    <Link
      to="/sites/$siteId/visitors/$visitorId"
      params={{ siteId, visitorId: one.visitorId }}
      className={styles.who}
      title={one.country === '' ? words.open : formatCountry(one.country)}
    >
      <KnownPerson siteId={siteId} visitorId={one.visitorId} country={one.country} />
    </Link>
  )
}

/** What somebody did, after their name. */
export function What({ one, goalName }: { one: Happening; goalName: (goal: string) => string }) {
  if (one.kind === 'pageView') {
    return (
      <>
        {words.saw} <span className={styles.what}>{one.page}</span>
        {one.source !== '' && ` ${words.cameFrom(labelOf('source', one.source))}`}
      </>
    )
  }
  if (one.kind === 'goal') {
    return (
      <>
        {words.reached} <span className={styles.what}>{goalName(one.goal)}</span>
      </>
    )
  }
  const verb = one.amount < 0 ? words.refunded : one.renewal ? words.renewed : words.paid
  return (
    <>
      {verb} <strong className="money">{formatMoney(Math.abs(one.amount), one.currency)}</strong>
    </>
  )
}
