import { isDeepStrictEqual } from 'node:util'
import { isoTime } from '../../time/iso-time.ts'
import type { RefundReport } from '../rows/payment.ts'
import { foldFees } from './fold-fees.ts'
import { foldRefunds } from './fold-refunds.ts'
import type { ConflictingReport, FoldedPayment } from './folded-payment.ts'
import { idRank } from './id-rank.ts'
import type { KnownFact, MoneyPart, Person } from './known-fact.ts'
import { byContent, sourceRank, statedMs } from './order-facts.ts'

type PaymentPart = Extract<MoneyPart, { kind: 'payment' }>
type PaymentFact = KnownFact & { money: PaymentPart }

/**
 * Incremented whenever the same facts may give another payment: `refold-payments.ts` then computes all payments
 * again.
 */
export const foldVersion = 1

export interface Folded {
  payment: FoldedPayment
  refunds: RefundReport[]
  discrepancies: ConflictingReport[]
}

/**
 * Computes one payment from all of its facts; undefined while no fact reports money received.
 * Of contradicting facts the first in `inOrder` wins. The result depends on the facts, not on their order
 * of arrival, except for the API's reports, of which the first one wins.
 */
export function foldFacts(provider: string, facts: readonly KnownFact[]): Folded | undefined {
  const payments = inOrder(provider, facts.filter(isPayment))
  const [main] = payments
  if (main === undefined) return undefined
  // The start of a trial says nothing about money that was paid with it, such as a setup fee.
  const statements = payments.filter((fact) => isZero(fact) === isZero(main))
  const others = facts.filter(({ money }) => money.kind === 'same').sort(byContent)
  const people = [...payments, ...others].flatMap(({ person }) => person ?? [])
  const given = paidFirst(provider, statements)
  const receivedMs = Math.min(...payments.map((fact) => fact.receivedMs))
  const payment: FoldedPayment = {
    providerPaymentId: bestId(provider, facts),
    amountMinor: main.money.amountMinor,
    currency: main.money.currency,
    taxMinor: firstKnown(statements, ({ money }) => money.taxMinor),
    fees: foldFees(facts),
    product: firstKnown(payments, ({ money }) => money.product),
    ...paidAtOf(given, receivedMs),
    receivedMs,
    renewalReported: firstKnown(statements, ({ money }) => money.renewal),
    trialReported: firstKnown(statements, ({ money }) => money.trial),
    ...personOf(people),
  }
  const refunds = foldRefunds(facts, payment)
  const current = payments.filter((fact) => fact === main || !isSuperseded(fact, main))
  return {
    payment,
    refunds: refunds.reports,
    discrepancies: [...current, ...others]
      .flatMap((fact) => compare(payment, fact))
      .concat(refunds.discrepancies),
  }
}

function isPayment(fact: KnownFact): fact is PaymentFact {
  return fact.money.kind === 'payment'
}

function isZero({ money }: PaymentFact): boolean {
  return money.amountMinor === 0
}

/**
 * The order of precedence: an amount before 0, a provider's signed delivery before every other source, the API last.
 * Among deliveries, the one about the object that identifies the payment best comes first, then the latest statement;
 * of the same moment the larger amount, then by content. Among reports to the API, the earliest comes first.
 */
function inOrder(provider: string, facts: readonly PaymentFact[]): PaymentFact[] {
  const reports = facts.filter(({ source }) => source === 'api').sort(byArrival)
  const isNothing = (fact: PaymentFact) =>
    Number(isZero(fact.source === 'api' ? (reports[0] ?? fact) : fact))
  return facts.toSorted(
    (a, b) =>
      isNothing(a) - isNothing(b) ||
      sourceRank(a.source) - sourceRank(b.source) ||
      (a.source === 'api' ? byArrival(a, b) : byStatement(provider, a, b)) ||
      byContent(a, b),
  )
}

function byArrival(a: KnownFact, b: KnownFact): number {
  return a.receivedMs - b.receivedMs || a.sequence - b.sequence
}

function byStatement(provider: string, a: PaymentFact, b: PaymentFact): number {
  return (
    bestRank(provider, a) - bestRank(provider, b) ||
    statedMs(b) - statedMs(a) ||
    b.money.amountMinor - a.money.amountMinor
  )
}

