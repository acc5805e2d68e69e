import type { DigestFrequency } from '@tributary/contract/app-digest.ts'
import type { MailLanguage } from '@tributary/contract/app-mail.ts'

/** Everything a digest says, in one language. */
export interface DigestTexts {
  subject: Record<DigestFrequency, (site: string, revenue: string) => string>
  period: (days: string) => string
  visitors: string
  revenue: string
  conversionRate: string
  change: (percent: string) => string
  noComparison: string
  sources: string
  sourceVisitors: (count: string) => string
  biggest: string
  open: string
  empty: string
  why: (site: string) => string
  unsubscribe: string
  unsubscribed: string
  unsubscribeQuestion: string
  unsubscribeButton: string
  badLink: string
}

const en: DigestTexts = {
  subject: {
    daily: (site, revenue) => `${site}: ${revenue} yesterday`,
    weekly: (site, revenue) => `${site}: ${revenue} last week`,
    monthly: (site, revenue) => `${site}: ${revenue} last month`,
  },
  period: (days) => `How it went, ${days}:`,
  visitors: 'Visitors',
  revenue: 'Revenue',
  conversionRate: 'Conversion rate',
  change: (percent) => `${percent} against the time before`,
  noComparison: 'nothing to compare with',
  sources: 'What paid most',
  sourceVisitors: (count) => `${count} visitors`,
  biggest: 'Biggest payments',
  open: 'Open the dashboard',
  empty: 'No visitor and no payment in this time.',
  why: (site) => `You asked for this e-mail in the settings of ${site}.`,
  unsubscribe: 'End these e-mails',
  unsubscribed: 'Done. You will not get this e-mail any more.',
  unsubscribeQuestion: 'Do you want to end these e-mails?',
  unsubscribeButton: 'End them',
  badLink: 'This link is not complete. Open the settings of the site to end e-mails.',
}

const de: DigestTexts = {
  subject: {
    daily: (site, revenue) => `${site}: gestern ${revenue}`,
    weekly: (site, revenue) => `${site}: letzte Woche ${revenue}`,
    monthly: (site, revenue) => `${site}: letzten Monat ${revenue}`,
  },
  period: (days) => `So lief es, ${days}:`,
  visitors: 'Besucher',
  revenue: 'Umsatz',
  conversionRate: 'Konversionsrate',
  change: (percent) => `${percent} gegenüber der Zeit davor`,
  noComparison: 'nichts zum Vergleichen',
  sources: 'Was am meisten einbrachte',
  sourceVisitors: (count) => `${count} Besucher`,
  biggest: 'Größte Zahlungen',
  open: 'Dashboard öffnen',
  empty: 'Kein Besucher und keine Zahlung in dieser Zeit.',
  why: (site) => `Du hast diese E-Mail in den Einstellungen von ${site} bestellt.`,
  unsubscribe: 'Diese E-Mails abbestellen',
  unsubscribed: 'Erledigt. Du bekommst diese E-Mail nicht mehr.',
  unsubscribeQuestion: 'Möchtest du diese E-Mails abbestellen?',
  unsubscribeButton: 'Abbestellen',
  badLink:
    'Dieser Link ist nicht vollständig. E-Mails lassen sich in den Einstellungen abbestellen.',
}

const es: DigestTexts = {
  subject: {
    daily: (site, revenue) => `${site}: ${revenue} ayer`,
    weekly: (site, revenue) => `${site}: ${revenue} la semana pasada`,
    monthly: (site, revenue) => `${site}: ${revenue} el mes pasado`,
  },
  period: (days) => `Así fue, ${days}:`,
  visitors: 'Visitantes',
  revenue: 'Ingresos',
  conversionRate: 'Tasa de conversión',
  change: (percent) => `${percent} respecto al periodo anterior`,
  noComparison: 'nada con que comparar',
  sources: 'Lo que más ingresó',
  sourceVisitors: (count) => `${count} visitantes`,
  biggest: 'Pagos más altos',
  open: 'Abrir el panel',
  empty: 'Ningún visitante y ningún pago en este periodo.',
  why: (site) => `Pediste este correo en los ajustes de ${site}.`,
  unsubscribe: 'Dejar de recibir estos correos',
  unsubscribed: 'Hecho. Ya no recibirás este correo.',
  unsubscribeQuestion: '¿Quieres dejar de recibir estos correos?',
  unsubscribeButton: 'Dejar de recibirlos',
  badLink: 'Este enlace no está completo. Los correos se cancelan en los ajustes del sitio.',
}

export const digestTexts: Record<MailLanguage, DigestTexts> = { en, de, es }
