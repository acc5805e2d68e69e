import type { SubscriptionReport } from '@tributary/contract/subscriptions.ts'
import { subscriptionTable } from '../../api/money/subscriptions.ts'
import { formatPoint } from '../../format/date.ts'
import { formatCount } from '../../format/number.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { Panel } from '../../parts/figures/panel.tsx'
import { CsvButton } from '../../parts/forms/csv-button.tsx'
import { subscriptionTexts as words } from '../../texts/subscriptions.ts'
import { formatFigure } from './subscription-figure.ts'
import type { PageState } from './subscription-state.ts'
import styles from './subscriptions-page.module.css'

interface TrialsPanelProps {
  siteId: string
  report: SubscriptionReport
  state: PageState
}

/** The results of each month's trials. */
export function TrialsPanel({ siteId, report, state }: TrialsPanelProps) {
  const { trials, totals, currency } = report
  const names = words.trialColumns
  return (
    <Panel
      title={words.trials}
      tools={
        trials.length > 0 && (
          <CsvButton name="trials" ask={subscriptionTable(siteId, state, 'trials')} />
        )
      }
    >
      {trials.length === 0 ? (
        <p className={styles.hint}>{words.noTrials}</p>
      ) : (
        <section
          className={`${tables.scroll} ${styles.months}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={words.table(words.trials)}
        >
          <table className={tables.table}>
            <thead>
              <tr>
                {Object.values(names).map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {trials.map((one) => (
                <tr key={one.cohort}>
                  <th scope="row">{formatPoint(one.cohort, 'month')}</th>
                  <td>{formatCount(one.trialsStarted)}</td>
                  <td>{formatCount(one.trialsConverted)}</td>
                  <td>{formatCount(one.trialsOpen)}</td>
                  <td>{formatFigure('trialConversion', one.trialConversion, currency)}</td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{words.all}</th>
                <td>{formatCount(totals.trialsStarted)}</td>
                <td>{formatCount(totals.trialsConverted)}</td>
                <td>{formatCount(totals.trialsOpen)}</td>
                <td>{formatFigure('trialConversion', totals.trialConversion, currency)}</td>
              </tr>
            </tfoot>
          </table>
        </section>
      )}
    </Panel>
  )
}
