import type { MoneyFact, PaymentFact, SameFact } from '../../money-fact.ts'

/** The ids that are there, each once. */
export function idsOf(...ids: (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null && id !== undefined))]
}

/** A payment of which only the given is known. */
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

/** Ids of one payment, and whose it is as far as the given says. */
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

/** Facts with the time of the provider's last change to what they say; null: it does not tell. */
export function stated(facts: readonly MoneyFact[], statedMs: number | null): MoneyFact[] {
  return facts.map((fact) => ({ ...fact, statedMs }))
}

/** The start of a subscription without a payment; one id for all events about it. */
export function trialId(subscriptionId: string | null): string | null {
  return subscriptionId === null ? null : `trial:${subscriptionId}`
}

/** What reads events of this type. A type comes from outside, so it may be named like anything. */
export function readerOf<Reader>(
  readers: Readonly<Record<string, Reader>>,
  type: string,
): Reader | undefined {
  return Object.hasOwn(readers, type) ? readers[type] : undefined
}
