import type { overview as english } from '../en/overview.ts'
import type { Translated } from '../translation.ts'

/** The sentence at the top of a site's page, in German. */
export const overview: Translated<typeof english> = {
  label: 'Umsatzübersicht',
  when: {
    today: 'heute',
    yesterday: 'gestern',
    '7d': 'in den letzten 7 Tagen',
    '30d': 'in den letzten 30 Tagen',
    '90d': 'in den letzten 90 Tagen',
    week: 'in dieser Woche',
    month: 'in diesem Monat',
    year: 'in diesem Jahr',
    '12mo': 'in den letzten 12 Monaten',
    custom: (days: string) => `im Zeitraum ${days}`,
  },
  revenue: '{amount} Umsatz {when}',
  changed: '{amount} Umsatz {when}, {change} gegenüber {before}',
  compared: '{amount} Umsatz {when}, verglichen mit {before}',
  source: '{source} brachte {amount}, {share} des Umsatzes',
  unlinked: '{share} des Umsatzes ({amount}) ist mit keinem Besucher verknüpft',
}
