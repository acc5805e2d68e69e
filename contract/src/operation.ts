import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { AppSiteRole } from './app/site.ts'

/** What a key may do. One scope per kind of request, so a leaked key opens as little as it can. */
export const apiKeyScopes = [
  'goals:write',
  'payments:write',
  'visitors:read',
  'events:write',
  'stats:read',
  'annotations:write',
  'spend:write',
  'data:export',
] as const

export type ApiKeyScope = (typeof apiKeyScopes)[number]

/**
 * Who may call an operation:
 * - `scopes`: an API key with any one of them; with `orRole` also a signed-in person in that role on the site that
 *   `?siteId=` names, when no key is sent;
 * - `role`: a signed-in person in that role, or a higher one, on the site of the path's `:siteId`; with `stepUp` only
 *   after they confirmed within ten minutes that it is them;
 * - `person`: anyone signed in, `installation-owner`: who owns the installation;
 * - `signed-in` and `factor-setter`: also a person who still lacks a required second factor;
 * - `same-origin`: anyone, from the dashboard's own pages; `anyone`: from everywhere;
 * - `signature`: a payment provider that signs the body.
 */
export type Access =
  | { readonly scopes: readonly ApiKeyScope[]; readonly orRole?: 'viewer' | 'admin' }
  | { readonly role: AppSiteRole; readonly stepUp?: true }
  | 'person'
  | 'installation-owner'
  | 'signed-in'
  | 'factor-setter'
  | 'same-origin'
  | 'anyone'
  | 'signature'

/** People who may look at a site, who may change it, and who may do so after proving their identity. */
export const viewer = { role: 'viewer' } as const
export const admin = { role: 'admin' } as const
export const confirmedAdmin = { role: 'admin', stepUp: true } as const

/** One thing that the API can do. Its key in a list of operations is its method and path. */
export interface Operation {
  access: Access
  /** Of the query, where every value is text. */
  query?: TObject
  body?: TObject
  /** The refusal when a required field of the body (without a body: of the query) is absent; by default it names the field. */
  missing?: string
  /** The handler reads the body itself, such as a file or a signed one. */
  readsBody?: true
  /** The largest body; 64 KiB when absent. */
  bodyLimitBytes?: number
  /** `data` of the envelope; absent where the answer is a file, a redirect or empty. */
  data?: TSchema
  /** The names of its tables, for `Accept: text/csv` and `?table=`; the first is the default. */
  tables?: readonly string[]
  /** `Idempotency-Key` is understood. Careful: replies are stored under this name. */
  idempotency?: string
  /** The operation is part of the public API, and described like this. */
  docs?: Docs
}

/** Operations by method and path, such as `GET /api/app/sites/:siteId`. */
export type Operations = Readonly<Record<`${Method} /${string}`, Operation>>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The names of the parameters in a path. */
export type ParamsOf<Name> = Name extends `${string}:${infer Param}/${infer Rest}`
  ? Param | ParamsOf<Rest>
  : Name extends `${string}:${infer Param}`
    ? Param
    : never

/** The query of an operation as its handler gets it. */
export type QueryOf<One> = One extends { query: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

/** The body; unknown where the handler reads it itself. */
export type BodyOf<One> = One extends { readsBody: true }
  ? unknown
  : One extends { body: infer Schema extends TSchema }
    ? Static<Schema>
    : undefined

/** `data` of the envelope. */
export type DataOf<One> = One extends { data: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

/** An operation as it is described to the users of the API. */
export interface Docs {
  /** Unique; clients that are generated name their functions after it. */
  id: string
  summary: string
  description: string
  /** An example of the query. */
  query?: Readonly<Record<string, string | number>>
  /** Bodies that work as they are, in this order. */
  bodies?: Readonly<Record<string, { summary: string; value: object }>>
  /** Only JSON when absent. */
  contentTypes?: readonly string[]
  /** 200 when absent. */
  status?: number
  /** What the reply says. */
  reply: string
  /** An example of `data`. */
  example?: object
  /** The reply is a file instead: its type, and what is in it. */
  file?: { contentType: string; description: string }
  /** Errors in addition to those that follow from its input. */
  refusals?: readonly Refusal[]
}

export interface Refusal {
  status: number
  description: string
  message: string
}

/** The `data` of an operation that only the dashboard calls: a type, which both ends are compiled with. */
export function typed<Data>() {
  return Type.Unsafe<Data>({})
}

/** `data` that only says in English what was done. */
export const message = typed<{ message: string }>()

/** The refusal of an input that lacks something or breaks a rule. */
export function invalidInput(message: string): Refusal {
  return {
    status: 400,
    description: 'Something required is missing, or a value breaks its rule; the message names it',
    message,
  }
}

/** An invalid value in an operation without required fields. */
export function invalidValue(message: string): Refusal {
  return { status: 400, description: 'A value breaks its rule; the message names it', message }
}

/** A public operation with its parts by name. */
export interface PublicOperation extends Operation {
  /** In lower case, as OpenAPI writes it. */
  method: string
  path: string
  /** A key with any of these may; empty where no key is needed. */
  scopes: readonly ApiKeyScope[]
  docs: Docs
  /** Its own errors, without those that every operation has. */
  refusals: readonly Refusal[]
}

/** Operations as a list, in their order; those without `docs` are left out. */
export function listPublic(operations: Operations): PublicOperation[] {
  return Object.entries(operations).flatMap(([name, operation]) => {
    const { access, docs, missing, idempotency } = operation
    if (docs === undefined) return []
    const [method = '', path = ''] = name.split(' ')
    const scopes = typeof access === 'object' && 'scopes' in access ? access.scopes : []
    const refusals = [
      ...(missing === undefined ? [] : [invalidInput(missing)]),
      ...(docs.refusals ?? []),
      ...(idempotency === undefined ? [] : [otherBody]),
    ]
    return [{ ...operation, docs, method: method.toLowerCase(), path, scopes, refusals }]
  })
}

const otherBody: Refusal = {
  status: 409,
  description: 'The `Idempotency-Key` was used with another body within 24 hours',
  message: 'This Idempotency-Key was used with another body',
}
