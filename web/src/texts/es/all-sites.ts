import type { allSites as english } from '../en/all-sites.ts'
import type { Translated } from '../translation.ts'

/** Texts of the page of all sites, in Spanish. */
export const allSites: Translated<typeof english> = {
  totals: 'Todos los sitios',
  ranges: { today: 'Hoy', '7d': '7 días', '30d': '30 días', '12mo': '12 meses' },
  sort: 'Ordenar por',
  sorts: {
    revenue: 'Más ingresos',
    visitors: 'Más visitantes',
    now: 'Más visitantes ahora',
    alerts: 'Alertas primero',
    name: 'Nombre',
  },
  search: 'Buscar sitios',
  searchHint: 'Nombre o dominio',
  noMatch: 'Ningún sitio coincide con la búsqueda',
  visitors: 'Visitantes',
  visitorsHint:
    'Suma de los visitantes de todos los sitios. Quien visita dos sitios cuenta en cada uno.',
  revenue: 'Ingresos',
  revenueHint: 'Pagos menos reembolsos, cada uno en su día, con renovaciones.',
  now: 'Visitantes ahora',
  nowHint: 'Visitantes con actividad en los últimos 5 minutos.',
  nowShort: (count) => `${count} ahora`,
  alerts: 'Alertas',
  alertsHint: 'Sitios con una alerta en las últimas 24 horas.',
  change: (change, before) => `${change} frente a ${before} en el periodo anterior`,
  currencies:
    'Tus sitios usan monedas distintas, así que los ingresos se suman por separado para cada moneda.',
  unconverted: (currencies) => `Sin ${currencies}: falta el tipo de cambio`,
  failed: 'No se pudieron cargar los datos',
}
