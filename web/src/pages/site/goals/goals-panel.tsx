import { Link } from '@tanstack/react-router'
import { Flag, Funnel, Maximize2 } from 'lucide-react'
import { useGoals } from '../../../api/goals.ts'
import { useReader } from '../../../api/reader.ts'
import { useGoalSettings } from '../../../api/site/goal-settings.ts'
import { type Site, useMay } from '../../../api/site/sites.ts'
import { Button, buttonClass } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/states/empty.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { texts } from '../../../texts/texts.ts'
import { rowFilter } from '../../../url-state/filter.ts'
import {
  addingFilter,
  type ChangeReport,
  type ReportState,
} from '../../../url-state/report-state.ts'
import { retainSearch } from '../../../url-state/search-params.ts'
import styles from '../breakdowns/breakdown-panel.module.css'
import { RowSkeletons } from '../breakdowns/breakdown-panel.tsx'
import { arrangeGoals } from './arrange-goals.ts'
import { FunnelSummaries } from './funnel-summaries.tsx'
import { GoalTable } from './goal-table.tsx'

interface GoalsPanelProps {
  site: Site
  state: ReportState
  change: ChangeReport
}

const rowsInPanel = 9

/** The site's goals: how often they were reached, by how many visitors, and by which share of all. */
export function GoalsPanel({ site, state, change }: GoalsPanelProps) {
  const { isMember } = useReader()
  const goals = useGoals(site.id, state)
  const settings = useGoalSettings(site.id)
  const failed = goals.data ? settings : goals
  const rows = goals.data && settings.data && arrangeGoals(goals.data, settings.data)
  return (
    <section className={styles.card} aria-label={texts.panels.goals}>
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.panels.goals}</h2>
        {isMember && (
          <>
            <Link
              to="/sites/$siteId/explore/$page"
              params={{ siteId: site.id, page: 'funnels' }}
              search={retainSearch as never}
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
        {!rows && failed.isPending && <RowSkeletons />}
        {!rows && failed.error && <Failure error={failed.error} retry={() => failed.refetch()} />}
        {rows?.length === 0 && (
          <Empty isSmall sign={Flag} title={texts.panels.empty} {...texts.panels.empties.goal}>
            {isMember && <HowToSend site={site} />}
          </Empty>
        )}
        {rows && rows.length > 0 && (
          <div data-stale={goals.isPlaceholderData || undefined}>
            <GoalTable
              rows={rows.slice(0, rowsInPanel)}
              choose={(goal) => change(addingFilter(rowFilter('goal', goal)))}
            />
          </div>
        )}
        {isMember && <FunnelSummaries site={site} state={state} />}
      </div>
    </section>
  )
}

/** A link to the goals' names, for people who may change the site. */
function HowToSend({ site }: { site: Site }) {
  const mayManage = useMay(site.id, 'admin')
  if (!mayManage) return null
  return (
    <Link to="/sites/$siteId/settings/$section" params={{ siteId: site.id, section: 'goals' }}>
      {texts.goals.how}
    </Link>
  )
}
