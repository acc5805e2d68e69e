import { createHash } from 'node:crypto'

/** One delivery of a provider before it is signed. */
export interface Delivered {
  body: object
  /** Shopify's and WooCommerce's topic. */
  topic?: string
}

/** A payment that must exist, whatever the order and number of the deliveries. */
export interface ExpectedPayment {
  /** Each of them must lead to this payment. */
  ids: readonly string[]
  amount: number
  currency: string
  /** Unless it equals the amount paid. */
  netAmount?: number
  renewal?: boolean
  status?: string
  product?: string
  /** The remaining tax and the provider's fee, where stated. */
  netTax?: number
  fees?: number | null
  takeHome?: number | null
  /** Refunds by id, in major units. */
  refunds?: Readonly<Record<string, number>>
  customerEmail: string | null
  given: { visitorId: string | null; sessionId: string | null }
}

/** A provider's deliveries, and the expected ledger. */
export interface Scenario {
  provider: string
  name: string
  delivered: readonly Delivered[]
  payments: readonly ExpectedPayment[]
  /** Payments of 0 that begin a trial. */
  trials?: number
}

/** The buyer of every scenario, and how the shop passed the ids. */
export const ada = { visitorId: 'v_ada', sessionId: 's_ada' }
export const adasEmail = 'ada@shop.example'
export const metadata = { tributary_visitor_id: ada.visitorId, tributary_session_id: ada.sessionId }

/** A payment of Ada's. */
export function paid(
  ids: readonly string[],
  [amount, currency]: readonly [number, string],
  more: Partial<ExpectedPayment> = {},
): ExpectedPayment {
  return { ids, amount, currency, customerEmail: adasEmail, given: ada, ...more }
}

/** The id of an event in its body: the same for a repeat, and for no other event. */
export function eventId(event: object): string {
  return createHash('sha256').update(JSON.stringify(event)).digest('hex').slice(0, 32)
}

/** When the scenarios happen, as ISO 8601, this many minutes after they begin. */
export function minute(after: number): string {
  return new Date(startMs + after * 60_000).toISOString()
}

/** The same in Unix seconds. */
export function second(after: number): number {
  return startMs / 1000 + after * 60
}

const startMs = Date.UTC(2026, 8, 21, 9, 0)
