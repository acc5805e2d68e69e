import type { ImportNote } from '@tributary/contract/data-import.ts'
import type { MoneyFact } from '../payments/ledger/money-fact.ts'
import type { Site } from '../site.ts'
import type { StoredEvent } from '../store/events/event.ts'
import type { ImportedDay } from './rows/imported-day-rows.ts'

/** A position in a file, for the person who has to fix it. */
export interface Place {
  /** The file's name within an archive; `''` for a single file. */
  file: string
  /** From 1. */
  line: number
}

/** One item of a file, or a line that could not be understood. */
export type ImportItem = Place &
  (
    | { kind: 'event'; event: StoredEvent }
    | { kind: 'identity'; identity: ImportedIdentity }
    | { kind: 'payment'; payment: ImportedFact }
    | { kind: 'link'; link: ImportedLink }
    | { kind: 'duplicate'; duplicate: ImportedDuplicate }
    | { kind: 'day'; day: ImportedDay }
    | { kind: 'problem'; message: string }
    /** A notice about the file as a whole. */
    | { kind: 'note'; note: ImportNote }
  )

export interface ImportedIdentity {
  visitorId: string
  kind: 'email' | 'user'
  /** User id, address, or the hash of one if `isHash`. */
  value: string
  isHash?: boolean
  origin: 'client' | 'server'
  firstSeenMs: number
  lastSeenMs: number
}

export interface ImportedFact {
  fact: MoneyFact
  source: string
  receivedMs: number
  /** The ledger's own id for it, in an export of ours. */
  key?: string
}

export interface ImportedLink {
  provider: string
  providerPaymentId: string
  visitorId: string | null
  sessionId: string | null
  isErased: boolean
}

/**
 * A payment that does not count because another one does; or, without another one, a payment that a person decided
 * to count.
 */
export interface ImportedDuplicate {
  provider: string
  providerPaymentId: string
  of: { provider: string; providerPaymentId: string; by: 'id' | 'email' } | null
}

/** A file to be read, opened as often as needed. */
export interface SourceFile {
  name: string
  /** The bytes, unpacked. */
  open(): AsyncIterable<Buffer>
}

/** The context of a format's reader. */
export interface ReadContext {
  site: Site
  nowMs: number
}

/** How one kind of file is read. */
export interface ImportFormat {
  /** Whether equal events in one file are separate events; otherwise they are one, repeated. */
  repeatsCount: boolean
  read(files: readonly SourceFile[], context: ReadContext): AsyncIterable<ImportItem>
}
