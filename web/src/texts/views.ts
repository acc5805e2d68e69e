import { views as english } from './en/views.ts'
import { spoken } from './texts.ts'

/** The texts of saved views, loaded with their menu. */
export const viewTexts = await spoken(english, {
  de: async () => (await import('./de/views.ts')).views,
  es: async () => (await import('./es/views.ts')).views,
})
