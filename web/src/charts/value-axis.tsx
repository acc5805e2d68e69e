import { axisGap, type Tick } from './chart-space.ts'

interface ValueAxisProps {
  ticks: readonly Tick[]
  y: (value: number) => number
  /** Where the chart begins and ends, in pixels from the left. */
  left: number
  right: number
}

/** The labels of a chart's values at its left, each with a line across it; that of zero has `data-zero`. */
export function ValueAxis({ ticks, y, left, right }: ValueAxisProps) {
  return ticks.map(({ value, label }) => (
    <g key={value} transform={`translate(0 ${Math.round(y(value)) + 0.5})`}>
      <line x1={left} x2={right} data-zero={value === 0 || undefined} />
      <text x={left - axisGap} dy="0.32em" textAnchor="end">
        {label}
      </text>
    </g>
  ))
}
