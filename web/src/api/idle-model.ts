import { paymentDimensions, trafficMetrics } from '@tributary/contract/metric-groups.ts'

const withoutMoney: ReadonlySet<string> = new Set(trafficMetrics)

/** Whatever leads to a payment, it has these by itself. */
const withoutCredit: ReadonlySet<string> = new Set([
  ...paymentDimensions,
  ...['hour', 'day', 'week', 'month'],
])

interface Question {
  metrics?: readonly string[]
  dimensions?: readonly string[]
  filters?: readonly unknown[]
  model?: string
}

/**
 * A question without its model where no figure of the answer depends on it. A chosen model changes which visits a
 * payment is credited to, and so nothing that is neither named by visits nor filtered.
 */
export function withoutIdleModel<Body extends Question>(body: Body): Body {
  const { metrics = [], dimensions = [], filters = [] } = body
  const hasMoney = metrics.some((metric) => !withoutMoney.has(metric))
  const isNamed = dimensions.some((name) => !withoutCredit.has(name))
  if (hasMoney && (isNamed || filters.length > 0)) return body
  const { ...rest } = body
  delete rest.model
  return rest
}
