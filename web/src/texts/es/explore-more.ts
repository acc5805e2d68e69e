/** More texts of the pages below "Explore", in Spanish. */
export const journeys = {
  start: 'Punto de partida',
  direction: 'Dirección',
  after: 'Pasos siguientes',
  before: 'Pasos anteriores',
  depth: 'Número de pasos',
  steps: (count: number): string => (count === 1 ? '1 paso' : `${count} pasos`),
  show: 'Mostrar recorridos',
  next: 'Pasos siguientes',
  previous: 'Pasos anteriores',
  empty: 'Sin visitas con esta página u objetivo en este periodo',
  emptyHint: 'Elige otro punto de partida o un periodo más largo, o quita un filtro.',
  places: 'Pasos',
  others: 'Otras páginas y objetivos',
  ended: (count: string) => `${count} terminan aquí`,
  walk: (place: string) => `Empezar en ${place}`,
  table: 'Recorridos como tabla',
  stepHead: 'Paso',
  fromHead: 'Desde',
  toHead: 'Hasta',
  visits: 'Visitas',
  share: 'Porcentaje del paso',
}

export const cohorts = {
  figure: 'Mostrar',
  figures: {
    retention: 'Retención',
    revenue: 'Ingresos por periodo',
    lifetimeValue: 'Valor del ciclo de vida por visitante',
  },
  hints: {
    retention: 'Porcentaje de visitantes de la cohorte que volvieron en cada periodo.',
    revenue: 'Pagos menos reembolsos en cada periodo. El color muestra los ingresos por visitante.',
    lifetimeValue: 'Pagos menos reembolsos hasta cada periodo ÷ visitantes de la cohorte.',
  },
  by: 'Filas',
  byTime: { week: 'Semana de la primera visita', month: 'Mes de la primera visita' },
  byFirst: (dimension: string) => `${dimension} de la primera visita`,
  interval: 'Columnas',
  weeks: 'Semanas',
  months: 'Meses',
  period: {
    week: (number: number): string =>
      number === 0 ? 'Semana de la primera visita' : `Semana ${number} tras la primera visita`,
    month: (number: number): string =>
      number === 0 ? 'Mes de la primera visita' : `Mes ${number} tras la primera visita`,
  },
  axis: {
    week: 'Semanas tras la primera visita',
    month: 'Meses tras la primera visita',
  },
  visitors: 'Visitantes',
  all: 'Todas las cohortes',
  cell: (active: string, revenue: string, isOpen: boolean) =>
    `${active} activos, ${revenue} de ingresos${isOpen ? ' (en curso)' : ''}`,
  cut: (interval: 'week' | 'month') =>
    `Solo una parte ${interval === 'week' ? 'de esta semana' : 'de este mes'}: el periodo elegido empieza o termina dentro.`,
  cutNote: '* El periodo elegido incluye solo una parte de esta semana o de este mes.',
  table: 'Cohortes como tabla',
  empty: 'Sin visitantes nuevos en este periodo',
  curves: 'Valor del ciclo de vida a lo largo del tiempo',
  curvesHint:
    'Pagos menos reembolsos hasta cada periodo ÷ visitantes cuya cohorte ya lo alcanzó. La tabla de arriba muestra los mismos datos.',
  curvesLabel:
    'Ingresos por visitante a lo largo del tiempo. Usa las flechas del teclado para recorrer los valores.',
}

export const attribution = {
  models: 'Comparar modelos',
  modelsTable: 'Modelos de atribución como tabla',
  points: (value: string) => `${value} p. p.`,
  modelsHint: (first: string) =>
    `Todas las columnas suman los mismos ingresos. Los porcentajes son la parte correspondiente; los puntos porcentuales (p. p.), la diferencia con «${first}».`,
  fallback: (used: string) => `datos insuficientes, se usa ${used}`,
  by: 'Atribuir a',
  noRevenue: 'Sin ingresos en este periodo',
  noConversions: 'Sin primeros pagos en este periodo',
  paths: 'Rutas de conversión',
  pathsTable: 'Rutas más frecuentes',
  way: 'Ruta',
  customers: 'Clientes',
  revenue: 'Ingresos',
  howLong: 'Tiempo hasta la conversión',
  days: 'Días desde la primera visita',
  medianDays: (days: string) => `Días desde la primera visita (mediana ${days})`,
  daysFrom: (from: number, to: number | null): string => {
    if (to === null) return `${from} o más`
    if (to === 1) return 'Menos de un día'
    return to - from === 1 ? String(from) : `${from} – ${to}`
  },
  touches: 'Contactos antes del pago',
  medianTouches: (touches: string) => `Contactos antes del pago (mediana ${touches})`,
  assists: 'Conversiones asistidas',
  assistsHint: 'Una asistencia es un contacto de la ruta hasta el primer pago que no es el último.',
  assistsTable: 'Asistencias',
  assisted: 'Asistidas',
  assistedRevenue: 'Ingresos asistidos',
  first: 'Primer contacto',
  last: 'Último contacto',
}
