import { providerTexts as english } from './en/providers.ts'
import { spoken } from './texts.ts'

/** The texts of connecting payment providers, loaded with the settings. */
export const providerTexts = await spoken(english, {
  de: async () => (await import('./de/providers.ts')).providerTexts,
  es: async () => (await import('./es/providers.ts')).providerTexts,
})
