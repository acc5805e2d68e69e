import type { Operations } from './contract/operations.ts'
import { readRetryAfter, retryDelayMs } from './retry-delay.ts'
import {
  TributaryApiError,
  TributaryConnectionError,
  TributaryError,
  TributaryTimeoutError,
} from './tributary-error.ts'

/** The part of `fetch` that is used, so that any runtime's own fits. */
export type Fetch = (
  url: string,
  options: {
    method: string
    headers: Record<string, string>
    body?: string
    redirect: 'manual'
    signal: AbortSignal
  },
) => Promise<Response>

export interface SendSettings {
  url: string
  key: string
  fetch: Fetch
  retries: number
  timeoutMs: number | undefined
  maxWaitMs: number
}

export interface CallOptions {
  /** Aborts the call, also between attempts; it then throws the signal's reason. */
  signal?: AbortSignal
}

export interface Call {
  method: string
  /** With its query. */
  path: string
  body?: object
  /** Makes retries safe where the thing itself has no identity. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** The server's message for something that does not exist: then the answer is undefined. */
  notFound?: string
  /** The timeout where the settings have none. */
  usualTimeoutMs: number
  /** The minimum timeout of calls that take the server longer than most, whatever the settings say. */
  leastTimeoutMs?: number
}

/** The arguments of an operation. */
type Given<Name extends keyof Operations> = Omit<Operations[Name], 'data'> &
  Pick<Call, 'idempotencyKey' | 'signal' | 'leastTimeoutMs'>

type Data<Name extends keyof Operations> = Operations[Name] extends { data: infer Result }
  ? Result
  : undefined

/** Calls an operation of one site and returns its answer; undefined for what is `notFound`. */
export interface Caller {
  <Name extends keyof Operations>(
    name: Name,
    given: Given<Name> & { notFound: string },
  ): Promise<Data<Name> | undefined>
  <Name extends keyof Operations>(name: Name, given: Given<Name>): Promise<Data<Name>>
}

/** The caller of a site. Its answers have the types of the contract's operations. */
export function callerOf(settings: SendSettings): Caller {
  function call<Name extends keyof Operations>(name: Name, given: Given<Name>): Promise<Data<Name>>
  function call(name: keyof Operations, given: Partial<Call>): Promise<unknown> {
    return send(settings, toCall(name, given))
  }
  return call
}

/** A server answers a report within 40 seconds, or says that it is too busy. A repeat before that is more work for it. */
const reportTimeoutMs = 45_000
const otherTimeoutMs = 10_000
/** All that may read a long range. */
const reports: readonly (keyof Operations)[] = [
  'POST /api/v1/query',
  'POST /api/v1/models',
  'POST /api/v1/paths',
  'POST /api/v1/funnel',
  'POST /api/v1/goals',
  'POST /api/v1/journeys',
  'POST /api/v1/cohorts',
  'POST /api/v1/visitors',
  'POST /api/v1/subscriptions/report',
  'POST /api/v1/spend/report',
  'GET /api/v1/payments',
  'GET /api/v1/reconciliation',
]

/** The request for an operation. */
export function toCall(
  name: keyof Operations,
  { query = {}, ...given }: Partial<Omit<Call, 'method' | 'path'>> & { query?: object },
): Call {
  const [method = '', path = ''] = name.split(' ')
  const usualTimeoutMs = reports.includes(name) ? reportTimeoutMs : otherTimeoutMs
  return { ...given, method, path: path + queryText(query), usualTimeoutMs }
}

/** The query of a path, without undefined values. */
function queryText(query: object): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}

/** Sends a call until it is answered, as often as the settings and the kind of failure allow. */
async function send(settings: SendSettings, call: Call): Promise<unknown> {
  try {
    return await sendRepeatedly(settings, call)
  } catch (error) {
    // Only the server's own message counts: a proxy's 404 means that the url is wrong.
    const isAbsent = error instanceof TributaryApiError && error.message === call.notFound
    if (isAbsent) return undefined
    throw error
  }
}

