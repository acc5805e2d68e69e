import { createHash } from 'node:crypto'
import { hashEmail, normaliseEmail } from '../../identities/email-hash.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Secrets } from '../../store/control/secrets.ts'
import type { FactRow } from '../rows/payment-facts.ts'
import type { DisputeFact, FeeFact, MoneyFact, PaymentFact, RefundFact } from './money-fact.ts'

/** What recording needs: the ledger and the keys that protect personal data in it. */
export interface Ledger {
  control: ControlStore
  secrets: Secrets
  /** Until when a visitor's past is erased. */
  erasedMs?: ((siteId: string, visitorId: string) => number | undefined) | undefined
}

/** The payer, as far as a fact states it. */
export interface Person {
  customerId: string | null
  subscriptionId: string | null
  /** Encrypted. */
  customerEmail: string | null
  emailHash: string | null
  /** Orders addresses in the same way on every site of this installation; too short to reveal them. */
  emailOrder?: string | null
  visitorId: string | null
  sessionId: string | null
  referenceVisitorId?: string | null
  metadata: Record<string, unknown> | null
}

type Impersonal<Fact> = Fact extends MoneyFact ? Omit<Fact, 'provider' | keyof Person> : never

/** A fact without its person, as it is stored. */
export type MoneyPart =
  | Impersonal<PaymentFact>
  | Impersonal<RefundFact>
  | Impersonal<DisputeFact>
  | Impersonal<FeeFact>
  | { kind: 'same'; ids: readonly string[]; statedMs?: number | null }

/** A stored fact with its source and time. */
export interface KnownFact extends FactRow {
  money: MoneyPart
  person: Person | null
}

/** Derives the key that a site's customers' addresses are encrypted with. */
export function customerEmailPurpose(siteId: string): string {
  return `customer email ${siteId}`
}

/** A fact as the ledger stores it: its person separate, addresses encrypted, under a unique key. */
export function toKnownFact(
  ledger: Pick<Ledger, 'secrets' | 'erasedMs'>,
  siteId: string,
  fact: MoneyFact,
  report: { source: string; nowMs: number },
): KnownFact {
  const { provider, ...rest } = fact
  const { money, person } = apart(ledger.secrets, siteId, rest)
  const { customerEmail: _sealed, emailOrder: _ordered, ...named } = person ?? {}
  const isErased = wasErased(ledger, siteId, fact)
  return {
    // The address is encrypted anew each time, so the key uses its keyed hash.
    key: keyOf({ source: report.source, provider, money, person: named }),
    source: report.source,
    receivedMs: report.nowMs,
    sequence: 0,
    money,
    person: isErased ? null : person,
    visitorId: isErased ? null : (person?.visitorId ?? person?.referenceVisitorId ?? null),
  }
}

/** A fact without its person. */
export function withoutPerson(fact: KnownFact): KnownFact {
  return { ...fact, person: null, visitorId: null }
}

function apart(
  secrets: Secrets,
  siteId: string,
  fact: Omit<PaymentFact, 'provider'> | Impersonal<RefundFact | DisputeFact | FeeFact> | SameRest,
): { money: MoneyPart; person: Person | null } {
  if (fact.kind !== 'payment' && fact.kind !== 'same') return { money: fact, person: null }
  const { customerId, subscriptionId, customerEmail, visitorId, sessionId, ...others } = fact
  const { metadata, referenceVisitorId, ...money } = others
  const person = {
    customerId,
    subscriptionId,
    customerEmail:
      customerEmail === null ? null : secrets.seal(customerEmailPurpose(siteId), customerEmail),
    emailHash: customerEmail === null ? null : hashEmail(secrets, siteId, customerEmail),
    ...(customerEmail !== null && { emailOrder: orderOf(secrets, customerEmail) }),
    visitorId,
    sessionId,
    // Left out if there is none, so that facts keep the keys they have always had.
    ...(referenceVisitorId != null && { referenceVisitorId }),
    metadata,
  }
  const isEmpty = Object.values(person).every((value) => value === null)
  return { money, person: isEmpty ? null : person }
}

function orderOf(secrets: Secrets, email: string): string {
  return secrets.hash('order of e-mails', normaliseEmail(email)).slice(0, 3)
}

type SameRest = Person extends infer Personal
  ? { kind: 'same'; ids: readonly string[]; statedMs?: number | null } & Omit<
      Personal,
      'emailHash' | 'emailOrder'
    >
  : never

/** A payment from before an erasure, reported again under any id, stays without its person. */
function wasErased(ledger: Pick<Ledger, 'erasedMs'>, siteId: string, fact: MoneyFact): boolean {
  if (fact.kind !== 'payment' || fact.paidAtMs === null) return false
  const visitorId = fact.visitorId ?? fact.referenceVisitorId
  const erasedMs = visitorId == null ? undefined : ledger.erasedMs?.(siteId, visitorId)
  return erasedMs !== undefined && fact.paidAtMs <= erasedMs
}

function keyOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content, sortedKeys)).digest('base64url')
}

/** For `JSON.stringify`: objects with the same fields become the same text. */
export function sortedKeys(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
