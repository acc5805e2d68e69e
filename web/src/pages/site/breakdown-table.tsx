import { ArrowDown, CircleHelp } from 'lucide-react'
import type { Breakdown, BreakdownRow } from '../../api/report.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import type { Order } from '../../url-state/report-state.ts'
import styles from './breakdown-table.module.css'
import { labelOf } from './dimension-label.ts'

interface BreakdownTableProps {
  breakdown: Breakdown
  dimension: Dimension
  order: Order
  sort: (order: Order) => void
  choose: (value: string) => void
}

/** Rows with their share of visitors as a pale bar and their share of revenue as a line below it. */
export function BreakdownTable({ breakdown, dimension, order, sort, choose }: BreakdownTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{texts.panels.names[dimension]}</th>
          <SortHead name="visitors" order={order} sort={sort} />
          <SortHead name="revenue" order={order} sort={sort} />
        </tr>
      </thead>
      <tbody>
        {breakdown.rows.map((row) => (
          <Row
            key={`${row.kind} ${row.value}`}
            row={row}
            dimension={dimension}
            currency={breakdown.currency}
            choose={choose}
          />
        ))}
      </tbody>
    </table>
  )
}

function SortHead({
  name,
  order,
  sort,
}: {
  name: Order
  order: Order
  sort: (order: Order) => void
}) {
  const isChosen = name === order
  return (
    <th scope="col" aria-sort={isChosen ? 'descending' : undefined}>
      <button
        type="button"
        className={styles.sort}
        aria-label={texts.panels.sortBy(texts.panels[name])}
        data-chosen={isChosen || undefined}
        onClick={() => sort(name)}
      >
        {isChosen && <ArrowDown aria-hidden />}
        {texts.panels[name]}
      </button>
    </th>
  )
}

interface RowProps {
  row: BreakdownRow
  dimension: Dimension
  currency: string
  choose: (value: string) => void
}

function Row({ row, dimension, currency, choose }: RowProps) {
  const bars = { '--visitors': row.visitorsBar, '--revenue': row.revenueBar } as React.CSSProperties
  const label = labelOf(dimension, row.value)
  return (
    <tr className={styles.row} style={bars}>
      <th scope="row" className={styles.label}>
        {row.kind === 'not-linked' ? (
          <span className={styles.notLinked} title={texts.panels.notLinkedHint}>
            {texts.panels.notLinked}
            <CircleHelp aria-hidden />
            <span className="visually-hidden">{texts.panels.notLinkedHint}</span>
          </span>
        ) : (
          <span className={styles.cell}>
            {dimension === 'country' && (
              <span className={styles.code} aria-hidden="true">
                {row.value || '–'}
              </span>
            )}
            <button
              type="button"
              className={styles.choose}
              title={label}
              aria-label={texts.panels.filterBy(label)}
              onClick={() => choose(row.value)}
            >
              <span className={styles.words}>{label}</span>
            </button>
          </span>
        )}
      </th>
      <td className={styles.number}>
        {row.kind === 'not-linked' ? (
          <span className={styles.none}>–</span>
        ) : (
          formatCount(row.visitors)
        )}
      </td>
      <td className={styles.number}>
        {row.revenue === 0 ? (
          <span className={styles.none}>–</span>
        ) : (
          <span className="money">{formatMoney(row.revenue, currency)}</span>
        )}
      </td>
    </tr>
  )
}
