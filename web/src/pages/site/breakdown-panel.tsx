import { Tabs } from '@base-ui/react/tabs'
import { useBreakdown } from '../../api/report.ts'
import type { Site } from '../../api/sites.ts'
import { Button } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import { type Dimension, type PanelName, panelDimensions } from '../../url-state/dimension.ts'
import { addFilter } from '../../url-state/filter.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import styles from './breakdown-panel.module.css'
import { BreakdownTable } from './breakdown-table.tsx'

const rowsInPanel = 9

interface BreakdownPanelProps {
  panel: PanelName
  site: Site
  state: ReportState
  change: (change: Partial<ReportState>) => void
}

/** One subject with its breakdowns as tabs; a row filters the whole page. */
export function BreakdownPanel({ panel, site, state, change }: BreakdownPanelProps) {
  const dimensions: readonly Dimension[] = panelDimensions[panel]
  const chosen = state.tabs[panel]
  const choose = (dimension: Dimension) => change({ tabs: { ...state.tabs, [panel]: dimension } })
  return (
    <Tabs.Root
      className={styles.card}
      value={chosen}
      onValueChange={choose}
      render={<section aria-label={texts.panels[panel]} />}
    >
      <Tabs.List className={styles.tabs} aria-label={texts.panels[panel]}>
        {dimensions.map((dimension) => (
          <Tabs.Tab key={dimension} value={dimension} className={styles.tab}>
            {texts.panels.tabs[dimension]}
          </Tabs.Tab>
        ))}
        <Tabs.Indicator className={styles.indicator} />
      </Tabs.List>
      <Tabs.Panel value={chosen} className={styles.body} tabIndex={-1}>
        <Breakdown dimension={chosen} site={site} state={state} change={change} />
      </Tabs.Panel>
    </Tabs.Root>
  )
}

interface BreakdownProps extends Omit<BreakdownPanelProps, 'panel'> {
  dimension: Dimension
}

function Breakdown({ dimension, site, state, change }: BreakdownProps) {
  const breakdown = useBreakdown(site.id, state, { dimension, limit: rowsInPanel })
  if (breakdown.isPending) return <RowSkeletons />
  if (!breakdown.data) {
    return <Failure error={breakdown.error} retry={() => breakdown.refetch()} />
  }
  const { rows, hasMore } = breakdown.data
  if (rows.length === 0) return <p className={styles.empty}>{emptyText(dimension)}</p>
  return (
    <>
      <div className={breakdown.isPlaceholderData ? styles.stale : undefined}>
        <BreakdownTable
          breakdown={breakdown.data}
          dimension={dimension}
          order={state.order}
          sort={(order) => change({ order })}
          choose={(value) =>
            change({ filters: addFilter(state.filters, { dimension, operator: 'is', value }) })
          }
        />
      </div>
      {hasMore && (
        <Button
          look="quiet"
          className={styles.all}
          aria-label={`${texts.panels.showAll}: ${texts.panels.tabs[dimension]}`}
          onClick={() => change({ opened: dimension })}
        >
          {texts.panels.showAll}
        </Button>
      )}
    </>
  )
}

function emptyText(dimension: Dimension): string {
  return dimension === 'campaign' ? texts.panels.empties.campaign : texts.panels.empty
}

function RowSkeletons() {
  return (
    <div className={styles.skeletons}>
      {[92, 74, 60, 44, 36, 22].map((width) => (
        <Skeleton key={width} width={`${width}%`} height="24px" />
      ))}
    </div>
  )
}
