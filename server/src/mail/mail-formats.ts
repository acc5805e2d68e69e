import type { MailLanguage } from '@tributary/contract/app/mail.ts'
import { isShownAsFactor } from '@tributary/contract/relative-change.ts'
import { decimalsOf } from '../money/money.ts'

/** Figures and days in a language's format, money in a site's currency, times in its zone. */
export interface MailFormats {
  money(amount: number): string
  count(value: number): string
  percent(share: number): string
  /** A relative change: +12 %, and ×2,632 from ten times as much on. */
  relativeChange(share: number): string
  /** A day of an instant in ISO 8601. */
  day(instant: string): string
  /** A day and time of an instant, in milliseconds since 1970. */
  moment(ms: number): string
  /** Two calendar days as a range; a single day if they are the same. */
  days(first: string, last: string): string
}

/** British English, because everybody else misreads an American date. */
const locales: Record<MailLanguage, string> = { en: 'en-GB', de: 'de-DE', es: 'es-ES' }

export function formatsOf(
  language: MailLanguage,
  { currency, timezone: timeZone }: { currency: string; timezone: string },
): MailFormats {
  const locale = locales[language]
  const digits = decimalsOf(currency)
  const money = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    // As the dashboard writes it: a site has one currency.
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const count = new Intl.NumberFormat(locale)
  const percent = { style: 'percent', maximumFractionDigits: 1 } as const
  const share = new Intl.NumberFormat(locale, percent)
  const change = new Intl.NumberFormat(locale, { ...percent, signDisplay: 'exceptZero' })
  const factor = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const moment = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  // Calendar days have no zone of their own.
  const calendarDay = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  return {
    money: (amount) => money.format(amount),
    count: (value) => count.format(value),
    percent: (value) => share.format(value),
    relativeChange: (value) =>
      isShownAsFactor(value) ? `×${factor.format(1 + value)}` : change.format(value),
    day: (instant) => day.format(new Date(instant)),
    moment: (ms) => moment.format(ms),
    days: (first, last) =>
      first === last
        ? calendarDay.format(new Date(first))
        : calendarDay.formatRange(new Date(first), new Date(last)),
  }
}
