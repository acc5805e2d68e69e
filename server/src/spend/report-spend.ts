import {
  type SpendDimension,
  type SpendReport,
  type SpendReportInput,
  spendDimensions,
} from '@tributary/contract/spend.ts'
import type { Asking } from '../answers/answers.ts'
import { AppError } from '../errors.ts'
import { decimalsOf, toMajorUnits } from '../money/money.ts'
import type { reportAnswerers } from '../reports/answerers.ts'
import type { ReportQuestion } from '../reports/question.ts'
import { readQuery } from '../reports/read-query.ts'
import { isSameWord } from '../reports/read-words.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { addMonths, daysBetween, localDay, mondayOf } from '../time/local-time.ts'
import type { payerCohorts } from './payer-cohorts.ts'
import { addCohort, byImportance, emptyLine, figuresOf, type Line, sumOf } from './report-line.ts'
import { type ConvertedSpend, spendInSiteCurrency } from './spend-in-site-currency.ts'
import { listSpend } from './spend-rows.ts'

/** The sources of a report on ad spend. */
export interface SpendSources {
  answers: Asking<typeof reportAnswerers & { payerCohorts: typeof payerCohorts }>
  control: ControlStore
}

const defaultLimit = 100
/** Rows of a year of 500 campaigns; more are read in parts. */
const mostRows = 200_000

/** Ad spend and its results: the stored spend, joined with a report by the same dimensions. */
export async function reportSpend(
  { answers, control }: SpendSources,
  { site, nowMs }: { site: Site; nowMs: number },
  input: SpendReportInput,
): Promise<SpendReport> {
  const dimensions = (input.dimensions ?? ['source', 'medium', 'campaign']).map(readDimension)
  const question = askedOf(input, { site, nowMs, dimensions })
  const { range } = question
  const spend = await listSpend(
    control.db,
    { siteId: site.id, from: range.first, to: range.last },
    { limit: mostRows + 1 },
  )
  if (spend.length > mostRows) {
    throw new AppError('too-costly', 'That is too much spend for one report. Ask for fewer days.')
  }
  const { converted, unconverted } = await spendInSiteCurrency(control, spend, site.currency)
  const spendDays = new Set(converted.map(({ row }) => row.day))
  const days = daysBetween(range.first, lastBegunDay(range.last, { site, nowMs })) + 1
  // The results are read by day, to leave out days without spend.
  const isPart = input.revenueDays === 'spend' && spendDays.size > 0 && spendDays.size < days
  const asked = isPart && !dimensions.includes('day') ? [...dimensions, 'day' as const] : dimensions
  const [answer, cohorts] = await Promise.all([
    answers.ask('query', askedOf(input, { site, nowMs, dimensions: asked }), nowMs),
    answers.ask('payerCohorts', { site, nowMs, dimensions: asked, question }),
  ])
  const isCovered = (day: unknown) => !isPart || spendDays.has(String(day))
  const lines = new Map<string, Line>()
  const lineAt = (keys: string[]) => {
    const id = JSON.stringify(keys)
    const line = lines.get(id) ?? emptyLine(keys)
    lines.set(id, line)
    return line
  }
  for (const spend of converted) lineAt(keysOfSpend(spend, dimensions)).spend.push(spend)
  for (const row of answer.rows) {
    if (!isCovered(row.day)) continue
    const line = lineAt(dimensions.map((name) => String(row[name])))
    line.sessions += Number(row.sessions)
    line.revenueMinor += minorOf(Number(row.revenue), site.currency)
    line.taxMinor += minorOf(Number(row.tax), site.currency)
    line.feesMinor += minorOf(Number(row.fees), site.currency)
    // Null where no payment has a value in the site's currency.
    if (row.feesKnown !== null) {
      line.payments += Number(row.payments)
      line.knownPayments += Number(row.payments) * Number(row.feesKnown)
    }
    line.newCustomers += Number(row.newCustomers)
  }
  for (const [id, money] of cohorts) {
    const keys = JSON.parse(id) as string[]
    if (isCovered(keys[asked.indexOf('day')]))
      addCohort(lineAt(keys.slice(0, dimensions.length)), money)
  }
  const all = [...lines.values()].sort(byImportance)
  const withSpend = all.filter(({ spend }) => spend.length > 0)
  const listed = input.include === 'all' ? all : withSpend
  const limit = input.limit ?? defaultLimit
  const offset = readCursor(input.cursor)
  const page = listed.slice(offset, offset + limit)
  return {
    rows: page.map((line) => ({
      ...Object.fromEntries(dimensions.map((name, index) => [name, line.keys[index]])),
      ...figuresOf(line, site.currency),
    })),
    totals: figuresOf(sumOf(withSpend), site.currency),
    coverage: { spendDays: spendDays.size, days },
    currency: site.currency,
    unconverted: [...unconverted]
      .sort()
      .map(([currency, minor]) => ({ currency, amount: toMajorUnits(minor, currency) })),
    ...(answer.modelFallback && { modelFallback: answer.modelFallback }),
    ...(listed.length > offset + limit && { nextCursor: `after-${offset + limit}` }),
    query: {
      dimensions,
      dateRange: [range.first, range.last],
      model: question.model,
    },
  }
}

function readDimension(spelt: string): SpendDimension {
  const name = spendDimensions.find((known) => isSameWord(known, spelt))
  if (name !== undefined) return name
  throw new AppError('invalid', `dimensions must be a list of ${spendDimensions.join(', ')}`)
}

interface Asked {
  site: Site
  nowMs: number
  dimensions: readonly SpendDimension[]
}

/** The corresponding question of the query language, with all rows. */
function askedOf(input: SpendReportInput, { site, nowMs, dimensions }: Asked): ReportQuestion {
  const { dateRange, model, lookback, refundsOn } = input
  const question = {
    metrics: ['revenue', 'tax', 'fees', 'feesKnown', 'payments', 'sessions', 'newCustomers'],
    dimensions: [...dimensions],
    dateRange,
    ...(model !== undefined && { model }),
    ...(lookback !== undefined && { lookback }),
    ...(refundsOn !== undefined && { refundsOn }),
  }
  return { ...readQuery(question, site, nowMs), limit: Number.MAX_SAFE_INTEGER }
}

function keysOfSpend({ row }: ConvertedSpend, dimensions: readonly SpendDimension[]): string[] {
  return dimensions.map((name) => {
    if (name === 'week') return mondayOf(row.day)
    return name === 'month' ? addMonths(row.day, 0).slice(0, 7) : row[name]
  })
}

/** A range may end after today, when nothing can have been spent. */
function lastBegunDay(last: string, { site, nowMs }: { site: Site; nowMs: number }): string {
  const today = localDay(nowMs, site.timezone)
  return last < today ? last : today
}

/** A report's figure as the minor units that it was divided from. */
const minorOf = (major: number, currency: string) => Math.round(major * 10 ** decimalsOf(currency))

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const offset = /^after-(\d{1,6})$/.exec(cursor)?.[1]
  if (offset === undefined)
    throw new AppError('invalid', 'cursor must be a nextCursor of an answer')
  return Number(offset)
}
