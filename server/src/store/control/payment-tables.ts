/** How a payment's visitor was found. */
export type LinkMethod = 'ids' | 'email' | 'time' | 'inherited' | 'manual' | 'none'

/** The ledger's tables, a part of the control store's `Database`. */
export interface PaymentTables {
  payments: PaymentsTable
  payment_aliases: PaymentAliasesTable
  refunds: RefundsTable
  payment_history: PaymentHistoryTable
  payment_outbox: PaymentOutboxTable
  identities: IdentitiesTable
}

/** One real payment. What was said first stands; what was empty is filled by later reports. */
export interface PaymentsTable {
  /** `pay_` and 20 base62 characters. */
  id: string
  site_id: string
  /** Lower-case. */
  provider: string
  provider_payment_id: string
  amount_minor: number
  currency: string
  paid_at_ms: number
  /** Whether a report said when it was paid; otherwise it is the moment we were told. */
  paid_at_given: number
  /** Null while nobody has said. */
  renewal: number | null
  trial: number | null
  customer_id: string | null
  subscription_id: string | null
  /** Encrypted; see `secrets.ts`. */
  customer_email: string | null
  /** Keyed hash of the normalised address, what identities are matched by. */
  email_hash: string | null
  given_visitor_id: string | null
  given_session_id: string | null
  /** JSON object text. */
  metadata: string | null
  link_method: LinkMethod
  link_confidence: number
  visitor_id: string | null
  session_id: string | null
  /** JSON array: every visitor whose sessions form the path. */
  path_visitor_ids: string
  /** Where the path ends: the payment's own time, or a renewal's first payment's. */
  path_at_ms: number
  /** The payment whose link and path this renewal inherits. */
  first_payment_id: string | null
  /** JSON: what the link rests on, what was considered and rejected, and why. */
  link_receipt: string
  /** When linking is to be tried next; null when nothing could make the link better. */
  relink_at_ms: number | null
  /** Grows by one with every change. */
  revision: number
  received_ms: number
  updated_ms: number
  /** When its person was erased: the money stays, and nobody is to be found for it again. */
  erased_ms: number | null
}

/** Every id by which a provider speaks of one payment, its own `provider_payment_id` included. */
export interface PaymentAliasesTable {
  site_id: string
  provider: string
  alias: string
  payment_id: string
}

/** What we were told about money going back; `payments/refunds.ts` turns it into amounts. */
export interface RefundsTable {
  payment_id: string
  refund_id: string
  /** One refund, the sum of all refunds so far, or the whole payment. */
  kind: 'single' | 'total' | 'full'
  /** 0 for `full`. */
  amount_minor: number
  at_ms: number
  received_ms: number
}

/** Append-only: who told us what about a payment, and what we made of it. */
export interface PaymentHistoryTable {
  payment_id: string
  number: number
  at_ms: number
  /** `api`, or `webhook:` and the provider, or `linking`. */
  source: string
  kind: 'recorded' | 'filled' | 'refund' | 'discrepancy' | 'linked'
  /** JSON object text without personal data. */
  details: string
}

/** Payments whose newest revision the events engine may not have yet. */
export interface PaymentOutboxTable {
  payment_id: string
  revision: number
}

/** Which visitor is which person, as identify calls told. */
export interface IdentitiesTable {
  site_id: string
  visitor_id: string
  kind: 'email' | 'user'
  /** Keyed hash of the normalised address, or the site's own user id. */
  value: string
  /** `client` can be forged by whoever sits at the browser; a `server` report outranks it. */
  origin: 'client' | 'server'
  first_seen_ms: number
  last_seen_ms: number
}
