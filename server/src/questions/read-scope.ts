import { dimensions, limits, type QueryInput } from '@tributary/contract/query.ts'
import type { Step } from '@tributary/contract/questions/funnel.ts'
import { AppError } from '../errors.ts'
import { type SessionDimensionName, sessionDimensions } from '../reports/queries/vocabulary.ts'
import type { ReportQuestion } from '../reports/question.ts'
import { readQuery } from '../reports/read-query.ts'
import type { Site } from '../sites/site.ts'
import type { StepCondition } from './queries/step-condition.ts'

/** Understands range, zone and filters exactly as a query does. */
export function readScope(
  input: Pick<QueryInput, 'dateRange' | 'timezone' | 'filters' | 'model' | 'lookback'>,
  site: Site,
  nowMs: number,
): ReportQuestion {
  // Not the rest of the input: other questions have a limit or a cursor of another kind.
  const { dateRange, timezone, filters, model, lookback } = input
  const question = {
    metrics: ['visitors'],
    dateRange,
    ...(timezone !== undefined && { timezone }),
    ...(filters !== undefined && { filters }),
    ...(model !== undefined && { model }),
    ...(lookback !== undefined && { lookback }),
  }
  const read = readQuery(question, site, nowMs)
  if (read.filters.payments.length > 0) {
    throw new AppError('invalid', 'filters: what only payments have can be asked of reports alone')
  }
  return read
}

/** The page or goal that a step is about. `field` is what the step is called in a complaint. */
export function readStep({ page, goal, match = 'is' }: Step, field: string): StepCondition {
  const value = page ?? goal ?? ''
  if (match === 'matches' && value.length > limits.pattern) {
    throw new AppError('invalid', `${field}: a pattern has at most ${limits.pattern} characters`)
  }
  if (page === undefined && goal !== undefined) return { kind: 'goal', match, value }
  if (goal === undefined && page !== undefined) return { kind: 'pageview', match, value }
  throw new AppError('invalid', `${field} must have either page or goal`)
}

const times: readonly string[] = ['hour', 'day', 'week', 'month']
const ofVisits = Object.keys(sessionDimensions).filter(
  (name): name is SessionDimensionName => !times.includes(name),
)
const plain = (text: string) => text.replaceAll('_', '').toLowerCase()

/**
 * A dimension that each visit has one value of; camelCase or snake_case. `others` are what else the field may be, for the
 * complaint.
 */
export function readVisitDimension(
  spelt: string,
  field: string,
  others: readonly string[] = [],
): SessionDimensionName {
  const name = ofVisits.find((known) => plain(known) === plain(spelt))
  if (name !== undefined) return name
  const words = ofVisits.filter((known) => known in dimensions)
  throw new AppError('invalid', `${field} must be one of ${[...words, ...others].join(', ')}`)
}
