import { ChartSpline, Table2 } from 'lucide-react'
import { useReader } from '../../../api/reader.ts'
import type { Site } from '../../../api/site/sites.ts'
import { moneyParts } from '../../../api/totals.ts'
import { useTrend } from '../../../api/trend.ts'
import { GoalSign } from '../../../charts/goal-sign.tsx'
import { TrendChart } from '../../../charts/trend-chart.tsx'
import { AddNote } from '../../../parts/annotations/add-note.tsx'
import { ChartNotes } from '../../../parts/annotations/chart-notes.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { rangeLabel } from '../../../parts/report-tools/range-menu.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingChart } from '../../../parts/states/waiting.tsx'
import { texts } from '../../../texts/texts.ts'
import type { ChangeReport, ReportState } from '../../../url-state/report-state.ts'
import { useChartGoals } from '../goals/use-chart-goals.ts'
import { chartMetricOf, chartTitle } from './chart-metric.ts'
import styles from './trend.module.css'
import { TrendTable } from './trend-table.tsx'
import { useImportedPoints } from './use-imported-points.ts'

interface TrendProps {
  site: Site
  state: ReportState
  change: ChangeReport
}

/** The chosen figure and revenue over the range, drawn or as a table. */
export function Trend({ site, state, change }: TrendProps) {
  const reader = useReader()
  const { seesMoney, isMember } = reader
  const metric = chartMetricOf(state, reader)
  const trend = useTrend(site.id, state, { metric, seesMoney })
  const { goals, isPending, error } = useChartGoals(site.id, state, trend.data)
  const points = useImportedPoints(site.id, state, trend.data)
  const shown = isPending || !trend.data ? undefined : { ...trend.data, points }
  const hasImported = points.some(({ imported }) => imported !== undefined)
  const title = chartTitle(metric, reader)
  const isTable = state.chartAsTable
  return (
    <section className={styles.card} aria-labelledby="trend-title" aria-busy={trend.isFetching}>
      <div className={styles.head}>
        <h2 id="trend-title">{title}</h2>
        <ul className={styles.legend} aria-hidden="true">
          {metric !== 'revenue' && <li>{texts.figures.names[metric]}</li>}
          {seesMoney &&
            moneyParts
              .filter((part) => trend.data?.points.some(({ parts }) => parts[part] !== 0))
              .map((part) => (
                <li key={part} className={styles[part]}>
                  {texts.chart.parts[part]}
                </li>
              ))}
          {hasImported && <li className={styles.imported}>{texts.chart.imported}</li>}
          <li className={styles.past} data-absent={state.comparison === 'none' || undefined}>
            {texts.chart.before}
          </li>
          {goals.map(({ name }, row) => (
            <li key={name} className={styles.goal} title={name}>
              <GoalSign row={row} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
        {isMember && <AddNote site={site} lastPoint={trend.data?.points.at(-1)?.point} />}
        <Button look="quiet" onClick={() => change({ chartAsTable: !isTable })}>
          {isTable ? <ChartSpline aria-hidden /> : <Table2 aria-hidden />}
          <span>{isTable ? texts.chart.asChart : texts.chart.asTable}</span>
        </Button>
      </div>
      {!shown && !trend.error && (
        <div className={styles.waiting} data-notes={isMember || undefined}>
          <WaitingChart height="100%" />
        </div>
      )}
      {trend.error && !trend.data && <Failure error={trend.error} retry={() => trend.refetch()} />}
      {shown && isTable && (
        <div data-stale={trend.isPlaceholderData || undefined}>
          <TrendTable {...shown} siteId={site.id} hasMoney={seesMoney} goals={goals} />
        </div>
      )}
      {shown && !isTable && (
        <div className={styles.drawn} data-stale={trend.isPlaceholderData || undefined}>
          <TrendChart
            {...shown}
            above={(left) =>
              isMember && <ChartNotes site={site} points={shown.points} left={left} />
            }
            hasMoney={seesMoney}
            goals={goals}
            label={seesMoney ? texts.chart.label(title, rangeLabel(state.range)) : title}
          />
        </div>
      )}
      {hasImported && <p className={styles.note}>{texts.chart.importedHint}</p>}
      {error && <p className={styles.failed}>{texts.chart.goalsFailed}</p>}
    </section>
  )
}
