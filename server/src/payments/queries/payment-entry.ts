import type { LinkMethod } from '../../store/control/tables/payment-tables.ts'

/** One movement of money as reports see it: a payment, one refund of it, or a fee for such a refund or a dispute. */
export interface PaymentEntry {
  siteId: string
  paymentId: string
  /** `payment`, or `refund:` or `fee:` and the provider's id. Unique within the payment. */
  entryId: string
  kind: 'payment' | 'refund' | 'fee'
  /** When the money moved, milliseconds since 1970 UTC. */
  atMs: number
  /** When the payment itself was made; equals `atMs` for a payment. */
  paidAtMs: number
  /** Where the path ends: `paidAtMs`, but for a renewal its first payment's, whose split it inherits. */
  pathAtMs: number
  /** Minor units of `currency`; negative for a refund, 0 for a fee. */
  amountMinor: number
  /** The tax in `amountMinor`; 0 while unknown. */
  taxMinor: number
  taxKnown: boolean
  /** The provider's fee, in `currency`; negative if some was returned. */
  feeMinor: number
  /** Whether all fees of a payment are known. */
  feesKnown: boolean
  /** `feeMinor` as booked, if all of it was in one currency; not stored. */
  bookedFee?: { currency: string; minor: number }
  currency: string
  /** The site's currency, `''` while no rate to it is known. */
  reportingCurrency: string
  /** Minor units of `reportingCurrency`; 0 while it is unknown. */
  reportingMinor: number
  reportingTaxMinor: number
  reportingFeeMinor: number
  /** Units of `reportingCurrency` for one of `currency`; 0 while it is unknown. */
  rate: number
  /** The day the rate is of; `''` if none was needed, or is known. */
  rateDay: string
  provider: string
  renewal: boolean
  trial: boolean
  /** The product or plan; `''` if unknown. */
  product: string
  /** The same for all payments of one customer, without identifying anybody; `''` if unknown. */
  customer: string
  /** The same for all payments of one subscription; `''` for others. */
  subscription: string
  /** How many months a payment of the subscription is for; 0 when unknown. */
  intervalMonths: number
  /** `''` when not linked. */
  visitorId: string
  /** Every visitor id whose sessions form the path; empty when not linked. */
  pathVisitorIds: string[]
  linkMethod: LinkMethod
  /** The entry is removed (a refund that a better report replaced). */
  removed: boolean
  /** Grows with every change of the payment; the newest version of an entry wins. */
  version: number
}
