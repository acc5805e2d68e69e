import { en } from './en.ts'
import type { Translated } from './translation.ts'

/** Every text a person reads, in one shape; a further language says what it can of it. */
type Texts = typeof en

/** The languages that the dashboard speaks, each in its own name. */
export const languages = { en: 'English', de: 'Deutsch', es: 'Español' } as const
export type Language = keyof typeof languages

const key = 'tributary-language'

/** The language that is spoken now, as a BCP 47 tag: the person's choice, or the browser's. */
export const textLanguage: Language = chosenLanguage()

/** The texts of the language that is spoken now. English comes along; another is fetched. */
export const texts: Texts = await textsOf(textLanguage)

/** Speaks another language from now on. Numbers and dates change with it, so the page loads anew. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language)
  } catch {
    // Storage is switched off, so there is nowhere to keep the choice; the browser's own holds.
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

/** Texts that only some pages need, and that are fetched with them: English, and what is spoken. */
export async function spoken<Part extends object>(
  english: Part,
  said: Record<Exclude<Language, 'en'>, () => Promise<Translated<Part>>>,
): Promise<Part> {
  return textLanguage === 'en' ? english : completed(english, await said[textLanguage]())
}

/** A translation with what it leaves out said in English. */
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
