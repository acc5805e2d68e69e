import type { BodyOf, DataOf, ParamsOf, QueryOf } from '@tributary/contract/operation.ts'
import type { AllOperations } from '@tributary/contract/operations/app.ts'
import { isConfirmed } from './step-up.ts'

/** A request that failed, with what a person needs to know about it. */
export class RequestError extends Error {
  /** The HTTP status, or 0 if the server did not answer at all. */
  readonly status: number
  /** Whether something in between answered instead of Tributary, such as a proxy or a network's sign-in page. */
  readonly isOfProxy: boolean
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  /** `message` is that of Tributary's own answer. */
  constructor(status: number, message: string | undefined, headers?: Headers) {
    super(message ?? `Another server answered with status ${status}`)
    this.isOfProxy = message === undefined
    this.name = 'RequestError'
    this.status = status
    this.requestId = headers?.get('x-request-id') ?? undefined
    this.retryAfterSeconds = Number(headers?.get('retry-after')) || undefined
  }
}

type OperationName = keyof AllOperations

/** `data` of an operation's answer. */
export type Data<Name extends OperationName> = DataOf<AllOperations[Name]>

/** The input of an operation: the parameters of its path by name, its query and its body. */
type Input<Name extends OperationName> = Readonly<Record<ParamsOf<Name>, string>> &
  SiteOf<AllOperations[Name]> &
  AsQuery<QueryOf<AllOperations[Name]>> &
  AsBody<AllOperations[Name]> &
  Options

/** For operations that API keys use, too, a person's request names the site. */
type SiteOf<One> = One extends { access: { orRole: unknown } } ? { siteId: string } : unknown

type AsQuery<Query> = Query extends object
  ? Partial<Query> extends Query
    ? { query?: OrUndefined<Query> }
    : { query: OrUndefined<Query> }
  : unknown

/** Undefined parameters are left out of an address. */
type OrUndefined<Query> = {
  [Name in keyof Query]: Partial<Pick<Query, Name>> extends Pick<Query, Name>
    ? Query[Name] | undefined
    : Query[Name]
}

type AsBody<One> = One extends { readsBody: true }
  ? { bytes: Blob }
  : One extends { body: unknown }
    ? { body: BodyOf<One> }
    : unknown

interface Options {
  signal?: AbortSignal | undefined
  /** An API key to act with, as a site's own server does. */
  key?: string
  /** The access token of a share link. */
  shareAccess?: string
}

interface AnyInput extends Options {
  query?: object
  body?: unknown
  bytes?: Blob
}

/** Calls an operation and returns the envelope's `data`. Everything else is a `RequestError`. */
export function request<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
): Promise<Data<Name>>
export function request(name: OperationName, input: AnyInput): Promise<unknown> {
  return send(name, input)
}

async function send(name: OperationName, input: AnyInput): Promise<unknown> {
  const response = await reach(name, input)
  const envelope = await readEnvelope(response)
  if (response.ok && envelope?.status === 'success') return envelope.data
  if (await isConfirmed(response.status, envelope?.error?.message)) return send(name, input)
  throw refusalOf(response, envelope)
}

/** A call that asks for the server's CSV table of an operation; made again for each page. */
export type TableCall = (cursor: string | undefined) => readonly [OperationName, AnyInput]

/** The call of an operation that has tables; without a table's name, of the first. */
export function tableCall<Name extends TabledName>(
  name: Name,
  input: Input<Name>,
  table?: TableOf<AllOperations[Name]>,
): readonly [OperationName, AnyInput] {
  const { query }: AnyInput = input
  return [name, table === undefined ? input : { ...input, query: { ...query, table } }]
}

type TableOf<One> = One extends { tables: readonly (infer Table)[] } ? Table : never

type TabledName = {
  [Name in OperationName]: AllOperations[Name] extends { tables: unknown } ? Name : never
}[OperationName]

/** The table of an answer, and the cursor of the next page. */
export async function requestTable([name, input]: ReturnType<TableCall>): Promise<{
  csv: string
  nextCursor: string | undefined
}> {
  const response = await reach(name, input, { accept: 'text/csv' })
  const isTable = response.headers.get('content-type')?.startsWith('text/csv')
  if (!response.ok || !isTable) throw refusalOf(response, await readEnvelope(response))
  const nextCursor = response.headers.get('x-next-cursor') ?? undefined
  return { csv: await response.text(), nextCursor }
}

function refusalOf(response: Response, envelope: EnvelopeLike | undefined): RequestError {
  return new RequestError(response.status, envelope?.error?.message, response.headers)
}

declare global {
  interface Window {
    /** The requests that `first.js` sent before this script was loaded, by path. */
    askedAhead?: Map<string, Promise<Response>>
  }
}

/** The answer to a prefetched request; each is used once, later calls ask the server. */
function takeAskedAhead(path: string, { method, signal }: RequestInit) {
  if (method !== 'GET' || signal?.aborted) return undefined
  const answer = window.askedAhead?.get(path)
  window.askedAhead?.delete(path)
  return answer
}

async function reach(
  name: OperationName,
  { body, bytes, signal, key, shareAccess, ...place }: AnyInput,
  headers: Record<string, string> = {},
): Promise<Response> {
  const [method = '', pattern = ''] = name.split(' ')
  const path = addressOf(pattern, place)
  const init: RequestInit = { method, credentials: 'same-origin' }
  if (signal) init.signal = signal
  if (body !== undefined) init.body = JSON.stringify(body)
  if (bytes) init.body = bytes
  init.headers = {
    // E-mails about changes made here are written in it.
    'accept-language': document.documentElement.lang || 'en',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(bytes && { 'content-type': 'application/octet-stream' }),
    ...(shareAccess !== undefined && { 'x-share-access': shareAccess }),
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...headers,
  }
  try {
    return await (takeAskedAhead(path, init) ?? fetch(path, init))
  } catch (error) {
    if (signal?.aborted) throw error
    throw new RequestError(0, 'The server does not answer')
  }
}

/** The path with its parameters filled in; the others go into the query. */
function addressOf(pattern: string, { query, ...params }: Pick<AnyInput, 'query'>): string {
  const left = new Map<string, unknown>(Object.entries({ ...params, ...query }))
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(left.get(name)))
    left.delete(name)
    return value
  })
  const search = new URLSearchParams()
  for (const [name, value] of left) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}

interface EnvelopeLike {
  status?: string
  data?: unknown
  error?: { message?: string }
}

/** The body; undefined if it is not JSON, such as a proxy's page. */
async function readEnvelope(response: Response): Promise<EnvelopeLike | undefined> {
  try {
    return ((await response.json()) as EnvelopeLike | null) ?? undefined
  } catch {
    return undefined
  }
}
