import { formatMoney } from '../../format/money.ts'
import { formatCount, formatRate } from '../../format/number.ts'
import { spendTexts as words } from '../../texts/spend.ts'

export type SpendFigure = keyof typeof words.names

const money: readonly SpendFigure[] = ['spend', 'revenue', 'profit', 'cac', 'costPerClick']

/** A figure in full; a dash if not reported or if the divisor is 0. */
export function formatSpendFigure(
  name: SpendFigure,
  value: number | null,
  currency: string,
): string {
  if (value === null) return name === 'paybackDays' ? words.notYet : '–'
  if (money.includes(name)) return formatMoney(value, currency)
  if (name === 'paybackDays') return words.days(formatCount(value), value === 1)
  if (name === 'roas') return `${formatRate(Math.round(value * 100) / 100)}×`
  return name === 'newCustomers' ? formatRate(Math.round(value * 100) / 100) : formatCount(value)
}
