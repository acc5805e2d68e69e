import { formatMoney } from '../../format/money.ts'
import { formatCount, formatRate } from '../../format/number.ts'
import { spendTexts as words } from '../../texts/spend.ts'
import { texts } from '../../texts/texts.ts'
import { costColumns } from '../../url-state/panel-choice.ts'

type Cost = (typeof costColumns)[number]
export type SpendFigure = keyof typeof words.names | Cost

const money: readonly SpendFigure[] = [
  ...(['spend', 'revenue', 'profit', 'cac', 'costPerClick'] as const),
  ...costColumns,
]

const isCost = (name: SpendFigure): name is Cost => costColumns.some((cost) => cost === name)

/** The name of a figure, and its definition. Costs have the same names as in every report. */
export function nameOfFigure(name: SpendFigure): { name: string; hint: string } {
  const { names, formulas } = texts.figures
  return isCost(name)
    ? { name: names[name], hint: formulas[name] }
    : { name: words.names[name], hint: words.hints[name] }
}

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
