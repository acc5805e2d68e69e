import { settings as english } from './en/settings.ts'
import { spoken } from './texts.ts'

/** The words of a site's settings, fetched with them. */
export const settingsTexts = await spoken(english, {
  de: async () => (await import('./de/settings.ts')).settings,
  es: async () => (await import('./es/settings.ts')).settings,
})
