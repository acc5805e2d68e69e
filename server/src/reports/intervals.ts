import type { Metric, QueryAnswer } from '@tributary/contract/query.ts'
import { decimalsOf } from '../money/money.ts'
import { countedOf, type Figures, goalVisitors } from './figures.ts'
import type { Amounts } from './money/add-up-money.ts'

type Intervals = NonNullable<QueryAnswer['intervals']>['totals']
type Interval = Intervals[string]

/** For the normal distribution: 95 % lie within this many standard deviations. */
const z = 1.959964

const rates: readonly Metric[] = ['conversionRate', 'goalConversionRate', 'revenuePerVisitor']

/** Whether a metric has an interval. */
export function hasInterval(metric: Metric): boolean {
  return rates.includes(metric)
}

/**
 * The confidence interval of a rate; undefined if there is none, as with one visitor or more payers than visitors.
 */
export function intervalOf(metric: Metric, figures: Figures): Interval | undefined {
  const { line, money, currency } = figures
  const visitors = countedOf(figures).visitors ?? 0
  if (metric === 'conversionRate') return wilson(money?.linkedCustomers ?? 0, visitors)
  if (metric === 'goalConversionRate') {
    return wilson(goalVisitors(line), line?.visits.visitors ?? 0)
  }
  if (metric !== 'revenuePerVisitor') return undefined
  const perVisitor = mean(money?.netOfVisitors ?? { count: 0, sum: 0, squares: 0 }, visitors)
  if (perVisitor === undefined) return undefined
  const decimals = decimalsOf(currency)
  const major = (minor: number) => Number((minor / 10 ** decimals).toFixed(decimals))
  return { ...perVisitor, low: major(perVisitor.low), high: major(perVisitor.high) }
}

/** Wilson's score interval of a share (E. B. Wilson 1927), which is valid for few and for none, too. */
export function wilson(part: number, whole: number): Interval | undefined {
  if (whole === 0 || part > whole) return undefined
  const share = part / whole
  const centre = (share + z ** 2 / (2 * whole)) / (1 + z ** 2 / whole)
  const reach =
    (z / (1 + z ** 2 / whole)) *
    Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2))
  const low = Math.max(0, centre - reach)
  const high = Math.min(1, centre + reach)
  return { low: rounded(low), high: rounded(high), uncertain: high - low > share }
}

/** The interval of a mean over `count` people, of whom all without an amount have 0. */
export function mean(amounts: Amounts, count: number): Interval | undefined {
  if (count < 2 || amounts.count > count) return undefined
  const { sum, squares } = amounts
  const variance = Math.max(0, (squares - sum ** 2 / count) / (count - 1))
  const reach = z * Math.sqrt(variance / count)
  const value = sum / count
  // Without a single payment, the spread of the amounts is unknown.
  const uncertain = amounts.count === 0 || 2 * reach > Math.abs(value)
  return { low: value - reach, high: value + reach, uncertain }
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6
