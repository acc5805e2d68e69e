import { goals as english } from './en/goals.ts'
import { spoken } from './texts.ts'

/** The texts of the goals in a site's settings, loaded with them. */
export const goalTexts = await spoken(english, {
  de: async () => (await import('./de/goals.ts')).goals,
  es: async () => (await import('./es/goals.ts')).goals,
})
