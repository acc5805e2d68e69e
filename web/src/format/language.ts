import { atFirstUse } from './at-first-use.ts'
import { locale } from './locale.ts'

const names = atFirstUse(
  () => new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' }),
)

/** A language's name from its tag; other texts are returned unchanged. */
export function formatLanguage(tag: string): string {
  try {
    return names().of(tag) ?? tag
  } catch {
    // Browsers may send anything; `Intl` throws for an invalid tag.
    return tag
  }
}
