import type { portability as english } from '../en/portability.ts'
import type { Translated } from '../translation.ts'

/** The words of taking a site's data out and bringing other tools' data in, in Spanish. */
export const portability: Translated<typeof english> = {
  exportTitle: 'Exportar',
  exportLead:
    'Cada evento, cada pago y cada visitante identificado, un objeto JSON por línea. Otro Tributary lee el archivo y muestra entonces los mismos informes. Contiene direcciones de correo de clientes: guárdalo en lugar seguro.',
  from: 'Desde (día UTC)',
  to: 'Hasta (día UTC)',
  allDays: 'Vacío: todos los días que hay.',
  what: 'Qué',
  parts: { all: 'Todo', events: 'Eventos', payments: 'Pagos' },
  format: 'Formato',
  formats: { 'ndjson.gz': 'NDJSON, comprimido con gzip', ndjson: 'NDJSON', parquet: 'Parquet' },
  parquetHint: 'Parquet admite eventos o pagos, y como máximo dos millones de eventos por archivo.',
  download: 'Descargar',
  importTitle: 'Importar',
  importLead:
    'No se guarda nada antes de que veas qué añadiría el archivo. Lo que ya está no se añade otra vez.',
  tool: 'El archivo es de',
  tools: {
    tributary: 'Tributary (exportación de otro sitio)',
    plausible: 'Plausible (el archivo zip de su exportación)',
    umami: 'Umami (website_event.csv o el archivo zip)',
    ga4: 'Google Analytics 4 (exportación de BigQuery, JSON o CSV)',
    rows: 'Una tabla (CSV de páginas vistas, objetivos, pagos o visitantes)',
  },
  file: 'Archivo',
  send: 'Enviar y revisar',
  sending: (share: string) => `Enviando … ${share}`,
  history: 'Importaciones hasta ahora',
  none: 'Todavía no se ha importado nada.',
  states: {
    uploading: 'No se envió completo',
    checking: 'Revisando …',
    ready: 'Listo',
    running: 'Importando …',
    done: 'Hecho',
    failed: 'Falló',
    undoing: 'Deshaciendo …',
    undone: 'Deshecho',
  },
  read: (count: string) => `${count} leídos`,
  days: (range: string) => `Días: ${range}`,
  columns: { what: 'Qué', found: 'Encontrado', new: 'Nuevo', known: 'Ya estaba' },
  kinds: {
    events: 'Eventos',
    identities: 'Visitantes identificados',
    payments: 'Pagos y reembolsos',
    links: 'Asignaciones a mano',
    days: 'Días importados',
  },
  notes: {
    'timezone-differs': (theirs: string, ours: string) =>
      `El sitio exportado tiene la zona horaria ${theirs} y este ${ours}: los informes diferirán hasta que sean iguales.`,
    'currency-differs': (theirs: string, ours: string) =>
      `El sitio exportado tiene la moneda ${theirs} y este ${ours}: los informes diferirán hasta que sean iguales.`,
    'identification-off': () =>
      'La identificación de usuarios está desactivada en este sitio: las direcciones de correo se omiten y los pagos asignados por ellas quedan sin asignar. Actívala antes para llevarlas.',
    'file-not-read': (file: string) => `${file} no se lee: no contiene nada que se guarde.`,
    'rows-not-sorted': (file: string) =>
      `Las filas de ${file} no están en orden de tiempo. La fuente de una visita es la de su primera fila: ordena el archivo por created_at para estar seguro.`,
    'events-left-out': (_count: string, names: string) =>
      `Los eventos que GA4 crea por sí mismo (${names}) se omiten.`,
    'purchases-are-payments': () =>
      'Las compras pasan a ser pagos de un proveedor llamado ga4. Si el mismo dinero llega también de tu proveedor de pagos, contaría dos veces: quítalas del archivo o deshaz esta importación.',
    'days-added-up': () =>
      'Plausible exporta días ya sumados, no visitas. Se guardan así, se muestran abajo en «Días importados» y nunca se mezclan con lo medido aquí.',
  },
  importedTitle: 'Días importados',
  importedLead:
    'Tal como los sumó la otra herramienta, aparte de todo lo medido aquí. Quien vino dos días cuenta dos veces.',
  importedBy: 'Mostrar por',
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
    events: 'Veces',
  },
  importedTop: (count: string) => `Los ${count} con más visitantes.`,
  importedNone: 'El archivo no tenía esa tabla.',
  importedNoValue: '(ninguno)',
  nothingNew: 'No hay nada nuevo en él.',
  problem: '1 línea no se pudo tomar',
  problems: (count: string) => `${count} líneas no se pudieron tomar`,
  line: (line: string) => `Línea ${line}`,
  start: 'Importar',
  again: 'Otra vez',
  discard: 'Descartar',
  undo: 'Deshacer',
  undoTitle: '¿Deshacer esta importación?',
  undoText: 'Se quita exactamente lo que añadió. Lo que llegó de otro modo se queda.',
  undoBusy: 'Deshaciendo …',
}
