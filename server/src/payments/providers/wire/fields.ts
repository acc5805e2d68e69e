import { storedText } from '../../../store/stored-text.ts'
import { latestTimeMs } from '../../../time/parse-time.ts'

/** A JSON object from outside, whose contents are unknown. */
export type Fields = Readonly<Record<string, unknown>>

const none: Fields = Object.freeze({})

/** The object, or an empty one, so that a path may be followed without checks at every step. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : none
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A non-empty text; a whole number counts as its digits. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  if (typeof value !== 'string') return null
  const text = storedText(value).trim()
  return text === '' ? null : text
}

/** The id of an object that is sent either complete or as its id alone. */
export function idOf(value: unknown): string | null {
  return textOf(value) ?? textOf(fieldsOf(value).id)
}

/** A whole number, also if it is sent as text. */
export function wholeOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

/** Milliseconds since 1970 of an ISO 8601 time; without a zone it is UTC. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return null
  const ms = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`)
  return possible(ms)
}

/** Milliseconds of a time in seconds since 1970. */
export function secondsOf(value: unknown): number | null {
  return possible((wholeOf(value) ?? 0) * 1000)
}

/** A time in milliseconds since 1970. */
export function millisOf(value: unknown): number | null {
  return possible(wholeOf(value) ?? 0)
}

/** A time that cannot be right counts as missing, so that the money is recorded all the same. */
function possible(ms: number): number | null {
  return ms > 0 && ms <= latestTimeMs ? ms : null
}

/** A required field; throws without it. */
export function need<T>(value: T | null, name: string): T {
  if (value === null) throw new Error(`the body has no usable ${name}`)
  return value
}

/**
 * A required list; throws without it. For answers to a question about a list: one without it is broken, and not an
 * empty list.
 */
export function needList(value: unknown, name: string): readonly unknown[] {
  return need(Array.isArray(value) ? value : null, name)
}

/** A required true or false; throws without it. */
export function needBoolean(value: unknown, name: string): boolean {
  return need(typeof value === 'boolean' ? value : null, name)
}
