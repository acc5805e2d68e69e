import { en } from './en.ts'
import type { Translated } from './translation.ts'

/** The shape of all texts; a further language translates any part of it. */
type Texts = typeof en

/** The dashboard's languages, each in its own name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof languages

const key = 'tributary-language'

/** The current language, as a BCP 47 tag: the person's choice, or the browser's. */
export const textLanguage: Language = chosenLanguage()

/** The texts of the current language. English is included; another is loaded. */
export const texts: Texts = await textsOf(textLanguage)

/** Changes the language. Numbers and dates change with it, so the page reloads. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // Storage is disabled, so the choice cannot be stored; the browser's own language is used.
  }
  location.reload()
}

function chosenLanguage(): Language {
  const wanted = [storedLanguage(), ...navigator.languages].map((tag) => tag?.split('-')[0])
  const spoken = Object.keys(languages) as Language[]
  return wanted.flatMap((tag) => spoken.filter((one) => one === tag))[0] ?? 'en'
}

function storedLanguage(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

async function textsOf(language: Language): Promise<Texts> {
  document.documentElement.lang = language
  if (language === 'de') return completed(en, (await import('./de.ts')).de)
  if (language === 'es') return completed(en, (await import('./es.ts')).es)
  return en
}

/** Texts that only some pages need, loaded with them: English, and the current language. */
export async function spoken<Part extends object>(
  english: Part,
  said: Record<Exclude<Language, 'en'>, () => Promise<Translated<Part>>>,
): Promise<Part> {
  return textLanguage === 'en' ? english : completed(english, await said[textLanguage]())
}

/** A translation, with missing texts in English. */
function completed<Part extends object>(english: Part, said: Translated<Part>): Part {
  const whole = Object.fromEntries<unknown>(Object.entries(english))
  for (const [name, text] of Object.entries(said)) {
    const own = (english as Record<string, unknown>)[name]
    whole[name] = isGroup(own) && isGroup(text) ? completed(own, text as object) : text
  }
  return whole as Part
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
