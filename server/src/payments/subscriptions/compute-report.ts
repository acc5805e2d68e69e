import type {
  SubscriptionReport,
  SubscriptionReportInput,
} from '@tributary/contract/subscriptions.ts'
import { toMajorUnits } from '../../money/money.ts'
import { readScope } from '../../reports/read-scope.ts'
import { readVisitDimension } from '../../reports/read-visit-dimension.ts'
import type { Site } from '../../site.ts'
import type { Engine } from '../../store/events/engine.ts'
import { mondayOf } from '../../time/local-time.ts'
import { subscriptionHash } from '../ledger/plan-of-payment.ts'
import type { Rate } from '../rates/convert.ts'
import { creditSubscriptions } from './credit-subscriptions.ts'
import type { PartName } from './customer-mrr.ts'
import { type Customer, customersByPart, customersOfSite } from './customers-of-site.ts'
import { byFirstMonth, monthOf, periodsOf, retentionOf, startedIn } from './mrr-cohorts.ts'
import { mrrFigures, rounded } from './mrr-figures.ts'
import { sumMrr, sumMrrBy } from './mrr-movements.ts'
import type { StoredSubscription } from './stored-subscriptions.ts'
import { trialCohorts, trialFigures, trialOutcome } from './trial-cohorts.ts'

/** The sources of a report. */
export interface AskedSubscriptions {
  site: Site
  nowMs: number
  input: SubscriptionReportInput
}

/** The part that comes from the control store. */
export interface StoredForReport {
  subscriptions: readonly StoredSubscription[]
  /** Minor units by the value of the dimension. */
  spend: ReadonlyMap<string, number>
  /** By `rateName`; undefined if none is known. */
  rates: ReadonlyMap<string, Rate | undefined>
}

/** A currency and the day whose rate to the site's currency is needed. */
export interface WantedRate {
  currency: string
  day: string
}

/** What identifies a rate to the site's currency. */
export const rateName = ({ currency, day }: WantedRate): string => `${currency} ${day}`

/** The span of a report, in days of the site's zone, and how its money is written. */
interface Span {
  first: string
  last: string
  currency: string
  timezone: string
}

/** The most values of a dimension. */
const mostRows = 500

const periodStarts = { day: (day: string) => day, week: mondayOf, month: monthOf } as const

/** Dimensions of a subscription's plan; all others are of the visit that a customer is credited to. */
const partNames = {
  plan: ({ plan }) => plan,
  product: ({ plan, product }) => product ?? plan,
} as const satisfies Record<string, PartName>

type PartDimension = keyof typeof partNames

const isPart = (dimension: string): dimension is PartDimension =>
  Object.hasOwn(partNames, dimension)

function readDimension(spelt: string) {
  const word = spelt.toLowerCase()
  return isPart(word) ? word : readVisitDimension(spelt, 'dimension', Object.keys(partNames))
}

/** The input of a request with its defaults. Throws `invalid` for a bad one. */
export function readReportInput({ site, nowMs, input }: AskedSubscriptions) {
  const { interval = 'month', model = 'last-non-direct' } = input
  const dimension = readDimension(input.dimension ?? 'source')
  const { range, lookbackDays } = readScope(input, site, nowMs)
  return { interval, model, dimension, range, lookbackDays }
}

/**
 * MRR and its movements, churn and trials of a site's subscriptions at the end of the range; or the exchange rates
 * that are missing to compute them.
 */
export async function computeReport(
  engine: Engine,
  asked: AskedSubscriptions,
  stored: StoredForReport,
): Promise<{ report: SubscriptionReport } | { wanted: WantedRate[] }> {
  const { site, nowMs, input } = asked
  const wanted = new Map<string, WantedRate>()
  const { customers, withoutRate } = customersOfSite(
    stored.subscriptions,
    site,
    (currency, day) => {
      const name = rateName({ currency, day })
      if (!stored.rates.has(name)) wanted.set(name, { currency, day })
      return stored.rates.get(name)
    },
  )
  if (wanted.size > 0) return { wanted: [...wanted.values()] }
  const { interval, model, dimension, range, lookbackDays } = readReportInput(asked)
  const { currency, timezone } = site
  const span = { first: range.first, last: range.last, currency, timezone }
  const byKey: ByKey = isPart(dimension)
    ? customersByPart(customers, partNames[dimension])
    : await byVisit(engine, customers, { site, nowMs, dimension, model, lookbackDays })
  const value = input.unattributed === true ? null : input.value
  const shown = value === undefined ? customers : (byKey.get(value) ?? [])
  const report = {
    totals: figuresOf(shown, span),
    series: seriesOf(shown, span, periodsOf(range, periodStarts[interval])),
    rows: rowsOf(byKey, span, stored.spend),
    trials: trialCohorts(trialsOf(shown, span)),
    ...cohortsOf(shown, byKey, span),
    currency,
    coverage: { ...coverageOf(customers), withoutRate },
    query: { dateRange: [range.first, range.last], interval, dimension, model },
  } satisfies SubscriptionReport
  return { report }
}

type ByKey = ReadonlyMap<string | null, readonly Customer[]>

async function byVisit(
  engine: Engine,
  customers: readonly Customer[],
  credit: Parameters<typeof creditSubscriptions>[1],
): Promise<ByKey> {
  const keys = await creditSubscriptions(engine, credit)
  return Map.groupBy(customers, ({ subscriptions }) => {
    const hashes = subscriptions.map((one) => subscriptionHash({ ...one, siteId: credit.site.id }))
    const credited = hashes.find((hash) => keys.has(hash))
    return credited === undefined ? null : (keys.get(credited) ?? null)
  })
}

function seriesOf(
  customers: readonly Customer[],
  span: Span,
  periods: readonly { first: string; last: string }[],
) {
  return sumMrrBy(customers, periods).map((sums, place) => {
    const { first, last } = periods[place] ?? span
    return { period: first, ...mrrFigures(sums, { ...span, first, last }) }
  })
}

function rowsOf(byKey: ByKey, span: Span, spend: ReadonlyMap<string, number>) {
  return [...byKey]
    .map(([key, some]) => ({
      key,
      ...figuresOf(some, span),
      ...paybackOf(some, span, key === null ? undefined : spend.get(key)),
    }))
    .filter((row) => row.customers + row.startCustomers + row.newCustomers + row.trialsStarted > 0)
    .sort((a, b) => b.mrr - a.mrr || b.newMrr - a.newMrr || byText(a.key, b.key))
    .slice(0, mostRows)
}

function cohortsOf(shown: readonly Customer[], byKey: ByKey, span: Span) {
  return {
    cohorts: [...byFirstMonth(shown, span)].map(([cohort, some]) => ({
      cohort,
      customers: some.length,
      periods: retentionOf(some, span),
    })),
    cohortsByKey: [...byKey]
      .map(([key, some]) => ({ key, began: startedIn(some, span) }))
      .filter(({ began }) => began.length > 0)
      .sort((a, b) => b.began.length - a.began.length || byText(a.key, b.key))
      .slice(0, mostRows)
      .map(({ key, began }) => ({
        key,
        customers: began.length,
        periods: retentionOf(began, span),
      })),
  }
}

const byText = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? -1 : 1)

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
