import { useGoalName } from '../../api/goal-name.ts'
import { exploreTexts } from '../../texts/explore.ts'
import type { NamedStep } from '../../url-state/step.ts'

const words = exploreTexts.funnels

export type StepName = (step: NamedStep) => string

/** Names steps: a page by its path, everything else by its kind and condition. */
export function useStepName(siteId: string): StepName {
  const goalName = useGoalName(siteId)
  return ({ kind, match, value }) => {
    if (match === 'is') return kind === 'page' ? value : words.goalNamed(goalName(value))
    const subject = kind === 'page' ? words.page : words.goal
    return `${subject} ${words.matches[match]} ${value}`
  }
}
