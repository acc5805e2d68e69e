import type { QueryInput } from '@tributary/contract/query.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import type { ReportQuestion } from './question.ts'
import { readQuery } from './read-query.ts'

/** Reads range, zone and filters exactly as a query does. */
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
