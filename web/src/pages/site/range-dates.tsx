import type { Totals } from '../../api/totals.ts'
import { formatDayRange } from '../../format/date.ts'
import { daysInWords } from '../../parts/report-tools/days-in-words.ts'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './site-page.module.css'

interface RangeDatesProps {
  totals: Totals | undefined
  /** Whether they could not be loaded, which is reported below. */
  isFailed: boolean
}

/** The days of the range, the period it is compared with, and the time zone. */
export function RangeDates({ totals, isFailed }: RangeDatesProps) {
  if (!totals) {
    if (isFailed) return null
    return (
      <p className={styles.dates}>
        <Skeleton width="15em" />
      </p>
    )
  }
  const { days, daysBefore, until, timezone } = totals
  const counted = formatDayRange(...days)
  return (
    <p className={styles.dates}>
      {until === undefined ? counted : texts.ranges.soFar(counted)}
      <span className={styles.zone}>
        {daysBefore && ` ${texts.comparisons.with(daysInWords(daysBefore, until))}`}
        {` · ${timezone.replaceAll('_', ' ')}`}
      </span>
    </p>
  )
}
