import type { GoalSetting } from '@tributary/contract/app/goals.ts'
import { useMemo } from 'react'
import { type LabelOf, labelOf } from '../format/dimension-label.ts'
import { useGoalSettings } from './site/goal-settings.ts'

/** The displayed name of a goal: the name that the site gave it, or the one that it is sent with. */
export function shownName({ goal, name }: Pick<GoalSetting, 'goal' | 'name'>): string {
  return name || goal
}

/** Names any goal by the site's settings. */
export function goalNames(settings: readonly GoalSetting[]): (goal: string) => string {
  const names = new Map(settings.map((setting) => [setting.goal, shownName(setting)]))
  return (goal) => names.get(goal) ?? goal
}

/** The names of the goals of a site whose settings may still be loading. */
export function useGoalName(siteId: string): (goal: string) => string {
  const { data } = useGoalSettings(siteId)
  return useMemo(() => goalNames(data ?? []), [data])
}

/** As `labelOf`, and goals by the names that the site gave them. */
export function useLabel(siteId: string): LabelOf {
  const goalName = useGoalName(siteId)
  return (dimension, value) => (dimension === 'goal' ? goalName(value) : labelOf(dimension, value))
}
