import type { GoalSetting, SeenGoal } from '@tributary/contract/app/goals.ts'

/** A goal that was received or has a setting, or both. */
export interface ManagedGoal extends GoalSetting {
  /** Undefined if it was not reached within a year. */
  seen: SeenGoal | undefined
}

/** Every known goal: the settings' in their order, then the rest by how often it was reached. */
export function mergeGoals(
  seen: readonly SeenGoal[],
  settings: readonly GoalSetting[],
): ManagedGoal[] {
  const known = new Map(seen.map((one) => [one.goal, one]))
  const set = new Set(settings.map(({ goal }) => goal))
  const others = seen
    .filter(({ goal }) => !set.has(goal))
    .sort((a, b) => b.count - a.count)
    .map((one): ManagedGoal => ({ goal: one.goal, name: '', shown: 'listed', seen: one }))
  const own = settings.map((setting) => ({ ...setting, seen: known.get(setting.goal) }))
  return [...own, ...others]
}
