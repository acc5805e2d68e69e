import type { SpendDimension, SpendFigures, SpendReportRow } from '@tributary/contract/spend.ts'
import { useState } from 'react'
import { type SpendState, spendReportTable, useSpendReport } from '../../api/money/spend.ts'
import { formatDay } from '../../format/date.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { Panel } from '../../parts/figures/panel.tsx'
import { CsvButton } from '../../parts/forms/csv-button.tsx'
import { Segments } from '../../parts/forms/segments.tsx'
import { Hint } from '../../parts/hint.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { spendTexts as words } from '../../texts/spend.ts'
import { Origin } from './origin.tsx'
import { formatSpendFigure, type SpendFigure } from './spend-figure.ts'
import styles from './spend-page.module.css'

/** What each table is divided by. */
export const spendViews = {
  campaign: ['source', 'medium', 'campaign'],
  source: ['source', 'medium'],
  day: ['day'],
} as const satisfies Record<string, readonly SpendDimension[]>

type View = keyof typeof spendViews

const columns: readonly SpendFigure[] = [
  'spend',
  'revenue',
  'profit',
  'roas',
  'newCustomers',
  'cac',
  'paybackDays',
  'sessions',
  'costPerClick',
]

interface SpendReportPanelProps {
  siteId: string
  state: SpendState
}

/** Cost and return of each campaign, source or day. */
export function SpendReportPanel({ siteId, state }: SpendReportPanelProps) {
  const [view, setView] = useState<View>('campaign')
  const report = useSpendReport(siteId, state, spendViews[view])
  return (
    <Panel
      title={words.report}
      tools={
        <>
          <CsvButton
            name={`spend-${view}`}
            ask={spendReportTable(siteId, state, spendViews[view])}
          />
          <Segments<View> label={words.view} options={words.views} chosen={view} choose={setView} />
        </>
      }
    >
      {report.isPending && <WaitingRows figures={6} isTall />}
      {report.error && !report.data && (
        <Failure error={report.error} retry={() => report.refetch()} />
      )}
      {report.data && (
        <section
          className={`${tables.scroll} ${styles.figures}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label={words.views[view]}
          data-stale={report.isPlaceholderData || undefined}
        >
          <table className={tables.table}>
            <thead>
              <tr>
                <th scope="col">{words.columns[view]}</th>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    <Hint text={words.hints[name]}>{words.names[name]}</Hint>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {report.data.rows.map((row) => (
                <tr key={JSON.stringify([row.day, row.source, row.medium, row.campaign])}>
                  <RowName view={view} row={row} />
                  <Cells figures={row} currency={report.data.currency} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{words.all}</th>
                <Cells figures={report.data.totals} currency={report.data.currency} />
              </tr>
            </tfoot>
          </table>
        </section>
      )}
    </Panel>
  )
}

function RowName({ view, row }: { view: View; row: SpendReportRow }) {
  if (row.day !== undefined) return <th scope="row">{formatDay(row.day)}</th>
  const from = <Origin source={row.source ?? ''} more={[row.medium]} />
  if (view !== 'campaign' || row.campaign === undefined) return <th scope="row">{from}</th>
  return (
    <th scope="row">
      {row.campaign || words.noCampaign}
      <small>{from}</small>
    </th>
  )
}

function Cells({ figures, currency }: { figures: SpendFigures; currency: string }) {
  return columns.map((name) => {
    const value = figures[name]
    const isLoss = name === 'profit' && value !== null && value < 0
    return (
      <td key={name} data-loss={isLoss || undefined} data-none={value === null || undefined}>
        <span className={name === 'revenue' ? 'money' : undefined}>
          {formatSpendFigure(name, value, currency)}
        </span>
      </td>
    )
  })
}
