import { en } from './en.ts'

/** Every text a person reads, in one shape; a further language is a further object of this type. */
export type Texts = typeof en

/** The language that is spoken now, as a BCP 47 tag. */
export const textLanguage = 'en'

/** The texts of the language that is spoken now. */
export const texts: Texts = en
