import { isDay } from '../time/local-time.ts'

/** A file's formats of days and decimals, as far as its own values show. */
export interface SpendNotation {
  dayFirst: boolean | undefined
  decimalMark: '.' | ',' | undefined
}

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Looks through a column of days: one 13 in first place decides for all of them. */
export function dayOrderOf(days: readonly string[]): boolean | undefined {
  const parts = days.flatMap((day) => {
    const [, first, second] = slashed.exec(day) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  const dayFirst = parts.some(([first]) => first > 12)
  const monthFirst = parts.some(([, second]) => second > 12)
  return dayFirst === monthFirst ? undefined : dayFirst
}

/** Looks through a column of amounts: cents show which mark is the decimal one. */
export function decimalMarkOf(amounts: readonly string[]): '.' | ',' | undefined {
  const found = new Set<'.' | ','>()
  for (const amount of amounts) {
    const text = digitsOf(amount)
    const mark = /[.,](?=\d*$)/.exec(text)?.[0] as '.' | ',' | undefined
    if (mark === undefined || text.indexOf(mark) !== text.lastIndexOf(mark)) continue
    const hasBoth = text.includes('.') && text.includes(',')
    if (hasBoth || !/[.,]\d{3}$/.test(text)) found.add(mark)
  }
  return found.size === 1 ? [...found][0] : undefined
}

/** A day of an export as `2026-11-02`; or its problem, as a text. */
export function readDay(
  text: string,
  { dayFirst }: SpendNotation,
): { day: string } | { problem: string } {
  const day = isoOf(text.trim(), dayFirst)
  if (day !== undefined && isDay(day)) return { day }
  return slashed.test(text.trim()) && dayFirst === undefined
    ? { problem: `${text} may be two days; say whether the day comes first` }
    : { problem: `${text || 'nothing'} is no day such as 2026-11-02` }
}

function isoOf(text: string, dayFirst: boolean | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  if (year !== undefined) return iso(year, month, day)
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text)
  if (dotted) return iso(dotted[3], dotted[2], dotted[1])
  const parts = slashed.exec(text)
  if (parts) {
    if (dayFirst === undefined) return undefined
    return dayFirst ? iso(parts[3], parts[2], parts[1]) : iso(parts[3], parts[1], parts[2])
  }
  return namedDay(text)
}

/** `Nov 2, 2026`, `Mon, Nov 2, 2026` or `2 November 2026`. */
function namedDay(text: string): string | undefined {
  const [, name, day, year] =
    /^(?:[A-Za-z]{3,9}, )?([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(text) ?? []
  const [, day2, name2, year2] = /^(\d{1,2}) ([A-Za-z]{3,9})\.? (\d{4})$/.exec(text) ?? []
  const month = months.indexOf((name ?? name2 ?? '').slice(0, 3).toLowerCase()) + 1
  return month === 0 ? undefined : iso(year ?? year2, String(month), day ?? day2)
}

const iso = (year = '', month = '', day = '') =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** An amount of an export, `1,234.50` or `1.234,50 €`; or its problem, as a text. */
export function readAmount(
  text: string,
  { decimalMark }: Pick<SpendNotation, 'decimalMark'>,
): { amount: number } | { problem: string } {
  const digits = digitsOf(text)
  if (digits === '') return { problem: 'the amount is missing' }
  const isAmbiguous = decimalMark === undefined && /^\d{1,3}\.\d{3}$/.test(digits)
  if (isAmbiguous) return { problem: `${text} may be thousands or thousandths` }
  const mark = decimalMark ?? '.'
  const plain = digits.replaceAll(mark === '.' ? ',' : '.', '').replace(mark, '.')
  if (!/^\d{1,15}(\.\d{1,10})?$/.test(plain)) return { problem: `${text} is no amount` }
  return { amount: Number(plain) }
}

/** A count of an export; null if it is missing, as for `--`. */
export function readCount(text: string): { count: number | null } | { problem: string } {
  const digits = digitsOf(text)
  if (digits === '') return { count: null }
  const plain = digits.replace(/[.,](?=\d{3}(\D|$))/g, '').replace(/[.,]0+$/, '')
  return /^\d{1,12}$/.test(plain) ? { count: Number(plain) } : { problem: `${text} is no count` }
}

/** Without spaces, currency signs and the dashes that mean no value. */
function digitsOf(text: string): string {
  return text.replace(/[\s\u00a0\u202f'’\p{Sc}]|^[-–—]+$/gu, '').replace(/^[A-Z]{3}|[A-Z]{3}$/g, '')
}
