import type { overview as english } from '../en/overview.ts'
import type { Translated } from '../translation.ts'

/** The sentence at the top of a site's page, in Spanish. */
export const overview: Translated<typeof english> = {
  label: 'Resumen de ingresos',
  when: {
    today: 'hoy',
    yesterday: 'ayer',
    '7d': 'en los últimos 7 días',
    '30d': 'en los últimos 30 días',
    '90d': 'en los últimos 90 días',
    week: 'esta semana',
    month: 'este mes',
    year: 'este año',
    '12mo': 'en los últimos 12 meses',
    custom: (days: string) => `en ${days}`,
  },
  revenue: '{amount} de ingresos {when}',
  changed: '{amount} de ingresos {when}, {change} frente a {before}',
  compared: '{amount} de ingresos {when}, en comparación con {before}',
  source: '{source} generó {amount}, el {share} de los ingresos',
  unlinked: 'El {share} de los ingresos ({amount}) no está vinculado a ningún visitante',
}
