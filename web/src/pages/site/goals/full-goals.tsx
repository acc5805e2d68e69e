import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useGoals } from '../../../api/goals.ts'
import { useGoalSettings } from '../../../api/site/goal-settings.ts'
import { type Site, useMay } from '../../../api/site/sites.ts'
import { Empty } from '../../../parts/states/empty.tsx'
import { Failure } from '../../../parts/states/failure.tsx'
import { WaitingRows } from '../../../parts/states/waiting.tsx'
import { texts } from '../../../texts/texts.ts'
import type { ReportState } from '../../../url-state/report-state.ts'
import styles from '../breakdowns/breakdown-dialog.module.css'
import { arrangeGoals } from './arrange-goals.ts'
import { GoalTable } from './goal-table.tsx'

interface FullGoalsProps {
  site: Site
  state: ReportState
  wanted: string
  choose: (goal: string) => void
}

/** Every goal of the range that is not hidden and whose name contains the searched text. */
export function FullGoals({ site, state, wanted, choose }: FullGoalsProps) {
  const goals = useGoals(site.id, state)
  const settings = useGoalSettings(site.id)
  const mayManage = useMay(site.id, 'admin')
  if (!goals.data || !settings.data) {
    const failed = goals.data ? settings : goals
    if (failed.isPending) return <WaitingRows figures={3} />
    return <Failure error={failed.error} retry={() => failed.refetch()} />
  }
  const text = wanted.toLocaleLowerCase()
  const rows = arrangeGoals(goals.data, settings.data).filter((row) =>
    [row.goal, row.name].some((name) => name.toLocaleLowerCase().includes(text)),
  )
  return (
    <>
      {rows.length === 0 && <Empty sign={SearchX} title={texts.panels.nothingFound} />}
      {rows.length > 0 && <GoalTable rows={rows} choose={choose} />}
      {mayManage && (
        <p className={styles.note}>
          <Link
            to="/sites/$siteId/settings/$section"
            params={{ siteId: site.id, section: 'goals' }}
          >
            {texts.goals.manage}
          </Link>
        </p>
      )}
    </>
  )
}
