import { AppError } from '../errors.ts'
import { isDay } from './local-time.ts'

/** No time of an event or a payment is later: the engine's type for times ends a century after. */
export const latestTimeMs = Date.UTC(2200, 0, 1)

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** Milliseconds since 1970 of an ISO 8601 time with its zone; the error for anything else names the field. */
export function parseTime(name: string, text: string): number {
  // `Date.parse` takes the 30th of February for the 2nd of March.
  const ms = isoTime.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms) || ms < 0 || ms > latestTimeMs) {
    throw new AppError(
      'invalid',
      `${name} must be an ISO 8601 time such as 2026-11-20T09:30:00.000Z`,
    )
  }
  return ms
}
