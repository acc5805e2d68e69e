import type { StoredEvent } from '../store/events/event.ts'

/**
 * The lines of an export. Each is one JSON object, whose `type` determines its kind. A reader skips unknown types.
 */
export type ExportLine =
  | HeadLine
  | ({ type: 'event' } & EventFields)
  | IdentityLine
  | FactLine
  | LinkLine
  | DuplicateLine
  | CheckpointLine
  | { type: 'end' }

/** The parts that an export may have. */
export const exportParts = ['events', 'identities', 'payments'] as const

export type ExportPart = (typeof exportParts)[number]

export const exportVersion = 1

export interface HeadLine {
  type: 'tributary-export'
  version: number
  exportedAt: string
  site: {
    id: string
    name: string
    domains: readonly string[]
    timezone: string
    currency: string
    identification: boolean
  }
  /** UTC days, both included; null for all days. */
  from: string | null
  to: string | null
  parts: readonly ExportPart[]
}

/** An event without empty fields. Times are ISO 8601, UTC. */
export interface EventFields
  extends Partial<
    Omit<StoredEvent, 'siteId' | 'timestampMs' | 'receivedMs' | 'kind' | 'origin' | 'importId'>
  > {
  at: string
  receivedAt: string
  kind: StoredEvent['kind']
  origin: StoredEvent['origin']
}

/** A claim that a visitor is a person. */
export interface IdentityLine {
  type: 'identity'
  visitorId: string
  kind: 'email' | 'user'
  /** The site's own user id; of an e-mail address its hash, which only the same site can use. */
  value: string
  /** The address, if a payment contained it; identify calls leave only the hash. */
  email?: string
  origin: 'client' | 'server'
  firstSeenAt: string
  lastSeenAt: string
}

/** A fact about money, in the ledger's terms, and when it was reported. */
export interface FactLine {
  type: 'payment'
  provider: string
  source: string
  receivedAt: string
  /** The ledger's own id for it, by which the same site recognises it. */
  key: string
  fact: Record<string, unknown>
}

/** A manual link; without a visitor, the payment is to stay unlinked. */
export interface LinkLine {
  type: 'link'
  provider: string
  providerPaymentId: string
  visitorId: string | null
  sessionId: string | null
  /** Its person was erased: it is never linked again. */
  erased?: true
}

/** Marks a payment as a duplicate that does not count; without `of`, as one that a person decided to count. */
export interface DuplicateLine {
  type: 'duplicate'
  provider: string
  providerPaymentId: string
  of: { provider: string; providerPaymentId: string } | null
  by: 'id' | 'email' | null
}

/** Everything before it is complete: `sha256` is of the bytes since the last checkpoint, or the beginning. */
export interface CheckpointLine {
  type: 'checkpoint'
  /** A request with it continues after this line. */
  cursor: string
  lines: number
  sha256: string
}
