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
  notes: {
    'timezone-differs': (theirs: string, ours: string) =>
      `Die exportierte Website hat die Zeitzone ${theirs}, diese ${ours}: Berichte weichen ab, bis beide gleich sind.`,
    'currency-differs': (theirs: string, ours: string) =>
      `Die exportierte Website hat die Währung ${theirs}, diese ${ours}: Berichte weichen ab, bis beide gleich sind.`,
    'identification-off': () =>
      'Die Nutzererkennung dieser Website ist aus. E-Mail-Adressen bleiben deshalb weg, und Zahlungen, die über sie zugeordnet waren, werden nicht zugeordnet. Schalte sie vorher ein, um sie mitzunehmen.',
    'file-not-read': (file: string) =>
      `${file} wird nicht gelesen: Es steht nichts darin, das behalten wird.`,
    'rows-not-sorted': (file: string) =>
      `Die Zeilen von ${file} sind nicht nach der Zeit geordnet. Die Quelle eines Besuchs ist die seiner ersten Zeile: Sortiere die Datei nach created_at, um sicher zu sein.`,
    'events-left-out': (_count: string, names: string) =>
      `Ereignisse, die GA4 von selbst erzeugt (${names}), bleiben weg.`,
    'purchases-are-payments': () =>
      'Käufe werden Zahlungen eines Anbieters namens ga4. Kommt dasselbe Geld auch von deinem Zahlungsanbieter, zählt es doppelt: Nimm sie aus der Datei, oder nimm diesen Import zurück.',
    'days-added-up': () =>
      'Plausible exportiert zusammengezählte Tage, keine Besuche. Sie werden so behalten, unten unter „Importierte Tage“ gezeigt und nie mit dem vermischt, was hier gemessen wurde.',
  },
  importedTitle: 'Importierte Tage',
  importedLead:
    'So, wie das andere Werkzeug sie gezählt hat, getrennt von allem, was hier gemessen wurde. Wer an zwei Tagen kam, zählt doppelt.',
  importedBy: 'Zeigen nach',
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
    events: 'Wie oft',
  },
  importedTop: (count: string) => `Die ${count} mit den meisten Besuchern.`,
  importedNone: 'Die Datei hatte keine solche Tabelle.',
  importedNoValue: '(ohne)',
  nothingNew: 'Nichts darin ist neu.',
  problem: '1 Zeile konnte nicht übernommen werden',
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
