import { providerGuides as english } from './en/provider-steps.ts'
import { spoken } from './texts.ts'

/** What to do at each payment provider, loaded with the settings. */
export const providerGuides = await spoken(english, {
  de: async () => (await import('./de/provider-steps.ts')).providerGuides,
  es: async () => (await import('./es/provider-steps.ts')).providerGuides,
})
