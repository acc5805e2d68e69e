import { settings as english } from './en/settings.ts'
import { spoken } from './texts.ts'

/** The texts of a site's settings, loaded with them. */
export const settingsTexts = await spoken(english, {
  de: async () => (await import('./de/settings.ts')).settings,
  es: async () => (await import('./es/settings.ts')).settings,
})
