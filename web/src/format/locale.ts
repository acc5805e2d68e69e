import { textLanguage } from '../texts/texts.ts'

/**
 * The locale of numbers and dates: the person's own where it speaks the language of the texts, so
 * that nobody reads English words around German dates.
 */
export const locale: string =
  navigator.languages.find((tag) => tag.split('-')[0] === textLanguage) ?? textLanguage
