import { atFirstUse } from './at-first-use.ts'
import { locale } from './locale.ts'

const days = atFirstUse(
  () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
)
const unit = (name: 'second' | 'minute' | 'hour') =>
  atFirstUse(
    () =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: name,
        unitDisplay: 'narrow',
        maximumFractionDigits: 0,
      }),
  )
const formats = { second: unit('second'), minute: unit('minute'), hour: unit('hour') }

/** A length of time in seconds with its two largest units: 3m 20s. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return formats.second().format(whole)
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return pair(formats.minute().format(minutes), whole % 60, formats.second)
  return pair(formats.hour().format(Math.floor(minutes / 60)), minutes % 60, formats.minute)
}

/** A length of time in seconds in words: 3 days, or 2h 5m where it is less than one. */
export function formatSpan(seconds: number): string {
  const whole = Math.floor(seconds / 86_400)
  return whole < 1 ? formatDuration(seconds) : days().format(whole)
}

function pair(first: string, rest: number, format: () => Intl.NumberFormat): string {
  return rest === 0 ? first : `${first} ${format().format(rest)}`
}
