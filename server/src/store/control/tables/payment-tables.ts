import type { Generated } from 'kysely'

/** How a payment's visitor was found. */
export type LinkMethod = 'ids' | 'email' | 'time' | 'inherited' | 'manual' | 'none'

/** The evidence that two systems report the same money. */
export type DuplicateBy = 'id' | 'email'

/** The ledger's tables, a part of the control store's `Database`. */
export interface PaymentTables {
  payments: PaymentsTable
  payment_aliases: PaymentAliasesTable
  refunds: RefundsTable
  payment_history: PaymentHistoryTable
  payment_outbox: PaymentOutboxTable
  payment_facts: PaymentFactsTable
  payment_merges: PaymentMergesTable
  exchange_rates: ExchangeRatesTable
  exchange_rate_sources: ExchangeRateSourcesTable
  payment_rates: PaymentRatesTable
  identities: IdentitiesTable
  payment_waits: PaymentWaitsTable
}

/** One real payment. The first report wins; later reports fill empty fields. */
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
  /** Whether a report stated the time of the payment; otherwise it is the time of the report. */
  paid_at_given: number
  /** Null while unknown. */
  renewal: number | null
  trial: number | null
  customer_id: string | null
  subscription_id: string | null
  /** Encrypted; see `secrets.ts`. */
  customer_email: string | null
  /** Keyed hash of the normalised address, by which identities are matched. */
  email_hash: string | null
  given_visitor_id: string | null
  given_session_id: string | null
  /** A visitor's id or a text of the merchant's own; it counts if it is a known visitor's id. */
  reference_visitor_id: string | null
  /** JSON object text. */
  metadata: string | null
  tax_minor: number | null
  /** JSON array of `PaymentFee`; null while unknown. */
  fees: string | null
  product: string | null
  /** As reported; `renewal` and `trial` may be determined by the ledger. */
  renewal_told: number | null
  trial_told: number | null
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
  /** JSON: the evidence for the link, the candidates, and why they were rejected. */
  link_receipt: string
  /** When to retry linking; null if nothing can improve the link. */
  relink_at_ms: number | null
  /** Incremented with every change. */
  revision: number
  received_ms: number
  updated_ms: number
  /** When its person was erased: the amount stays, and it is never linked again. */
  erased_ms: number | null
  /** The version of the rules that computed this row from the payment's facts. */
  fold_version: Generated<number>
  /** The payment of the site's primary system that reports the same money; null: it counts. */
  duplicate_of: string | null
  /** The evidence for that: a shared id or the customer's address. */
  duplicate_by: DuplicateBy | null
  /** 1: a person decided that it counts, whatever equals it. */
  counted_by_hand: Generated<number>
  /** 1 while it is due to be compared with the others again. */
  duplicates_due: Generated<number>
}

/** Every id that a provider has for one payment, its own `provider_payment_id` included. */
export interface PaymentAliasesTable {
  site_id: string
  provider: string
  alias: string
  payment_id: string
}

/**
 * Reported refunds and disputes, derived from the facts; `payments/ledger/refunds.ts` computes
 * amounts. A row without a fact stays as `void`, so that reports receive its removal.
 */
export interface RefundsTable {
  payment_id: string
  refund_id: string
  /** One refund, the sum of all refunds so far, the whole payment, or a dispute. */
  kind: 'single' | 'total' | 'full' | 'dispute' | 'void'
  /** 0 for `full`, and for a dispute that took no money. */
  amount_minor: number
  at_ms: number
  /** `failed` for a failed refund; the state of a dispute. */
  state: 'failed' | 'opened' | 'lost' | 'won' | null
  /** When a dispute's money was returned. */
  reversed_ms: number | null
  /** The tax in a refund, if the provider stated it. */
  tax_minor: number | null
  received_ms: number
}

export type HistoryKind =
  | 'recorded'
  | 'filled'
  | 'changed'
  | 'refund'
  | 'dispute'
  | 'discrepancy'
  | 'merged'
  | 'linked'

