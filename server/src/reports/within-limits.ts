import { AppError } from '../errors.ts'
import { EngineError, EngineUnavailable, memoryExceeded } from '../store/events/engine-errors.ts'
import { daysBetween } from '../time/local-time.ts'
import type { DateRange } from './date-range.ts'
import type { Filter } from './queries/filter.ts'
import type { Breakdown, QuestionFilters } from './question.ts'

/** ClickHouse's codes for too long (159, 160), too many rows (158) and too much memory. */
const tooMuch = new Set([158, 159, 160, memoryExceeded])
const cannotCompilePattern = 427

/** The parts of a question that can be narrowed. */
interface Narrowable {
  range: DateRange
  dimensions: readonly Breakdown[]
  filters: QuestionFilters
}

/**
 * Runs the engine's part of a report. The engine writes large groups and sorts to disk before it gives up; where that
 * is not enough, the refusal says which part of the question to narrow. Other errors pass unchanged. `question` is
 * the question, if it has parts to name.
 */
export async function withinLimits<Answer>(
  run: () => Promise<Answer>,
  question?: unknown,
): Promise<Answer> {
  try {
    return await run()
  } catch (cause) {
    if (cause instanceof EngineUnavailable && tooMuch.has(cause.code ?? 0)) {
      const why =
        cause.code === memoryExceeded
          ? 'The question needs more memory than the engine may use.'
          : 'The question took too long to answer.'
      throw new AppError('too-costly', `${why} ${narrower(question)}`, { cause })
    }
    if (cause instanceof EngineError && cause.code === cannotCompilePattern) {
      throw new AppError(
        'invalid',
        'matches needs regular expressions in the syntax of RE2, such as ^/blog/',
        { cause },
      )
    }
    throw cause
  }
}

/** From this many days on, the range is what makes a question expensive. */
const manyDays = 92

/** The most expensive part, and what to do about it. */
function narrower(question: unknown): string {
  if (!isNarrowable(question)) return 'Ask for a shorter range or leave filters out.'
  const { range, dimensions, filters } = question
  const days = daysBetween(range.first, range.last) + 1
  if (days > manyDays) return `Ask for a range shorter than its ${days} days.`
  const [expensive] = filters.visits.flatMap(expensiveParts)
  if (expensive !== undefined)
    return `Leave out the filter by ${expensive}, or ask for a shorter range.`
  if (dimensions.length > 1) {
    const names = dimensions.map(({ spelt }) => spelt).join(', ')
    return `Ask for fewer dimensions than ${names}, or for a shorter range.`
  }
  return `Ask for a range shorter than its ${days} days.`
}

function isNarrowable(question: unknown): question is Narrowable {
  return (
    typeof question === 'object' &&
    question !== null &&
    ['range', 'dimensions', 'filters'].every((part) => part in question)
  )
}

/** The names of what a filter reads in addition to session rows. */
function expensiveParts(filter: Filter): string[] {
  if ('join' in filter) return filter.filters.flatMap(expensiveParts)
  if ('scope' in filter)
    return filter.scope === 'not' ? expensiveParts(filter.filter) : [filter.scope]
  const { dimension } = filter
  return ['goal', 'property', 'visitorType'].includes(dimension) ? [dimension] : []
}
