import type { TrendPoint } from '../../api/series.ts'
import { type FigureName, figureNames, type Totals } from '../../api/totals.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { formatFigure, formatHeadlineFigure, isMoney } from '../../format/figure.ts'
import { intervalText } from '../../format/interval.ts'
import { formatChange } from '../../format/number.ts'
import { Change } from '../../parts/figures/change.tsx'
import { Hint } from '../../parts/hint.tsx'
import { daysInWords } from '../../parts/report-tools/days-in-words.ts'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { type ChartMetric, chartMetrics } from '../../url-state/report-state.ts'
import styles from './headline.module.css'

/** As many as fit a line on a tablet. */
const few = 5

interface HeadlineProps {
  totals: Totals | undefined
  /** Whether they still answer the previous question. */
  isStale?: boolean
  /** Which figures are shown; all by default. */
  names?: readonly FigureName[]
  /** The figures over time; empty if they are not shown. */
  points: readonly TrendPoint[] | undefined
  /** What the chart draws, and how to change that. */
  metric: ChartMetric
  choose: (metric: ChartMetric) => void
}

/** The figures of the range, each with its change, its formula, and a button to draw it in the chart. */
export function Headline({ names = figureNames, isStale, ...parts }: HeadlineProps) {
  const { totals } = parts
  return (
    <section
      className={styles.card}
      aria-label={texts.figures.label}
      data-stale={isStale || undefined}
    >
      <dl
        className={styles.figures}
        data-few={names.length <= few || undefined}
        aria-busy={totals === undefined || undefined}
      >
        {names.map((name) => (
          <Figure key={name} name={name} {...parts} />
        ))}
      </dl>
    </section>
  )
}

function Figure({ name, totals, points, metric, choose }: HeadlineProps & { name: FigureName }) {
  const drawn = chartMetrics.find((one) => one === name)
  const choice = drawn && { isChosen: drawn === metric, choose: () => choose(drawn) }
  const value = totals?.now[name] ?? null
  const interval = value === null ? undefined : totals?.intervals[name]
  const write = (bound: number) => formatFigure(name, bound, totals?.currency ?? '')
  const shown = totals && formatHeadlineFigure(name, value, totals.currency)
  return (
    <div className={styles.figure} data-chosen={choice?.isChosen || undefined}>
      <dt className={styles.name} style={lengthStyle(texts.figures.names[name])}>
        <Hint
          fillsBox
          choice={choice}
          text={
            <>
              {texts.figures.formulas[name]}
              {interval && <small>{intervalText(interval, write)}</small>}
              {choice && !choice.isChosen && <small>{texts.figures.draw}</small>}
            </>
          }
        >
          {texts.figures.names[name]}
        </Hint>
      </dt>
      <dd
        className={isMoney(name) ? styles.moneyValue : styles.value}
        data-uncertain={interval?.uncertain || undefined}
        title={totals && formatFigure(name, value, totals.currency)}
        // With the mark of what is uncertain.
        style={lengthStyle(`${interval?.uncertain ? '≈ ' : ''}${shown ?? ''}`)}
      >
        {shown ?? <Skeleton width="4.5em" height="0.8em" />}
      </dd>
      <dd className={styles.change}>
        {totals ? <FigureChange name={name} totals={totals} /> : <Skeleton width="3em" />}
      </dd>
      {(points === undefined || points.length > 1) && (
        <dd className={styles.course}>
          <Sparkline
            values={(points ?? []).map(({ figures }) => figures[name] ?? null)}
            isGoingOn={points?.at(-1)?.partial ?? false}
            isMoney={isMoney(name)}
          />
        </dd>
      )}
    </div>
  )
}

/** How many characters have to fit. */
function lengthStyle(text: string): React.CSSProperties {
  return { '--length': Math.max(text.length, 1) } as React.CSSProperties
}

function FigureChange({ name, totals }: { name: FigureName; totals: Totals }) {
  const { before, daysBefore, until, currency } = totals
  if (before === undefined || daysBefore === undefined) return null
  const change = totals.change[name]
  const was = before[name]
  if (change === undefined || was === null) {
    const isNew = was === 0 && (totals.now[name] ?? 0) > 0
    return (
      <span className={styles.same} title={texts.figures.noPrevious}>
        {isNew ? texts.figures.noChange : '–'}
      </span>
    )
  }
  const words = texts.figures.change(
    formatChange(change),
    formatFigure(name, was, currency),
    daysInWords(daysBefore, until),
  )
  // Fewer bounces are good news.
  return <Change change={change} words={words} isCost={name === 'bounceRate'} />
}
