import type { SpendDimension, SpendFigures, SpendReportRow } from '@tributary/contract/spend.ts'
import { useState } from 'react'
import { type SpendState, spendReportTable, useSpendReport } from '../../api/money/spend.ts'
import { formatDay } from '../../format/date.ts'
import { formatKnownShare } from '../../format/number.ts'
import tables from '../../parts/figures/figure-table.module.css'
import { Panel } from '../../parts/figures/panel.tsx'
import { CsvButton } from '../../parts/forms/csv-button.tsx'
import { Segments } from '../../parts/forms/segments.tsx'
import { Hint } from '../../parts/hint.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { spendTexts as words } from '../../texts/spend.ts'
import { CostColumnMenu, useCostColumns } from './cost-column-menu.tsx'
import { Origin } from './origin.tsx'
import { formatSpendFigure, nameOfFigure, type SpendFigure } from './spend-figure.ts'
import styles from './spend-page.module.css'

/** The dimensions of each table. */
export const spendViews = {
  campaign: ['source', 'medium', 'campaign'],
  source: ['source', 'medium'],
  day: ['day'],
} as const satisfies Record<string, readonly SpendDimension[]>

type View = keyof typeof spendViews

const beforeCosts = ['spend', 'revenue'] as const
const afterCosts = [
  'profit',
  'roas',
  'newCustomers',
  'cac',
  'paybackDays',
  'sessions',
  'costPerClick',
] as const

interface SpendReportPanelProps {
  siteId: string
  state: SpendState
}

/** Cost and return of each campaign, source or day. */
export function SpendReportPanel({ siteId, state }: SpendReportPanelProps) {
  const [view, setView] = useState<View>('campaign')
  const report = useSpendReport(siteId, state, spendViews[view])
  const costs = useCostColumns()
  const columns: readonly SpendFigure[] = [...beforeCosts, ...costs, ...afterCosts]
  const feesKnown = report.data?.totals.feesKnown ?? 1
  return (
    <Panel
      title={words.report}
      tools={
        <>
          <CsvButton
            name={`spend-${view}`}
            ask={spendReportTable(siteId, state, spendViews[view])}
          />
          <CostColumnMenu />
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
                {columns.map((column) => {
                  const { name, hint } = nameOfFigure(column)
                  return (
                    <th key={column} scope="col">
                      <Hint text={hint}>{name}</Hint>
                    </th>
                  )
                })}
              </tr>
            </thead>
            <tbody>
              {report.data.rows.map((row) => (
                <tr key={JSON.stringify([row.day, row.source, row.medium, row.campaign])}>
                  <RowName view={view} row={row} />
                  <Cells columns={columns} figures={row} currency={report.data.currency} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{words.all}</th>
                <Cells
                  columns={columns}
                  figures={report.data.totals}
                  currency={report.data.currency}
                />
              </tr>
            </tfoot>
          </table>
        </section>
      )}
      {costs.length > 0 && feesKnown < 1 && (
        <p className={styles.known}>{words.feesKnown(formatKnownShare(feesKnown))}</p>
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

interface CellsProps {
  columns: readonly SpendFigure[]
  figures: SpendFigures
  currency: string
}

function Cells({ columns, figures, currency }: CellsProps) {
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
