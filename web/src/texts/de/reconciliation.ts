import type { reconciliation as english } from '../en/reconciliation.ts'
import type { Translated } from '../translation.ts'

/** Texts of reconciliation, in German. */
export const reconciliation: Translated<typeof english> = {
  lead: 'Jede Zahlung, Erstattung, Anfechtung und Gebühr im Konto des Anbieters wird mit den erfassten Zahlungen verglichen, je Tag (UTC) und Währung.',
  readUntil: (provider, time) => `${provider} wurde bis ${time} gelesen.`,
  notRead: (provider) =>
    `${provider} wird noch importiert. Tage werden nach der ersten vollständigen Synchronisierung verglichen.`,
  agreeing: (agreeing, finished) =>
    agreeing === finished
      ? `Alle ${finished} abgeschlossenen Tage mit Zahlungen stimmen auf den Cent.`
      : `${agreeing} von ${finished} abgeschlossenen Tagen mit Zahlungen stimmen auf den Cent.`,
  notCompared: (providers) =>
    `Nicht verglichen, weil das Konto nicht per Schlüssel verbunden ist: ${providers}.`,
  empty: 'Kein Konto verbunden',
  emptyHint:
    'Verbinde das Konto eines Zahlungsanbieters mit einem Schlüssel, um es mit den erfassten Zahlungen zu vergleichen.',
  connect: 'Konto verbinden',
  nothing: 'Keine Zahlungen in diesem Zeitraum',
  nothingHint:
    'Hier erscheinen Tage, an denen das Konto oder die erfassten Zahlungen welche haben.',
  onlyDiffering: 'Nur Tage mit Abweichungen',
  daysFile: 'Tage exportieren (CSV)',
  differencesFile: 'Abweichungen exportieren (CSV)',
  allAgree: 'Alle Tage stimmen überein',
  allAgreeHint: 'Jeder abgeschlossene Tag in diesem Zeitraum stimmt auf den Cent.',
  states: {
    agrees: 'Stimmt überein',
    differs: 'Weicht ab',
    explained: 'Erklärt',
    unfinished: 'Nicht abgeschlossen',
  },
  day: (day, currency) => `${day}, ${currency}`,
  payments: (count) => `${count} ${count === 1 ? 'Zahlung' : 'Zahlungen'}`,
  net: (amount) => `${amount} netto`,
  sides: 'Beide Seiten',
  recorded: 'Erfasst',
  difference: 'Differenz',
  figures: {
    gross: 'Brutto',
    refunds: 'Erstattungen',
    disputes: 'Anfechtungen',
    fees: 'Gebühren',
    net: 'Netto',
  },
  differences: (count) => `${count} ${count === 1 ? 'Abweichung' : 'Abweichungen'}`,
  leftOutCount: (count) => `${count} ausgenommen`,
  kinds: { payment: 'Zahlung', refund: 'Erstattung', dispute: 'Anfechtung', fee: 'Gebühr' },
  missing: (provider) => `Im ${provider}-Konto, aber nicht erfasst`,
  extra: (provider) => `Erfasst, aber nicht im ${provider}-Konto`,
  fields: { amount: 'Betrag', currency: 'Währung', day: 'Tag', fee: 'Gebühr' },
  versus: (field, provider, theirs, ours) => `${field}: ${theirs} bei ${provider}, ${ours} erfasst`,
  bringIn: 'Importieren',
  bringingIn: 'Wird importiert…',
  unresolved: (provider) =>
    `Alles, was ${provider} über diese Zahlung meldet, ist schon erfasst. Erkläre die Abweichung oder nimm sie aus.`,
  leaveOut: 'Ausnehmen',
  explain: 'Erklären…',
  explainTitle: 'Abweichung erklären',
  explainLead:
    'Die Summen weichen weiter ab, aber der Tag gilt nicht mehr als Problem. Ändern sich die Beträge, erscheint die Abweichung wieder.',
  note: 'Erklärung',
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  leftOut: (when, by) => `Ausgenommen am ${when}${by === '' ? '' : ` von ${by}`}.`,
  explained: (when, by) => `Erklärt am ${when}${by === '' ? '' : ` von ${by}`}:`,
  undo: 'Rückgängig machen',
  of: (action, id) => `${action}: ${id}`,
}
