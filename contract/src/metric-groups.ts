// Apart from the schemas, so that pages need not load the schema library for a list.
import type { Dimension, Metric } from './query.ts'

/** What is counted without money. */
export const trafficMetrics: readonly Metric[] = [
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
]

/** The dimensions of a payment itself. */
export const paymentDimensions = [
  'product',
  'provider',
  'currency',
  'planKind',
  'linkMethod',
  'customerType',
] as const satisfies Dimension[]

export type PaymentDimension = (typeof paymentDimensions)[number]
