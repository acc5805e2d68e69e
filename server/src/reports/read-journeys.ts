import type { QueryInput } from '@tributary/contract/query.ts'
import type { ModelsInput } from '@tributary/contract/questions/model-comparison.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import { type DateRange, readRange } from './date-range.ts'
import { isOfVisits, type ReportScope } from './question.ts'
import { readScope } from './read-query.ts'

/** A question about the paths to a payment, broken down by one dimension of visits. */
export interface JourneyQuestion extends ReportScope {
  range: DateRange
  limit: number
}

const defaultLimit = 25

type JourneyInput = Omit<ModelsInput, 'models' | 'dateRange'> & Pick<QueryInput, 'dateRange'>

/** Reads a question about journeys. Throws an `invalid` with the problem. */
export function readJourneys(input: JourneyInput, site: Site, nowMs: number): JourneyQuestion {
  const scope = readScope({ ...input, dimensions: [input.dimension ?? 'channel'] }, site)
  const [by] = scope.dimensions
  if (by === undefined || !isOfVisits(by.name)) {
    throw new AppError('invalid', 'dimension must be one of visits, such as channel or source')
  }
  const range = readRange(input.dateRange as string | [string, string], scope.zone, nowMs)
  return { ...scope, range, limit: input.limit ?? defaultLimit }
}
