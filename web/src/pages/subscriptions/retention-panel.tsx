import type { MrrPeriod, SubscriptionReport } from '@tributary/contract/subscriptions.ts'
import { useState } from 'react'
import { subscriptionTable } from '../../api/money/subscriptions.ts'
import { formatPoint } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatColumnShare, formatCount } from '../../format/number.ts'
import { Panel } from '../../parts/figures/panel.tsx'
import { RetentionHead } from '../../parts/figures/retention-head.tsx'
import retention from '../../parts/figures/retention-table.module.css'
import { CsvButton } from '../../parts/forms/csv-button.tsx'
import { Segments } from '../../parts/forms/segments.tsx'
import { subscriptionTexts as words } from '../../texts/subscriptions.ts'
import { dimensionName, keyName } from './breakdown-panel.tsx'
import type { PageState } from './subscription-state.ts'
import styles from './subscriptions-page.module.css'

type View = 'month' | 'key'

interface RetentionPanelProps {
  siteId: string
  report: SubscriptionReport
  state: PageState
}

/** How much of their first MRR customers still pay, by their first month or by their source. */
export function RetentionPanel({ siteId, report, state }: RetentionPanelProps) {
  const [view, setView] = useState<View>('month')
  const dimension = dimensionName(state.dimension)
  const rows =
    view === 'month'
      ? report.cohorts.map((one) => ({ ...one, name: formatPoint(one.cohort, 'month') }))
      : report.cohortsByKey.map((one) => ({ ...one, name: keyName(state.dimension, one.key) }))
  const count = Math.max(0, ...rows.map(({ periods }) => periods.length))
  const table = view === 'month' ? 'cohorts' : 'cohortsByKey'
  return (
    <Panel
      title={words.cohorts}
      tools={
        <>
          {rows.length > 0 && (
            <CsvButton name="mrr-retention" ask={subscriptionTable(siteId, state, table)} />
          )}
          <Segments<View>
            label={words.cohortsBy}
            options={{ month: words.cohortViews.month, key: dimension }}
            chosen={view}
            choose={setView}
          />
        </>
      }
    >
      <p className={styles.hint}>{rows.length === 0 ? words.cohortNone : words.cohortsHint}</p>
      {rows.length > 0 && (
        <section
          className={retention.scroll}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={words.table(words.cohorts)}
        >
          <table className={retention.table}>
            <RetentionHead
              cohort={view === 'month' ? words.cohortViews.month : dimension}
              size={words.names.customers}
              unit={words.cohortMonths}
              count={count}
              meaning={words.monthsSince}
            />
            <tbody>
              {rows.map(({ name, customers, periods }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{formatCount(customers)}</td>
                  {Array.from({ length: count }, (_, month) => (
                    <Cell key={month} period={periods[month]} currency={report.currency} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Panel>
  )
}

function Cell({ period, currency }: { period: MrrPeriod | undefined; currency: string }) {
  if (period?.retention == null) return <td />
  const strength = Math.min(period.retention, 1.5) / 1.5
  return (
    <td
      className={retention.moneyCell}
      style={{ '--strength': strength } as React.CSSProperties}
      title={words.reached(
        formatCount(period.active),
        formatCount(period.reached),
        formatMoney(period.mrr, currency),
      )}
    >
      {formatColumnShare(period.retention)}
    </td>
  )
}
