import { textLanguage } from './texts.ts'

/** Translations of the server's English texts, by their codes. */
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

/** What would link such payments, in the reader's language; an unknown code stays English. */
export function remedyText({ cause, provider, remedy }: Unlinked): { text: string; lang: string } {
  const said = other?.remedies[cause]?.(other.checkouts[provider] ?? other.anyCheckout)
  return said === undefined ? { text: remedy, lang: 'en' } : { text: said, lang: textLanguage }
}
