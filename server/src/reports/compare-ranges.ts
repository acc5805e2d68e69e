import type { QueryAnswer, ReportRow } from '@tributary/contract/query.ts'
import { instantText } from '../time/local-time.ts'
import type { DateRange } from './date-range.ts'
import { isTime, type ReportQuestion } from './question.ts'

/** One page of rows and the totals of a range. */
export interface RangeRows {
  range: DateRange
  rows: ReportRow[]
  totals: ReportRow
}

/**
 * The previous range, with the rows that match the current ones and how much each has changed. By time rows match by
 * position.
 */
export function compareRows(
  question: ReportQuestion,
  now: RangeRows,
  before: RangeRows & { page: ReportRow[]; fallback: QueryAnswer['modelFallback'] },
): NonNullable<QueryAnswer['comparison']> {
  const { dimensions } = question
  const byPlace = dimensions.some(({ name }) => isTime(name))
  const idOf = (row: ReportRow) =>
    JSON.stringify([row.notLinked, ...dimensions.map(({ spelt }) => row[spelt])])
  const known = new Map(before.rows.map((row) => [idOf(row), row]))
  const counterparts = now.rows.map((row, place) =>
    byPlace ? before.page[place] : known.get(idOf(row)),
  )
  return {
    dateRange: [before.range.first, before.range.last],
    ...(before.range.isCut && { until: instantText(before.range.toMs, question.zone) }),
    rows: byPlace ? before.page : counterparts.filter((row) => row !== undefined),
    totals: before.totals,
    change: {
      rows: now.rows.map((row, place) => changeOf(question, row, counterparts[place])),
      totals: changeOf(question, now.totals, before.totals),
    },
    ...(before.fallback && { modelFallback: before.fallback }),
  }
}

/** The relative change of each metric. */
function changeOf(
  { metrics }: ReportQuestion,
  now: ReportRow,
  before: ReportRow | undefined,
): Record<string, number | null> {
  const changes = metrics.map(({ spelt }) => {
    const [is, was] = [now[spelt], before?.[spelt]]
    const isKnown = typeof is === 'number' && typeof was === 'number' && was !== 0
    return [spelt, isKnown ? Math.round(((is - was) / Math.abs(was)) * 1e6) / 1e6 : null] as const
  })
  return Object.fromEntries(changes)
}
