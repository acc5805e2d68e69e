/** Cached by zone, as each takes milliseconds to make and a page needs many times of the same zone for a click. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** An instant in the local time of a zone: `2026-11-20T09:30`. The Swedish format is ISO's. */
export function localTime(ms: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? formatIn(timeZone)
  return format.format(ms).replace(' ', 'T')
}

/** The current day in a zone: `2026-11-20`. */
export const todayIn = (timeZone: string, nowMs = Date.now()) =>
  localTime(nowMs, timeZone).slice(0, 10)

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  formats.set(timeZone, made)
  return made
}
