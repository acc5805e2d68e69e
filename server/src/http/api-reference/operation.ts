import type { TObject, TSchema } from 'typebox'
import type { ApiKeyScope } from '../../sites/api-keys.ts'

/** One thing the public API can do, as it is described to its users. */
export interface Operation {
  method: 'get' | 'post' | 'put' | 'delete'
  path: string
  /** Unique; clients that are generated name their functions after it. */
  id: string
  summary: string
  description: string
  /** A key with any of these may; empty where no key is needed. */
  scopes: readonly ApiKeyScope[]
  query?: { schema: TObject; example: Record<string, string | number> }
  body?: Body
  /** `Idempotency-Key` is understood. */
  takesIdempotencyKey?: boolean
  reply: Reply
  /** The refusals that are its own; those of every operation are added. */
  refusals: readonly Refusal[]
}

export interface Body {
  schema: TSchema
  contentTypes: readonly string[]
  limitBytes: number
  /** Requests that work as they are, in this order. */
  examples: Readonly<Record<string, { summary: string; value: object }>>
}

/** `data` of the envelope, with an example; undefined for a reply without a body. */
export interface Reply {
  status: number
  description: string
  data?: { schema: TObject; example: object }
  /** The answer is a file instead: its type, and what is in it. */
  file?: { contentType: string; description: string }
  /** As CSV (`Accept: text/csv`) one of these tables comes, which `?table=` names; the first by default. */
  tables?: readonly string[]
}

export interface Refusal {
  status: number
  description: string
  message: string
}
