import type { ReactNode } from 'react'
import { intervalText, type RateInterval } from '../../format/interval.ts'
import { texts } from '../../texts/texts.ts'
import { Hint } from '../hint.tsx'
import styles from './interval.module.css'

interface IntervalProps {
  interval: RateInterval
  write: (value: number) => string
  children: ReactNode
}

/** A rate that shows its interval when pointed at or focused; one of few visitors is in italics. */
export function Interval({ interval, write, children }: IntervalProps) {
  return (
    <Hint text={intervalText(interval, write)}>
      <span className={interval.uncertain ? styles.uncertain : undefined}>{children}</span>
    </Hint>
  )
}

type MaybeInterval = RateInterval | null | undefined

/** Explains the italics, once below a list of rates if any of them is uncertain. */
export function UncertainNote({ intervals }: { intervals: readonly MaybeInterval[] }) {
  if (!intervals.some((interval) => interval?.uncertain)) return null
  return <p className={styles.note}>{texts.intervals.note}</p>
}
