import { useGoals } from '../../api/goals.ts'
import type { Site } from '../../api/sites.ts'
import { useTotals } from '../../api/totals.ts'
import { Failure } from '../../parts/failure.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import type { ReportState } from '../../url-state/report-state.ts'
import styles from './breakdown-dialog.module.css'
import { GoalTable } from './goal-table.tsx'

interface FullGoalsProps {
  site: Site
  state: ReportState
  wanted: string
  choose: (goal: string) => void
}

/** Every goal of the range whose name holds what is looked for. */
export function FullGoals({ site, state, wanted, choose }: FullGoalsProps) {
  const totals = useTotals(site.id, state)
  const goals = useGoals(site.id, state, {
    limit: 1000,
    allVisitors: totals.data?.now.visitors ?? undefined,
  })
  if (goals.isPending) return <Skeleton width="100%" height="200px" />
  if (!goals.data) return <Failure error={goals.error} retry={() => goals.refetch()} />
  const rows = goals.data.rows.filter(({ goal }) =>
    goal.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()),
  )
  if (rows.length === 0) return <p className={styles.nothing}>{texts.panels.nothingFound}</p>
  return <GoalTable rows={rows} choose={choose} />
}
