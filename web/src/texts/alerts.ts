import { alerts } from './en/alerts.ts'
import { spoken } from './texts.ts'

/** The texts of reports and alerts, loaded with their section of the settings. */
export const alertTexts = (
  await spoken(
    { alerts },
    {
      de: () => import('./de/alerts.ts'),
      es: () => import('./es/alerts.ts'),
    },
  )
).alerts
