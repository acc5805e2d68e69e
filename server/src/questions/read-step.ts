import { limits } from '@tributary/contract/query.ts'
import type { Step } from '@tributary/contract/questions/funnel.ts'
import { AppError } from '../errors.ts'
import type { StepCondition } from './queries/step-condition.ts'

/** The page or goal of a step. `field` is the step's name in error messages. */
export function readStep({ page, goal, match = 'is' }: Step, field: string): StepCondition {
  const value = page ?? goal ?? ''
  if (match === 'matches' && value.length > limits.pattern) {
    throw new AppError('invalid', `${field}: a pattern has at most ${limits.pattern} characters`)
  }
  if (page === undefined && goal !== undefined) return { kind: 'goal', match, value }
  if (goal === undefined && page !== undefined) return { kind: 'pageview', match, value }
  throw new AppError('invalid', `${field} must have either page or goal`)
}
