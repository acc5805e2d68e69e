import { ArrowDown, ArrowUp, CircleHelp, CircleMinus } from 'lucide-react'
import type { Breakdown, BreakdownRow } from '../../../api/breakdown.ts'
import type { BreakdownTrends } from '../../../api/breakdown-trends.ts'
import { Sparkline } from '../../../charts/sparkline.tsx'
import { labelOf } from '../../../format/dimension-label.ts'
import { formatFigure, isMoney, isOfPayments } from '../../../format/figure.ts'
import { formatColumnMoney, formatSignedMoney } from '../../../format/money.ts'
import { hasMarks, Mark } from '../../../marks/mark.tsx'
import { barStyle } from '../../../parts/figures/bar-style.ts'
import { Change } from '../../../parts/figures/change.tsx'
import { Interval, UncertainNote } from '../../../parts/figures/interval.tsx'
import { texts } from '../../../texts/texts.ts'
import type { Dimension } from '../../../url-state/dimension.ts'
import type { PanelColumn } from '../../../url-state/panel-choice.ts'
import styles from './breakdown-table.module.css'

/** What rows are sorted by. */
export interface Sorting {
  by: PanelColumn
  direction: 'asc' | 'desc'
}

// The style sheet says how wide these are; what remains is the label's.
export const countWidth = 'var(--count-width)'
const moneyWidth = 'var(--money-width)'
const changeWidth = 'var(--change-width)'
const shiftWidth = 'var(--shift-width)'
const trendWidth = 'var(--trend-width)'

/** The change has its column even without a comparison, so that turning it on moves no figure. */
function widthOf(name: PanelColumn, isSorted: boolean): string {
  const width = isMoney(name) ? moneyWidth : countWidth
  return isSorted ? `(${width} + ${changeWidth})` : width
}

/** The columns next to the label, which belong to a row's click area as well. */
export function sideStyle(columnWidths: readonly string[]): React.CSSProperties {
  return { '--side': `(${columnWidths.join(' + ')})` } as React.CSSProperties
}

interface BreakdownTableProps {
  breakdown: Breakdown
  dimension: Dimension
  shown: readonly PanelColumn[]
  sorting: Sorting
  sort: (by: PanelColumn) => void
  /** Called when the pointer is pressed on a column's head. */
  prepareSort?: (by: PanelColumn) => void
  /** Narrows the page to a row, or excludes it: by the button at the row, or with Alt held down. */
  choose: (value: string, isExcluded: boolean) => void
  /** Called when the pointer is pressed on a control that does so. */
  prepare?: (value: string, isExcluded: boolean) => void
  /** How much revenue the chosen model moves to or from each value, in place of the change; empty until it is known. */
  shifts?: ReadonlyMap<string, number> | undefined
  shiftHint?: string
  /** Whether there is a sparkline column for the sorted figure, and its values as far as they are loaded. */
  hasTrend?: boolean
  trends?: BreakdownTrends | undefined
}

