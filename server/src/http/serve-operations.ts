import { type Success, success } from '@tributary/contract/envelope.ts'
import type {
  Access,
  BodyOf,
  DataOf,
  Operation,
  Operations,
  ParamsOf,
  QueryOf,
} from '@tributary/contract/operation.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Account } from '../account.ts'
import type { Clock } from '../clock.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { type Attempt, replyOnce } from './idempotency.ts'
import { bodyLimitBytes } from './json-body.ts'
import { answerAsTable, type Tables } from './tables.ts'
import { validateBody, validateQuery } from './validate.ts'

/** Finds out who calls. */
export interface Callers {
  /** Admits only callers that an operation's access allows, before the body is read. */
  admit(access: Access): Pick<RouteShorthandOptions, 'onRequest'>
  /** The caller of an admitted request, and the site they may act on. */
  callerOf(request: FastifyRequest, access: Access): Promise<{ site?: Site; person?: Account }>
  /** Counts a request that no route answers towards the limit of its key. */
  countUnrouted(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** What serving operations needs. */
export interface Serving {
  callers: Callers
  control: ControlStore
  clock: Clock
}

/** An operation's call by an authorised caller, with validated input. */
export type Call<Name, One> = {
  request: FastifyRequest
  reply: FastifyReply
  params: Readonly<Record<ParamsOf<Name>, string>>
  query: QueryOf<One>
  body: BodyOf<One>
} & Caller<One> &
  (One extends { tables: readonly (infer Table extends string)[] } ? Tabled<Table, One> : unknown) &
  (One extends { idempotency: string } ? Repeatable<One> : unknown)

type Caller<One> = One extends { access: { scopes: unknown } }
  ? { site: Site }
  : One extends { access: { role: unknown } }
    ? { site: Site; person: Account }
    : One extends { access: 'person' | 'installation-owner' | 'signed-in' | 'factor-setter' }
      ? { person: Account }
      : unknown

interface Tabled<Table extends string, One> {
  /** Does the work and sends its result, as CSV if requested. An unknown table is refused before the work. */
  inTables: (
    tables: Tables<DataOf<One>, Table>,
    work: () => Promise<DataOf<One>>,
  ) => Promise<FastifyReply | Success<DataOf<One>>>
}

interface Repeatable<One> {
  /** Does the work once, however often it is requested with the same `Idempotency-Key` and input. */
  once: (
    input: object,
    work: (attempt: Attempt) => Promise<DataOf<One>>,
  ) => Promise<Success<DataOf<One>>>
}

/** What a handler returns: `data`, or the reply it has sent if the operation has no `data`. */
type Answer<One> = One extends { tables: unknown } | { idempotency: unknown }
  ? FastifyReply | Success<DataOf<One>>
  : One extends { data: unknown }
    ? DataOf<One>
    : FastifyReply

/** A handler for each operation. */
export type Handlers<List> = {
  readonly [Name in keyof List]: (call: Call<Name, List[Name]>) => Promise<Answer<List[Name]>>
}

type AnyHandler = (call: object) => Promise<object | undefined>

/**
 * Adds a route for each operation. It first checks whether the caller may (a role on a site after parsing the body),
 * then the query and the body; then the handler runs, and its result is wrapped in the envelope.
 */
export function serveOperations<List extends Operations>(
  app: FastifyInstance,
  deps: Serving,
  operations: List,
  handlers: Handlers<List>,
): void
export function serveOperations(
  app: FastifyInstance,
  deps: Serving,
  operations: Readonly<Record<string, Operation>>,
  handlers: object,
): void {
  const handlerOf = new Map<string, AnyHandler>(Object.entries(handlers))
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', url = ''] = name.split(' ')
    const handle = handlerOf.get(name)
    if (handle === undefined) throw new Error(`${name} has no handler`)
    const read = readerOf(operation)
    const isEnveloped =
      operation.data !== undefined && !operation.tables && operation.idempotency === undefined
    app.route({
      ...deps.callers.admit(operation.access),
      bodyLimit: operation.bodyLimitBytes ?? bodyLimitBytes,
      method,
      url,
      handler: async (request, reply) => {
        const caller = await deps.callers.callerOf(request, operation.access)
        const { params } = request
        const call = { request, reply, params, ...read(request), ...caller }
        const answer = await handle({ ...call, ...helpersFor(deps, operation, call) })
        return isEnveloped && answer !== undefined ? success(answer) : answer
      },
    })
  }
}

/** Makes the validation of an operation's input. */
function readerOf({ query, body, missing, readsBody }: Operation) {
  const checkQuery = query && validateQuery(query, body === undefined ? missing : undefined)
  const checkBody = body && !readsBody ? validateBody(body, missing) : undefined
  return (request: FastifyRequest) => ({
    query: checkQuery?.(request.query),
    body: readsBody ? request.body : checkBody?.(request.body),
  })
}

function helpersFor(
  deps: Serving,
  { tables: names, idempotency }: Operation,
  { request, reply, site }: { request: FastifyRequest; reply: FastifyReply; site?: Site },
) {
  return {
    ...(names !== undefined && {
      inTables: <Data extends object>(tables: Tables<Data>, work: () => Promise<Data>) =>
        answerAsTable({ request, reply }, { names, tables }, work),
    }),
    ...(idempotency !== undefined &&
      site !== undefined && {
        once: <Data extends object>(input: object, work: (attempt: Attempt) => Promise<Data>) => {
          const named = { siteId: site.id, operation: idempotency, input }
          return replyOnce(deps, request, named, async (attempt) => success(await work(attempt)))
        },
      }),
  }
}
