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
  /** Whether a report gave the time; otherwise it is the time of the first report. */
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
  /** A visitor's id or a text of the merchant's own; it counts where it names a visitor and no id was given. */
  referenceVisitorId: string | null
  metadata: Record<string, unknown> | null
  /** Of `amountMinor`, which includes it. */
  taxMinor: number | null
  /** The provider's fees for it, by movement of its balance; null when unknown. */
  fees: PaymentFee[] | null
  product: string | null
  /** As reported; `renewal` and `trial` may be the ledger's own finding. */
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
  /** Whether somebody counts it, whatever equals it. */
  isCountedByHand: boolean
}

/** Which payment another one repeats, and what shows it. */
export interface DuplicateOf {
  paymentId: string
  by: DuplicateBy
}

/** As `relinkAtMs`: something was learned, so linking is due at the next chance. */
export const dueAtOnce = 0

/** Which visitor a payment belongs to, and how we know. */
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
  /** What each step of linking found, in the order they were tried. */
  steps: LinkStepNote[]
}

/** What one step of linking found, stored for the receipt. */
export interface LinkStepNote {
  step: 'ids' | 'inherited' | 'email' | 'time'
  outcome: 'linked' | 'waiting' | 'skipped' | 'rejected'
  /** One of the closed words of `attribution/`, such as `visitor-not-seen`. */
  reason: string
  /** What was considered, the chosen one first. */
  candidates: LinkCandidate[]
  /** Figures the decision rests on, such as the expected precision of a link by time. */
  figures?: Record<string, number>
}

/** A visitor or session that a payment might have belonged to. */
export interface LinkCandidate {
  visitorId: string | null
  sessionId: string | null
  /** Why the candidate was not chosen; null for the chosen one. */
  rejected: string | null
}

/** What the provider took for one movement of its balance, or gave back with it (negative). */
export interface PaymentFee {
  id: string
  of: 'payment' | 'refund' | 'dispute'
  /** By what they are for, in minor units of `currency`. */
  amounts: Readonly<Record<string, number>>
  currency: string
  atMs: number
  /** How much of the payment's money moved, in the payment's currency. */
  ofMinor: number
  /** The same in `currency`, where that is another. */
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
  /** When a dispute's money came back. */
  reversedMs: number | null
  /** The tax in it, if the provider stated it. */
  taxMinor: number | null
}

/** One entry of what was said about a payment. */
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
