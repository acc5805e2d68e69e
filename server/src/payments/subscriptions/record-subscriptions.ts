import { createHash } from 'node:crypto'
import type { ControlStore } from '../../store/control/control-store.ts'
import { sortedKeys } from '../ledger/known-fact.ts'
import { foldSubscription, type StoredFact } from './fold-subscription.ts'
import type { SubscriptionFact } from './subscription-fact.ts'
import {
  addSubscriptionFact,
  knownSubscriptionFacts,
  listSubscriptionFacts,
  lockSubscription,
  type SubscriptionFactRow,
  saveSubscription,
} from './subscription-rows.ts'

type Db = ControlStore['db']

const dayMs = 86_400_000

/**
 * Records what a provider says about subscriptions, in the caller's transaction. Facts may come in any order, late
 * and repeated: the histories that they give are the same.
 */
export async function recordSubscriptions(
  db: Db,
  siteId: string,
  facts: readonly SubscriptionFact[],
  report: { source: string; nowMs: number },
): Promise<void> {
  if (facts.length === 0) return
  const rows = facts.map((fact) => toRow(siteId, fact, report))
  const keys = rows.map((row) => row.fact_key)
  const known = await knownSubscriptionFacts(db, siteId, keys)
  const fresh = rows.filter((row) => !known.has(row.fact_key))
  const placeOf = ({ provider, subscription_id }: SubscriptionFactRow) =>
    JSON.stringify([provider, subscription_id])
  // In one order, so that two transactions do not wait for each other.
  const bySubscription = [...Map.groupBy(fresh, placeOf)].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [, [first, ...others]] of bySubscription) {
    if (first === undefined) continue
    const { provider, subscription_id } = first
    const place = { site_id: siteId, provider, subscription_id }
    await lockSubscription(db, place, report.nowMs)
    for (const row of [first, ...others]) await addSubscriptionFact(db, row)
    const stored = await listSubscriptionFacts(db, place)
    const history = foldSubscription(stored.map(toFact))
    if (history === undefined) continue
    const { customerId, ...rest } = history
    await saveSubscription(db, place, { customer_id: customerId, history: JSON.stringify(rest) })
  }
}

function toRow(
  siteId: string,
  fact: SubscriptionFact,
  { source, nowMs }: { source: string; nowMs: number },
): SubscriptionFactRow {
  const { provider, subscriptionId, customerId, atMs, ...stated } = fact
  const at = atMs ?? nowMs
  // An account that is read again the same day says nothing new.
  const moment = atMs ?? `day ${Math.floor(nowMs / dayMs)}`
  const content = JSON.stringify({ ...fact, source, atMs: moment }, sortedKeys)
  return {
    site_id: siteId,
    fact_key: createHash('sha256').update(content).digest('base64url'),
    provider,
    subscription_id: subscriptionId,
    source,
    received_ms: nowMs,
    at_ms: at,
    customer_id: customerId,
    stated: JSON.stringify(stated, sortedKeys),
  }
}

function toFact(row: SubscriptionFactRow): StoredFact {
  // The row holds what `toRow` made.
  const stated = JSON.parse(row.stated) as Omit<
    SubscriptionFact,
    'provider' | 'subscriptionId' | 'customerId' | 'atMs'
  >
  const { provider, subscription_id: subscriptionId, customer_id: customerId } = row
  return { ...stated, provider, subscriptionId, customerId, atMs: row.at_ms }
}
