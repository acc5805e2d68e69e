import type { SharedSite } from '@tributary/contract/app/share.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { AheadContext, useAskAhead } from '../../api/ahead.ts'
import { useLabel } from '../../api/goal-name.ts'
import { earns } from '../../api/money/earning.ts'
import { ReaderContext, useReader } from '../../api/reader.ts'
import { readByShare } from '../../api/site/share-access.ts'
import type { Site } from '../../api/site/sites.ts'
import { type FigureName, figureNames, trafficFigures, useTotals } from '../../api/totals.ts'
import { useTrend } from '../../api/trend.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Logo } from '../../parts/frame/logo.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { ComparisonMenu } from '../../parts/report-tools/comparison-menu.tsx'
import { wordsOf } from '../../parts/report-tools/filter-words.ts'
import { RangeDays } from '../../parts/report-tools/range-days.tsx'
import { RangeMenu } from '../../parts/report-tools/range-menu.tsx'
import { Failure } from '../../parts/states/failure.tsx'
import { Steady } from '../../parts/states/steady.tsx'
import { careTexts } from '../../texts/care.ts'
import { texts } from '../../texts/texts.ts'
import { panelNames } from '../../url-state/dimension.ts'
import { filterId } from '../../url-state/filter.ts'
import { daysOfRange } from '../../url-state/range.ts'
import {
  type ChangeReport,
  type ReportChange,
  type ReportState,
  removingFilter,
  useReportState,
} from '../../url-state/report-state.ts'
import { BreakdownPanel } from '../site/breakdowns/breakdown-panel.tsx'
import { GoalsPanel } from '../site/goals/goals-panel.tsx'
import { Headline } from '../site/headline.tsx'
import { LivePill } from '../site/live-pill.tsx'
import { MoneySummary } from '../site/money-summary.tsx'
import { PanelGrid } from '../site/panel-grid.tsx'
import site from '../site/site-page.module.css'
import { chartMetricOf } from '../site/trend/chart-metric.ts'
import { Trend } from '../site/trend/trend.tsx'
import styles from './share-page.module.css'
import { useBrandColour } from './use-brand-colour.ts'

type Opened = Extract<SharedSite, { passwordNeeded: false }>

interface SharedReportProps {
  shared: Opened
  /** In a frame of another page: no bar, no margin. */
  isEmbedded: boolean
}

/**
 * The panels of an opened link. The server decides what they may ask for; this only avoids questions it would
 * refuse.
 */
export function SharedReport({ shared, isEmbedded }: SharedReportProps) {
  const [state, changeState] = useReportState()
  // The link identifies the site: its id is not disclosed here.
  const [shown] = useState(() => siteOf(shared))
  const { panels, showsMoney } = shared
  const title = shared.title ?? titleOf(shared)
  useTitle(title)
  useBrandColour(shared.accent)
  const askAhead = useAskAhead(shown.id, tamed(state, showsMoney))
  const change = (changed: ReportChange) => {
    askAhead(changed)
    changeState(changed)
  }
  const has = (panel: Opened['panels'][number]) => panels.includes(panel)
  const parts = { site: shown, state: tamed(state, showsMoney), change }
  const names = figureNames.filter((name) => showsMoney || isTraffic(name))
  const isAsked = has('figures')
  const totals = useTotals(shown.id, parts.state, names, { withCosts: false, isAsked })
  const reader = {
    seesMoney: showsMoney,
    earns: showsMoney && earns(shown.id, totals.data),
    isMember: false,
    goals: shared.goals,
  }
  return (
    <ReaderContext value={reader}>
      <AheadContext value={askAhead}>
        {!isEmbedded && <Bar title={title} logo={shared.logo} />}
        <main className={isEmbedded ? styles.embedded : styles.page}>
          {isEmbedded && <h1 className="visually-hidden">{title}</h1>}
          <Tools {...parts} hasLive={has('live')} />
          <div className={site.report}>
            {shared.hasFilters && <p className={styles.note}>{careTexts.shared.filtered}</p>}
            {has('figures') && reader.earns && (
              <Steady>
                <MoneySummary
                  {...parts}
                  totals={totals.data}
                  isStale={totals.isPlaceholderData}
                  isTurnOfRest={totals.data !== undefined}
                  hasSources={has('traffic')}
                />
              </Steady>
            )}
            {has('figures') && (
              <Figures {...parts} totals={totals} names={names} hasChart={has('chart')} />
            )}
            {has('chart') && <Trend {...parts} />}
            <PanelGrid state={parts.state} change={change}>
              {panelNames.filter(has).map((panel) => (
                <BreakdownPanel key={panel} panel={panel} {...parts} />
              ))}
              {has('goals') && <GoalsPanel {...parts} />}
            </PanelGrid>
          </div>
        </main>
      </AheadContext>
    </ReaderContext>
  )
}

