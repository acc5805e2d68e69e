import { Link } from '@tanstack/react-router'
import { Funnel, Maximize2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useGoals } from '../../api/goals.ts'
import type { Site } from '../../api/sites.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useReader } from '../../parts/reader.ts'
import { texts } from '../../texts/texts.ts'
import { addFilter, rowFilter } from '../../url-state/filter.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import { keptSearch } from '../../url-state/search-params.ts'
import styles from './breakdown-panel.module.css'
import { RowSkeletons } from './breakdown-panel.tsx'
import { GoalTable } from './goal-table.tsx'

const KeptFunnels = lazy(() =>
  import('./kept-funnels.tsx').then((module) => ({ default: module.KeptFunnels })),
)

interface GoalsPanelProps {
  site: Site
  state: ReportState
  change: (change: Partial<ReportState>) => void
  /** What the rates divide by; undefined until it is known. */
  allVisitors: number | undefined
}

const rowsInPanel = 9

/** What visitors did that matters: how often, how many of them, and which share that is. */
export function GoalsPanel({ site, state, change, allVisitors }: GoalsPanelProps) {
  const { isMember } = useReader()
  const goals = useGoals(site.id, state, { limit: rowsInPanel, allVisitors })
  return (
    <section className={styles.card} aria-label={texts.panels.goals}>
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.panels.goals}</h2>
        {isMember && (
          <>
            <Link
              to="/sites/$siteId/explore/$page"
              params={{ siteId: site.id, page: 'funnels' }}
              search={keptSearch as never}
              className={buttonClass('quiet')}
            >
              <Funnel aria-hidden />
              {texts.explore.pages.funnels.name}
            </Link>
            <Button
              look="quiet"
              className={styles.open}
              aria-label={`${texts.panels.showAll}: ${texts.panels.goals}`}
              title={texts.panels.showAll}
              onClick={() => change({ opened: 'goal' })}
            >
              <Maximize2 aria-hidden />
            </Button>
          </>
        )}
      </div>
      <div className={styles.body}>
        {goals.isPending && <RowSkeletons />}
        {goals.error && !goals.data && (
          <Failure error={goals.error} retry={() => goals.refetch()} />
        )}
        {goals.data?.rows.length === 0 && (
          <p className={styles.empty}>{texts.panels.empties.goal}</p>
        )}
        {goals.data && goals.data.rows.length > 0 && (
          <div className={goals.isPlaceholderData ? styles.stale : undefined}>
            <GoalTable
              rows={goals.data.rows}
              choose={(goal) =>
                change({ filters: addFilter(state.filters, rowFilter('goal', goal)) })
              }
            />
          </div>
        )}
        {isMember && (
          <Suspense fallback={null}>
            <KeptFunnels site={site} state={state} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