async function sendRepeatedly(settings: SendSettings, call: Call): Promise<unknown> {
  const body = call.body === undefined ? undefined : toJson(call.body)
  for (let attempts = 1; ; attempts += 1) {
    const answer = await attempt(settings, call, {
      body,
      attempts,
      read: async (response) => readReply(response, await response.text(), attempts),
    })
    if (!(answer instanceof TributaryError)) return answer.data
    if (attempts > settings.retries || !isWorthRepeating(answer)) throw answer
    const waitMs = retryDelayMs(attempts, retryAfterOf(answer))
    // Retrying sooner than asked does not help, and the caller cannot wait that long.
    if (waitMs > settings.maxWaitMs) throw answer
    await sleep(waitMs, call.signal)
  }
}

interface Attempt<Answer> {
  body?: string | undefined
  /** The number of this attempt, the first being 1. */
  attempts: number
  /** Reads the response; the timeout covers it. */
  read: (response: Response) => Promise<Answer>
}

/** One request. Returns what may be worth a retry, throws everything else. */
export async function attempt<Answer>(
  settings: SendSettings,
  call: Call,
  { body, attempts, read }: Attempt<Answer>,
): Promise<Answer | TributaryError> {
  call.signal?.throwIfAborted()
  const aborter = new AbortController()
  const timeoutMs = Math.max(settings.timeoutMs ?? call.usualTimeoutMs, call.leastTimeoutMs ?? 0)
  const timer = setTimeout(() => aborter.abort(), timeoutMs)
  try {
    const response = await settings.fetch(settings.url + call.path, {
      method: call.method,
      headers: headersOf(settings, call),
      ...(body !== undefined && { body }),
      // If it were followed, a POST would turn into a GET and silently lose its body.
      redirect: 'manual',
      signal: call.signal ? AbortSignal.any([call.signal, aborter.signal]) : aborter.signal,
    })
    return await read(response)
  } catch (cause) {
    call.signal?.throwIfAborted()
    if (aborter.signal.aborted) {
      const message = `No answer within ${timeoutMs} ms`
      return new TributaryTimeoutError(message, attempts, { cause })
    }
    const message = `${settings.url} could not be reached`
    return new TributaryConnectionError(message, attempts, { cause })
  } finally {
    clearTimeout(timer)
  }
}

function headersOf(settings: SendSettings, call: Call): Record<string, string> {
  return {
    Accept: 'application/json',
    Authorization: `Bearer ${settings.key}`,
    ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
    ...(call.idempotencyKey !== undefined && { 'Idempotency-Key': call.idempotencyKey }),
  }
}

/** The data of the envelope, or the error that the server, or a proxy in front of it, returned instead. */
export function readReply(
  response: Response,
  text: string,
  attempts: number,
): { data: unknown } | TributaryApiError {
  const reply = parse(text)
  const { status, headers } = response
  if (status === 200 && reply?.status === 'success') return { data: reply.data }
  return new TributaryApiError({
    status,
    message: reply?.error?.message ?? foreignMessage(response),
    attempts,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  })
}

interface Envelope {
  status?: unknown
  data?: unknown
  error?: { message?: string }
}

function parse(text: string): Envelope | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    // A proxy's page, for example. The status says enough.
    return undefined
  }
}

function foreignMessage({ status, headers }: Response): string {
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null) {
    return `HTTP ${status}: the server is at ${location}; use that as the url`
  }
  return `HTTP ${status}, and not from Tributary: is the url right?`
}

/** 409 with a time is "the same request is still being handled". */
function isWorthRepeating(error: TributaryError): boolean {
  if (!(error instanceof TributaryApiError)) return true
  const { status, retryAfterSeconds } = error
  if (status === 409) return retryAfterSeconds !== undefined
  return status === 429 || status >= 500
}

function retryAfterOf(error: TributaryError): number | undefined {
  return error instanceof TributaryApiError ? error.retryAfterSeconds : undefined
}

/** JSON would turn NaN and Infinity into null, which means that there is no value. */
function toJson(body: object): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new TypeError(`${name} must be a finite number`)
    }
    return value
  })
}

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    signal?.addEventListener('abort', wake)
  })
  signal?.throwIfAborted()
}
