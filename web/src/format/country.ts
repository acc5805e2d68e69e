import { atFirstUse } from './at-first-use.ts'
import { locale } from './locale.ts'

const names = atFirstUse(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }))

/** A country's name from its ISO 3166-1 code; other texts are returned unchanged. */
export function formatCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names().of(code) ?? code) : code
}
