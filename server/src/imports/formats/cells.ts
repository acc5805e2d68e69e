import { AppError } from '../../errors.ts'
import { findCurrency } from '../../money/currencies.ts'
import { toMinorUnits } from '../../money/money.ts'

const earliestMs = Date.UTC(2005, 0, 1)
const mostAheadMs = 5 * 60_000

/**
 * A time as tools write it: ISO 8601, `2026-11-20 09:30:00.123` (UTC), or a number of seconds, milliseconds or
 * microseconds since 1970. Otherwise its problem.
 */
export function readTime(text: string, nowMs: number): number | { problem: string } {
  const ms = timeMs(text.trim())
  if (Number.isNaN(ms)) {
    return { problem: `the time must be like 2026-11-20T09:30:00Z, not ${quoted(text)}` }
  }
  if (ms < earliestMs) return { problem: 'the time is before 2005' }
  if (ms > nowMs + mostAheadMs) return { problem: 'the time is in the future' }
  return ms
}

function timeMs(text: string): number {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000
  if (/^\d{13}$/.test(text)) return Number(text)
  if (/^\d{16}$/.test(text)) return Math.floor(Number(text) / 1000)
  const [, day, time = '00:00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i.exec(
      text,
    ) ?? []
  if (day === undefined) return Number.NaN
  const ms = Date.parse(`${day}T${time}${/^utc$/i.test(zone) ? 'Z' : zone}`)
  // Date.parse takes 31 February for 3 March.
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false
  return isDay ? ms : Number.NaN
}

/** A UTC day, `2026-11-20` or `20261120`. */
export function readDay(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text.trim()) ?? []
  const iso = `${year}-${month}-${day}`
  return new Date(`${iso}T00:00:00Z`).toJSON()?.startsWith(iso) ? iso : undefined
}

/** An amount of major units in minor ones. */
export function readAmount(
  text: string,
  currencyText: string,
): { amountMinor: number; currency: string } | { problem: string } {
  const currency = findCurrency(currencyText.trim().toUpperCase())
  if (currency === undefined) {
    return {
      problem: `the currency must be an ISO 4217 code such as USD, not ${quoted(currencyText)}`,
    }
  }
  const trimmed = text.trim()
  const amount = /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN
  if (!Number.isFinite(amount) || amount < 0) {
    return { problem: `the amount must be a number such as 49.99, not ${quoted(text)}` }
  }
  const minor = toMinorUnits(amount, currency)
  return 'problem' in minor
    ? { problem: `the amount ${quoted(text)} cannot be paid in ${currency}` }
    : { amountMinor: minor.amountMinor, currency }
}

/** Refuses a table that lacks required columns. */
export function requireColumns(
  columns: readonly string[],
  needed: readonly string[],
  what: string,
): void {
  const missing = needed.filter((name) => !columns.includes(name))
  if (missing.length === 0) return
  throw new AppError(
    'invalid',
    `This is not ${what}: its first line lacks ${missing.join(', ')}. Choose the tool that wrote the file, or export it again with all columns.`,
  )
}

export function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 40))
}
