import {
  FileText,
  Globe,
  type LucideIcon,
  Maximize2,
  MonitorSmartphone,
  Signpost,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useAhead } from '../../../api/ahead.ts'
import { useModelShifts } from '../../../api/money/compared-models.ts'
import { useReader } from '../../../api/reader.ts'
import { Tabs } from '../../../parts/figures/tabs.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { Skeleton } from '../../../parts/states/skeleton.tsx'
import { texts } from '../../../texts/texts.ts'
import {
  type Dimension,
  type PanelName,
  panelTabs,
  type Tab,
} from '../../../url-state/dimension.ts'
import { rowFilter } from '../../../url-state/filter.ts'
import { defaultModel } from '../../../url-state/model.ts'
import { addingFilter } from '../../../url-state/report-state.ts'
import { CostsKnown } from '../costs-known.tsx'
import styles from './breakdown-panel.module.css'
import { BreakdownTable } from './breakdown-table.tsx'
import { ColumnMenu } from './column-menu.tsx'
import { type PanelParts, usePanelRows } from './use-panel-rows.ts'

const PlacesMap = lazy(() =>
  import('./places-map.tsx').then((module) => ({ default: module.PlacesMap })),
)

const signs: Record<PanelName, LucideIcon> = {
  traffic: Signpost,
  content: FileText,
  places: Globe,
  technology: MonitorSmartphone,
}

/** One subject with its breakdowns as tabs; a row filters the whole page. */
export function BreakdownPanel({ panel, ...parts }: PanelParts & { panel: PanelName }) {
  const { state, change } = parts
  const tabs: readonly Tab[] = panelTabs[panel]
  const chosen = state.tabs[panel]
  const dimension = chosen === 'map' ? 'country' : chosen
  const { isMember, seesMoney } = useReader()
  return (
    <section className={styles.card} aria-label={texts.panels[panel]}>
      <Tabs
        label={texts.panels[panel]}
        options={tabs.map((tab) => ({ name: tab, words: texts.panels.tabs[tab] }))}
        chosen={chosen}
        choose={(tab) => change(({ tabs }) => ({ tabs: { ...tabs, [panel]: tab } }))}
        look="line"
        panelClassName={styles.body}
        renderHead={(list) => (
          <div className={styles.head}>
            {list}
            {seesMoney && <ColumnMenu state={state} change={change} />}
            {isMember && (
              <Button
                look="quiet"
                className={styles.open}
                aria-label={`${texts.panels.showAll}: ${texts.panels.tabs[dimension]}`}
                title={texts.panels.showAll}
                onClick={() => change({ opened: dimension })}
              >
                <Maximize2 aria-hidden />
              </Button>
            )}
          </div>
        )}
      >
        {chosen === 'map' ? (
          <Suspense fallback={<Skeleton width="100%" height="300px" />}>
            <PlacesMap {...parts} />
          </Suspense>
        ) : (
          <Rows panel={panel} dimension={chosen} {...parts} />
        )}
      </Tabs>
    </section>
  )
}

interface RowsProps extends PanelParts {
  panel: PanelName
  dimension: Dimension
}

function Rows({ panel, dimension, site, state, change }: RowsProps) {
  const askAhead = useAhead()
  const parts = { site, state, change }
  const { columns, sorting, sort, breakdown, seesMoney } = usePanelRows(panel, parts)
  const { isMember } = useReader()
  const isOfTraffic = panelTabs.traffic.some((tab) => tab === dimension)
  const isShifted = isMember && seesMoney && state.model !== defaultModel && isOfTraffic
  const shifts = useModelShifts(site.id, state, { dimension, isAsked: isShifted })
  if (breakdown.isPending) return <RowSkeletons />
  if (!breakdown.data) {
    return <Failure error={breakdown.error} retry={() => breakdown.refetch()} />
  }
  const { rows } = breakdown.data
  const filteredBy = (value: string, isExcluded: boolean) =>
    addingFilter(rowFilter(dimension, value, isExcluded))
  if (rows.length === 0) {
    const nothing = texts.panels.empties[dimension] ?? { title: texts.panels.empty }
    return <Empty isSmall sign={signs[panel]} {...nothing} />
  }
  return (
    <div
      className={styles.rows}
      data-stale={
        breakdown.isPlaceholderData || (isShifted && shifts.isPlaceholderData) || undefined
      }
    >
      <BreakdownTable
        breakdown={breakdown.data}
        dimension={dimension}
        shown={columns}
        sorting={sorting}
        sort={sort}
        prepareSort={(order) => askAhead({ order })}
        choose={(value, isExcluded) => change(filteredBy(value, isExcluded))}
        prepare={(value, isExcluded) => askAhead(filteredBy(value, isExcluded))}
        shifts={isShifted && !shifts.isLoadingError ? (shifts.data ?? noShifts) : undefined}
        shiftHint={texts.panels.shiftHint(texts.models[defaultModel])}
      />
      <CostsKnown known={breakdown.data.costsKnown} className={styles.costs} />
    </div>
  )
}

const noShifts: ReadonlyMap<string, number> = new Map()

/** Placeholders of rows that are loading. */
export function RowSkeletons() {
  return (
    <div className={styles.skeletons}>
      {[92, 74, 60, 44, 36, 22].map((width) => (
        <Skeleton key={width} width={`${width}%`} height="24px" />
      ))}
    </div>
  )
}
