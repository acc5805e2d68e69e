import type { MoneyFact } from '../ledger/money-fact.ts'
import type { SubscriptionFact } from '../subscriptions/subscription-fact.ts'

/** One HTTP request of a provider: its raw bytes, and its headers in lower case. */
export interface Delivery {
  body: Buffer
  headers: Readonly<Record<string, string>>
}

/** What an endpoint's deliveries are checked with. */
export interface EndpointKeys {
  /** The valid secrets: two during a rotation. */
  secrets: readonly string[]
  /** How old a signature may be, where the provider's signature has a time; null: any age. */
  toleranceSeconds: number | null
  /** Whether the endpoint is for the provider's test mode or sandbox. */
  isTest: boolean
  /** Further options for a provider's check, by name. */
  options: EndpointOptions
}

/** What an owner may add to an endpoint. Encrypted at rest. */
export interface EndpointOptions {
  /** Gumroad: an access token, with which every sale is looked up; PayPal: the secret of `clientId`. */
  apiToken?: string
  /** PayPal: the client id of the app, with whose credentials every event is looked up. */
  clientId?: string
  /** Gumroad: the only seller whose pings count. */
  sellerId?: string
  /** Shopify: the only shop whose messages count, as `name.myshopify.com`. */
  shop?: string
}

/** Why a delivery was refused. */
export type Rejection =
  | 'missing-signature'
  | 'wrong-signature'
  | 'too-old'
  | 'ahead-of-time'
  | 'other-account'
  | 'unknown-sale'
  | 'unknown-event'
  | 'untrusted-certificate'
  /** The provider's API or certificate could not be fetched; the provider sends the delivery again. */
  | 'unconfirmed'

export type Verdict =
  /** `notes` are stored with the delivery, as further headers. */
  | { kind: 'accepted'; notes?: Readonly<Record<string, string>> }
  | { kind: 'rejected'; reason: Rejection }
  /** No event and no attack: answered, and nothing more. */
  | { kind: 'greeting' }

/** A delivery's own description. */
export interface ProviderEvent {
  /** The same for every repeat of this delivery, and different for all others. */
  key: string
  type: string
  isTest: boolean
  /** The body as parsed; whole numbers beyond 2^53 are text. */
  body: Readonly<Record<string, unknown>>
}

/** The credentials of a PayPal app, and which of PayPal's two environments it is in. */
export interface PaypalApp {
  clientId: string
  clientSecret: string
  isSandbox: boolean
}

/** What checking needs from outside this server. */
export interface Outside {
  /** The certificates, in PEM, at a PayPal address. */
  readCertificates(url: string): Promise<string>
  /** Root certificates that such a chain may end in, in PEM. */
  trustedRoots: readonly string[]
  /** A Gumroad sale, if it is one of the token's account. */
  findGumroadSale(
    saleId: string,
    apiToken: string,
  ): Promise<Readonly<Record<string, unknown>> | undefined>
  /** A PayPal webhook event, if the app's account has one with this id. */
  findPaypalEvent(
    eventId: string,
    app: PaypalApp,
  ): Promise<Readonly<Record<string, unknown>> | undefined>
}

/** A payment provider: how its webhooks are checked, and what they mean. */
export interface Provider {
  /** The name in addresses, in the ledger and on the command line. */
  readonly name: string
  readonly title: string
  /** False if only the secrecy of the address proves who sent a delivery. */
  readonly isSigned: boolean
  /** The time window of its signatures unless the endpoint sets one; null: they carry no time. */
  readonly toleranceSeconds: number | null
  /** The headers that `read` and `translate` need; they are archived with the body. */
  readonly archivedHeaders: readonly string[]
  verify(
    delivery: Delivery,
    keys: EndpointKeys,
    now: { nowMs: number; outside: Outside },
  ): Verdict | Promise<Verdict>
  /** Throws `MalformedBody` if this is no event of the provider. */
  read(delivery: Delivery): ProviderEvent
  /** The event's facts about money; an empty list if it has none. Throws when the event cannot be understood. */
  translate(event: ProviderEvent, delivery: Delivery): MoneyFact[]
  /**
   * The event's facts about subscriptions, for providers whose events state prices. Throws when the event cannot be
   * understood.
   */
  subscriptions?(event: ProviderEvent): SubscriptionFact[]
  /**
   * A payment of 1.00 for testing an endpoint, marked with `testMark`, with the headers that the provider would
   * send. Undefined if only the provider can sign.
   */
  sample(secret: string, nowMs: number): Delivery | undefined
}

/** Marks the samples: a signed body with this mark is never money. */
export const testMark = 'tributary_test'

/** The body is not what this provider sends. */
export class MalformedBody extends Error {}
