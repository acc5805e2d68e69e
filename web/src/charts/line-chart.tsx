import { type ScaleLinear, scaleLinear } from 'd3-scale'
import { leftSpace, type Tick, ticksOf } from './chart-space.ts'
import styles from './line-chart.module.css'
import { useSlider } from './use-slider.ts'
import { useWidth } from './use-width.ts'
import { ValueAxis } from './value-axis.tsx'

/** A named row of values at 0, 1, 2 and so on. */
interface ChartLine {
  name: string
  values: readonly number[]
}

interface LineChartProps {
  /** The first is the main one. At most six can be distinguished. */
  lines: readonly ChartLine[]
  label: string
  /** The name of the steps, such as weeks since something. */
  unit: string
  writeX: (index: number) => string
  writeY: (value: number) => string
  writeTicks: (ticks: readonly number[]) => string[]
}

const height = 260
const space = { top: 10, right: 14, bottom: 26 }

interface AxesProps {
  x: ScaleLinear<number, number>
  y: ScaleLinear<number, number>
  width: number
  ticks: readonly Tick[]
}

function Axes({ x, y, width, ticks }: AxesProps) {
  const [, last = 0] = x.domain()
  const [left = 0] = x.range()
  return (
    <g className={styles.axes}>
      <ValueAxis ticks={ticks} y={y} left={left} right={width - space.right} />
      {x
        .ticks(Math.min(last + 1, Math.floor(width / 60)))
        .filter(Number.isInteger)
        .map((tick) => (
          <text key={tick} x={x(tick)} y={height - 6} textAnchor="middle">
            {tick}
          </text>
        ))}
    </g>
  )
}

/** Several lines over the same steps. Pointing or the arrow keys read all of them at one step. */
export function LineChart({ lines, label, unit, writeX, writeY, writeTicks }: LineChartProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const last = Math.max(0, ...lines.map(({ values }) => values.length - 1))
  const values = lines.flatMap((line) => line.values)
  const y = scaleLinear(
    [Math.min(0, ...values), Math.max(...values, 0) || 1],
    [height - space.bottom, space.top],
  ).nice(4)
  const ticks = ticksOf(y.ticks(4), writeTicks)
  const left = leftSpace(ticks)
  const x = scaleLinear([0, Math.max(last, 1)], [left, Math.max(width - space.right, left + 1)])
  const readAt = (step: number) =>
    lines
      .flatMap(({ name, values: own }) => {
        const value = own[step]
        return value === undefined ? [] : [`${name} ${writeY(value)}`]
      })
      .join(', ')
  const { index, slider } = useSlider({
    label,
    last,
    indexAt: (at) => Math.round(x.invert(at)),
    write: (step) => `${writeX(step)}: ${readAt(step)}`,
  })
  return (
    <>
      <ul className={styles.legend}>
        {lines.map(({ name, values: own }, line) => (
          <li key={name} data-line={line}>
            {name}
            {index !== undefined && own[index] !== undefined && (
              <strong>{writeY(own[index])}</strong>
            )}
          </li>
        ))}
      </ul>
      <div ref={frame} className={styles.chart} {...slider} style={{ height }}>
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true" focusable="false">
            <Axes x={x} y={y} width={width} ticks={ticks} />
            {index !== undefined && (
              <line
                x1={x(index)}
                x2={x(index)}
                y1={space.top}
                y2={height - space.bottom}
                className={styles.cross}
              />
            )}
            {lines.map(({ name, values: own }, line) => (
              <g key={name} data-line={line}>
                <path
                  className={styles.line}
                  d={own.map((value, step) => `${step ? 'L' : 'M'}${x(step)} ${y(value)}`).join('')}
                />
                {own.map(
                  (value, step) =>
                    (step === index || own.length === 1) && (
                      <circle key={step} cx={x(step)} cy={y(value)} r={4} />
                    ),
                )}
              </g>
            ))}
          </svg>
        )}
      </div>
      <p className={styles.reading} aria-hidden="true">
        {index === undefined ? unit : writeX(index)}
      </p>
    </>
  )
}
