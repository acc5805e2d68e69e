import type { Model } from '@tributary/contract/query.ts'
import { creditMoney } from '../../reports/money/credit-money.ts'
import { moneyWithTouches } from '../../reports/money/money-with-touches.ts'
import type { SessionDimensionName } from '../../reports/queries/vocabulary.ts'
import type { Site } from '../../site.ts'
import type { Engine } from '../../store/events/engine.ts'
import { localDay } from '../../time/local-time.ts'

/**
 * The value of a dimension, such as the source, that each subscription is credited to: that of the visit which a
 * model credits with its first payment or trial; by `subscriptionHash`. Subscriptions without such a visit are
 * absent.
 */
export async function creditSubscriptions(
  engine: Engine,
  asked: {
    site: Site
    nowMs: number
    dimension: SessionDimensionName
    model: Extract<Model, 'first' | 'last' | 'last-non-direct'>
    lookbackDays: number
  },
): Promise<Map<string, string>> {
  const { site, nowMs, dimension, model, lookbackDays } = asked
  const span = { fromMs: 0, toMs: nowMs + 1 }
  const dayOf = (ms: number) => localDay(ms, site.timezone)
  const rule = { model, lookbackDays, includeDirect: false }
  const scope = {
    siteId: site.id,
    currency: site.currency,
    zone: site.timezone,
    dimensions: [{ name: dimension, spelt: dimension }],
    filters: { visits: [], hits: [], payments: [] },
    refundsOnPayment: false,
    ...rule,
  }
  const { movements, touches } = await moneyWithTouches(engine, scope, {
    part: { ...span, withFirsts: false, withPayers: false, recurring: false, beginnings: true },
    range: { ...span, first: dayOf(span.fromMs), last: dayOf(nowMs) },
    names: { visits: [dimension], payments: [] },
  })
  const keys = new Map<string, string>()
  // The oldest comes first, and is what a subscription began with.
  for (const { movement, touch } of creditMoney(movements, touches, rule)) {
    const key = touch?.keys[0]
    if (key !== undefined && !keys.has(movement.subscription)) keys.set(movement.subscription, key)
  }
  return keys
}
