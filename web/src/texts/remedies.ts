import { textLanguage } from './texts.ts'

/** What the server says in English, said in another language by the same codes. */
async function otherRemedies() {
  if (textLanguage === 'de') return import('./de/remedies.ts')
  return textLanguage === 'es' ? import('./es/remedies.ts') : undefined
}

const other = await otherRemedies()

interface Unlinked {
  cause: string
  provider: string
  /** As the server says it. */
  remedy: string
}

/** What would link such payments, and in which language that is said; a code that is new stays English. */
export function remedyText({ cause, provider, remedy }: Unlinked): { text: string; lang: string } {
  const said = other?.remedies[cause]?.(other.checkouts[provider] ?? other.anyCheckout)
  return said === undefined ? { text: remedy, lang: 'en' } : { text: said, lang: textLanguage }
}
