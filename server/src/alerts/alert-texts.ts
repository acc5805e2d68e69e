import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import { brandName, providers } from '@tributary/contract/brands.ts'
import { formatsOf } from '../mail/mail-formats.ts'
import type { Alert } from './alert.ts'

interface Shown {
  siteName: string
  value: string
  usual: string
  moment: string
  providers: string
  days: string
}

type Say = (shown: Shown) => string

interface AlertTexts {
  sentences: Record<Alert['kind'], Say>
  open: string
  why: (site: string) => string
}

const en: AlertTexts = {
  sentences: {
    'traffic-spike': ({ siteName, value, usual, moment }) =>
      `${siteName}: ${value} visitors in the hour from ${moment}. Usually there are ${usual}.`,
    'traffic-drop': ({ siteName, value, usual, moment }) =>
      `${siteName}: only ${value} visitors in the hour from ${moment}. Usually there are ${usual}.`,
    'revenue-spike': ({ siteName, value, usual }) =>
      `${siteName}: ${value} revenue in the last 24 hours. It is usually ${usual}.`,
    'revenue-drop': ({ siteName, value, usual }) =>
      `${siteName}: only ${value} revenue in the last 24 hours. It is usually ${usual}.`,
    'first-payment': ({ siteName }) => `${siteName} received its first payment. Congratulations!`,
    'webhooks-failing': ({ siteName, providers }) =>
      `${siteName}: webhooks from ${providers} are failing, so payments may be missing. Open the settings to see why they were rejected.`,
    'days-not-reconciled': ({ siteName, providers, days }) =>
      `${siteName}: the recorded payments of ${days} do not match the account at ${providers}. Open Payments → Reconciliation to see which ones.`,
    test: ({ siteName }) => `${siteName}: this is a test alert. Alerts will arrive here.`,
  },
  open: 'Open dashboard',
  why: (site) =>
    `You receive alerts about ${site}. Its admins choose the recipients in the settings.`,
}

const de: AlertTexts = {
  sentences: {
    'traffic-spike': ({ siteName, value, usual, moment }) =>
      `${siteName}: ${value} Besucher in der Stunde ab ${moment}. Üblich sind dann ${usual}.`,
    'traffic-drop': ({ siteName, value, usual, moment }) =>
      `${siteName}: nur ${value} Besucher in der Stunde ab ${moment}. Üblich sind dann ${usual}.`,
    'revenue-spike': ({ siteName, value, usual }) =>
      `${siteName}: ${value} Umsatz in den letzten 24 Stunden. Üblich sind ${usual}.`,
    'revenue-drop': ({ siteName, value, usual }) =>
      `${siteName}: nur ${value} Umsatz in den letzten 24 Stunden. Üblich sind ${usual}.`,
    'first-payment': ({ siteName }) => `${siteName} hat die erste Zahlung erhalten. Glückwunsch!`,
    'webhooks-failing': ({ siteName, providers }) =>
      `${siteName}: Webhooks von ${providers} schlagen fehl, daher können Zahlungen fehlen. In den Einstellungen siehst du, warum sie abgelehnt wurden.`,
    'days-not-reconciled': ({ siteName, providers, days }) =>
      `${siteName}: Die erfassten Zahlungen vom ${days} stimmen nicht mit dem Konto bei ${providers} überein. Unter Zahlungen → Abgleich siehst du, welche.`,
    test: ({ siteName }) =>
      `${siteName}: Das ist eine Test-Benachrichtigung. Benachrichtigungen kommen hier an.`,
  },
  open: 'Dashboard öffnen',
  why: (site) =>
    `Du bekommst Benachrichtigungen zu ${site}. Die Admins legen die Empfänger in den Einstellungen fest.`,
}

const es: AlertTexts = {
  sentences: {
    'traffic-spike': ({ siteName, value, usual, moment }) =>
      `${siteName}: ${value} visitantes en la hora desde ${moment}. Lo habitual son ${usual}.`,
    'traffic-drop': ({ siteName, value, usual, moment }) =>
      `${siteName}: solo ${value} visitantes en la hora desde ${moment}. Lo habitual son ${usual}.`,
    'revenue-spike': ({ siteName, value, usual }) =>
      `${siteName}: ${value} de ingresos en las últimas 24 horas. Lo habitual son ${usual}.`,
    'revenue-drop': ({ siteName, value, usual }) =>
      `${siteName}: solo ${value} de ingresos en las últimas 24 horas. Lo habitual son ${usual}.`,
    'first-payment': ({ siteName }) => `${siteName} recibió su primer pago. ¡Enhorabuena!`,
    'webhooks-failing': ({ siteName, providers }) =>
      `${siteName}: los webhooks de ${providers} están fallando, así que pueden faltar pagos. Abre la configuración para ver por qué se rechazaron.`,
    'days-not-reconciled': ({ siteName, providers, days }) =>
      `${siteName}: los pagos registrados del ${days} no coinciden con la cuenta de ${providers}. Abre Pagos → Conciliación para ver cuáles.`,
    test: ({ siteName }) => `${siteName}: esta es una alerta de prueba. Las alertas llegarán aquí.`,
  },
  open: 'Abrir el panel',
  why: (site) =>
    `Recibes alertas de ${site}. Sus administradores eligen los destinatarios en la configuración.`,
}

const texts: Record<MailLanguage, AlertTexts> = { en, de, es }

const daysShown = 5

/** An alert in a sentence or two of plain text. */
export function alertText(alert: Alert, language: MailLanguage): string {
  const { siteName, value = 0, usual = 0, currency, timezone, atMs } = alert
  const { providers: called = [], days = [] } = alert
  const formats = formatsOf(language, { currency: currency ?? 'USD', timezone })
  const figure = currency === undefined ? formats.count : formats.money
  return texts[language].sentences[alert.kind]({
    siteName,
    providers: called.map((name) => brandName(providers, name)).join(', '),
    days: days
      .slice(0, daysShown)
      .map((day) => formats.days(day, day))
      .join(', '),
    value: figure(value),
    usual: figure(currency === undefined ? Math.round(usual) : usual),
    moment: formats.moment(atMs),
  })
}

export const alertWords = (language: MailLanguage) => texts[language]