/** Rows with a bar of their sorted figure, with its change. */
export function BreakdownTable(props: BreakdownTableProps) {
  const { breakdown, dimension, shown, sorting, shifts, hasTrend = false } = props
  const widths = shown.map((name) => widthOf(name, name === sorting.by))
  const side = [...widths, ...(shifts ? [shiftWidth] : []), ...(hasTrend ? [trendWidth] : [])]
  const figures = breakdown.rows.map(({ figures: all }) => all[sorting.by] ?? 0)
  const most = Math.max(0, ...figures) || 1
  const intervals = breakdown.rows.flatMap((row) =>
    row.kind === 'not-linked' ? [] : shown.map((name) => row.intervals[name]),
  )
  return (
    <>
      <table
        className={styles.table}
        style={sideStyle(side)}
        data-money={isMoney(sorting.by) || undefined}
        data-shifts={shifts !== undefined || undefined}
      >
        <thead>
          <tr>
            <th scope="col">{texts.panels.names[dimension]}</th>
            {shown.map((name, column) => (
              <SortHead key={name} name={name} width={widths[column]} {...props} />
            ))}
            {shifts && (
              <th scope="col" style={{ width: shiftWidth }} title={props.shiftHint}>
                {texts.panels.shift}
              </th>
            )}
            {hasTrend && (
              <th scope="col" style={{ width: trendWidth }}>
                {texts.panels.trend}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {breakdown.rows.map((row, place) => (
            // By position: another order changes the contents of rows and moves none of them.
            <Row key={place} row={row} most={most} {...props} />
          ))}
        </tbody>
      </table>
      <UncertainNote intervals={intervals} />
    </>
  )
}

interface SortHeadProps extends Pick<BreakdownTableProps, 'sorting' | 'sort' | 'prepareSort'> {
  name: PanelColumn
  width: string | undefined
}

function SortHead({ name, width, sorting, sort, prepareSort }: SortHeadProps) {
  const isChosen = name === sorting.by
  const Arrow = sorting.direction === 'desc' ? ArrowDown : ArrowUp
  const title = texts.figures.names[name]
  return (
    <th
      scope="col"
      style={{ width: `calc(${width})` }}
      aria-sort={isChosen ? (sorting.direction === 'desc' ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        aria-label={texts.panels.sortBy(title)}
        data-chosen={isChosen || undefined}
        onPointerDown={() => prepareSort?.(name)}
        onClick={() => sort(name)}
      >
        {isChosen && <Arrow aria-hidden />}
        {title}
      </button>
    </th>
  )
}

type RowProps = BreakdownTableProps & { row: BreakdownRow; most: number }

function Row({ row, most, ...props }: RowProps) {
  const { dimension, breakdown, shown, sorting, shifts, hasTrend, trends, ...does } = props
  const part = Math.max(0, row.figures[sorting.by] ?? 0) / most
  const shift = shifts?.get(row.value)
  return (
    <tr className={styles.row} style={barStyle(part)}>
      <th scope="row" className={styles.label}>
        {row.kind === 'not-linked' ? (
          <NotLinked />
        ) : (
          <Value dimension={dimension} value={row.value} {...does} />
        )}
      </th>
      {shown.map((name) => (
        <td key={name} className={styles.number}>
          {name === sorting.by ? (
            <span className={styles.sorted}>
              <Cell row={row} name={name} currency={breakdown.currency} />
              {breakdown.isCompared ? <RowChange row={row} name={name} /> : <span />}
            </span>
          ) : (
            <Cell row={row} name={name} currency={breakdown.currency} />
          )}
        </td>
      ))}
      {shifts && (
        <td className={styles.shift} data-sign={Math.sign(shift ?? 0)}>
          {shift ? formatSignedMoney(shift, breakdown.currency) : shifts.size > 0 && '·'}
        </td>
      )}
      {hasTrend && (
        <td className={styles.trend}>
          <Sparkline
            values={(row.kind === 'value' && trends?.of.get(row.value)) || []}
            isGoingOn={trends?.isGoingOn ?? false}
            isMoney={isMoney(sorting.by)}
          />
        </td>
      )}
    </tr>
  )
}

function RowChange({ row, name }: { row: BreakdownRow; name: PanelColumn }) {
  // A smaller linked share is neither good nor bad news about a source.
  if (row.kind === 'not-linked') return <span />
  const change = row.change[name]
  if (typeof change === 'number') return <Change change={change} hasArrow={false} />
  const isNew = (row.figures[name] ?? 0) > 0
  return <span className={styles.none}>{isNew ? texts.figures.noChange : ''}</span>
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

interface ValueProps extends Pick<BreakdownTableProps, 'dimension' | 'choose' | 'prepare'> {
  value: string
}

function Value({ dimension, value, choose, prepare }: ValueProps) {
  const label = labelOf(dimension, value)
  return (
    <span className={styles.cell}>
      {hasMarks(dimension) && <Mark kind={dimension} value={value} label={label} />}
      <button
        type="button"
        className={styles.choose}
        title={`${label}\n${texts.panels.excludeHint}`}
        aria-label={texts.panels.filterBy(label)}
        onPointerDown={({ altKey }) => prepare?.(value, altKey)}
        onClick={({ altKey }) => choose(value, altKey)}
      >
        <span className={styles.words}>{label}</span>
      </button>
      <button
        type="button"
        className={styles.exclude}
        title={texts.panels.exclude(label)}
        aria-label={texts.panels.exclude(label)}
        onPointerDown={() => prepare?.(value, true)}
        onClick={() => choose(value, true)}
      >
        <CircleMinus aria-hidden />
      </button>
    </span>
  )
}

function Cell({ row, name, currency }: { row: BreakdownRow; name: PanelColumn; currency: string }) {
  const value = row.figures[name] ?? null
  // Unattributed revenue has no sessions: their figures say nothing about it.
  const saysNothing = row.kind === 'not-linked' && !isOfPayments(name)
  if (saysNothing || value === null || (isMoney(name) && value === 0)) {
    return <span className={styles.none}>–</span>
  }
  const exact = formatFigure(name, value, currency)
  const shown = isMoney(name) ? (
    <span className="money" title={exact}>
      {formatColumnMoney(value, currency)}
    </span>
  ) : (
    <span>{exact}</span>
  )
  const interval = row.intervals[name]
  // What is certain enough needs no tab stop in every row.
  if (!interval?.uncertain) return shown
  return (
    <span className={styles.above}>
      <Interval interval={interval} write={(bound) => formatFigure(name, bound, currency)}>
        {shown}
      </Interval>
    </span>
  )
}
