import type { paymentList as englishList, receipt as englishReceipt } from '../en/payment-list.ts'
import type { Translated } from '../translation.ts'

/** The words of the payments list and of money that is not linked, in German. */
export const paymentList: Translated<typeof englishList> = {
  all: 'Alle Zahlungen',
  unlinked: 'Nicht zugeordnet',
  views: 'Welche Zahlungen',
  filters: 'Zahlungen filtern',
  status: 'Stand',
  anyStatus: 'Jeder Stand',
  method: 'Zuordnung',
  anyMethod: 'Jede Zuordnung',
  cause: 'Nicht zugeordnet, weil',
  anyCause: 'Jeder Grund',
  days: 'Zeitraum',
  lastDays: { '30': 'Letzte 30 Tage', '90': 'Letzte 90 Tage', '365': 'Letzte 365 Tage' },
  more: 'Mehr zeigen',
  empty: 'Keine Zahlungen in diesem Zeitraum',
  emptyHint:
    'Zahlungen erscheinen hier, sobald dein Server oder ein Zahlungsanbieter sie meldet. Nichts fehlt: Auch Probezeiten und Erstattungen stehen in der Liste.',
  emptyFiltered: 'Keine Zahlung passt zu diesen Filtern',
  emptyFilteredHint: 'Wähle einen längeren Zeitraum oder nimm einen Filter weg.',
  clear: 'Filter entfernen',
  left: (amount: string) => `${amount} übrig`,
  reported: (amount: string) => `${amount} in Berichten`,
  allLinked: 'Alles Geld ist zugeordnet',
  allLinkedHint: 'Jede Zahlung dieses Zeitraums gehört zu einem Besucher.',
  inboxLead:
    'Nicht zugeordnete Zahlungen zählen als Umsatz, aber für keine Quelle. So ordnest du die nächsten zu.',
  count: (count: string, isOne: boolean) => `${count} ${isOne ? 'Zahlung' : 'Zahlungen'}`,
  showThese: 'Diese Zahlungen zeigen',
  truncated: 'Nur die neuesten 20.000 Zahlungen ohne Besucher wurden angesehen.',
  causes: {
    'no-ids': 'Keine Kennung eines Besuchers kam mit',
    'id-not-seen': 'Die Kennung wurde hier nie gesehen',
    'email-unknown': 'Niemand wurde mit der E-Mail-Adresse erkannt',
    'identification-off': 'Das Erkennen von Besuchern ist ausgeschaltet',
    'shared-email': 'Zu viele Besucher teilen die E-Mail-Adresse',
    'ambiguous-time': 'Besuche passen zur Zeit, keiner sicher',
    'first-payment-not-linked': 'Verlängert eine nicht zugeordnete Zahlung',
    'not-tried-yet': 'Gerade erst aufgenommen',
    'unlinked-by-hand': 'Von Hand gelöst',
    'person-erased': 'Der Besucher wurde gelöscht',
  },
}

/** The words of crediting and linking on a payment's receipt, in German. */
export const receipt: Translated<typeof englishReceipt> = {
  credit: 'Was jedem Besuch gutgeschrieben wird',
  creditLead: 'Die Besuche bis zur Zahlung, der älteste zuerst, und was jedes Modell ihnen gibt.',
  answer: (amount: string, source: string) =>
    `${amount} gehen an ${source}: nach dem üblichen Modell der letzte Besuch, der von irgendwoher kam.`,
  answerDirect: (amount: string) =>
    `${amount} gehen an direkte Besuche: Kein Besuch davor kam von irgendwo her.`,
  markov: 'Markov fehlt hier: Es lernt aus allen Zahlungen eines Zeitraums, nicht aus einer.',
  visit: 'Besuch',
  rate: 'In Berichten',
  rateOf: (amount: string, rate: string, day: string) => `${amount}, zum Kurs ${rate} vom ${day}`,
  hand: 'Von Hand zuordnen',
  handLead: 'Du weißt, wer bezahlt hat? Was du hier sagst, bleibt, was immer später gefunden wird.',
  visitorId: 'Kennung des Besuchers',
  visitorIdHint: 'Wie auf der Seite des Besuchers oder im Cookie tributary_visitor_id.',
  link: 'Diesem Besucher zuordnen',
  unlink: 'Zuordnung lösen',
  unlinked: 'Zuordnung gelöst',
  unlinkedStory: 'Jemand aus deinem Team hat gesagt, dass niemand Bekanntes sie bezahlt hat.',
  unlinkTitle: 'Zuordnung lösen?',
  unlinkHint:
    'Die Zahlung bleibt Umsatz, wird aber keiner Quelle mehr gutgeschrieben und nicht von selbst wieder zugeordnet. Ihr Verlauf bewahrt, wer das tat.',
  again: 'Wieder automatisch zuordnen',
  againTitle: 'Diese Zahlung automatisch zuordnen?',
  againHint: 'Was von Hand gesagt wurde, wird zurückgenommen und der Besucher neu gesucht.',
  linkTitle: 'Diese Zahlung zuordnen?',
  linkHint: (visitor: string) =>
    `Das Geld wird dem gutgeschrieben, was den Besucher ${visitor} brachte. Ihr Verlauf bewahrt, wer das tat.`,
  busy: 'Wird gesichert …',
  byPerson: 'jemand aus deinem Team',
  byYou: 'du',
}
