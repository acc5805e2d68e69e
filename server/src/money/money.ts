import { currencyDecimals } from './currencies.ts'

/** The largest amount of a payment, minor units: a double holds 15 decimal digits exactly. */
export const mostMinor = 999_999_999_999_999

/** Why an amount cannot be stored in a currency's minor units. */
export type AmountProblem = 'too-many-decimals' | 'too-large'

/**
 * A decimal number of major units as whole minor units, exactly: 19.99 USD is 1999. Works on the number's shortest
 * decimal text, since 19.99 * 100 is not 1999 in floating point. Refuses digits the currency does not have rather
 * than round them.
 */
export function toMinorUnits(
  amount: number,
  currency: string,
): { amountMinor: number } | { problem: AmountProblem } {
  const { negative, digits, scale } = decimalOf(amount)
  const shift = decimalsOf(currency) - scale
  if (shift < 0) return { problem: 'too-many-decimals' }
  const minor = Number(digits + '0'.repeat(shift))
  if (minor > mostMinor) return { problem: 'too-large' }
  return { amountMinor: negative && minor !== 0 ? -minor : minor }
}

/** Whole minor units as a number of major units: 1999 USD is 19.99, the nearest double of that text. */
export function toMajorUnits(amountMinor: number, currency: string): number {
  return Number(formatMajorUnits(amountMinor, currency))
}

/** Whole minor units as decimal text with all of the currency's decimals: 1990 USD is `19.90`. */
export function formatMajorUnits(amountMinor: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(amountMinor)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const sign = amountMinor < 0 ? '-' : ''
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(digits.length - decimals)}`
}

/** How many decimals a currency has. Throws for a code that `findCurrency` did not return. */
export function decimalsOf(currency: string): number {
  const decimals = currencyDecimals.get(currency)
  if (decimals === undefined) throw new RangeError(`unknown currency ${currency}`)
  return decimals
}

/** A finite number as its significant digits and the number of decimals. */
function decimalOf(amount: number): { negative: boolean; digits: string; scale: number } {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(amount))
  if (match === null) throw new RangeError(`${amount} is no finite number`)
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const padded = (whole + fraction).replace(/^0+(?=\d)/, '')
  const digits = padded.replace(/0+$/, '') || '0'
  const scale = fraction.length - Number(exponent) - (padded.length - digits.length)
  return digits === '0'
    ? { negative: false, digits, scale: 0 }
    : scale < 0
      ? { negative: sign === '-', digits: digits + '0'.repeat(Math.min(-scale, 20)), scale: 0 }
      : { negative: sign === '-', digits, scale }
}
