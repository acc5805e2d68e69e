import type { Metric } from '@tributary/contract/query.ts'
import { ArrowDown, ArrowUp, CircleHelp } from 'lucide-react'
import type { Breakdown, BreakdownRow } from '../../api/breakdown.ts'
import { formatFigure, isMoney } from '../../format/figure.ts'
import { formatSignedMoney } from '../../format/money.ts'
import { Interval } from '../../parts/interval.tsx'
import { labelOf } from '../../parts/report-tools/dimension-label.ts'
import { texts } from '../../texts/texts.ts'
import type { Dimension } from '../../url-state/dimension.ts'
import styles from './breakdown-table.module.css'

/** The figures that stand in the columns of a breakdown. */
export const columns = [
  'visitors',
  'revenue',
  'sessions',
  'conversionRate',
  'revenuePerVisitor',
] as const satisfies Metric[]
type ColumnName = (typeof columns)[number]

/** What rows are sorted by. */
export interface Sorting {
  by: ColumnName
  direction: 'asc' | 'desc'
}

// The style sheet says how wide these are; what remains is the label's.
export const countWidth = 'var(--count-width)'
const moneyWidth = 'var(--money-width)'
const widthOf = (name: ColumnName) => (isMoney(name) ? moneyWidth : countWidth)

/** The columns beside the label, over which a row's press area reaches as well. */
export function sideStyle(columnWidths: readonly string[]): React.CSSProperties {
  return { '--side': `(${columnWidths.join(' + ')})` } as React.CSSProperties
}

interface BreakdownTableProps {
  breakdown: Breakdown
  dimension: Dimension
  shown: readonly ColumnName[]
  sorting: Sorting
  sort: (by: ColumnName) => void
  choose: (value: string) => void
  /** How much revenue the chosen model moves to or from each value. */
  shifts?: ReadonlyMap<string, number> | undefined
  shiftHint?: string
}

/** Rows with their share of visitors as a pale bar and their share of revenue as a line below it. */
export function BreakdownTable(props: BreakdownTableProps) {
  const { breakdown, dimension, shown, shifts } = props
  const side = [...shown.map(widthOf), ...(shifts ? [countWidth] : [])]
  return (
    <table className={styles.table} style={sideStyle(side)}>
      <thead>
        <tr>
          <th scope="col">{texts.panels.names[dimension]}</th>
          {shown.map((name) => (
            <SortHead key={name} name={name} sorting={props.sorting} sort={props.sort} />
          ))}
          {shifts && (
            <th scope="col" style={{ width: countWidth }} title={props.shiftHint}>
              {texts.panels.shift}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {breakdown.rows.map((row) => (
          <Row key={`${row.kind} ${row.value}`} row={row} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function SortHead({
  name,
  sorting,
  sort,
}: Pick<BreakdownTableProps, 'sorting' | 'sort'> & { name: ColumnName }) {
  const isChosen = name === sorting.by
  const Arrow = sorting.direction === 'desc' ? ArrowDown : ArrowUp
  const title = texts.figures.names[name]
  return (
    <th
      scope="col"
      style={{ width: widthOf(name) }}
      aria-sort={isChosen ? (sorting.direction === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        aria-label={texts.panels.sortBy(title)}
        data-chosen={isChosen || undefined}
        onClick={() => sort(name)}
      >
        {isChosen && <Arrow aria-hidden />}
        {title}
      </button>
    </th>
  )
}

type RowProps = BreakdownTableProps & { row: BreakdownRow }

function Row({ row, dimension, breakdown, shown, choose, shifts }: RowProps) {
  const bars = { '--visitors': row.visitorsBar, '--revenue': row.revenueBar } as React.CSSProperties
  const shift = shifts?.get(row.value)
  return (
    <tr className={styles.row} style={bars}>
      <th scope="row" className={styles.label}>
        {row.kind === 'not-linked' ? (
          <NotLinked />
        ) : (
          <Value dimension={dimension} value={row.value} choose={choose} />
        )}
      </th>
      {shown.map((name) => (
        <td key={name} className={styles.number}>
          <Cell row={row} name={name} currency={breakdown.currency} />
        </td>
      ))}
      {shifts && (
        <td className={styles.shift} data-sign={Math.sign(shift ?? 0)}>
          {shift ? formatSignedMoney(shift, breakdown.currency) : '·'}
        </td>
      )}
    </tr>
  )
}

function NotLinked() {
  return (
    <span className={styles.notLinked} title={texts.panels.notLinkedHint}>
      {texts.panels.notLinked}
      <CircleHelp aria-hidden />
      <span className="visually-hidden">{texts.panels.notLinkedHint}</span>
    </span>
  )
}

interface ValueProps {
  dimension: Dimension
  value: string
  choose: (value: string) => void
}

function Value({ dimension, value, choose }: ValueProps) {
  const label = labelOf(dimension, value)
  return (
    <span className={styles.cell}>
      {dimension === 'country' && (
        <span className={styles.code} aria-hidden="true">
          {value || '–'}
        </span>
      )}
      <button
        type="button"
        className={styles.choose}
        title={label}
        aria-label={texts.panels.filterBy(label)}
        onClick={() => choose(value)}
      >
        <span className={styles.words}>{label}</span>
      </button>
    </span>
  )
}

function Cell({ row, name, currency }: { row: BreakdownRow; name: ColumnName; currency: string }) {
  const value = row.figures[name] ?? null
  // Nobody visits from nowhere: figures of visits say nothing about money that is not linked.
  const saysNothing = row.kind === 'not-linked' && name !== 'revenue'
  if (saysNothing || value === null || (isMoney(name) && value === 0)) {
    return <span className={styles.none}>–</span>
  }
  const shown = (
    <span className={isMoney(name) ? 'money' : undefined}>
      {formatFigure(name, value, currency)}
    </span>
  )
  const interval = row.intervals[name]
  // What is sure enough needs no stop of the keyboard in every line.
  if (!interval?.uncertain) return shown
  return (
    <span className={styles.above}>
      <Interval interval={interval} write={(bound) => formatFigure(name, bound, currency)}>
        {shown}
      </Interval>
    </span>
  )
}
