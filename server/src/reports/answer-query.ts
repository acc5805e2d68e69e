import type { QueryAnswer } from '@tributary/contract/query.ts'
import { toMajorUnits } from '../money/money.ts'
import type { Engine } from '../store/events/engine.ts'
import { compareRows } from './compare-ranges.ts'
import type { DateRange } from './date-range.ts'
import { needsMoney } from './figures.ts'
import { hasInterval } from './intervals.ts'
import { isOfMoneyAlone, needsKnownFees } from './metric-needs.ts'
import { type Money, moneyFigures } from './money/money-figures.ts'
import type { ReportQuestion } from './question.ts'
import { emptyFigures, joinLines, lineOf, type ReportLine, sortLines } from './report-lines.ts'
import { visitLines, visitScope } from './visits.ts'

/** Answers a question from the engine's current contents. The caller has made sure that these are complete. */
export async function answerQuery(
  engine: Engine,
  question: ReportQuestion,
  nowMs: number,
): Promise<QueryAnswer> {
  const { range, comparedWith, limit, offset } = question
  const [now, before] = await Promise.all([
    figuresOf(engine, question, { range, nowMs }),
    comparedWith && figuresOf(engine, question, { range: comparedWith, nowMs }),
  ])
  const page = now.lines.slice(offset, offset + limit)
  const rows = page.map(({ row }) => row)
  const { money } = now
  return {
    rows,
    totals: now.total.row,
    currency: question.currency,
    unconverted: unconverted(money),
    ...(money !== undefined && money.staleRates.length > 0 && { staleRates: money.staleRates }),
    ...(question.metrics.some(({ name }) => hasInterval(name)) && {
      intervals: { rows: page.map(({ intervals }) => intervals), totals: now.total.intervals },
    }),
    ...(before && {
      comparison: compareRows(
        question,
        { range, rows, totals: now.total.row },
        {
          range: before.range,
          rows: before.lines.map(({ row }) => row),
          page: before.lines.slice(offset, offset + limit).map(({ row }) => row),
          totals: before.total.row,
          fallback: before.money?.fallback,
        },
      ),
    }),
    ...(question.metrics.some(({ name }) => needsKnownFees(name)) && {
      costsKnown: costsKnown(money, question.currency),
    }),
    ...(money?.recurring && { recurring: money.recurring }),
    ...(money?.fallback && { modelFallback: money.fallback }),
    ...(now.lines.length > offset + limit && { nextCursor: `after-${offset + limit}` }),
    query: understood(question),
  }
}

function understood(question: ReportQuestion): QueryAnswer['query'] {
  const { range, metrics, dimensions, zone, model, lookbackDays } = question
  return {
    metrics: metrics.map(({ spelt }) => spelt),
    dimensions: dimensions.map(({ spelt }) => spelt),
    dateRange: [range.first, range.last],
    timezone: zone,
    model,
    lookback: Number.isFinite(lookbackDays) ? lookbackDays : 'none',
  }
}

interface RangeFigures {
  range: DateRange
  lines: ReportLine[]
  total: ReportLine
  money: Money | undefined
}

async function figuresOf(
  engine: Engine,
  question: ReportQuestion,
  { range, nowMs }: { range: DateRange; nowMs: number },
): Promise<RangeFigures> {
  const names = question.metrics.map(({ name }) => name)
  const hasRows = question.dimensions.length > 0
  const [visits, money] = await Promise.all([
    names.every(isOfMoneyAlone)
      ? undefined
      : visitLines(engine, question, visitScope(question, range)),
    names.some(needsMoney) ? moneyFigures(engine, question, { range, nowMs }) : undefined,
  ])
  const figures = {
    ...emptyFigures(question),
    line: visits?.total,
    money: money?.totals,
    isTotal: true,
  }
  return {
    range,
    lines: hasRows
      ? sortLines(question, joinLines(question, visits?.lines ?? [], { money, range, nowMs }))
      : [],
    total: lineOf(question, [], figures),
    money,
  }
}

/** The share of the money for which the provider stated fees, and tax. */
function costsKnown(money: Money | undefined, currency: string) {
  const totals = money?.totals
  const rounded = (share: number | undefined) => Math.round((share ?? 0) * 1e6) / 1e6
  const major = (minor: number | undefined) => toMajorUnits(minor ?? 0, currency)
  return {
    payments: rounded(totals?.convertedPayments),
    feesKnown: rounded(totals?.feesKnownPayments),
    taxKnown: rounded(totals?.taxKnownPayments),
    grossRevenue: major(totals?.grossMinor),
    feesKnownRevenue: major(totals?.feesKnownMinor),
  }
}

function unconverted(money: Money | undefined): QueryAnswer['unconverted'] {
  return [...(money?.unconverted ?? [])]
    .filter(([, minor]) => minor !== 0)
    .map(([currency, minor]) => ({ currency, amount: toMajorUnits(minor, currency) }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
}
