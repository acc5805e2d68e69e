import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { Hint } from './hint.tsx'
import styles from './interval.module.css'

/** Between which two values a rate lies with 95 % certainty, and whether that is too wide to trust. */
export interface RateInterval {
  low: number
  high: number
  uncertain: boolean
}

interface IntervalProps {
  interval: RateInterval
  write: (value: number) => string
  children: ReactNode
}

/** A rate that says how sure it is when pointed at or focused; one of small numbers bears a mark. */
export function Interval({ interval, write, children }: IntervalProps) {
  return (
    <Hint text={intervalText(interval, write)}>
      <span className={interval.uncertain ? styles.uncertain : undefined}>{children}</span>
    </Hint>
  )
}

/** An interval as a sentence. */
function intervalText({ low, high, uncertain }: RateInterval, write: IntervalProps['write']) {
  const sentence = texts.intervals.between(write(low), write(high))
  return uncertain ? `${sentence} ${texts.intervals.uncertain}` : sentence
}
