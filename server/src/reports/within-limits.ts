import { limits } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import { EngineError, EngineUnavailable } from '../store/events/engine-errors.ts'
import type { Filter } from '../store/events/filter.ts'

/** How to ask for less; every refusal for its cost ends with it. */
const narrower =
  'Ask for a shorter range, fewer dimensions, or fewer filters by page, goal, property, visitor or hit.'

/** ClickHouse's codes for too long (159, 160), too many rows (158) and too much memory (241). */
const tooMuch = new Set([158, 159, 160, 241])
const cannotCompilePattern = 427

/**
 * Runs what asks the engine for a report. What took too long or too much of it is the question's doing
 * and is said so; everything else passes.
 */
export async function withinLimits<Answer>(run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (cause) {
    if (cause instanceof EngineUnavailable && tooMuch.has(cause.code ?? 0)) {
      throw new AppError('too-costly', `The question took too long to answer. ${narrower}`, {
        cause,
      })
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

/** Refuses a question that would look at more events than the engine can in time. */
export function refuseTooCostly(events: number, filters: readonly Filter[]): void {
  const reads = events * (1 + filters.reduce((sum, filter) => sum + looks(filter), 0))
  if (reads <= limits.reads) return
  const millions = (count: number) => `${Math.round(count / 1e6).toLocaleString('en')} million`
  throw new AppError(
    'too-costly',
    `The question would look at ${millions(reads)} events; ${millions(limits.reads)} is the limit. ${narrower}`,
  )
}

/** How often a filter has events looked at again, beside the visits that it is about. */
function looks(filter: Filter): number {
  if ('join' in filter) return filter.filters.reduce((sum, part) => sum + looks(part), 0)
  if ('scope' in filter) return Number(filter.scope !== 'not') + looks(filter.filter)
  const { dimension } = filter
  const ofEvents = dimension === 'page' || dimension === 'goal' || dimension === 'property'
  return Number(ofEvents || dimension === 'visitorType')
}
