import { type Fields, fieldsOf } from '../providers/wire/fields.ts'
import { parseJsonObject } from '../providers/wire/json-text.ts'
import { apiErrorOf, type RefusedAnswer } from './api-error-of.ts'
import { ProviderApiError } from './provider-api.ts'

const timeoutMs = 20_000
const longestAnswer = 32 * 1024 * 1024

export interface ApiQuestion {
  method?: 'GET' | 'POST' | 'PATCH'
  headers: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | number>>
  body?: object
}

export interface ApiAnswer {
  body: Fields
  /** When the provider answered by its own clock, if it says so. */
  answeredMs: number | undefined
}

/** An error response. Contains neither the request nor the provider's message. */
export class ApiRefusal extends Error implements RefusedAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly code: string

  constructor(status: number, retryAfter: string | null = null, code = '') {
    super(status === 0 ? 'no usable answer' : `answered ${status}`)
    this.status = status
    this.retryAfter = retryAfter
    this.code = code
  }
}

/**
 * Asks a provider's API, whose address the operator or this program sets, for a JSON object: within 20 seconds, with
 * a bounded answer, without redirects and retries. Throws an `ApiRefusal`.
 */
export async function askApi(
  url: string,
  { method = 'GET', headers, query = {}, body }: ApiQuestion,
): Promise<ApiAnswer> {
  const address = new URL(url)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
  const answer = await fetch(address, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A key must only be sent to the address that it was made for.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => {
    throw new ApiRefusal(0)
  })
  const retryAfter = answer.headers.get('retry-after')
  const text = await boundedText(answer).catch(() => {
    throw new ApiRefusal(0, retryAfter)
  })
  const object = objectOf(text)
  if (!answer.ok) throw new ApiRefusal(answer.status, retryAfter, codeOf(object))
  if (object === undefined) throw new ApiRefusal(0)
  const saidMs = Date.parse(answer.headers.get('date') ?? '')
  return { body: object, answeredMs: Number.isNaN(saidMs) ? undefined : saidMs }
}

/** The error of a request by `askApi`, in our words. */
export function askedErrorOf(error: unknown, what: string): ProviderApiError {
  if (error instanceof ApiRefusal) return apiErrorOf(what, error)
  return new ProviderApiError('unavailable', `${what}: no usable answer`)
}

/** The whole body of an answer. Throws if it is too long. */
export async function boundedText(answer: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > longestAnswer) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function objectOf(text: Buffer): Fields | undefined {
  try {
    return parseJsonObject(text)
  } catch {
    return undefined
  }
}

/** The provider's own name of an error, if its answer has one in a usual place. */
function codeOf(body: Fields | undefined): string {
  const { code } = fieldsOf(body?.error)
  return typeof code === 'string' ? code : ''
}
