import { portability as english } from './en/portability.ts'
import { spoken } from './texts.ts'

/** The texts of exports and imports, loaded with them. */
export const portabilityTexts = await spoken(english, {
  de: async () => (await import('./de/portability.ts')).portability,
  es: async () => (await import('./es/portability.ts')).portability,
})
