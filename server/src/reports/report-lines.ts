import { notLinked, type QueryAnswer, type ReportRow } from '@tributary/contract/query.ts'
import { hourText } from '../time/local-time.ts'
import type { DateRange } from './date-range.ts'
import { type Figures, figure } from './figures.ts'
import { hasInterval, intervalOf } from './intervals.ts'
import { notLinkedKey } from './money/add-up-money.ts'
import type { Money } from './money/money-figures.ts'
import { isOfEvents, isTime, type ReportQuestion } from './question.ts'
import { timeBuckets } from './time-buckets.ts'
import type { VisitLine } from './visits.ts'

/** A row of an answer with the confidence intervals of its rates. */
export interface ReportLine {
  row: ReportRow
  intervals: NonNullable<QueryAnswer['intervals']>['totals']
}

/** Rows of visits and of money with the same keys become one row; times without either become zeros. */
export function joinLines(
  question: ReportQuestion,
  lines: readonly VisitLine[],
  given: { money: Money | undefined; range: DateRange; nowMs: number },
): ReportLine[] {
  const { money, range, nowMs } = given
  const { zone, dimensions } = question
  const found = new Map<string, { keys: string[]; figures: Figures }>()
  const at = (keys: string[]) => {
    const id = JSON.stringify(keys)
    const known = found.get(id) ?? { keys, figures: emptyFigures(question) }
    found.set(id, known)
    return known.figures
  }
  const [only] = dimensions
  if (dimensions.length === 1 && only !== undefined && isTime(only.name)) {
    for (const bucket of timeBuckets(only.name, range, { zone, nowMs })) at([bucket])
  }
  for (const line of lines) at(spokenKeys(question, line.keys)).line = line
  for (const part of money?.rows ?? []) at(part.keys).money = part
  return [...found.values()]
    .filter(({ keys }) => !isOfHiddenGoal(question, keys))
    .map(({ keys, figures }) => lineOf(question, keys, figures))
}

function isOfHiddenGoal({ dimensions, hiddenGoals }: ReportQuestion, keys: readonly string[]) {
  if (hiddenGoals === undefined || hiddenGoals.length === 0) return false
  return keys.some((key, index) => dimensions[index]?.name === 'goal' && hiddenGoals.includes(key))
}

export function emptyFigures({ currency, dimensions }: ReportQuestion): Figures {
  const ofHits = dimensions.some(({ name }) => isOfEvents(name))
  return { line: undefined, money: undefined, currency, ofHits, isTotal: false }
}

export function lineOf(
  question: ReportQuestion,
  keys: readonly string[],
  figures: Figures,
): ReportLine {
  const row: ReportRow = {}
  for (const [index, key] of keys.entries()) {
    row[question.dimensions[index]?.spelt ?? ''] = key === notLinkedKey ? notLinked : key
  }
  const intervals: ReportLine['intervals'] = {}
  for (const { name, spelt } of question.metrics) {
    row[spelt] = figure(name, figures)
    const interval = hasInterval(name) ? intervalOf(name, figures) : undefined
    if (interval !== undefined) intervals[spelt] = interval
  }
  if (keys.includes(notLinkedKey)) row.notLinked = true
  return { row, intervals }
}

/** The engine gives hours as Unix seconds. */
function spokenKeys({ dimensions, zone }: ReportQuestion, keys: string[]): string[] {
  return keys.map((key, index) =>
    dimensions[index]?.name === 'hour' ? hourText(Number(key) * 1000, zone) : key,
  )
}

/**
 * Sorts in the requested order; ties are broken by the dimensions, so that the same question always has the same
 * answer.
 */
export function sortLines(
  { order, dimensions }: ReportQuestion,
  lines: ReportLine[],
): ReportLine[] {
  const by = [...order, ...dimensions.map(({ spelt }) => ({ key: spelt, descending: false }))]
  const hour = dimensions.find(({ name }) => name === 'hour')?.spelt
  return lines.sort(({ row: a }, { row: b }) => {
    for (const { key, descending } of by) {
      // The hour that clocks show twice comes first with the larger offset, which text sorts last.
      const difference =
        key === hour
          ? Date.parse(String(a[key])) - Date.parse(String(b[key]))
          : compare(a[key] ?? null, b[key] ?? null)
      if (difference !== 0) return descending ? -difference : difference
    }
    return 0
  })
}

function compare(a: ReportRow[string], b: ReportRow[string]): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}
