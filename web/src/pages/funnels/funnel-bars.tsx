import type { Funnel, FunnelStepFigures } from '@tributary/contract/questions/funnel.ts'
import { TrendingDown } from 'lucide-react'
import { formatDuration } from '../../format/duration.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount, formatShare } from '../../format/number.ts'
import { Interval, UncertainNote } from '../../parts/figures/interval.tsx'
import { exploreTexts } from '../../texts/explore.ts'
import styles from './funnels-page.module.css'

const words = exploreTexts.funnels

interface FunnelBarsProps {
  /** The display name of each step. */
  names: readonly string[]
  answer: Funnel
}

/** The most steps whose names fit next to each other. */
const mostColumns = 7

/**
 * Each step as a bar: who reached it, and in a pale colour who dropped off after the step before. Side by side if
 * there is room, with the change from one to the next in between, else below each other.
 */
export function FunnelBars({ names, answer }: FunnelBarsProps) {
  const { steps } = answer
  const first = steps[0]?.count || 1
  return (
    <div className={styles.room}>
      <ol className={styles.bars} data-wide={steps.length <= mostColumns || undefined}>
        {steps.map((figures, index) => {
          const name = names[index]
          if (name === undefined) return null
          const shares = {
            '--here': figures.count / first,
            '--lost': figures.dropOff / first,
            '--next': (steps[index + 1]?.count ?? 0) / first,
          } as React.CSSProperties
          return (
            <li key={index} style={shares}>
              {index > 0 && <Lost figures={figures} />}
              <div className={styles.bar}>
                <span className={styles.stepName} title={name}>
                  <span className={styles.number} aria-hidden="true">
                    {index + 1}
                  </span>
                  {name}
                </span>
                <Reached figures={figures} currency={answer.currency} />
              </div>
              <span className={styles.column} aria-hidden="true" />
            </li>
          )
        })}
      </ol>
      <UncertainNote intervals={steps.map(({ interval }) => interval)} />
    </div>
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
      <span className={styles.lostWords}>
        {words.lost(formatCount(dropOff), stepRate === null ? '–' : formatShare(1 - stepRate))}
      </span>
      {medianSeconds !== null && (
        <span className={styles.median}>{words.median(formatDuration(medianSeconds))}</span>
      )}
    </p>
  )
}
