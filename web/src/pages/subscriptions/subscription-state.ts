import type { SubscriptionState } from '../../api/money/subscriptions.ts'
import { type Dimension, dimensions, isDimension } from '../../url-state/dimension.ts'
import { useOwnParams } from '../../url-state/own-params.ts'
import { grainOf, type Range } from '../../url-state/range.ts'
import type { ReportState } from '../../url-state/report-state.ts'

/**
 * The dimensions of the visit that a customer is credited to, except those of which a visit has many, such as pages.
 */
export const ofVisits = dimensions.filter((one) => one !== 'page' && one !== 'goal')

/** What a subscription is paid for. */
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

/** The steps in which a range has enough points to show a course, and not more than can be read. */
function intervalOf(range: Range): (typeof intervals)[number] {
  if (range === '90d') return 'week'
  return grainOf(range) === 'month' ? 'month' : 'day'
}

type Change = Partial<Pick<PageState, 'interval' | 'dimension' | 'only'>>

/** What the subscriptions page shows. The address is its only home. */
export function useSubscriptionState({
  range,
}: Pick<ReportState, 'range'>): [PageState, (change: Change) => void] {
  const [params, changeParams] = useOwnParams()
  const { interval, split, only } = params
  const state: PageState = {
    range,
    interval: intervals.find((one) => one === interval) ?? intervalOf(range),
    dimension: typeof split === 'string' && isSubscriptionDimension(split) ? split : 'source',
    // What is linked to no visit has no value, and one begins with a sign to be told apart.
    only: typeof only !== 'string' ? undefined : only === 'none' ? null : only.slice(1),
  }
  const change = (changed: Change) => {
    const next = { ...state, ...changed }
    // A value is one of its dimension.
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
