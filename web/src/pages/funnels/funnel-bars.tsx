import type { Funnel, FunnelStepFigures } from '@tributary/contract/questions/funnel.ts'
import { TrendingDown } from 'lucide-react'
import { formatDuration } from '../../format/duration.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import { Interval, UncertainNote } from '../../parts/interval.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import styles from './funnels-page.module.css'

const words = exploreTexts.funnels

interface FunnelBarsProps {
  /** What people read of each step. */
  names: readonly string[]
  answer: Funnel
}

/** Each step as a bar: who reached it, and next to it in pale who dropped off after the step before. */
export function FunnelBars({ names, answer }: FunnelBarsProps) {
  const first = answer.steps[0]?.count ?? 0
  return (
    <>
      <ol className={styles.bars}>
        {answer.steps.map((figures, index) => {
          const name = names[index]
          if (name === undefined) return null
          const shares = {
            '--here': figures.count / (first || 1),
            '--lost': figures.dropOff / (first || 1),
          } as React.CSSProperties
          return (
            <li key={index}>
              {index > 0 && <Lost figures={figures} />}
              <div className={styles.bar} style={shares}>
                <span className={styles.stepName} title={name}>
                  <span className={styles.number} aria-hidden="true">
                    {index + 1}
                  </span>
                  {name}
                </span>
                <Reached figures={figures} currency={answer.currency} />
              </div>
            </li>
          )
        })}
      </ol>
      <UncertainNote intervals={answer.steps.map(({ interval }) => interval)} />
    </>
  )
}

function Reached({ figures, currency }: { figures: FunnelStepFigures; currency: string }) {
  const { count, conversionRate, interval, revenue } = figures
  return (
    <span className={styles.reached}>
      <strong>{formatCount(count)}</strong>
      {conversionRate !== null && interval !== null && (
        <Interval interval={interval} write={formatShare}>
          {formatShare(conversionRate)}
        </Interval>
      )}
      {revenue !== 0 && (
        <span className="money" title={words.revenueHint}>
          {formatMoney(revenue, currency)}
        </span>
      )}
    </span>
  )
}

function Lost({ figures: { dropOff, stepRate, medianSeconds } }: { figures: FunnelStepFigures }) {
  return (
    <p className={styles.lost}>
      <TrendingDown aria-hidden />
      {words.lost(formatCount(dropOff), stepRate === null ? '–' : formatShare(1 - stepRate))}
      {medianSeconds !== null && (
        <span className={styles.median}>{words.median(formatDuration(medianSeconds))}</span>
      )}
    </p>
  )
}
