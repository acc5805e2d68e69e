import type { SubscriptionState } from '../../api/money/subscriptions.ts'
import { type Dimension, dimensions, isDimension } from '../../url-state/dimension.ts'
import { useOwnParams } from '../../url-state/own-params.ts'
import { grainOf, type Range } from '../../url-state/range.ts'
import type { ReportState } from '../../url-state/report-state.ts'

/**
 * The dimensions of the visit that a customer is credited to, except those of which a visit has many, such as pages.
 */
export const ofVisits = dimensions.filter((one) => one !== 'page' && one !== 'goal')

/** The dimensions of a subscription's plan. */
export const ofPlans = ['plan', 'product'] as const

export type SubscriptionDimension = Dimension | (typeof ofPlans)[number]

export function isOfPlans(value: string): value is (typeof ofPlans)[number] {
  return (ofPlans as readonly string[]).includes(value)
}

export function isSubscriptionDimension(value: string): value is SubscriptionDimension {
  return isOfPlans(value) || isDimension(value)
}

export interface PageState extends SubscriptionState {
  dimension: SubscriptionDimension
}

const intervals = ['day', 'week', 'month'] as const

/** The steps in which a range has enough points to show a trend, and not too many to read. */
function intervalOf(range: Range): (typeof intervals)[number] {
  if (range === '90d') return 'week'
  return grainOf(range) === 'month' ? 'month' : 'day'
}

type Change = Partial<Pick<PageState, 'interval' | 'dimension' | 'only'>>

/** The state of the subscriptions page. It is only stored in the address. */
export function useSubscriptionState({
  range,
}: Pick<ReportState, 'range'>): [PageState, (change: Change) => void] {
  const [params, changeParams] = useOwnParams()
  const { interval, split, only } = params
  const state: PageState = {
    range,
    interval: intervals.find((one) => one === interval) ?? intervalOf(range),
    dimension: typeof split === 'string' && isSubscriptionDimension(split) ? split : 'source',
    // Customers linked to no visit have no value, so real values begin with a sign to be distinguished.
    only: typeof only !== 'string' ? undefined : only === 'none' ? null : only.slice(1),
  }
  const change = (changed: Change) => {
    const next = { ...state, ...changed }
    // A value belongs to its dimension.
    const isKept = next.dimension === state.dimension || 'only' in changed
    const wanted = isKept ? next.only : undefined
    changeParams({
      interval: next.interval === intervalOf(range) ? undefined : next.interval,
      split: next.dimension === 'source' ? undefined : next.dimension,
      only: wanted === undefined ? undefined : wanted === null ? 'none' : `-${wanted}`,
    })
  }
  return [state, change]
}
