import type { FeeFact, MoneyFact, PaymentFact, SameFact } from '../../ledger/money-fact.ts'

/** The ids that are present, each once. */
export function idsOf(...ids: (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null && id !== undefined))]
}

/** A payment of which only the given fields are known. */
export function paymentFact(
  known: Pick<PaymentFact, 'provider' | 'ids' | 'amountMinor' | 'currency'> & Partial<PaymentFact>,
): PaymentFact {
  return {
    kind: 'payment',
    taxMinor: null,
    paidAtMs: null,
    renewal: null,
    trial: null,
    customerId: null,
    subscriptionId: null,
    customerEmail: null,
    product: null,
    visitorId: null,
    sessionId: null,
    metadata: null,
    ...known,
  }
}

/** Payments of objects that store when they were made, but not when they were paid. */
export function paidRoughly(facts: readonly MoneyFact[]): MoneyFact[] {
  return facts.map((fact) => (fact.kind === 'payment' ? { ...fact, isPaidTimeRough: true } : fact))
}

/** The ids of one payment, and its payer, as far as known. */
export function sameFact(known: Pick<SameFact, 'provider' | 'ids'> & Partial<SameFact>): SameFact {
  return {
    kind: 'same',
    subscriptionId: null,
    customerId: null,
    customerEmail: null,
    visitorId: null,
    sessionId: null,
    metadata: null,
    ...known,
  }
}

/** The fees of a movement of the provider's balance; none if it states none (null). */
export function feeFacts(
  known: Omit<FeeFact, 'kind' | 'amounts'> & {
    amounts: Readonly<Partial<Record<keyof FeeFact['amounts'], number | null>>>
  },
): FeeFact[] {
  const stated = Object.entries(known.amounts).filter(([, minor]) => minor !== null)
  if (stated.length === 0) return []
  return [{ kind: 'fee', ...known, amounts: Object.fromEntries(stated) }]
}

/** A failed refund costs nothing, whatever fees were stated before. */
export function noFeeOf(
  known: Pick<FeeFact, 'provider' | 'ids' | 'feeId' | 'currency' | 'atMs'>,
): FeeFact {
  return { kind: 'fee', of: 'refund', amounts: {}, ofMinor: 0, ...known }
}

/** Facts with the time at which the provider last changed them; null if unknown. A fact may have its own time. */
export function stated(facts: readonly MoneyFact[], statedMs: number | null): MoneyFact[] {
  return facts.map((fact) => ({ statedMs, ...fact }))
}

/** The start of a subscription without a payment; one id for all events about it. */
export function trialId(subscriptionId: string | null): string | null {
  return subscriptionId === null ? null : `trial:${subscriptionId}`
}