interface PartProps {
  site: Site
  state: ReportState
  change: ChangeReport
}

function Bar({ title, logo }: { title: string; logo: string | null }) {
  return (
    <header className={styles.bar}>
      <div className={styles.inside}>
        {logo === null ? <Logo /> : <img className={styles.logo} src={logo} alt="" />}
        <h1>{title}</h1>
        <span>{careTexts.shared.by}</span>
      </div>
    </header>
  )
}

function Tools({ site: shown, state, change, hasLive }: PartProps & { hasLive: boolean }) {
  const labelOf = useLabel(shown.id)
  return (
    <search className={site.tools} aria-label={texts.filters.label}>
      {hasLive && <LivePill site={shown} />}
      <div className={site.filters}>
        {state.filters.map((filter) => (
          <Button key={filterId(filter)} onClick={() => change(removingFilter(filter))}>
            {wordsOf(filter, labelOf).whole}
            <X aria-hidden />
          </Button>
        ))}
      </div>
      <div className={site.choices}>
        <ComparisonMenu
          comparison={state.comparison}
          days={undefined}
          choose={(comparison) => change({ comparison })}
        />
        <RangeMenu
          range={state.range}
          days={daysOfRange(state.range, shown.timezone)}
          choose={(range) => change({ range })}
        />
      </div>
      <RangeDays site={shown} range={state.range} />
    </search>
  )
}

interface FiguresProps extends PartProps {
  totals: ReturnType<typeof useTotals>
  names: readonly FigureName[]
  hasChart: boolean
}

function Figures({ site: shown, state, change, totals, names, hasChart }: FiguresProps) {
  const reader = useReader()
  const metric = chartMetricOf(state, reader)
  const { seesMoney } = reader
  const trend = useTrend(shown.id, state, { metric, seesMoney, isAsked: hasChart })
  if (totals.error && !totals.data) {
    return <Failure error={totals.error} retry={() => totals.refetch()} />
  }
  return (
    <Headline
      totals={totals.data}
      isStale={totals.isPlaceholderData}
      names={names}
      points={hasChart ? trend.data?.points : []}
      metric={metric}
      choose={(metric) => change({ metric })}
    />
  )
}

function isTraffic(name: FigureName): boolean {
  return trafficFigures.includes(name)
}

/** The state of the address, without parts that this link does not show. */
function tamed(state: ReportState, showsMoney: boolean): ReportState {
  if (showsMoney) return state
  return {
    ...state,
    metric: state.metric && isTraffic(state.metric) ? state.metric : undefined,
  }
}

/** A description of what a link shows, if it has no title. */
function titleOf({ name, panels, showsMoney }: Opened): string {
  const { sharing, shared: words } = careTexts
  const [only, ...others] = panels.filter((panel) => panel !== 'live')
  if (only === undefined) return words.titleOfOne(name, sharing.panels.live)
  const isOne = others.length === 0 && only !== 'figures' && only !== 'chart'
  if (isOne) return words.titleOfOne(name, sharing.panels[only])
  return showsMoney ? words.titleWithMoney(name) : words.titleOfTraffic(name)
}

function siteOf({ access, name, timezone, currency }: Opened): Site {
  const id = `shared ${access.split('.')[0]}`
  readByShare(id, access)
  return {
    id,
    name,
    domains: [],
    timezone,
    currency,
    identification: false,
    privacyMode: 'cookies',
    respectDoNotTrack: false,
    retentionDays: null,
    excludedAddresses: [],
    excludedPaths: [],
    requireSignedIdentify: false,
    identityKeyVersion: 1,
    primaryProvider: null,
    createdAt: new Date(0).toISOString(),
  }
}
