import { reconciliation as english } from './en/reconciliation.ts'
import { spoken } from './texts.ts'

/** The texts of reconciliation, loaded with it. */
export const reconciliationTexts = await spoken(english, {
  de: async () => (await import('./de/reconciliation.ts')).reconciliation,
  es: async () => (await import('./es/reconciliation.ts')).reconciliation,
})
