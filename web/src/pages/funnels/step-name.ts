import { exploreTexts } from '../../texts/explore.ts'
import type { NamedStep } from '../../url-state/step.ts'

const words = exploreTexts.funnels

/** A step in words: a page by its path, everything else with what it is and how it is compared. */
export function stepName({ kind, match, value }: NamedStep): string {
  if (match === 'is') return kind === 'page' ? value : words.goalNamed(value)
  const subject = kind === 'page' ? words.page : words.goal
  return `${subject} ${words.matches[match]} ${value}`
}
