import type { Cohorts } from '@tributary/contract/questions/cohorts.ts'
import type { ReactNode } from 'react'
import { formatDay } from '../../format/date.ts'
import { labelOf } from '../../format/dimension-label.ts'
import { formatMoney } from '../../format/money.ts'
import { formatColumnShare, formatCount } from '../../format/number.ts'
import { RetentionHead } from '../../parts/figures/retention-head.tsx'
import retention from '../../parts/figures/retention-table.module.css'
import { ValueName } from '../../parts/figures/value-name.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import { texts } from '../../texts/texts.ts'
import { type CohortPeriod, type CohortRow, fewVisitors, isCut } from './cohort-rows.ts'
import type { CohortState } from './cohort-state.ts'
import styles from './cohorts-page.module.css'

const words = exploreTexts.cohorts

interface CohortTableProps {
  rows: readonly CohortRow[]
  all: CohortRow
  cohort: CohortState
  currency: string
  query: Cohorts['query']
}

/** A row for each cohort, a column for each week or month since; the darker, the more. */
export function CohortTable({ rows, all, cohort, currency, query }: CohortTableProps) {
  const { by, interval, figure } = cohort
  const count = Math.max(all.periods.length, ...rows.map(({ periods }) => periods.length))
  // Everybody is there in the first period by definition, so it would dominate the shading.
  const large = rows.filter(({ visitors }) => visitors >= fewVisitors)
  const most = Math.max(
    ...(large.length > 0 ? large : rows).flatMap(({ periods, visitors }) =>
      periods.slice(figure === 'retention' ? 1 : 0).map((one) => amountOf(one, visitors, figure)),
    ),
    0,
  )
  const cut = new Set(
    by === undefined ? rows.map(({ id }) => id).filter((id) => isCut(id, query)) : [],
  )
  const cells = { count, most, figure, currency }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={retention.scroll} tabIndex={0} aria-label={words.table}>
        <table className={`${retention.table} ${styles.table}`}>
          <RetentionHead
            cohort={by === undefined ? words.byTime[interval] : texts.panels.names[by]}
            size={words.visitors}
            unit={words.axis[interval]}
            count={count}
            meaning={words.period[interval]}
          />
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                {...cells}
                cutHint={cut.has(row.id) ? words.cut(interval) : undefined}
                name={
                  by === undefined ? formatDay(row.id) : <ValueName dimension={by} value={row.id} />
                }
                title={by === undefined ? formatDay(row.id) : labelOf(by, row.id)}
              />
            ))}
          </tbody>
          <tfoot>
            <Row row={all} {...cells} name={words.all} title={words.all} />
          </tfoot>
        </table>
      </section>
      {cut.size > 0 && <p className={styles.note}>{words.cutNote}</p>}
    </>
  )
}

interface RowProps {
  row: CohortRow
  /** Notes that the range includes only part of the cohort. */
  cutHint?: string | undefined
  name: ReactNode
  /** The full name, if it is cut off. */
  title: string
  count: number
  most: number
  figure: CohortState['figure']
  currency: string
}

function Row({ row, cutHint, name, title, count, most, figure, currency }: RowProps) {
  return (
    <tr data-few={row.visitors < fewVisitors || undefined}>
      <th scope="row" title={cutHint ?? title}>
        {name}
        {cutHint && (
          <>
            <span aria-hidden="true">*</span>
            <span className="visually-hidden"> {cutHint}</span>
          </>
        )}
      </th>
      <td title={row.visitors < fewVisitors ? texts.intervals.uncertain : undefined}>
        {formatCount(row.visitors)}
        {row.visitors < fewVisitors && (
          <span className="visually-hidden">{texts.intervals.uncertain}</span>
        )}
      </td>
      {Array.from({ length: count }, (_, n) => {
        const period = row.periods[n]
        if (period === undefined) return <td key={n} />
        const value = amountOf(period, row.visitors, figure)
        const isGiven = figure === 'retention' && n === 0
        const strength = most === 0 || isGiven ? 0 : Math.max(0, Math.min(1, value / most))
        return (
          <td
            key={n}
            className={figure === 'retention' ? retention.cell : retention.moneyCell}
            style={{ '--strength': strength } as React.CSSProperties}
            data-open={n === row.periods.length - 1 || undefined}
            title={words.cell(
              formatCount(period.active),
              formatMoney(period.revenue, currency),
              n === row.periods.length - 1,
            )}
          >
            {write(period, figure, currency)}
          </td>
        )
      })}
    </tr>
  )
}

/** Revenue is compared per visitor, or the largest cohort would always be the darkest. */
function amountOf(period: CohortPeriod, visitors: number, figure: CohortState['figure']): number {
  return figure === 'revenue' ? period.revenue / (visitors || 1) : period[figure]
}

function write(period: CohortPeriod, figure: CohortState['figure'], currency: string): string {
  if (figure === 'retention') return formatColumnShare(period.retention)
  return period[figure] === 0 ? '–' : formatMoney(period[figure], currency)
}
