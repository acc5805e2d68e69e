import type { portability as english } from '../en/portability.ts'
import type { Translated } from '../translation.ts'

/** The words of taking a site's data out and bringing other tools' data in, in German. */
export const portability: Translated<typeof english> = {
  exportTitle: 'Export',
  exportLead:
    'Jedes Ereignis, jede Zahlung und jeder benannte Besucher, ein JSON-Objekt je Zeile. Ein anderes Tributary liest die Datei ein und zeigt dann dieselben Berichte. Sie enthält E-Mail-Adressen von Kunden: bewahre sie sicher auf.',
  from: 'Von (Tag in UTC)',
  to: 'Bis (Tag in UTC)',
  allDays: 'Leer lassen für alle Tage, die es gibt.',
  what: 'Was',
  parts: { all: 'Alles', events: 'Ereignisse', payments: 'Zahlungen' },
  format: 'Format',
  formats: { 'ndjson.gz': 'NDJSON, mit gzip gepackt', ndjson: 'NDJSON', parquet: 'Parquet' },
  parquetHint:
    'Parquet fasst Ereignisse oder Zahlungen, höchstens zwei Millionen Ereignisse je Datei.',
  download: 'Herunterladen',
  importTitle: 'Import',
  importLead:
    'Nichts wird behalten, bevor du gesehen hast, was die Datei brächte. Was schon da ist, kommt nicht noch einmal hinzu.',
  tool: 'Die Datei stammt von',
  tools: {
    tributary: 'Tributary (Export einer anderen Website)',
    plausible: 'Plausible (das Zip-Archiv seines Exports)',
    umami: 'Umami (website_event.csv oder das Archiv)',
    ga4: 'Google Analytics 4 (BigQuery-Export, JSON oder CSV)',
    rows: 'Einer Tabelle (CSV mit Aufrufen, Zielen, Zahlungen oder Besuchern)',
  },
  file: 'Datei',
  send: 'Senden und durchsehen',
  sending: (share: string) => `Wird gesendet … ${share}`,
  history: 'Bisherige Importe',
  none: 'Noch wurde nichts importiert.',
  states: {
    uploading: 'Nicht ganz gesendet',
    checking: 'Wird durchgesehen …',
    ready: 'Bereit',
    running: 'Wird eingelesen …',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
    undoing: 'Wird zurückgenommen …',
    undone: 'Zurückgenommen',
  },
  read: (count: string) => `${count} gelesen`,
  days: (range: string) => `Tage: ${range}`,
  columns: { what: 'Was', found: 'Gefunden', new: 'Neu', known: 'Schon da' },
  kinds: {
    events: 'Ereignisse',
    identities: 'Benannte Besucher',
    payments: 'Zahlungen und Erstattungen',
    links: 'Zuordnungen von Hand',
    days: 'Importierte Tage',
  },
  problems: (count: string) => `${count} Zeilen konnten nicht übernommen werden`,
  line: (line: string) => `Zeile ${line}`,
  start: 'Importieren',
  again: 'Noch einmal',
  discard: 'Verwerfen',
  undo: 'Zurücknehmen',
  undoTitle: 'Diesen Import zurücknehmen?',
  undoText: 'Genau das, was er hinzugefügt hat, wird entfernt. Was sonst hereinkam, bleibt.',
  undoBusy: 'Wird zurückgenommen …',
}
