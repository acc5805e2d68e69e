import type {
  SubscriptionReport,
  SubscriptionReportInput,
} from '@tributary/contract/subscriptions.ts'
import type { Asking } from '../../answers/answers.ts'
import { readScope, readVisitDimension } from '../../questions/read-scope.ts'
import { mondayOf } from '../../reports/local-time.ts'
import type { Site } from '../../sites/site.ts'
import { spendByWord } from '../../spend/spend-by-word.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { subscriptionHash } from '../ledger/plan-of-payment.ts'
import { toMajorUnits } from '../money.ts'
import { byFirstMonth, monthOf, periodsOf, retentionOf, startedIn } from './mrr-cohorts.ts'
import { mrrFigures, rounded } from './mrr-figures.ts'
import { sumMrr, sumMrrBy } from './mrr-movements.ts'
import { type Customer, readSubscriptions } from './read-subscriptions.ts'
import { trialCohorts, trialFigures, trialOutcome } from './trial-cohorts.ts'

interface Stores {
  answers: Asking
  control: ControlStore
}

/** The span of a report, in days of the site's zone, and how its money is written. */
interface Span {
  first: string
  last: string
  currency: string
  timezone: string
}

/** As many values of a dimension as anybody reads. */
const mostRows = 500

const periodStarts = { day: (day: string) => day, week: mondayOf, month: monthOf } as const

/** MRR, what moved it, churn and trials of a site's subscriptions, as of the end of the range. */
export async function reportSubscriptions(
  { answers, control }: Stores,
  { site, nowMs }: { site: Site; nowMs: number },
  input: SubscriptionReportInput,
): Promise<SubscriptionReport> {
  const { interval = 'month', model = 'last-non-direct' } = input
  const dimension = readVisitDimension(input.dimension ?? 'source', 'dimension')
  const { range, lookbackDays } = readScope(input, site, nowMs)
  const { currency, timezone } = site
  const span = { first: range.first, last: range.last, currency, timezone }
  const credit = { site, nowMs, dimension, model, lookbackDays }
  const [{ customers, withoutRate }, keys, spend] = await Promise.all([
    readSubscriptions(control, site),
    answers.ask('creditSubscriptions', credit),
    spendByWord(control, site, { dimension, first: range.first, last: range.last }),
  ])
  const keyOf = ({ subscriptions }: Customer) => {
    const hashes = subscriptions.map((one) => subscriptionHash({ ...one, siteId: site.id }))
    const credited = hashes.find((hash) => keys.has(hash))
    return credited === undefined ? null : (keys.get(credited) ?? null)
  }
  const byKey = Map.groupBy(customers, keyOf)
  const wanted = input.unattributed === true ? null : input.value
  const shown = wanted === undefined ? customers : (byKey.get(wanted) ?? [])
  const periods = periodsOf(range, periodStarts[interval])
  return {
    totals: figuresOf(shown, span),
    series: sumMrrBy(shown, periods).map((sums, place) => {
      const { first, last } = periods[place] ?? range
      return { period: first, ...mrrFigures(sums, { ...span, first, last }) }
    }),
    rows: [...byKey]
      .map(([key, some]) => ({
        key,
        ...figuresOf(some, span),
        ...paybackOf(some, span, key === null ? undefined : spend.get(key)),
      }))
      .filter(
        (row) => row.customers + row.startCustomers + row.newCustomers + row.trialsStarted > 0,
      )
      .sort(
        (a, b) => b.mrr - a.mrr || b.newMrr - a.newMrr || ((a.key ?? '') < (b.key ?? '') ? -1 : 1),
      )
      .slice(0, mostRows),
    trials: trialCohorts(trialsOf(shown, span)),
    cohorts: [...byFirstMonth(shown, span)].map(([cohort, some]) => ({
      cohort,
      customers: some.length,
      periods: retentionOf(some, span),
    })),
    cohortsByKey: [...byKey]
      .map(([key, some]) => ({ key, began: startedIn(some, span) }))
      .filter(({ began }) => began.length > 0)
      .sort((a, b) => b.began.length - a.began.length || ((a.key ?? '') < (b.key ?? '') ? -1 : 1))
      .slice(0, mostRows)
      .map(({ key, began }) => ({
        key,
        customers: began.length,
        periods: retentionOf(began, span),
      })),
    currency,
    coverage: { ...coverageOf(customers), withoutRate },
    query: { dateRange: [range.first, range.last], interval, dimension, model },
  }
}

function figuresOf(customers: readonly Customer[], span: Span) {
  return {
    ...mrrFigures(sumMrr(customers, span), span),
    ...trialFigures(trialsOf(customers, span)),
  }
}

/** The trials that began in the span. */
function trialsOf(customers: readonly Customer[], span: Span) {
  return customers
    .flatMap(({ subscriptions }) => subscriptions.flatMap((one) => trialOutcome(one, span) ?? []))
    .filter(({ startDay }) => startDay >= span.first)
}

function paybackOf(customers: readonly Customer[], span: Span, spendMinor: number | undefined) {
  if (spendMinor === undefined) return { spend: null, cac: null, paybackMonths: null }
  const { movedMinor, movedCustomers } = sumMrr(customers, span)
  const major = (minor: number) => toMajorUnits(minor, span.currency)
  const isNone = movedCustomers.new === 0
  return {
    spend: major(spendMinor),
    cac: isNone ? null : major(Math.round(spendMinor / movedCustomers.new)),
    paybackMonths: isNone ? null : rounded(spendMinor / movedMinor.new),
  }
}

function coverageOf(customers: readonly Customer[]) {
  const all = customers.flatMap(({ subscriptions }) => subscriptions)
  const having = (name: 'unpriced' | 'unknownDiscounts') =>
    all.filter(({ points }) => points.some((point) => point[name] > 0)).length
  return {
    subscriptions: all.length,
    unpriced: having('unpriced'),
    unknownDiscounts: having('unknownDiscounts'),
  }
}
