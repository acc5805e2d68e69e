import type { portability as english } from '../en/portability.ts'
import type { Translated } from '../translation.ts'

/** Texts of exports and imports, in German. */
export const portability: Translated<typeof english> = {
  exportTitle: 'Export',
  exportLead:
    'Alle Ereignisse, Zahlungen und identifizierten Besucher, ein JSON-Objekt pro Zeile. Importiere die Datei in ein anderes Tributary, um dieselben Berichte zu erhalten. Sie enthält E-Mail-Adressen deiner Kunden, bewahre sie sicher auf.',
  from: 'Von (UTC-Tag)',
  to: 'Bis (UTC-Tag)',
  allDays: 'Leer lassen, um alle Tage zu exportieren.',
  what: 'Daten',
  parts: { all: 'Alle Daten', events: 'Ereignisse', payments: 'Zahlungen' },
  format: 'Format',
  formats: { 'ndjson.gz': 'NDJSON (gzip)', ndjson: 'NDJSON', parquet: 'Parquet' },
  parquetHint:
    'Parquet enthält Ereignisse oder Zahlungen, höchstens zwei Millionen Ereignisse pro Datei.',
  download: 'Export herunterladen',
  importTitle: 'Import',
  importLead:
    'Prüfe eine Datei, bevor etwas importiert wird. Bereits vorhandene Daten werden nicht noch einmal hinzugefügt.',
  tool: 'Herkunft der Datei',
  tools: {
    tributary: 'Tributary (Export einer anderen Website)',
    plausible: 'Plausible (ZIP-Archiv des Exports)',
    umami: 'Umami (website_event.csv oder das Archiv)',
    ga4: 'Google Analytics 4 (BigQuery-Export, JSON oder CSV)',
    rows: 'CSV mit Seitenaufrufen, Zielen, Zahlungen oder Besuchern',
  },
  file: 'Datei',
  send: 'Hochladen und prüfen',
  sending: (share: string) => `Wird hochgeladen … ${share}`,
  history: 'Importe',
  none: 'Noch keine Importe.',
  states: {
    uploading: 'Unvollständig hochgeladen',
    checking: 'Wird geprüft …',
    ready: 'Bereit zum Import',
    running: 'Wird importiert …',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
    undoing: 'Wird rückgängig gemacht …',
    undone: 'Rückgängig gemacht',
  },
  read: (count: string) => `${count} gelesen`,
  days: (range: string) => `Tage: ${range}`,
  columns: { what: 'Daten', found: 'Gefunden', new: 'Neu', known: 'Bereits vorhanden' },
  kinds: {
    events: 'Ereignisse',
    identities: 'Identifizierte Besucher',
    payments: 'Zahlungen und Erstattungen',
    links: 'Manuelle Verknüpfungen',
    duplicates: 'Doppelte Zahlungen',
    days: 'Tageswerte',
  },
  notes: {
    'timezone-differs': (theirs: string, ours: string) =>
      `Die exportierte Website verwendet die Zeitzone ${theirs}, diese ${ours}. Die Berichte weichen ab, bis beide gleich sind.`,
    'currency-differs': (theirs: string, ours: string) =>
      `Die exportierte Website verwendet die Währung ${theirs}, diese ${ours}. Die Berichte weichen ab, bis beide gleich sind.`,
    'identification-off': () =>
      'Die Identifizierung von Nutzern ist für diese Website deaktiviert. E-Mail-Adressen werden daher nicht importiert, und Zahlungen nicht damit verknüpft. Aktiviere sie zuerst, um sie zu importieren.',
    'file-not-read': (file: string) =>
      `${file} wird übersprungen, weil sie keine Daten zum Importieren enthält.`,
    'rows-not-sorted': (file: string) =>
      `Die Zeilen von ${file} sind nicht nach Zeit sortiert, daher können Quellen von Besuchen falsch sein. Sortiere die Datei nach created_at.`,
    'events-left-out': (_count: string, names: string) =>
      `Automatische Ereignisse von GA4 (${names}) werden übersprungen.`,
    'purchases-are-payments': () =>
      'Käufe werden als Zahlungen eines Anbieters namens ga4 importiert. Meldet dein Zahlungsanbieter dieselben Zahlungen, zählen sie doppelt: Entferne sie aus der Datei, oder mache diesen Import rückgängig.',
    'days-added-up': () =>
      'Plausible exportiert Tageswerte, keine Besuche. Sie werden unten unter „Importierte Tageswerte“ angezeigt und sind in keinem anderen Bericht enthalten.',
  },
  importedTitle: 'Importierte Tageswerte',
  importedLead:
    'Werte, wie das andere Tool sie gezählt hat. Sie sind in keinem anderen Bericht enthalten. Besucher, die an zwei Tagen kamen, zählen doppelt.',
  importedBy: 'Gruppieren nach',
  importedDimensions: {
    month: 'Monat',
    source: 'Quelle',
    campaign: 'Kampagne',
    page: 'Seite',
    entryPage: 'Einstiegsseite',
    exitPage: 'Ausstiegsseite',
    country: 'Land',
    device: 'Gerät',
    browser: 'Browser',
    os: 'Betriebssystem',
    goal: 'Ziel',
  },
  importedFigures: {
    visitors: 'Besucher',
    visits: 'Besuche',
    pageViews: 'Seitenaufrufe',
    events: 'Anzahl',
  },
  importedTop: (count: string) => `Top ${count} nach Besuchern.`,
  importedNone: 'Die Datei enthält diese Daten nicht.',
  importedNoValue: '(keine Angabe)',
  nothingNew: 'Die Datei enthält keine neuen Daten.',
  problem: '1 Zeile konnte nicht importiert werden',
  problems: (count: string) => `${count} Zeilen konnten nicht importiert werden`,
  line: (line: string) => `Zeile ${line}`,
  start: 'Daten importieren',
  again: 'Erneut versuchen',
  discard: 'Datei verwerfen',
  undo: 'Import rückgängig machen',
  undoTitle: 'Diesen Import rückgängig machen?',
  undoText: 'Nur die Daten dieses Imports werden entfernt.',
  undoBusy: 'Wird rückgängig gemacht …',
}
