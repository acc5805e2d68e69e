import { isConfirmed } from './step-up.ts'

/** A request that failed, with what a person needs to know about it. */
export class RequestError extends Error {
  /** The HTTP status, or 0 when the server did not answer at all. */
  readonly status: number
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, headers?: Headers) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.requestId = headers?.get('x-request-id') ?? undefined
    this.retryAfterSeconds = Number(headers?.get('retry-after')) || undefined
  }
}

/** The options of a call. */
export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
  /** A piece of a file instead. */
  bytes?: Blob
  signal?: AbortSignal
  /** What the answer is to be, where it is not the envelope. */
  accept?: 'text/csv'
  /** An API key to act with, as a site's own server does. */
  key?: string
  /** What a share link was opened to. */
  shareAccess?: string
}

/** Asks the server and answers the envelope's `data`. Everything else is a `RequestError`. */
export async function request<Data>(path: string, options: RequestOptions = {}): Promise<Data> {
  const response = await reach(path, options)
  const envelope = await readEnvelope(response)
  if (response.ok && envelope?.status === 'success') return envelope.data as Data
  if (await isConfirmed(response.status, envelope?.error?.message)) return request(path, options)
  throw refusalOf(response, envelope)
}

/** The same answer as the server's table of it, and the cursor of what follows. */
export async function requestTable(
  path: string,
  options: RequestOptions,
): Promise<{ csv: string; nextCursor: string | undefined }> {
  const response = await reach(path, { ...options, accept: 'text/csv' })
  if (!response.ok) throw refusalOf(response, await readEnvelope(response))
  const nextCursor = response.headers.get('x-next-cursor') ?? undefined
  return { csv: await response.text(), nextCursor }
}

function refusalOf(response: Response, envelope: EnvelopeLike | undefined): RequestError {
  const message = envelope?.error?.message ?? response.statusText
  return new RequestError(response.status, message, response.headers)
}

declare global {
  interface Window {
    /** What `first.js` asked before this script was in, by path. */
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

async function reach(path: string, options: RequestOptions): Promise<Response> {
  const init: RequestInit = { method: options.method ?? 'GET', credentials: 'same-origin' }
  if (options.signal) init.signal = options.signal
  if (options.body !== undefined) init.body = JSON.stringify(options.body)
  if (options.bytes) init.body = options.bytes
  init.headers = {
    // E-mails about what is done here are written in it.
    'accept-language': document.documentElement.lang || 'en',
    ...(options.body !== undefined && { 'content-type': 'application/json' }),
    ...(options.accept && { accept: options.accept }),
    ...(options.bytes && { 'content-type': 'application/octet-stream' }),
    ...(options.shareAccess !== undefined && { 'x-share-access': options.shareAccess }),
    ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
  }
  try {
    return await (takeAskedAhead(path, init) ?? fetch(path, init))
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new RequestError(0, 'The server does not answer')
  }
}

interface EnvelopeLike {
  status?: string
  data?: unknown
  error?: { message?: string }
}

/** A proxy's error page is no envelope; its status still says enough. */
async function readEnvelope(response: Response): Promise<EnvelopeLike | undefined> {
  try {
    return (await response.json()) as EnvelopeLike
  } catch {
    return undefined
  }
}
