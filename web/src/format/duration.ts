import { atFirstUse } from './at-first-use.ts'
import { locale } from './locale.ts'

const days = atFirstUse(
  () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
)
const symbols = { second: 's', minute: 'min', hour: 'h' } as const
type Unit = keyof typeof symbols
const unit = (name: Unit) =>
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

/** In German by the units' symbols: its shortest words (1 Min. 9 Sek.) are wider than a headline figure. */
function format(value: number, name: Unit): string {
  return locale.startsWith('de') ? `${value} ${symbols[name]}` : formats[name]().format(value)
}

/** A length of time in seconds with its two largest units: 3m 20s. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return format(whole, 'second')
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return pair(format(minutes, 'minute'), whole % 60, 'second')
  return pair(format(Math.floor(minutes / 60), 'hour'), minutes % 60, 'minute')
}

/** A length of time in seconds in words: 3 days, or 2h 5m if it is less than one. */
export function formatSpan(seconds: number): string {
  const inDays = seconds / 86_400
  return inDays < 1 ? formatDuration(seconds) : days().format(Math.round(inDays))
}

function pair(first: string, rest: number, name: Unit): string {
  return rest === 0 ? first : `${first} ${format(rest, name)}`
}
