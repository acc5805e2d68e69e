import type { allSites as english } from '../en/all-sites.ts'
import type { Translated } from '../translation.ts'

/** Texts of the page of all sites, in German. */
export const allSites: Translated<typeof english> = {
  totals: 'Alle Websites',
  ranges: { today: 'Heute', '7d': '7 Tage', '30d': '30 Tage', '12mo': '12 Monate' },
  sort: 'Sortieren nach',
  sorts: {
    revenue: 'Höchster Umsatz',
    visitors: 'Meiste Besucher',
    now: 'Meiste Besucher jetzt',
    alerts: 'Benachrichtigungen zuerst',
    name: 'Name',
  },
  search: 'Websites suchen',
  searchHint: 'Name oder Domain',
  noMatch: 'Keine Website passt zur Suche',
  visitors: 'Besucher',
  visitorsHint:
    'Summe der Besucher aller Websites. Wer zwei Websites besucht, zählt auf jeder von ihnen.',
  revenue: 'Umsatz',
  revenueHint: 'Zahlungen abzüglich Erstattungen, jeweils an ihrem Tag, mit Verlängerungen.',
  now: 'Besucher jetzt',
  nowHint: 'Besucher mit Aktivität in den letzten 5 Minuten.',
  nowShort: (count) => `${count} jetzt`,
  alerts: 'Benachrichtigungen',
  alertsHint: 'Websites mit einer Benachrichtigung in den letzten 24 Stunden.',
  change: (change, before) => `${change} gegenüber ${before} im vorherigen Zeitraum`,
  currencies:
    'Deine Websites berichten in verschiedenen Währungen. Der Umsatz wird deshalb für jede Währung getrennt summiert.',
  unconverted: (currencies) => `Ohne ${currencies}: kein Wechselkurs`,
  failed: 'Die Zahlen konnten nicht geladen werden',
}
