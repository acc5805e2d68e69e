import type { GoalSetting, SeenGoal } from '@tributary/contract/app-goals.ts'

/** A goal that came in or has a setting, or both. */
export interface ManagedGoal extends GoalSetting {
  /** Undefined where it did not come in within a year. */
  seen: SeenGoal | undefined
}

/** Every goal that is known of: the settings' in their order, then the rest by how often it was reached. */
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

/** The settings after one goal was changed; what is newly pinned comes last of those. */
export function changedSettings(
  settings: readonly GoalSetting[],
  goal: string,
  changed: Partial<Omit<GoalSetting, 'goal'>>,
): GoalSetting[] {
  const old = settings.find((setting) => setting.goal === goal)
  const next: GoalSetting = { ...(old ?? { goal, name: '', shown: 'listed' }), ...changed }
  if (old && old.shown === next.shown) {
    return settings.map((setting) => (setting.goal === goal ? next : setting))
  }
  return [...settings.filter((setting) => setting.goal !== goal), next]
}

/** The settings after one that is pinned changed places with its neighbour above (-1) or below (1). */
export function movedSettings(
  settings: readonly GoalSetting[],
  goal: string,
  by: -1 | 1,
): GoalSetting[] {
  const pinned = settings.filter(({ shown }) => shown === 'pinned')
  const place = pinned.findIndex((setting) => setting.goal === goal)
  const [one, other] = [pinned[place], pinned[place + by]]
  if (!one || !other) return [...settings]
  pinned[place] = other
  pinned[place + by] = one
  return [...pinned, ...settings.filter(({ shown }) => shown !== 'pinned')]
}
