import { hourMs } from '../../time/durations.ts'
import { ProviderApiError } from './provider-api.ts'

/** An error response of a provider. */
export interface RefusedAnswer {
  /** 0: there was no answer, or it was cut off. */
  status: number
  /** The header `Retry-After`. */
  retryAfter?: string | null | undefined
  /** The provider's own name of the error. */
  code?: string | undefined
}

/** The error of a request, in our words: the provider's may quote parts of the key. */
export function apiErrorOf(
  what: string,
  { status, retryAfter, code = '' }: RefusedAnswer,
): ProviderApiError {
  const waitMs = retryAfterMs(retryAfter)
  if (status === 401) return new ProviderApiError('key-refused', `${what}: 401`)
  if (status === 403) return new ProviderApiError('not-permitted', `${what}: 403`)
  if (status === 429) return new ProviderApiError('rate-limited', `${what}: 429`, waitMs)
  if (status === 0 || status === 409 || status >= 500 || status < 400) {
    const how = status === 0 ? 'no answer' : String(status)
    return new ProviderApiError('unavailable', `${what}: ${how}`, waitMs)
  }
  const named = /^[a-z_]{1,60}$/.test(code) ? ` ${code}` : ''
  return new ProviderApiError('unexpected', `${what}: ${status}${named}`)
}

const longestWaitMs = hourMs

function retryAfterMs(header: string | null | undefined): number | null {
  if (header === undefined || header === null) return null
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Number.NaN
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), longestWaitMs)
}
