import type { portability as english } from '../en/portability.ts'
import type { Translated } from '../translation.ts'

/** Texts of exports and imports, in Spanish. */
export const portability: Translated<typeof english> = {
  exportTitle: 'Exportación',
  exportLead:
    'Todos los eventos, pagos y visitantes identificados, un objeto JSON por línea. Importa el archivo en otro Tributary para obtener los mismos informes. Contiene correos de tus clientes, así que guárdalo en un lugar seguro.',
  from: 'Desde (día UTC)',
  to: 'Hasta (día UTC)',
  allDays: 'Déjalo vacío para exportar todos los días.',
  what: 'Datos',
  parts: { all: 'Todos los datos', events: 'Eventos', payments: 'Pagos' },
  format: 'Formato',
  formats: { 'ndjson.gz': 'NDJSON (gzip)', ndjson: 'NDJSON', parquet: 'Parquet' },
  parquetHint:
    'Parquet contiene eventos o pagos, con un máximo de dos millones de eventos por archivo.',
  download: 'Descargar exportación',
  importTitle: 'Importación',
  importLead:
    'Revisa el archivo antes de importarlo. Los datos que ya existen no se añaden de nuevo.',
  tool: 'Origen del archivo',
  tools: {
    tributary: 'Tributary (exportación de otro sitio)',
    plausible: 'Plausible (archivo zip de su exportación)',
    umami: 'Umami (website_event.csv o el archivo completo)',
    ga4: 'Google Analytics 4 (exportación de BigQuery, JSON o CSV)',
    rows: 'CSV de páginas vistas, objetivos, pagos o visitantes',
  },
  file: 'Archivo',
  send: 'Subir y revisar',
  sending: (share: string) => `Subiendo… ${share}`,
  history: 'Importaciones',
  none: 'Aún no hay importaciones.',
  states: {
    uploading: 'Subida incompleta',
    checking: 'Revisando…',
    ready: 'Lista para importar',
    running: 'Importando…',
    done: 'Completada',
    failed: 'Fallida',
    undoing: 'Deshaciendo…',
    undone: 'Deshecha',
  },
  read: (count: string) => `${count} leídos`,
  days: (range: string) => `Días: ${range}`,
  columns: { what: 'Datos', found: 'Encontrados', new: 'Nuevos', known: 'Ya existen' },
  kinds: {
    events: 'Eventos',
    identities: 'Visitantes identificados',
    payments: 'Pagos y reembolsos',
    links: 'Vínculos manuales',
    duplicates: 'Pagos duplicados',
    days: 'Totales diarios',
  },
  notes: {
    'timezone-differs': (theirs: string, ours: string) =>
      `El sitio exportado usa la zona horaria ${theirs} y este ${ours}. Los informes serán distintos hasta que coincidan.`,
    'currency-differs': (theirs: string, ours: string) =>
      `El sitio exportado usa la moneda ${theirs} y este ${ours}. Los informes serán distintos hasta que coincidan.`,
    'identification-off': () =>
      'La identificación de usuarios está desactivada en este sitio, así que no se importan los correos ni se vinculan pagos con ellos. Actívala primero para importarlos.',
    'file-not-read': (file: string) => `${file} se omite porque no contiene datos que importar.`,
    'rows-not-sorted': (file: string) =>
      `Las filas de ${file} no están ordenadas por hora, así que las fuentes de las visitas pueden ser incorrectas. Ordena el archivo por created_at.`,
    'events-left-out': (_count: string, names: string) =>
      `Se omiten los eventos automáticos de GA4 (${names}).`,
    'purchases-are-payments': () =>
      'Las compras se importan como pagos de un proveedor llamado ga4. Si tu proveedor de pago comunica los mismos pagos, contarán dos veces: quítalos del archivo o deshaz esta importación.',
    'days-added-up': () =>
      'Plausible exporta totales diarios, no visitas. Se muestran abajo, en «Totales diarios importados», y no se incluyen en otros informes.',
  },
  importedTitle: 'Totales diarios importados',
  importedLead:
    'Totales contados por la otra herramienta. No se incluyen en otros informes. Los visitantes que vinieron en dos días cuentan dos veces.',
  importedBy: 'Agrupar por',
  importedDimensions: {
    month: 'Mes',
    source: 'Fuente',
    campaign: 'Campaña',
    page: 'Página',
    entryPage: 'Página de entrada',
    exitPage: 'Página de salida',
    country: 'País',
    device: 'Dispositivo',
    browser: 'Navegador',
    os: 'Sistema operativo',
    goal: 'Objetivo',
  },
  importedFigures: {
    visitors: 'Visitantes',
    visits: 'Visitas',
    pageViews: 'Páginas vistas',
    events: 'Recuento',
  },
  importedTop: (count: string) => `Los ${count} con más visitantes.`,
  importedNone: 'El archivo no contiene estos datos.',
  importedNoValue: '(sin valor)',
  nothingNew: 'El archivo no contiene datos nuevos.',
  problem: 'No se pudo importar 1 línea',
  problems: (count: string) => `No se pudieron importar ${count} líneas`,
  line: (line: string) => `Línea ${line}`,
  start: 'Importar datos',
  again: 'Reintentar',
  discard: 'Descartar archivo',
  undo: 'Deshacer importación',
  undoTitle: '¿Deshacer esta importación?',
  undoText: 'Solo se quitan los datos que añadió esta importación.',
  undoBusy: 'Deshaciendo…',
}
