import { localDay } from '../../time/local-time.ts'
import { type Rate, tryConvert } from '../rates/convert.ts'
import type { SubscriptionHistory, SubscriptionPart } from './fold-subscription.ts'
import { split } from './monthly-amount.ts'
import type { CustomerMrr, DayMrr } from './mrr-movements.ts'

/** A stored subscription. */
export interface KnownSubscription extends SubscriptionHistory {
  provider: string
  subscriptionId: string
}

/**
 * The customer of a subscription, unique within the site: all of one provider's customer are one customer's, and a
 * subscription without a customer is its own.
 */
export function customerOf({ provider, customerId, subscriptionId }: KnownSubscription): string {
  return JSON.stringify(
    customerId === null
      ? [provider, 'subscription', subscriptionId]
      : [provider, 'customer', customerId],
  )
}

/**
 * The rate of each span of points in one currency: that of its first paid day, so that exchange rates cause no
 * movement. Undefined if none is known.
 */
export type FindSpanRate = (currency: string, day: string) => Rate | undefined

/** What a subscription pays at the end of a day, and for what, in the subscription's currency. */
export interface SubscriptionDay extends DayMrr {
  parts: readonly SubscriptionPart[]
}

export interface SubscriptionMrr {
  days: SubscriptionDay[]
  /** Currencies without a rate; what is paid in them counts 0. */
  withoutRate: string[]
}

/** What a subscription pays at the end of each day on which that changed, in the site's currency. */
export function subscriptionMrr(
  { points }: Pick<SubscriptionHistory, 'points'>,
  site: { currency: string; timezone: string },
  findRate: FindSpanRate,
): SubscriptionMrr {
  const byDay = new Map<string, Omit<SubscriptionDay, 'day'>>()
  const withoutRate = new Set<string>()
  let span: { currency: string; rate: Rate | undefined } | undefined
  for (const { atMs, currency, monthlyMinor, parts = [] } of points) {
    const day = localDay(atMs, site.timezone)
    if (monthlyMinor > 0 && currency !== site.currency && span?.currency !== currency) {
      span = { currency, rate: findRate(currency, day) }
    }
    const isSame = currency === site.currency || monthlyMinor === 0
    const converted = isSame ? monthlyMinor : span?.rate && tryConvert(monthlyMinor, span.rate)
    if (converted === undefined) withoutRate.add(currency)
    byDay.set(day, { minor: converted ?? 0, parts })
  }
  return {
    days: [...byDay].map(([day, known]) => ({ day, ...known })),
    withoutRate: [...withoutRate],
  }
}

/** The MRR of a customer with several subscriptions: their sum at the end of each day. */
export function addUpMrr(customer: string, parts: readonly (readonly DayMrr[])[]): CustomerMrr {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return { customer, days: changesOnly(only) }
  const changes = parts
    .flatMap((part) =>
      part.map((one, index) => ({ ...one, moved: one.minor - (part[index - 1]?.minor ?? 0) })),
    )
    .sort((a, b) => (a.day < b.day ? -1 : 1))
  const byDay = new Map<string, number>()
  let minor = 0
  for (const { day, moved } of changes) {
    minor += moved
    byDay.set(day, minor)
  }
  return { customer, days: changesOnly([...byDay].map(([day, sum]) => ({ day, minor: sum }))) }
}

function changesOnly(days: readonly DayMrr[]): DayMrr[] {
  return days.filter(({ minor }, index) => minor !== (days[index - 1]?.minor ?? 0))
}

/** The name of a subscription's part in a report by plan or product; the plan if no product is named. */
export type PartName = (part: SubscriptionPart) => string

/** A subscription's days by plan or product: the amount is divided to the last minor unit. */
export function mrrByPart(
  days: readonly SubscriptionDay[],
  nameOf: PartName,
): Map<string, DayMrr[]> {
  const names = new Set(days.flatMap(({ parts }) => parts.map(nameOf)))
  const byName = new Map<string, DayMrr[]>([...names].map((name) => [name, []]))
  for (const { day, minor, parts } of days) {
    const shares = split(
      minor,
      parts.map((part) => BigInt(part.minor)),
    )
    for (const [name, own] of byName) {
      const sum = parts.reduce(
        (total, part, index) => total + (nameOf(part) === name ? (shares[index] ?? 0) : 0),
        0,
      )
      own.push({ day, minor: sum })
    }
  }
  return byName
}
