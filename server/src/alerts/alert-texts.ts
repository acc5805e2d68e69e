import type { MailLanguage } from '@tributary/contract/app-mail.ts'
import { formatsOf } from '../mail/mail-formats.ts'
import type { Alert } from './alert.ts'

type Say = (alert: Alert, figures: { value: string; usual: string; moment: string }) => string

interface AlertTexts {
  sentences: Record<Alert['kind'], Say>
  open: string
  why: (site: string) => string
}

const en: AlertTexts = {
  sentences: {
    'traffic-spike': ({ siteName }, { value, usual, moment }) =>
      `${siteName}: ${value} visitors in the hour from ${moment}. Usual then are ${usual}.`,
    'traffic-drop': ({ siteName }, { value, usual, moment }) =>
      `${siteName}: only ${value} visitors in the hour from ${moment}. Usual then are ${usual}.`,
    'revenue-spike': ({ siteName }, { value, usual }) =>
      `${siteName}: ${value} revenue in the last 24 hours. Usual are ${usual}.`,
    'revenue-drop': ({ siteName }, { value, usual }) =>
      `${siteName}: only ${value} revenue in the last 24 hours. Usual are ${usual}.`,
    'first-payment': ({ siteName }) => `${siteName} has its first payment. Congratulations!`,
    'webhooks-failing': ({ siteName, providers = [] }) =>
      `${siteName}: webhooks of ${providers.join(', ')} fail, so payments may be missing. The settings show what came and why it was turned away.`,
    test: ({ siteName }) => `${siteName}: this is a test. Alerts arrive here.`,
  },
  open: 'Open the dashboard',
  why: (site) => `You get alerts of ${site}. Its admins choose who does, in the settings.`,
}

const de: AlertTexts = {
  sentences: {
    'traffic-spike': ({ siteName }, { value, usual, moment }) =>
      `${siteName}: ${value} Besucher in der Stunde ab ${moment}. Üblich sind dann ${usual}.`,
    'traffic-drop': ({ siteName }, { value, usual, moment }) =>
      `${siteName}: nur ${value} Besucher in der Stunde ab ${moment}. Üblich sind dann ${usual}.`,
    'revenue-spike': ({ siteName }, { value, usual }) =>
      `${siteName}: ${value} Umsatz in den letzten 24 Stunden. Üblich sind ${usual}.`,
    'revenue-drop': ({ siteName }, { value, usual }) =>
      `${siteName}: nur ${value} Umsatz in den letzten 24 Stunden. Üblich sind ${usual}.`,
    'first-payment': ({ siteName }) => `${siteName} hat die erste Zahlung. Glückwunsch!`,
    'webhooks-failing': ({ siteName, providers = [] }) =>
      `${siteName}: Webhooks von ${providers.join(', ')} schlagen fehl, es können also Zahlungen fehlen. Die Einstellungen zeigen, was kam und warum es abgewiesen wurde.`,
    test: ({ siteName }) => `${siteName}: Dies ist ein Test. Hinweise kommen hier an.`,
  },
  open: 'Dashboard öffnen',
  why: (site) =>
    `Du bekommst Hinweise zu ${site}. Wer sie bekommt, bestimmen Admins in den Einstellungen.`,
}

const es: AlertTexts = {
  sentences: {
    'traffic-spike': ({ siteName }, { value, usual, moment }) =>
      `${siteName}: ${value} visitantes en la hora desde ${moment}. Lo habitual son ${usual}.`,
    'traffic-drop': ({ siteName }, { value, usual, moment }) =>
      `${siteName}: solo ${value} visitantes en la hora desde ${moment}. Lo habitual son ${usual}.`,
    'revenue-spike': ({ siteName }, { value, usual }) =>
      `${siteName}: ${value} de ingresos en las últimas 24 horas. Lo habitual son ${usual}.`,
    'revenue-drop': ({ siteName }, { value, usual }) =>
      `${siteName}: solo ${value} de ingresos en las últimas 24 horas. Lo habitual son ${usual}.`,
    'first-payment': ({ siteName }) => `${siteName} tiene su primer pago. ¡Enhorabuena!`,
    'webhooks-failing': ({ siteName, providers = [] }) =>
      `${siteName}: fallan los webhooks de ${providers.join(', ')}, así que pueden faltar pagos. Los ajustes muestran qué llegó y por qué se rechazó.`,
    test: ({ siteName }) => `${siteName}: esto es una prueba. Los avisos llegan aquí.`,
  },
  open: 'Abrir el panel',
  why: (site) => `Recibes avisos de ${site}. Sus administradores eligen quién los recibe.`,
}

const texts: Record<MailLanguage, AlertTexts> = { en, de, es }

/** An alert in a sentence or two of plain text. */
export function sayAlert(alert: Alert, language: MailLanguage): string {
  const { value = 0, usual = 0, currency, timezone, atMs } = alert
  const formats = formatsOf(language, { currency: currency ?? 'USD', timezone })
  const figure = currency === undefined ? formats.count : formats.money
  return texts[language].sentences[alert.kind](alert, {
    value: figure(value),
    usual: figure(currency === undefined ? Math.round(usual) : usual),
    moment: formats.moment(atMs),
  })
}

export const alertWords = (language: MailLanguage) => texts[language]
