import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { AheadContext, useAskAhead } from '../../api/ahead.ts'
import { earns } from '../../api/money/earning.ts'
import { ReaderContext } from '../../api/reader.ts'
import { useHasData } from '../../api/site/first-data.ts'
import { type Site, useSite } from '../../api/site/sites.ts'
import { useTotals } from '../../api/totals.ts'
import { useTrend } from '../../api/trend.ts'
import { Frame } from '../../parts/frame/frame.tsx'
import { SiteBar } from '../../parts/frame/site-bar.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { useReportShortCuts } from '../../parts/report-tools/use-report-short-cuts.ts'
import { Failure } from '../../parts/states/failure.tsx'
import { NotReconciled } from '../../parts/states/not-reconciled.tsx'
import { StaleNote } from '../../parts/states/stale-note.tsx'
import { Steady } from '../../parts/states/steady.tsx'
import { type ReportChange, useReportState } from '../../url-state/report-state.ts'
import { AskPanels } from './ask-panels.tsx'
import { OpenedBreakdown } from './breakdowns/opened-breakdown.tsx'
import { Headline } from './headline.tsx'
import { LeftOutMoney } from './left-out-money.tsx'
import { MoneySummary } from './money-summary.tsx'
import { NothingInRange } from './nothing-in-range.tsx'
import { OverBudget } from './over-budget.tsx'
import styles from './site-page.module.css'
import { Tools } from './tools.tsx'
import { chartMetricOf } from './trend/chart-metric.ts'

const EmptySite = lazy(() =>
  import('./empty-site.tsx').then((module) => ({ default: module.EmptySite })),
)
const BelowHeadline = lazy(() =>
  import('./below-headline.tsx').then((module) => ({ default: module.BelowHeadline })),
)

/** How long the headline has the server and the browser to itself. */
const headStartMs = 400

/** One site: its traffic, its revenue, and their sources. */
export function SitePage() {
  const { siteId } = useParams({ from: '/signed-in/sites/$siteId' })
  const site = useSite(siteId)
  useTitle(site.data?.name)
  return (
    <Frame bar={<SiteBar siteId={siteId} />}>
      {site.error && <Failure error={site.error} retry={() => site.refetch()} />}
      {site.data && <Report key={siteId} site={site.data} />}
    </Frame>
  )
}

function Report({ site }: { site: Site }) {
  const [state, changeState] = useReportState()
  const askAhead = useAskAhead(site.id, state)
  const change = useCallback(
    (changed: ReportChange) => {
      askAhead(changed)
      changeState(changed)
    },
    [askAhead, changeState],
  )
  const client = useQueryClient()
  const totals = useTotals(site.id, state)
  const isQuiet = totals.data?.now.visitors === 0 && totals.data.now.revenue === 0
  const hasData = useHasData(site.id, isQuiet)
  const isTurnOfRest = useHeadStart(totals.data !== undefined)
  const hasRevenue = earns(site.id, totals.data)
  const reader = useMemo(
    () => ({ seesMoney: true, isMember: true, earns: hasRevenue }),
    [hasRevenue],
  )
  const metric = chartMetricOf(state, reader)
  const trend = useTrend(site.id, state, { metric, seesMoney: true, isAsked: isTurnOfRest })
  useReportShortCuts(change)
  if (isQuiet && hasData.data === false) {
    return (
      <Suspense fallback={null}>
        <EmptySite site={site} />
      </Suspense>
    )
  }
  const parts = { site, state, change }
  return (
    <ReaderContext value={reader}>
      <AheadContext value={askAhead}>
        <Tools {...parts} totals={totals.data} isFailed={totals.isError} />
        {totals.error && !totals.data ? (
          <div className={styles.failure}>
            <Failure error={totals.error} retry={() => client.refetchQueries({ type: 'active' })} />
          </div>
        ) : (
          <div className={styles.report}>
            {isTurnOfRest && <AskPanels {...parts} />}
            <OverBudget siteId={site.id} />
            {totals.error && <StaleNote atMs={totals.dataUpdatedAt} />}
            {isQuiet && <NothingInRange widen={() => change({ range: '12mo', filters: [] })} />}
            {reader.earns && (
              <Steady>
                <MoneySummary
                  {...parts}
                  totals={totals.data}
                  isStale={totals.isPlaceholderData}
                  isTurnOfRest={isTurnOfRest}
                />
              </Steady>
            )}
            <Headline
              totals={totals.data}
              isStale={totals.isPlaceholderData}
              points={trend.data?.points}
              metric={metric}
              choose={(metric) => change({ metric })}
            />
            {totals.data && <LeftOutMoney amounts={totals.data.unconverted} />}
            {reader.earns && isTurnOfRest && <NotReconciled siteId={site.id} />}
            {isTurnOfRest && (
              <Suspense fallback={null}>
                <BelowHeadline {...parts} oldRates={totals.data?.staleRates} />
              </Suspense>
            )}
          </div>
        )}
        <OpenedBreakdown {...parts} />
      </AheadContext>
    </ReaderContext>
  )
}

/**
 * Whether the chart and the panels may load: when the headline is shown, or takes too long. Otherwise their ten
 * requests and their rendering would delay it whenever their script is cached.
 */
function useHeadStart(isThere: boolean): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), headStartMs)
    return () => clearTimeout(timer)
  }, [])
  return isThere || isOver
}
