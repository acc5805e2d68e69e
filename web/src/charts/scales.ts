import { scaleBand, scaleLinear } from 'd3-scale'
import type { TrendPoint } from '../api/series.ts'
import { formatTicks } from '../format/figure.ts'
import { formatMoneyTicks } from '../format/money.ts'
import type { ChartMetric } from '../url-state/report-state.ts'
import {
  axisSpace,
  goalRowHeight,
  leftSpace,
  rightSpace,
  type Tick,
  ticksOf,
} from './chart-space.ts'

/** A horizontal strip of the drawing with its own value axis. */
interface Lane {
  top: number
  bottom: number
  y: (value: number) => number
  ticks: readonly Tick[]
}

/** The layout of a drawing of this size. The line is above, revenue below. */
export interface Layout {
  width: number
  height: number
  left: number
  right: number
  center: (index: number) => number
  bandwidth: number
  line: Lane
  revenue: Lane
  labelled: number[]
}

interface LayoutOptions {
  width: number
  height: number
  /** What the line shows; revenue is bars alone, over the whole height. */
  metric: ChartMetric
  currency: string
  hasMoney: boolean
  /** Rows of marks above the line. */
  goalRows: number
}

const wholeMetrics: readonly ChartMetric[] = [
  'visitors',
  'sessions',
  'pageViews',
  'sessionDuration',
]

const topSpace = 10
const laneGap = 26

/** Lays the chart out. Two lanes instead of two axes over each other: lines that cross mean nothing. */
export function layoutTrend(points: readonly TrendPoint[], options: LayoutOptions): Layout {
  const { width, height, metric, currency, hasMoney, goalRows } = options
  const isMoneyOnly = metric === 'revenue'
  const bottom = height - axisSpace
  const top = topSpace + goalRows * goalRowHeight
  const lineShare = isMoneyOnly ? 0 : 0.6
  const split = hasMoney ? top + (bottom - top - laneGap) * lineShare : bottom
  const line = lane(
    points.flatMap(({ value, imported, before }) => [
      value ?? 0,
      imported ?? 0,
      before?.value ?? 0,
    ]),
    { top, bottom: split },
    {
      ...{ count: isMoneyOnly ? 0 : 4, whole: wholeMetrics.includes(metric) },
      write: (ticks) => formatTicks(metric, ticks, currency),
    },
  )
  const revenue = lane(
    points.flatMap(({ parts, before }) => [
      parts.newRevenue + parts.renewalRevenue,
      -parts.refunds,
      before?.revenue ?? 0,
    ]),
    { top: isMoneyOnly ? top : hasMoney ? split + laneGap : bottom, bottom },
    {
      ...{ count: isMoneyOnly ? 5 : hasMoney ? 3 : 0, whole: true },
      write: (ticks) => formatMoneyTicks(ticks, currency),
    },
  )
  const left = leftSpace([...line.ticks, ...revenue.ticks])
  const band = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([left, Math.max(width - rightSpace, left + 1)])
    .paddingInner(0.28)
    .paddingOuter(0.14)
  return {
    ...{ width, height, left, line, revenue },
    right: width - rightSpace,
    center: (index) => (band(index) ?? left) + band.bandwidth() / 2,
    bandwidth: band.bandwidth(),
    labelled: labelledIndexes(points.length, (width - left) / 84),
  }
}

/** The point whose band is nearest to a horizontal position. */
export function nearestIndex(layout: Layout, count: number, x: number): number {
  if (count <= 1) return 0
  const step = layout.center(1) - layout.center(0)
  const index = Math.round((x - layout.center(0)) / step)
  return Math.min(Math.max(index, 0), count - 1)
}

// Refunds can make a day's revenue negative, so zero stays inside the lane.
function lane(
  points: readonly number[],
  { top, bottom }: { top: number; bottom: number },
  { count, whole, write }: TickOptions,
): Lane {
  const least = Math.min(0, ...points)
  const most = Math.max(0, ...points)
  // A lane without any value still needs a height; counts are then scaled up to four.
  const highest = most > 0 && !(whole && most < 4) ? most : least < 0 ? most : whole ? 4 : 1
  const [, ceiling = highest] = scaleLinear([0, Math.max(highest, 0)], [0, 1])
    .nice(5)
    .domain()
  // A round number below zero would take a fifth of the height for a few refunds.
  const y = scaleLinear([least, ceiling], [bottom, top])
  const values = y.ticks(count).filter((tick) => !whole || Number.isInteger(tick))
  return { top, bottom, y: (value) => y(value), ticks: ticksOf(values, write) }
}

interface TickOptions {
  count: number
  whole: boolean
  write: (ticks: readonly number[]) => string[]
}

function labelledIndexes(count: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(count / Math.max(2, Math.floor(room))))
  const indexes: number[] = []
  for (let index = 0; index < count; index += step) indexes.push(index)
  return indexes
}
