import { subscriptions } from './en/subscriptions.ts'
import { spoken } from './texts.ts'

/** The texts of subscriptions, loaded with their page. */
export const { subscriptions: subscriptionTexts } = await spoken(
  { subscriptions },
  {
    de: () => import('./de/subscriptions.ts'),
    es: () => import('./es/subscriptions.ts'),
  },
)
