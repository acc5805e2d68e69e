import type { LinkMethod } from '../control/tables.ts'

/** One movement of money as reports see it: a payment or one refund of it. */
export interface PaymentEntry {
  siteId: string
  paymentId: string
  /** `payment`, or `refund:` and the refund's id. Unique within the payment. */
  entryId: string
  kind: 'payment' | 'refund'
  /** When the money moved, milliseconds since 1970 UTC. */
  atMs: number
  /** When the payment itself was made; equals `atMs` for a payment. */
  paidAtMs: number
  /** Minor units of `currency`; negative for a refund. */
  amountMinor: number
  currency: string
  provider: string
  renewal: boolean
  trial: boolean
  /** `''` when not linked. */
  visitorId: string
  /** Every visitor id whose sessions form the path; empty when not linked. */
  pathVisitorIds: string[]
  linkMethod: LinkMethod
  /** Grows with every change of the payment; the newest version of an entry wins. */
  version: number
}
