import { findCurrency } from '../../../money/currencies.ts'
import { decimalsOf, mostMinor } from '../../../money/money.ts'
import { need, textOf, wholeOf } from './fields.ts'

/** The ISO 4217 code of a provider's currency field. */
export function currencyOf(value: unknown): string {
  const text = textOf(value)
  return need(findCurrency(text ?? '') ?? null, text === null ? 'currency' : `currency (${text})`)
}

/**
 * Minor units as ISO 4217 counts them, of a whole number in a provider's smallest unit. `decimals` is
 * how many the provider gives this currency, where it departs from ISO.
 */
export function smallestUnits(value: unknown, currency: string, decimals?: number): number {
  const amount = need(wholeOf(value), 'amount')
  const shift = decimalsOf(currency) - (decimals ?? decimalsOf(currency))
  if (shift >= 0) return safe(amount * 10 ** shift)
  const divisor = 10 ** -shift
  if (amount % divisor !== 0) {
    throw new Error(`${amount} has more decimals than ${currency} has`)
  }
  return safe(amount / divisor)
}

/** Minor units of a decimal text in major units, such as `29.35`. Zeros at the end are no decimals. */
export function majorUnits(value: unknown, currency: string): number {
  const match = /^(-?)(\d{1,15})(?:\.(\d+?)0*)?$/.exec(textOf(value) ?? String(value))
  if (match === null) throw new Error('the body has no usable amount')
  const [, sign, whole = '', fraction = ''] = match
  const digits = fraction === '0' ? '' : fraction
  const decimals = decimalsOf(currency)
  if (digits.length > decimals) throw new Error(`${value} has more decimals than ${currency} has`)
  const minor = safe(Number(whole + digits.padEnd(decimals, '0')))
  return sign === '-' && minor !== 0 ? -minor : minor
}

/**
 * Minor units of an amount in major units that the provider computed: of a number such as `4.98999977`, what is beyond
 * the currency's decimals is rounded.
 */
export function roundedUnits(value: unknown, currency: string): number {
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  return majorUnits(isNumber ? value.toFixed(decimalsOf(currency)) : value, currency)
}

function safe(amountMinor: number): number {
  if (Math.abs(amountMinor) > mostMinor) throw new Error('the amount is too large')
  return amountMinor
}
