import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useHasData } from '../../api/first-data.ts'
import { useTotals } from '../../api/report.ts'
import { type Site, useSite } from '../../api/sites.ts'
import { Failure } from '../../parts/failure.tsx'
import { Frame } from '../../parts/frame.tsx'
import { SiteBar } from '../../parts/site-bar.tsx'
import { useTitle } from '../../parts/title.ts'
import { panelNames } from '../../url-state/dimension.ts'
import { useReportState } from '../../url-state/report-state.ts'
import { BreakdownPanel } from './breakdown-panel.tsx'
import { EmptySite } from './empty-site.tsx'
import { FilterChips } from './filter-chips.tsx'
import { Headline } from './headline.tsx'
import { LeftOutMoney } from './left-out-money.tsx'
import { ModelMenu } from './model-menu.tsx'
import { NothingInRange } from './nothing-in-range.tsx'
import { OpenedBreakdown } from './opened-breakdown.tsx'
import { RangeDates } from './range-dates.tsx'
import { RangeMenu } from './range-menu.tsx'
import styles from './site-page.module.css'
import { Trend } from './trend.tsx'
import { useReportShortCuts } from './use-report-short-cuts.ts'

/** One site: what came, what it brought, and from where. */
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
  const [state, change] = useReportState()
  const client = useQueryClient()
  const totals = useTotals(site.id, state)
  const isQuiet = totals.data?.now.visitors === 0 && totals.data.now.revenue === 0
  const hasData = useHasData(site.id, isQuiet)
  useReportShortCuts(change)
  if (isQuiet && hasData.data === false) return <EmptySite site={site} />
  return (
    <>
      <div className={styles.tools}>
        <h1 className="visually-hidden">{site.name}</h1>
        <RangeDates totals={totals.data} />
        <FilterChips filters={state.filters} change={(filters) => change({ filters })} />
        <div className={styles.choices}>
          <ModelMenu model={state.model} choose={(model) => change({ model })} />
          <RangeMenu range={state.range} choose={(range) => change({ range })} />
        </div>
      </div>
      {totals.error && !totals.data ? (
        <div className={styles.failure}>
          <Failure error={totals.error} retry={() => client.refetchQueries({ type: 'active' })} />
        </div>
      ) : (
        <div className={styles.report}>
          {isQuiet && <NothingInRange widen={() => change({ range: '12mo', filters: [] })} />}
          <Headline totals={totals.data} />
          {totals.data && <LeftOutMoney amounts={totals.data.unconverted} />}
          <Trend site={site} state={state} change={change} />
          <div className={styles.panels}>
            {panelNames.map((panel) => (
              <BreakdownPanel key={panel} panel={panel} site={site} state={state} change={change} />
            ))}
          </div>
        </div>
      )}
      <OpenedBreakdown site={site} state={state} change={change} />
    </>
  )
}
