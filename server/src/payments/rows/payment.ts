import type {
  DuplicateBy,
  LinkMethod,
  PaymentHistoryTable,
  RefundsTable,
} from '../../store/control/tables/payment-tables.ts'

/** One real payment in the ledger. Null means not reported yet. */
export interface Payment {
  /** `pay_` and 20 base62 characters. */
  id: string
  siteId: string
  provider: string
  providerPaymentId: string
  amountMinor: number
  currency: string
  paidAtMs: number
  /** Whether a report stated the time; otherwise it is the time of the first report. */
  paidAtGiven: boolean
  renewal: boolean | null
  trial: boolean | null
  customerId: string | null
  subscriptionId: string | null
  /** Encrypted. */
  customerEmail: string | null
  emailHash: string | null
  givenVisitorId: string | null
  givenSessionId: string | null
  /**
   * A visitor's id or a text of the merchant's own; it counts if it is a known visitor's id and no id was given.
   */
  referenceVisitorId: string | null
  metadata: Record<string, unknown> | null
  /** Part of `amountMinor`. */
  taxMinor: number | null
  /** The provider's fees for it, by movement of its balance; null when unknown. */
  fees: PaymentFee[] | null
  product: string | null
  /** As reported; `renewal` and `trial` may be determined by the ledger. */
  renewalReported: boolean | null
  trialReported: boolean | null
  link: PaymentLink
  /** When to try linking next; null when nothing can improve the link. */
  relinkAtMs: number | null
  revision: number
  receivedMs: number
  updatedMs: number
  /** When its person was erased: the amount stays, and it is never linked again. */
  erasedMs: number | null
  /** The payment of the site's primary system that is the same money: then this one counts nowhere. */
  duplicate: DuplicateOf | null
  /** Whether a person decided that it counts, whatever equals it. */
  isCountedByHand: boolean
}

/** The payment that another one repeats, and the evidence. */
export interface DuplicateOf {
  paymentId: string
  by: DuplicateBy
}

/** As `relinkAtMs`: something changed, so linking is due at the next chance. */
export const dueAtOnce = 0

/** The visitor of a payment, and how it was found. */
export interface PaymentLink {
  method: LinkMethod
  /** 0 to 1; the expected precision of the method. */
  confidence: number
  visitorId: string | null
  sessionId: string | null
  /** Every visitor whose sessions form the path; empty when not linked. */
  pathVisitorIds: string[]
  /** Where the path ends: the payment's own time, or its first payment's when this is a renewal. */
  pathAtMs: number
  /** The payment whose link and path a renewal inherits. */
  firstPaymentId: string | null
  /** The result of each step of linking, in the order they were tried. */
  steps: LinkStepNote[]
}

/** The result of one step of linking, stored for the receipt. */
export interface LinkStepNote {
  step: 'ids' | 'inherited' | 'email' | 'time'
  outcome: 'linked' | 'waiting' | 'skipped' | 'rejected'
  /** One of the closed list of words in `attribution/`, such as `visitor-not-seen`. */
  reason: string
  /** The candidates considered, the chosen one first. */
  candidates: LinkCandidate[]
  /** Figures that the decision is based on, such as the expected precision of a link by time. */
  figures?: Record<string, number>
}

/** A visitor or session that a payment might have belonged to. */
export interface LinkCandidate {
  visitorId: string | null
  sessionId: string | null
  /** Why the candidate was not chosen; null for the chosen one. */
  rejected: string | null
}

/** The provider's fee for one movement of its balance; negative if it was returned. */
export interface PaymentFee {
  id: string
  of: 'payment' | 'refund' | 'dispute'
  /** By purpose, in minor units of `currency`. */
  amounts: Readonly<Record<string, number>>
  currency: string
  atMs: number
  /** How much of the payment's money moved, in the payment's currency. */
  ofMinor: number
  /** The same in `currency`, if that is another. */
  bookedMinor?: number
}

/** A reported refund or dispute. */
export interface RefundReport {
  id: string
  kind: RefundsTable['kind']
  /** 0 for `full`, and for a dispute that took no money. */
  amountMinor: number
  atMs: number
  state: RefundsTable['state']
  /** When a dispute's money was returned. */
  reversedMs: number | null
  /** The tax in it, if the provider stated it. */
  taxMinor: number | null
}

/** One entry of a payment's history. */
export interface HistoryEntry {
  atMs: number
  source: string
  kind: PaymentHistoryTable['kind']
  details: Record<string, unknown>
}

/** The link that a payment starts with: no visitor yet. */
export function noLink(paidAtMs: number): PaymentLink {
  return {
    method: 'none',
    confidence: 0,
    visitorId: null,
    sessionId: null,
    pathVisitorIds: [],
    pathAtMs: paidAtMs,
    firstPaymentId: null,
    steps: [],
  }
}
