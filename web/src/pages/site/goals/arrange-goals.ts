import type { GoalSetting } from '@tributary/contract/app/goals.ts'
import { goalsOnChart } from '@tributary/contract/goal-limits.ts'
import { goalNames, shownName } from '../../../api/goal-name.ts'
import type { GoalRow } from '../../../api/goals.ts'

/** A goal with its display name. */
export interface NamedGoal extends GoalRow {
  name: string
}

/**
 * The goals in the site's order: pinned ones in theirs, reached or not, then the others by visitors. Hidden ones are
 * left out.
 */
export function arrangeGoals(
  rows: readonly GoalRow[],
  settings: readonly GoalSetting[],
): NamedGoal[] {
  const byGoal = new Map(settings.map((setting) => [setting.goal, setting]))
  const reached = new Map(rows.map((row) => [row.goal, row]))
  const pinned = settings
    .filter(({ shown }) => shown === 'pinned')
    .map(({ goal }) => reached.get(goal) ?? notReached(goal))
  const others = rows.filter(({ goal }) => (byGoal.get(goal)?.shown ?? 'listed') === 'listed')
  const nameOf = goalNames(settings)
  return [...pinned, ...others].map((row) => ({ ...row, name: nameOf(row.goal) }))
}

/** The goals to mark in the chart: the first of the pinned ones. */
export function goalsToMark(settings: readonly GoalSetting[]): { goal: string; name: string }[] {
  return settings
    .filter(({ shown }) => shown === 'pinned')
    .slice(0, goalsOnChart)
    .map((setting) => ({ goal: setting.goal, name: shownName(setting) }))
}

function notReached(goal: string): GoalRow {
  return { goal, count: 0, visitors: 0, rate: null, interval: undefined }
}
