import { useTrend } from '../../api/report.ts'
import type { Site } from '../../api/sites.ts'
import { formatDayRange, formatMonthRange } from '../../format/date.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import styles from './site-page.module.css'

/** The days that are counted, and where midnight is. */
export function RangeDates({ site, state }: { site: Site; state: ReportState }) {
  const { data } = useTrend(site, state)
  const first = data?.points[0]?.point
  const last = data?.points.at(-1)?.point
  if (!data || first === undefined || last === undefined) return null
  const format = data.grain === 'month' ? formatMonthRange : formatDayRange
  return (
    <p className={styles.dates}>
      {format(first.slice(0, 10), last.slice(0, 10))}
      <span className={styles.zone}> · {site.timezone.replaceAll('_', ' ')}</span>
    </p>
  )
}
