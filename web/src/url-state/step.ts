import type { Step } from '@tributary/contract/questions/funnel.ts'
import { stepMatches } from '@tributary/contract/questions/funnel-limits.ts'

export const matches = stepMatches
export type StepMatch = (typeof stepMatches)[number]

/** A page or a goal by its name: a step of a funnel, or where a journey begins. */
export interface NamedStep {
  kind: 'page' | 'goal'
  match: StepMatch
  value: string
}

/** The step in an address, such as `page:is:/pricing`; undefined if there is none. */
export function parseStep(text: string): NamedStep | undefined {
  const [, kind, written, value = ''] = /^(page|goal):([a-z_]+):(.+)$/s.exec(text) ?? []
  const match = matches.find((one) => one === written)
  if ((kind !== 'page' && kind !== 'goal') || match === undefined) return undefined
  return { kind, match, value }
}

/** The step as an address contains it. */
export function writeStep({ kind, match, value }: NamedStep): string {
  return `${kind}:${match}:${value}`
}

/** The step in the server's form. */
export function stepInput({ kind, match, value }: NamedStep): Step {
  return { [kind]: value, ...(match !== 'is' && { match }) }
}

/** The reverse, for what the server stored. */
export function stepOf({ page, goal, match = 'is' }: Step): NamedStep {
  return { kind: goal === undefined ? 'page' : 'goal', match, value: page ?? goal ?? '' }
}
