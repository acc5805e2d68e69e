import { formatMoney } from '../../format/money.ts'
import { formatColumnShare, formatCount, formatRate } from '../../format/number.ts'
import { subscriptionTexts as words } from '../../texts/subscriptions.ts'

export type SubscriptionFigure = keyof typeof words.names

const shares: readonly SubscriptionFigure[] = ['customerChurn', 'revenueChurn', 'trialConversion']
const counts: readonly SubscriptionFigure[] = ['customers', 'newCustomers', 'trialsStarted']

/**
 * A figure of a row or of the total; undefined if churn is meaningless: more customers left than there were at the
 * start of the range, as in a shop's first months.
 */
export function readFigure<Name extends SubscriptionFigure>(
  figures: Readonly<Record<Name, number | null>> & {
    customerChurn: number | null
    revenueChurn: number | null
  },
  name: Name,
): number | null {
  const churn = name === 'revenueChurn' ? figures.revenueChurn : figures.customerChurn
  const isOfChurn = name === 'ltv' || name === 'customerChurn' || name === 'revenueChurn'
  return isOfChurn && churn !== null && churn > 1 ? null : figures[name]
}

/** A figure in full; a dash if the divisor is 0. */
export function formatFigure(
  name: SubscriptionFigure,
  value: number | null,
  currency: string,
): string {
  if (value === null) return '–'
  if (shares.includes(name)) return formatColumnShare(value)
  if (counts.includes(name)) return formatCount(value)
  const rate = formatRate(Math.round(value * 10) / 10)
  if (name === 'quickRatio') return `${rate}×`
  return name === 'paybackMonths' ? words.months(rate) : formatMoney(value, currency)
}
