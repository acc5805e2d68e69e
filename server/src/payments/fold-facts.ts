import { isDeepStrictEqual } from 'node:util'
import type { RefundReport } from '../store/control/payments/payment.ts'
import { foldRefunds } from './fold-refunds.ts'
import { idRank } from './id-rank.ts'
import type { KnownFact, MoneyPart, Person } from './known-fact.ts'
import type { Discrepancy, Told } from './told.ts'

type PaymentPart = Extract<MoneyPart, { kind: 'payment' }>
type PaymentTelling = KnownFact & { money: PaymentPart }

export interface Folded {
  told: Told
  refunds: RefundReport[]
  discrepancies: Discrepancy[]
}

/**
 * What all that was said of one payment amounts to; nothing while nobody told of money that came in.
 * Of facts that contradict each other the first in `inOrder` stands. Depends on what was said and not
 * on when it came, but for the API's own reports, of which the first one stands.
 */
export function foldFacts(provider: string, facts: readonly KnownFact[]): Folded | undefined {
  const payments = facts.filter(isPayment).sort((a, b) => inOrder(provider, a, b))
  const [main] = payments
  if (main === undefined) return undefined
  const others = facts
    .filter(({ money }) => money.kind === 'same')
    .sort((a, b) => sourceRank(a.source) - sourceRank(b.source) || (a.key < b.key ? -1 : 1))
  const people = [...payments, ...others].flatMap(({ person }) => person ?? [])
  const given = payments.find(({ money }) => money.paidAtMs !== null)
  const receivedMs = Math.min(...payments.map((fact) => fact.receivedMs))
  const told: Told = {
    providerPaymentId: bestId(provider, facts),
    amountMinor: main.money.amountMinor,
    currency: main.money.currency,
    taxMinor: firstKnown(payments, ({ money }) => money.taxMinor),
    product: firstKnown(payments, ({ money }) => money.product),
    paidAtMs: given?.money.paidAtMs ?? receivedMs,
    paidAtGiven: given !== undefined,
    receivedMs,
    renewalTold: firstKnown(payments, ({ money }) => money.renewal),
    trialTold: firstKnown(payments, ({ money }) => money.trial),
    ...personOf(people),
  }
  const refunds = foldRefunds(facts, told)
  return {
    told,
    refunds: refunds.reports,
    discrepancies: [...payments, ...others]
      .flatMap((fact) => compare(told, fact))
      .concat(refunds.discrepancies),
  }
}

function isPayment(fact: KnownFact): fact is PaymentTelling {
  return fact.money.kind === 'payment'
}

/**
 * Whose word stands: a provider's signed delivery before anybody else's, the API's last. Among
 * deliveries the one about the object that names the payment best, then the earliest; among the API's
 * reports the one that came first.
 */
function inOrder(provider: string, a: PaymentTelling, b: PaymentTelling): number {
  const rank = sourceRank(a.source) - sourceRank(b.source)
  if (rank !== 0) return rank
  const byKey = a.key < b.key ? -1 : Number(a.key > b.key)
  if (a.source === 'api') {
    return a.receivedMs - b.receivedMs || a.sequence - b.sequence || byKey
  }
  const best = (fact: PaymentTelling) =>
    Math.min(...fact.money.ids.map((id) => idRank(provider, id)))
  const paidAt = (fact: PaymentTelling) => fact.money.paidAtMs ?? Number.MAX_SAFE_INTEGER
  return best(a) - best(b) || paidAt(a) - paidAt(b) || byKey
}

/** Whose word counts more; the smaller the more. */
export function sourceRank(source: string): number {
  if (source.startsWith('webhook:')) return 0
  // Another tool's idea of a payment only counts where nobody nearer to the money has spoken.
  if (source === importSource) return 3
  return source === 'api' ? 2 : 1
}

/** The source of what was read from another tool's file. */
export const importSource = 'import'

function bestId(provider: string, facts: readonly KnownFact[]): string {
  const places = new Map<string, number>()
  for (const { money } of facts) {
    for (const [index, id] of money.ids.entries()) {
      places.set(id, Math.min(index, places.get(id) ?? index))
    }
  }
  const [best] = [...places].sort(
    ([a, placeA], [b, placeB]) =>
      idRank(provider, a) - idRank(provider, b) || placeA - placeB || (a < b ? -1 : 1),
  )
  if (best === undefined) throw new Error('a fact must name its payment by at least one id')
  return best[0]
}

function firstKnown<From, Value>(
  list: readonly From[],
  read: (from: From) => Value | null,
): Value | null {
  for (const one of list) {
    const value = read(one)
    if (value !== null) return value
  }
  return null
}

function personOf(people: readonly Person[]) {
  const known = people.flatMap(({ metadata }) => (metadata === null ? [] : [metadata]))
  return {
    customerId: firstKnown(people, (person) => person.customerId),
    subscriptionId: firstKnown(people, (person) => person.subscriptionId),
    customerEmail: firstKnown(people, (person) => person.customerEmail),
    emailHash: firstKnown(people, (person) => person.emailHash),
    givenVisitorId: firstKnown(people, (person) => person.visitorId),
    givenSessionId: firstKnown(people, (person) => person.sessionId),
    metadata: known.length === 0 ? null : mergeMetadata(known),
  }
}

/** Known keys keep their values, new keys join; keys are sorted so that no order of facts shows. */
function mergeMetadata(list: readonly Record<string, unknown>[]): Record<string, unknown> {
  const entries = list.toReversed().flatMap((metadata) => Object.entries(metadata))
  return Object.fromEntries([...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
}

/** Several objects of one payment are stamped seconds apart; that is nobody's contradiction. */
const sameMomentMs = 10 * 60_000

function compare(told: Told, fact: KnownFact): Discrepancy[] {
  const found: Discrepancy[] = []
  const differ = (field: string, kept: unknown, other: unknown) => {
    if (kept === null || other === null || isDeepStrictEqual(kept, other)) return
    found.push({ field, kept, told: other, source: fact.source, atMs: fact.receivedMs })
  }
  if (isPayment(fact)) {
    const { amountMinor, currency, paidAtMs, renewal, trial } = fact.money
    const kept = { amountMinor: told.amountMinor, currency: told.currency }
    differ('amount', kept, { amountMinor, currency })
    const isNear = paidAtMs !== null && Math.abs(told.paidAtMs - paidAtMs) <= sameMomentMs
    if (paidAtMs !== null && !(isNear && fact.source !== 'api')) {
      differ('timestamp', isoTime(told.paidAtMs), isoTime(paidAtMs))
    }
    differ('renewal', told.renewalTold, renewal)
    differ('trial', told.trialTold, trial)
  }
  if (fact.person !== null) {
    const { person } = fact
    differ('customerId', told.customerId, person.customerId)
    differ('subscriptionId', told.subscriptionId, person.subscriptionId)
    differ('visitorId', told.givenVisitorId, person.visitorId)
    differ('sessionId', told.givenSessionId, person.sessionId)
    // Addresses differ by their hashes: nothing personal goes into the history.
    differ('customerEmail', told.emailHash, person.emailHash)
  }
  return found
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
