import type { Dimension, Metric } from '@tributary/contract/query.ts'

/** What is counted without money. */
const ofVisits: ReadonlySet<string> = new Set<Metric>([
  'visitors',
  'sessions',
  'pageViews',
  'viewsPerSession',
  'bounceRate',
  'sessionDuration',
  'engagedTime',
  'entries',
  'exits',
  'goals',
  'goalConversionRate',
])

/** Whatever leads to a payment, it has these by itself. */
const withoutCredit: ReadonlySet<string> = new Set<Dimension>([
  'product',
  'provider',
  'currency',
  'planKind',
  'linkMethod',
  'customerType',
  'hour',
  'day',
  'week',
  'month',
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
  const hasMoney = metrics.some((metric) => !ofVisits.has(metric))
  const isNamed = dimensions.some((name) => !withoutCredit.has(name))
  if (hasMoney && (isNamed || filters.length > 0)) return body
  const { ...rest } = body
  delete rest.model
  return rest
}
