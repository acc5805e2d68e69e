import type { FilterInput } from '@tributary/contract/query.ts'
import { toMajorUnits } from '../../money/money.ts'
import type { PaymentEntry } from '../../payments/queries/payment-entry.ts'
import { dayMs } from '../../time/durations.ts'
import type { Traffic } from '../random-traffic.ts'
import { holds, type SlowTouch } from './slow-visits.ts'

const monthMs = (365.25 / 12) * dayMs

/** Money with the touch that it is credited to, and the visits that led to it. */
export interface SlowCredit {
  entry: PaymentEntry
  touch: SlowTouch | undefined
  path: SlowTouch[]
}

const ofPayments = [
  'product',
  'provider',
  'currency',
  'planKind',
  'linkMethod',
  'customerType',
] as const

export function isOfPayments(dimension: string): boolean {
  return (ofPayments as readonly string[]).includes(dimension)
}

export function isPaymentFilter(filter: FilterInput): boolean {
  if (filter.length === 3) return isOfPayments(filter[1])
  const [word, inner] = filter
  return word === 'and' || word === 'or'
    ? (inner as FilterInput[]).every(isPaymentFilter)
    : isPaymentFilter(inner as FilterInput)
}

export function entryFits(traffic: Traffic, entry: PaymentEntry, filter: FilterInput): boolean {
  if (filter.length === 3) {
    return holds(filter[0], [nameOfEntry(traffic, entry, filter[1])], filter[2])
  }
  const [word, inner] = filter
  const fits = (part: FilterInput) => entryFits(traffic, entry, part)
  if (word === 'and') return (inner as FilterInput[]).every(fits)
  return word === 'or' ? (inner as FilterInput[]).some(fits) : !fits(inner as FilterInput)
}

export function nameOfEntry(traffic: Traffic, entry: PaymentEntry, dimension: string): string {
  switch (dimension) {
    case 'planKind':
      if (entry.trial) return 'trial'
      if (entry.renewal) return 'renewal'
      return entry.subscription === '' ? 'one-off' : 'new-subscription'
    case 'customerType':
      return isFirst(traffic, entry) ? 'new' : 'returning'
    default:
      return String(entry[dimension as keyof PaymentEntry])
  }
}

const customerOf = ({ customer, visitorId, paymentId }: PaymentEntry) =>
  customer || visitorId || paymentId

/** Whether it belongs to the very first payment of its customer, without renewals. */
function isFirst(traffic: Traffic, entry: PaymentEntry): boolean {
  const [first] = traffic.entries
    .filter(({ kind, amountMinor }) => kind === 'payment' && amountMinor > 0)
    .filter((other) => customerOf(other) === customerOf(entry))
    .sort((a, b) => a.paidAtMs - b.paidAtMs || (a.paymentId < b.paymentId ? -1 : 1))
  return first?.paymentId === entry.paymentId && !entry.renewal
}

/** Its amount in the site's currency: nothing if no rate is known. */
export function euroMinor(entry: PaymentEntry): number {
  if (entry.reportingCurrency !== '') return entry.reportingMinor
  return entry.currency === 'EUR' ? entry.amountMinor : 0
}

const isInEuros = ({ reportingCurrency, currency }: PaymentEntry) =>
  (reportingCurrency || currency) === 'EUR'

/** Last non-direct touch within 90 days; a continuation only if there is nothing else. */
export function credit(touches: readonly SlowTouch[], entry: PaymentEntry): SlowCredit {
  const path = touches
    .filter(({ visit }) => entry.pathVisitorIds.includes(visit.entry.visitorId))
    .filter(({ atMs }) => atMs <= entry.pathAtMs && atMs >= entry.pathAtMs - 90 * dayMs)
    .sort((a, b) => a.atMs - b.atMs)
  const own = path.filter(({ from }) => from.touch !== 'continuation')
  const counted = own.length > 0 ? own : path
  const isSource = ({ from }: SlowTouch) => ['source', 'continuation'].includes(from.touch)
  return { entry, touch: counted.findLast(isSource) ?? counted.at(-1), path }
}

