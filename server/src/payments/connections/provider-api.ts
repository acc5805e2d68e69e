import type { ConnectionDetail } from '@tributary/contract/app/connection.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import type { SubscriptionFact } from '../subscriptions/subscription-fact.ts'

/** Where reading a provider's account continues; only the provider's code interprets its contents. */
export type SyncCursor = Readonly<Record<string, unknown>>

/** What an account is read with. */
export interface Credentials {
  key: string
  /** All fields that the provider's `details` name. */
  details: Readonly<Partial<Record<ConnectionDetail, string>>>
}

/** One object of the provider and its facts about money, or why it could not be understood. */
export interface Change {
  /** The provider's id of it. */
  id: string
  facts: readonly MoneyFact[]
  subscriptions: readonly SubscriptionFact[]
  /** The source of the facts: `sync:`, or `webhook:` for an event that webhooks deliver too, and the provider. */
  source: string
  problem: string | null
  /** The movements that the account booked for it. */
  movements: readonly Movement[]
}

/** One movement of an account's balance: what it booked for a payment, a refund or a dispute. */
export interface Movement {
  /**
   * Identifies its fee; where fees' ids are only unique within their payment, prefixed by `paymentRef` and a colon.
   */
  id: string
  kind: 'payment' | 'refund' | 'dispute'
  /** The provider's best id of the payment, one of those that its facts have. */
  paymentRef: string
  /**
   * The provider's id of the charge, refund or dispute. Of a refund or dispute the payment's own: all of them together,
   * where the provider says no more.
   */
  objectId: string
  atMs: number
  /** By when the payment must be recorded: later than `atMs` for money that is still on its way. */
  recordedByMs: number
  /**
   * The currency that was paid in, and how much of it moved, in minor units: negative for returned money, 0 for a fee
   * alone.
   */
  currency: string
  grossMinor: number
  /** The currency of the booking, the fee, and the amount that moved, in that currency. */
  feeCurrency: string
  feeMinor: number
  bookedMinor: number
}

/** One page of what an account holds. */
export interface ChangesPage {
  changes: readonly Change[]
  /** Where to continue after this page. */
  cursor: SyncCursor
  /** Whether nothing was left to read after this page. */
  isUpToDate: boolean
  /** How much of the import of the past is done, from 0 to 1. */
  progress: number
  /** Until when all movements are read after this page; null: some are still to come. */
  statementUntilMs: number | null
}

/** A payment provider whose account can be read with a key. */
export interface ProviderApi {
  readonly name: string
  readonly title: string
  /** What a key must be allowed to read, in the words of the provider's own pages. */
  readonly permissions: readonly string[]
  /** Where such a key is made. */
  readonly keyPage: string
  /** Whether the provider has read-only keys. */
  readonly hasReadOnlyKeys: boolean
  /** How a key looks. */
  readonly keyExample: string
  /** The fields to enter with the key, and their formats. Some keys do not need the optional ones. */
  readonly details: readonly { name: ConnectionDetail; example: string; isOptional?: boolean }[]
  /**
   * Throws a `KeyProblem` unless the key may read everything we need and, for providers that offer read-only keys,
   * change nothing.
   */
  checkKey(credentials: Credentials): Promise<void>
  /** The first cursor of an account, to be read back to `fromMs`. */
  firstCursor(fromMs: number, nowMs: number): SyncCursor
  /**
   * The next page of changes since a cursor. A page may be read again: it gives the same facts. Throws a
   * `ProviderApiError`.
   */
  listChanges(credentials: Credentials, cursor: SyncCursor, nowMs: number): Promise<ChangesPage>
  /**
   * Everything that the account holds about one payment, by any of its ids; empty for an unknown id. Throws a
   * `ProviderApiError`.
   */
  readPayment(credentials: Credentials, ref: string): Promise<Change[]>
}

/** An unusable key, with what to do about it. Never quotes the key. */
export class KeyProblem extends Error {}

export type ApiErrorCode =
  /** The key was revoked or has expired. */
  | 'key-refused'
  /** The key may no longer read something. */
  | 'not-permitted'
  | 'rate-limited'
  /** The provider could not be reached, or had a failure of its own. */
  | 'unavailable'
  | 'unexpected'

/**
 * A failed request to a provider's API. Made from scratch and without a cause: errors of HTTP clients hold requests,
 * and those hold keys.
 */
export class ProviderApiError extends Error {
  readonly code: ApiErrorCode
  /** How long the provider wants to be left alone; null: it did not say. */
  readonly retryAfterMs: number | null

  constructor(code: ApiErrorCode, message: string, retryAfterMs: number | null = null) {
    super(message)
    this.name = 'ProviderApiError'
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}