/** Append-only: the reports about a payment and their effects. */
export interface PaymentHistoryTable {
  payment_id: string
  number: number
  at_ms: number
  /** `api`, or `webhook:` and the provider, or `linking`. */
  source: string
  kind: HistoryKind
  /** JSON object text without personal data. */
  details: string
}

/** Payments whose newest revision the events engine may not have yet. */
export interface PaymentOutboxTable {
  payment_id: string
  revision: number
  /** How often the engine has refused this revision; 0 for one that is on its way. */
  refusals: Generated<number>
  /** When a refused one is retried. */
  retry_at_ms: Generated<number | null>
  /** What the engine said. */
  reason: Generated<string | null>
}

/** Which visitor is which person, from identify calls. */
export interface IdentitiesTable {
  site_id: string
  visitor_id: string
  kind: 'email' | 'user'
  /** Keyed hash of the normalised address, or the site's own user id. */
  value: string
  /** `client` can be forged in the browser; a `server` report outranks it. */
  origin: 'client' | 'server'
  first_seen_ms: number
  last_seen_ms: number
}

/**
 * Every statement about money, unchanged except for the e-mail address. A payment is computed from its facts; facts
 * may arrive before the payment that they are about.
 */
export interface PaymentFactsTable {
  site_id: string
  /** Hash of the source and content; repeats have the same. */
  fact_key: string
  /** The payment's id, created with the first fact, even when that is no payment yet. */
  payment_id: string
  /** The order of arrival within a payment, for the API, where the first report wins. */
  sequence: number
  source: string
  received_ms: number
  /** JSON: the fact without its person. */
  money: string
  /** JSON, the e-mail address encrypted; null if the fact does not state the payer, or the person was erased. */
  person: string | null
  /** The visitor in `person`. */
  visitor_id: string | null
}

/** Ids of payments that turned out to be another one, and what the events engine still has of them. */
export interface PaymentMergesTable {
  old_id: string
  site_id: string
  payment_id: string
  /** JSON array of the entries that the engine may know under the old id. */
  entry_ids: string
  /** Above every revision that the old id ever had. */
  revision: number
}

/** The value of one euro on a day. */
export interface ExchangeRatesTable {
  /** `2026-11-20`. */
  day: string
  currency: string
  /** Decimal text, as it was published. */
  per_eur: string
  source: RateOrigin
}

/**
 * Whether it comes from the European Central Bank's own files, or from a file or address that the operator chose.
 */
export type RateOrigin = 'ecb' | 'operator'

/** The sources of rates, their state, and how the last attempt ended. */
export interface ExchangeRateSourcesTable {
  /** The address or path, without a password; `shipped` for the history that is part of the program. */
  name: string
  /** From this day to `last_day` there is no gap; `''` before the first fetch. */
  covered_from: string
  last_day: string
  /**
   * Payments from this day on are checked again in the next run, because they may have been converted while rates
   * arrived; `''` once that is done.
   */
  recheck_from: string
  fetched_ms: number | null
  next_ms: number
  /** In a row, since the last success. */
  failures: number
  /** `''` after a success. */
  error_kind: '' | 'unreachable' | 'unreadable'
  error_detail: string
}

/** The rate that a payment in another currency than its site's is reported at. */
export interface PaymentRatesTable {
  payment_id: string
  from_currency: string
  to_currency: string
  paid_day: string
  /** `''` while no rate of the day or an earlier one is known. */
  rate_day: string
  from_per_eur: string
  to_per_eur: string
}

/** The events that could still improve a payment's link, so that they are recognised when they arrive. */
export interface PaymentWaitsTable {
  payment_id: string
  site_id: string
  /** An event of this visitor, of this session, or of this half hour (half hours since 1970 UTC). */
  kind: 'visitor' | 'session' | 'time'
  value: string
  /** Only an event that happened by then can matter. */
  until_ms: number
  /** Until when such an event is waited for. */
  expires_ms: number
}
