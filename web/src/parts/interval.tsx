import type { ReactNode } from 'react'
import { intervalText, type RateInterval } from '../format/interval.ts'
import { Hint } from './hint.tsx'
import styles from './interval.module.css'

interface IntervalProps {
  interval: RateInterval
  write: (value: number) => string
  children: ReactNode
}

/** A rate that says how sure it is when pointed at or focused; one of small numbers has a mark. */
export function Interval({ interval, write, children }: IntervalProps) {
  return (
    <Hint text={intervalText(interval, write)}>
      <span className={interval.uncertain ? styles.uncertain : undefined}>{children}</span>
    </Hint>
  )
}