function bestRank(provider: string, { money }: KnownFact): number {
  return Math.min(...money.ids.map((id) => idRank(provider, id)))
}

/** When the money moved: the earliest time that the best-identified object states. */
function paidFirst(provider: string, statements: readonly PaymentFact[]) {
  const paidMs = ({ money }: PaymentFact) => money.paidAtMs ?? Number.MAX_SAFE_INTEGER
  const isRough = ({ money }: PaymentFact) => Number(money.isPaidTimeRough ?? false)
  const [first] = statements
    .filter(({ money }) => money.paidAtMs !== null)
    .sort(
      (a, b) =>
        sourceRank(a.source) - sourceRank(b.source) ||
        isRough(a) - isRough(b) ||
        (a.source === 'api' ? byArrival(a, b) : bestRank(provider, a) - bestRank(provider, b)) ||
        paidMs(a) - paidMs(b),
    )
  return first
}

/** A rough time after the first report is wrong: the money had moved by then. */
function paidAtOf(given: PaymentFact | undefined, receivedMs: number) {
  const { paidAtMs = null, isPaidTimeRough } = given?.money ?? {}
  const isGiven = paidAtMs !== null && !(isPaidTimeRough && paidAtMs > receivedMs)
  return { paidAtMs: isGiven ? paidAtMs : receivedMs, paidAtGiven: isGiven }
}

/** Whether a later statement about the same object replaced a fact, which is no conflict. */
function isSuperseded(fact: PaymentFact, main: PaymentFact): boolean {
  if (isZero(fact) && !isZero(main)) return true
  return (
    fact.source === main.source &&
    fact.source !== 'api' &&
    fact.money.ids[0] === main.money.ids[0] &&
    statedMs(fact) < statedMs(main)
  )
}

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
    referenceVisitorId: firstKnown(people, (person) => person.referenceVisitorId ?? null),
    givenSessionId: firstKnown(people, (person) => person.sessionId),
    metadata: known.length === 0 ? null : mergeMetadata(known),
  }
}

/** Known keys keep their values, new keys are added; keys are sorted so that the order of facts has no effect. */
function mergeMetadata(list: readonly Record<string, unknown>[]): Record<string, unknown> {
  const entries = list.toReversed().flatMap((metadata) => Object.entries(metadata))
  return Object.fromEntries([...new Map(entries)].sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
}

/** The objects of one payment have times a few seconds apart; that is no conflict. */
const sameMomentMs = 10 * 60_000

function compare(payment: FoldedPayment, fact: KnownFact): ConflictingReport[] {
  const found: ConflictingReport[] = []
  const differ = (field: string, stored: unknown, other: unknown) => {
    if (stored === null || other === null || isDeepStrictEqual(stored, other)) return
    found.push({ field, kept: stored, told: other, source: fact.source, atMs: fact.receivedMs })
  }
  if (isPayment(fact)) {
    const { amountMinor, currency, paidAtMs, isPaidTimeRough, renewal, trial } = fact.money
    const stored = { amountMinor: payment.amountMinor, currency: payment.currency }
    differ('amount', stored, { amountMinor, currency })
    const isNear = paidAtMs !== null && Math.abs(payment.paidAtMs - paidAtMs) <= sameMomentMs
    if (paidAtMs !== null && !isPaidTimeRough && !(isNear && fact.source !== 'api')) {
      differ('timestamp', isoTime(payment.paidAtMs), isoTime(paidAtMs))
    }
    differ('renewal', payment.renewalReported, renewal)
    differ('trial', payment.trialReported, trial)
  }
  if (fact.person !== null) {
    const { person } = fact
    differ('customerId', payment.customerId, person.customerId)
    differ('subscriptionId', payment.subscriptionId, person.subscriptionId)
    differ('visitorId', payment.givenVisitorId, person.visitorId)
    differ('sessionId', payment.givenSessionId, person.sessionId)
    // Addresses differ by their hashes: nothing personal goes into the history.
    differ('customerEmail', payment.emailHash, person.emailHash)
  }
  return found
}
