import { paymentDimensions, trafficMetrics } from '@tributary/contract/metric-groups.ts'

const withoutMoney: ReadonlySet<string> = new Set(trafficMetrics)

/** Dimensions of the payment itself, which do not depend on the model. */
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
 * A question without its model if no figure of the answer depends on it. A chosen model changes which visits a
 * payment is credited to, and so nothing that is neither broken down by visits nor filtered.
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
