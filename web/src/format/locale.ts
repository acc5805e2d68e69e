import { textLanguage } from '../texts/texts.ts'

/**
 * The locale of numbers and dates: the person's own where it speaks the language of the texts, so
 * that German dates are not mixed with English text.
 */
export const locale: string =
  navigator.languages.find((tag) => tag.split('-')[0] === textLanguage) ?? textLanguage
