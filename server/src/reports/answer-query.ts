import type { QueryAnswer, ReportRow } from '@tributary/contract/query.ts'
import { toMajorUnits } from '../payments/money.ts'
import type { Engine } from '../store/events/engine.ts'
import type { DateRange } from './date-range.ts'
import { type Figures, figure, needsMoney } from './figures.ts'
import { hourText } from './local-time.ts'
import { type Money, moneyFigures } from './money-figures.ts'
import { isTime, type ReportQuestion } from './question.ts'
import { timeBuckets } from './time-buckets.ts'
import { type VisitLine, visitLines } from './visits.ts'

/** Answers a question from what the engine holds now. The caller has made sure that is everything. */
export async function answerQuery(
  engine: Engine,
  question: ReportQuestion,
  nowMs: number,
): Promise<QueryAnswer> {
  const { range, comparedWith, metrics, dimensions, limit, offset } = question
  const [now, before] = await Promise.all([
    figuresOf(engine, question, { range, nowMs }),
    comparedWith && figuresOf(engine, question, { range: comparedWith, nowMs }),
  ])
  const rows = now.rows.slice(offset, offset + limit)
  return {
    rows,
    totals: now.totals,
    currency: question.currency,
    unconverted: unconverted(now.money),
    ...(before && {
      comparison: {
        dateRange: [before.range.first, before.range.last],
        // The rows to put beside the ones above; in time there is nothing in common but the place.
        rows: dimensions.some(({ name }) => isTime(name))
          ? before.rows.slice(offset, offset + limit)
          : sameKeys(question, rows, before.rows),
        totals: before.totals,
      },
    }),
    ...(now.rows.length > offset + limit && { nextCursor: `after-${offset + limit}` }),
    query: {
      metrics: metrics.map(({ spelt }) => spelt),
      dimensions: dimensions.map(({ spelt }) => spelt),
      dateRange: [range.first, range.last],
      timezone: question.zone,
      model: question.model,
      lookback: question.lookbackDays,
    },
  }
}

interface RangeFigures {
  range: DateRange
  rows: ReportRow[]
  totals: ReportRow
  money: Money | undefined
}

async function figuresOf(
  engine: Engine,
  question: ReportQuestion,
  { range, nowMs }: { range: DateRange; nowMs: number },
): Promise<RangeFigures> {
  const wantsMoney = question.metrics.some(({ name }) => needsMoney(name))
  const hasRows = question.dimensions.length > 0
  const [lines, total, money] = await Promise.all([
    hasRows ? visitLines(engine, question, range, { total: false }) : [],
    visitLines(engine, question, range, { total: true }),
    wantsMoney ? moneyFigures(engine, question, range) : undefined,
  ])
  const { currency } = question
  return {
    range,
    rows: hasRows ? sorted(question, joined(question, lines, { money, range, nowMs })) : [],
    totals: rowOf(question, [], { line: total[0], money: money?.totals, currency }),
    money,
  }
}

/** Lines of visits and of money with the same keys become one row; times without either become zeros. */
function joined(
  question: ReportQuestion,
  lines: readonly VisitLine[],
  { money, range, nowMs }: { money: Money | undefined; range: DateRange; nowMs: number },
): ReportRow[] {
  const { currency, zone, dimensions } = question
  const found = new Map<string, { keys: string[]; figures: Figures }>()
  const at = (keys: string[]) => {
    const id = JSON.stringify(keys)
    const known = found.get(id) ?? {
      keys,
      figures: { line: undefined, money: undefined, currency },
    }
    found.set(id, known)
    return known.figures
  }
  const [only] = dimensions
  if (dimensions.length === 1 && only !== undefined && isTime(only.name)) {
    for (const bucket of timeBuckets(only.name, range, { zone, nowMs })) at([bucket])
  }
  for (const line of lines) at(spokenKeys(question, line.keys)).line = line
  for (const part of money?.rows ?? []) at(part.keys).money = part
  return [...found.values()].map(({ keys, figures }) => rowOf(question, keys, figures))
}

/** The engine gives hours as Unix seconds. */
function spokenKeys({ dimensions, zone }: ReportQuestion, keys: string[]): string[] {
  return keys.map((key, index) =>
    dimensions[index]?.name === 'hour' ? hourText(Number(key) * 1000, zone) : key,
  )
}

function rowOf(question: ReportQuestion, keys: readonly string[], figures: Figures): ReportRow {
  const row: ReportRow = {}
  for (const [index, key] of keys.entries()) row[question.dimensions[index]?.spelt ?? ''] = key
  for (const { name, spelt } of question.metrics) row[spelt] = figure(name, figures)
  return row
}

/** In the order asked for; ties by the dimensions, so that the same question has the same answer. */
function sorted({ order, dimensions }: ReportQuestion, rows: ReportRow[]): ReportRow[] {
  const by = [...order, ...dimensions.map(({ spelt }) => ({ key: spelt, descending: false }))]
  const hour = dimensions.find(({ name }) => name === 'hour')?.spelt
  return rows.sort((a, b) => {
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

function compare(a: string | number | null, b: string | number | null): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

function sameKeys(
  { dimensions }: ReportQuestion,
  rows: readonly ReportRow[],
  before: readonly ReportRow[],
): ReportRow[] {
  const idOf = (row: ReportRow) => JSON.stringify(dimensions.map(({ spelt }) => row[spelt]))
  const wanted = new Set(rows.map(idOf))
  return before.filter((row) => wanted.has(idOf(row)))
}

function unconverted(money: Money | undefined): QueryAnswer['unconverted'] {
  return [...(money?.unconverted ?? [])]
    .filter(([, minor]) => minor !== 0)
    .map(([currency, minor]) => ({ currency, amount: toMajorUnits(minor, currency) }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
}
