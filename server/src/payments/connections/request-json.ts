import { OutsideRefused, type RequestOutside } from '../../outside/request-outside.ts'
import { fieldsOf, textOf } from '../providers/wire/fields.ts'
import { apiErrorOf, type RefusedAnswer } from './api-error-of.ts'
import { ProviderApiError } from './provider-api.ts'

const timeoutMs = 20_000
const longestAnswer = 32 * 1024 * 1024

/** An API did not answer a request. Contains nothing of the request itself, which contains a key. */
export class RefusedRequest extends Error {
  readonly answer: RefusedAnswer

  constructor(answer: RefusedAnswer) {
    super(`the API answered ${answer.status}`)
    this.answer = answer
  }
}

export interface JsonRequest {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
}

export interface JsonAnswer {
  body: unknown
  /** When the API answered by its own clock, if it says so. */
  answeredMs: number | undefined
}

/**
 * Sends one request to an API. Throws a `RefusedRequest`, or an `OutsideRefused` for an address that is not allowed.
 */
export async function requestJson(
  request: RequestOutside,
  url: string,
  options: JsonRequest = {},
): Promise<JsonAnswer> {
  const answer = await request(url, { ...options, timeoutMs, longestAnswer }).catch(
    (error: unknown) => {
      throw error instanceof OutsideRefused ? error : new RefusedRequest({ status: 0 })
    },
  )
  const { status, text, headers } = answer
  const body = parsed(text)
  if (status < 200 || status >= 300 || body === undefined) {
    throw new RefusedRequest({ status, retryAfter: headers['retry-after'], code: codeOf(body) })
  }
  const answeredMs = Date.parse(headers.date ?? '')
  return { body, answeredMs: Number.isNaN(answeredMs) ? undefined : answeredMs }
}

/** The error of a failed request, in our words. */
export function requestError(error: unknown, what: string): ProviderApiError {
  if (error instanceof RefusedRequest) return apiErrorOf(what, error.answer)
  if (error instanceof OutsideRefused) return new ProviderApiError('unexpected', error.message)
  return new ProviderApiError('unavailable', `${what}: no usable answer`)
}

/** The provider's own name of the error. */
function codeOf(body: unknown): string | undefined {
  const { name, code } = fieldsOf(body)
  return textOf(name ?? code)?.toLowerCase()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
