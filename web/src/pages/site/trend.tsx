import { ChartSpline, Table2 } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTrend } from '../../api/report.ts'
import type { Site } from '../../api/sites.ts'
import type { TrendPoint } from '../../charts/scales.ts'
import { formatPoint, type Grain } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { SlowNote } from '../../parts/slow-note.tsx'
import { texts } from '../../texts/texts.ts'
import { grainOf } from '../../url-state/range.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import { rangeLabel } from './range-menu.tsx'
import styles from './trend.module.css'

const loadChart = () => import('../../charts/trend-chart.tsx')
const TrendChart = lazy(() => loadChart().then((module) => ({ default: module.TrendChart })))

interface TrendProps {
  site: Site
  state: ReportState
  change: (change: Partial<ReportState>) => void
}

/** Visitors and revenue over the range, drawn or as a table. */
export function Trend({ site, state, change }: TrendProps) {
  const trend = useTrend(site.id, state)
  const grain = grainOf(state.range)
  const isTable = state.chartAsTable
  // The drawing's script travels while the figures are counted, not after.
  useEffect(() => {
    void loadChart()
  }, [])
  return (
    <section className={styles.card} aria-labelledby="trend-title" aria-busy={trend.isFetching}>
      <div className={styles.head}>
        <h2 id="trend-title">{texts.chart.title}</h2>
        <ul className={styles.legend} aria-hidden="true">
          <li className={styles.visitors}>{texts.chart.visitors}</li>
          <li className={styles.revenue}>{texts.chart.revenue}</li>
        </ul>
        <Button look="quiet" onClick={() => change({ chartAsTable: !isTable })}>
          {isTable ? <ChartSpline aria-hidden /> : <Table2 aria-hidden />}
          <span className={styles.switch}>
            {isTable ? texts.chart.asChart : texts.chart.asTable}
          </span>
        </Button>
      </div>
      {trend.isPending && <TrendSkeleton />}
      {trend.error && !trend.data && <Failure error={trend.error} retry={() => trend.refetch()} />}
      {trend.data && isTable && (
        <TrendTable points={trend.data.points} grain={grain} currency={trend.data.currency} />
      )}
      {trend.data && !isTable && (
        <div className={trend.isPlaceholderData ? styles.stale : undefined}>
          <Suspense fallback={<TrendSkeleton />}>
            <TrendChart
              points={trend.data.points}
              grain={trend.data.grain}
              currency={trend.data.currency}
              label={texts.chart.label(rangeLabel(state.range))}
            />
          </Suspense>
        </div>
      )}
    </section>
  )
}

function TrendSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton width="100%" height="100%" />
      <SlowNote />
    </div>
  )
}

interface TrendTableProps {
  points: readonly TrendPoint[]
  grain: Grain
  currency: string
}

function TrendTable({ points, grain, currency }: TrendTableProps) {
  const when = grain === 'hour' ? 'hour' : grain === 'month' ? 'month' : 'date'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={texts.chart.table}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{texts.chart[when]}</th>
            <th scope="col">{texts.chart.visitors}</th>
            <th scope="col">{texts.chart.revenue}</th>
          </tr>
        </thead>
        <tbody>
          {[...points].reverse().map((point) => (
            <tr key={point.point}>
              <th scope="row">
                {formatPoint(point.point, grain)}
                {point.partial && <span className={styles.partial}> · {texts.chart.partial}</span>}
              </th>
              <td>{formatCount(point.visitors)}</td>
              <td className="money">{formatMoney(point.revenue, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
