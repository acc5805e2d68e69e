import type { DigestFrequency } from '@tributary/contract/app/digest.ts'
import type { MailLanguage } from '@tributary/contract/app/mail.ts'

/** All texts of a digest, in one language. */
export interface DigestTexts {
  subject: Record<DigestFrequency, (site: string, revenue: string) => string>
  period: (days: string) => string
  visitors: string
  revenue: string
  takeHome: string
  feesKnown: (share: string) => string
  conversionRate: string
  change: (percent: string) => string
  noComparison: string
  sources: string
  direct: string
  /** Unattributed revenue, and the text shown instead of its visitors. */
  notLinked: string
  notLinkedNote: string
  sourceVisitors: (count: string) => string
  largest: string
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
  period: (days) => `Your report for ${days}:`,
  visitors: 'Visitors',
  revenue: 'Revenue',
  takeHome: 'Take-home',
  feesKnown: (share) => `fees known for ${share} of payments`,
  conversionRate: 'Conversion rate',
  change: (percent) => `${percent} compared with the previous period`,
  noComparison: 'no data to compare with',
  sources: 'Top sources by revenue',
  direct: 'Direct',
  notLinked: 'Not linked',
  notLinkedNote: 'no visitor known',
  sourceVisitors: (count) => `${count} visitors`,
  largest: 'Largest payments',
  open: 'Open dashboard',
  empty: 'There were no visitors and no payments in this period.',
  why: (site) => `You receive this e-mail because you subscribed to it in the settings of ${site}.`,
  unsubscribe: 'Unsubscribe',
  unsubscribed: 'You are unsubscribed and will not receive this e-mail again.',
  unsubscribeQuestion: 'Unsubscribe from these e-mails?',
  unsubscribeButton: 'Unsubscribe',
  badLink: 'This link is incomplete. Open the settings of the site to unsubscribe.',
}

const de: DigestTexts = {
  subject: {
    daily: (site, revenue) => `${site}: gestern ${revenue}`,
    weekly: (site, revenue) => `${site}: letzte Woche ${revenue}`,
    monthly: (site, revenue) => `${site}: letzten Monat ${revenue}`,
  },
  period: (days) => `Dein Bericht für ${days}:`,
  visitors: 'Besucher',
  revenue: 'Umsatz',
  takeHome: 'Nettoerlös',
  feesKnown: (share) => `Gebühren für ${share} der Zahlungen bekannt`,
  conversionRate: 'Conversion-Rate',
  change: (percent) => `${percent} gegenüber dem vorherigen Zeitraum`,
  noComparison: 'keine Vergleichsdaten',
  sources: 'Umsatzstärkste Quellen',
  direct: 'Direkt',
  notLinked: 'Nicht verknüpft',
  notLinkedNote: 'kein Besucher bekannt',
  sourceVisitors: (count) => `${count} Besucher`,
  largest: 'Größte Zahlungen',
  open: 'Dashboard öffnen',
  empty: 'In diesem Zeitraum gab es keine Besucher und keine Zahlungen.',
  why: (site) =>
    `Du bekommst diese E-Mail, weil du sie in den Einstellungen von ${site} abonniert hast.`,
  unsubscribe: 'Diese E-Mails abbestellen',
  unsubscribed: 'Du hast diese E-Mail abbestellt und bekommst sie nicht mehr.',
  unsubscribeQuestion: 'Möchtest du diese E-Mails abbestellen?',
  unsubscribeButton: 'Abbestellen',
  badLink:
    'Dieser Link ist unvollständig. Öffne die Einstellungen der Website, um die E-Mails abzubestellen.',
}

const es: DigestTexts = {
  subject: {
    daily: (site, revenue) => `${site}: ${revenue} ayer`,
    weekly: (site, revenue) => `${site}: ${revenue} la semana pasada`,
    monthly: (site, revenue) => `${site}: ${revenue} el mes pasado`,
  },
  period: (days) => `Tu informe del ${days}:`,
  visitors: 'Visitantes',
  revenue: 'Ingresos',
  takeHome: 'Ingreso neto',
  feesKnown: (share) => `comisiones conocidas del ${share} de los pagos`,
  conversionRate: 'Tasa de conversión',
  change: (percent) => `${percent} respecto al periodo anterior`,
  noComparison: 'sin datos para comparar',
  sources: 'Fuentes con más ingresos',
  direct: 'Directo',
  notLinked: 'Sin vincular',
  notLinkedNote: 'visitante desconocido',
  sourceVisitors: (count) => `${count} visitantes`,
  largest: 'Pagos más grandes',
  open: 'Abrir el panel',
  empty: 'No hubo visitantes ni pagos en este periodo.',
  why: (site) => `Recibes este correo porque te suscribiste en la configuración de ${site}.`,
  unsubscribe: 'Cancelar la suscripción',
  unsubscribed: 'Se canceló tu suscripción. Ya no recibirás este correo.',
  unsubscribeQuestion: '¿Quieres dejar de recibir estos correos?',
  unsubscribeButton: 'Cancelar la suscripción',
  badLink:
    'Este enlace está incompleto. Abre la configuración del sitio para cancelar la suscripción.',
}

export const digestTexts: Record<MailLanguage, DigestTexts> = { en, de, es }
