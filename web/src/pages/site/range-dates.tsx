import type { Totals } from '../../api/report.ts'
import { formatDayRange } from '../../format/date.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import styles from './site-page.module.css'

/** The days that are counted, and where midnight is. */
export function RangeDates({ totals }: { totals: Totals | undefined }) {
  return (
    <p className={styles.dates}>
      {totals ? formatDayRange(...totals.days) : <Skeleton width="15em" />}
      {totals && <span className={styles.zone}> · {totals.timezone.replaceAll('_', ' ')}</span>}
    </p>
  )
}
