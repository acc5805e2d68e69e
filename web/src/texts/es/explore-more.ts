/** More words of the pages below "Explore", in Spanish. */
export const journeys = {
  start: 'Punto de partida',
  direction: 'Dirección',
  after: 'Lo que viene después',
  before: 'Lo que vino antes',
  depth: 'Hasta dónde',
  steps: (count: number): string => (count === 1 ? '1 paso' : `${count} pasos`),
  show: 'Mostrar',
  next: 'Adónde van',
  previous: 'De dónde vienen',
  empty: 'Ninguna visita pasó por aquí en este periodo',
  emptyHint: 'Elige otro lugar, un periodo más largo o quita un filtro.',
  places: 'Lugares del recorrido',
  others: 'Otros lugares',
  ended: (count: string) => `${count} acaban`,
  walk: (place: string) => `Empezar en ${place}`,
  table: 'Los recorridos como tabla',
  stepHead: 'Paso',
  fromHead: 'De',
  toHead: 'A',
  visits: 'Visitas',
  share: 'Del total aquí',
}

export const cohorts = {
  figure: 'Mostrar',
  figures: {
    retention: 'Quién vuelve',
    revenue: 'Ingresos por periodo',
    lifetimeValue: 'Ingresos por visitante hasta ahora',
  },
  hints: {
    retention:
      'La parte de quienes vinieron entonces por primera vez y volvieron en cada periodo desde entonces.',
    revenue:
      'Lo que pagaron en cada periodo, menos reembolsos. El color son los ingresos por visitante.',
    lifetimeValue:
      'Lo que pagaron hasta cada periodo, menos reembolsos, dividido entre todos ellos.',
  },
  by: 'Filas',
  byTime: { week: 'Semana de la primera visita', month: 'Mes de la primera visita' },
  byFirst: (dimension: string) => `Primero: ${dimension}`,
  interval: 'Columnas',
  weeks: 'Semanas',
  months: 'Meses',
  period: {
    week: (number: number): string =>
      number === 0 ? 'La semana de la primera visita' : `Semana ${number} tras la primera visita`,
    month: (number: number): string =>
      number === 0 ? 'El mes de la primera visita' : `Mes ${number} tras la primera visita`,
  },
  axis: {
    week: 'Semanas después de la primera visita',
    month: 'Meses después de la primera visita',
  },
  visitors: 'Visitantes',
  all: 'Todos juntos',
  cell: (active: string, revenue: string, isOpen: boolean) =>
    `${active} estuvieron, ${revenue} de ingresos${isOpen ? '; aún en curso' : ''}`,
  table: 'Cohortes como tabla',
  empty: 'Nadie vino por primera vez en este periodo',
  curves: 'Valor de vida por visitante',
  curvesHint:
    'Pagos menos reembolsos hasta cada periodo, divididos entre todos los visitantes que ya han llegado a él. La tabla de arriba tiene los mismos números.',
  curvesLabel: 'Ingresos por visitante con el tiempo. Con las flechas se lee uno por uno.',
}

export const attribution = {
  models: 'Lo que acredita cada modelo',
  modelsTable: 'Modelos lado a lado',
  points: (value: string) => `${value} p. p.`,
  modelsHint: (first: string) =>
    `Los mismos ingresos en cada columna. Los porcentajes son su parte; los puntos (p. p.), cuánto difiere de «${first}».`,
  fallback: (used: string) => `pocos datos: como ${used}`,
  by: 'Crédito a',
  noRevenue: 'No hay ingresos en este periodo',
  noConversions: 'Nadie pagó por primera vez en este periodo',
  paths: 'Rutas de conversión',
  pathsTable: 'Los caminos más frecuentes',
  way: 'Camino',
  customers: 'Clientes',
  revenue: 'Ingresos',
  howLong: 'Cuánto tardaron',
  days: 'Días desde la primera visita',
  medianDays: (days: string) => `Días desde la primera visita; mediana ${days}`,
  daysFrom: (from: number, to: number | null): string => {
    if (to === null) return `${from} y más`
    if (to === 1) return 'Menos de un día'
    return to - from === 1 ? String(from) : `${from} – ${to}`
  },
  touches: 'Contactos en el camino',
  medianTouches: (touches: string) => `Contactos en el camino; mediana ${touches}`,
  assists: 'Conversiones asistidas',
  assistsHint: 'Una asistencia estuvo en el camino al primer pago, pero no fue el último contacto.',
  assistsTable: 'Asistencias',
  assisted: 'Asistencias',
  assistedRevenue: 'Ingresos asistidos',
  first: 'Primer contacto',
  last: 'Último contacto',
}
