import type { Site } from '../../api/site/sites.ts'
import { formatDayRange } from '../../format/date.ts'
import { daysOfRange, type Range } from '../../url-state/range.ts'
import styles from './range-days.module.css'

/** The counted days, and their time zone. */
export function RangeDays({ site, range }: { site: Site; range: Range }) {
  const { from, to } = daysOfRange(range, site.timezone)
  return (
    <p className={styles.dates}>
      {formatDayRange(from, to)}
      <span className={styles.zone}>{` · ${site.timezone.replaceAll('_', ' ')}`}</span>
    </p>
  )
}