/** The monthly amount of subscriptions that are active at a moment, in the site's currency. */
export function monthlyMinor(
  credits: readonly SlowCredit[],
  endMs: number,
): (SlowCredit & { minor: number })[] {
  const made = credits
    .filter(({ entry }) => entry.kind === 'payment' && entry.amountMinor > 0)
    .filter(({ entry }) => entry.subscription !== '' || entry.renewal)
    .filter(({ entry }) => entry.paidAtMs <= endMs)
    .sort((a, b) => a.entry.paidAtMs - b.entry.paidAtMs)
  const groups = Map.groupBy(made, ({ entry }) => entry.subscription || customerOf(entry))
  return [...groups.values()].flatMap((ofOne) => {
    const last = ofOne.at(-1) as SlowCredit
    const before = ofOne.at(-2)
    const days = before ? (last.entry.paidAtMs - before.entry.paidAtMs) / dayMs : 0
    // Ten days of traffic show no plan longer than a week, unless it is stated.
    const months = last.entry.intervalMonths || (days >= 6 && days <= 8 ? 12 / 52 : 0)
    if (months === 0 || !isInEuros(last.entry)) return []
    if (endMs - last.entry.paidAtMs >= months * monthMs + 7 * dayMs) return []
    return [{ ...last, minor: Math.round(euroMinor(last.entry) / months) }]
  })
}

export function moneyOf(traffic: Traffic, credits: readonly SlowCredit[]) {
  const entries = credits.map(({ entry }) => entry)
  const grossMinor = sum(entries.filter(({ kind }) => kind === 'payment').map(euroMinor))
  const renewalMinor = sum(
    entries.filter(({ kind, renewal }) => kind === 'payment' && renewal).map(euroMinor),
  )
  const refundsMinor = -sum(entries.filter(({ kind }) => kind === 'refund').map(euroMinor))
  const paid = credits.filter(({ entry }) => entry.kind === 'payment' && entry.amountMinor > 0)
  const first = paid.filter(({ entry }) => !entry.renewal)
  const newOnes = first.filter(({ entry }) => isFirst(traffic, entry))
  const conversions = newOnes
    .map(({ entry, path }) => ({ entry, visits: path.filter((t) => t.from === t.visit.entry) }))
    .filter(({ visits }) => visits.length > 0)
  const days = conversions.map(
    ({ entry, visits }) =>
      Math.round((entry.pathAtMs - (visits[0]?.atMs ?? 0)) / (dayMs / 10)) / 10,
  )
  const paidInEuros = paid.map(({ entry }) => entry).filter(isInEuros)
  const paidEuros = paidInEuros.length
  const inEuros = entries.filter(isInEuros)
  const isReported = ({ reportingCurrency }: PaymentEntry) => reportingCurrency !== ''
  const taxMinor = sum(inEuros.map((e) => (isReported(e) ? e.reportingTaxMinor : e.taxMinor)))
  const feesMinor = sum(inEuros.map((e) => (isReported(e) ? e.reportingFeeMinor : e.feeMinor)))
  const known = paidInEuros.filter(({ feesKnown }) => feesKnown)
  const share = (part: number, whole: number) =>
    whole === 0 ? null : Math.round((part / whole) * 1e6) / 1e6
  const euro = (minor: number) => toMajorUnits(minor, 'EUR')
  return {
    netMinor: grossMinor - refundsMinor,
    linkedCustomers: new Set(first.flatMap(({ entry }) => entry.visitorId || [])).size,
    figures: {
      revenue: euro(grossMinor - refundsMinor),
      grossRevenue: euro(grossMinor),
      newRevenue: euro(grossMinor - renewalMinor),
      renewalRevenue: euro(renewalMinor),
      refunds: euro(refundsMinor + 0),
      tax: euro(taxMinor),
      fees: euro(feesMinor),
      takeHome: euro(grossMinor - refundsMinor - taxMinor - feesMinor),
      feesKnown: share(known.length, paidEuros),
      feesKnownRevenue: share(sum(known.map(euroMinor)), grossMinor),
      payments: paid.length,
      customers: new Set(first.map(({ entry }) => customerOf(entry))).size,
      newCustomers: newOnes.length,
      averageOrderValue: paidEuros === 0 ? null : euro(Math.round(grossMinor / paidEuros)),
      daysToConversion: median(days),
      sessionsToConversion: median(conversions.map(({ visits }) => visits.length)),
    },
  }
}

/** The value that half of them do not exceed. */
function median(values: number[]): number | null {
  return values.sort((a, b) => a - b)[Math.ceil(values.length / 2) - 1] ?? null
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
