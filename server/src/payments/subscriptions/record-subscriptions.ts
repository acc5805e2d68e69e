import { createHash } from 'node:crypto'
import type { ControlStore } from '../../store/control/control-store.ts'
import { dayMs } from '../../time/durations.ts'
import { sortedKeys } from '../ledger/known-fact.ts'
import { foldSubscription, type StoredFact } from './fold-subscription.ts'
import { idOfCustomer, type SubscriptionFact } from './subscription-fact.ts'
import {
  addSubscriptionFact,
  knownSubscriptionFacts,
  listSubscriptionFacts,
  lockSubscription,
  type SubscriptionFactRow,
  type SubscriptionPlace,
  saveSubscription,
  subscriptionsOfCustomer,
} from './subscription-rows.ts'

type Db = ControlStore['db']

/**
 * Records a provider's facts about subscriptions in the caller's transaction. Facts may arrive in any order, late
 * and repeatedly: the resulting histories are the same.
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
  await lockCustomers(db, fresh, report.nowMs)
  const places = new Map(fresh.map((row) => [nameOf(row), placeOf(row)]))
  for (const row of fresh.filter(isOfCustomer)) {
    const { provider, customer_id } = row
    const others = await subscriptionsOfCustomer(db, { siteId, provider, customerId: customer_id })
    for (const other of others) places.set(nameOf(other), placeOf(other))
  }
  const rowsOf = Map.groupBy(fresh, nameOf)
  // In a fixed order, so that two transactions do not deadlock.
  for (const [name, place] of [...places].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await lockSubscription(db, place, report.nowMs)
    for (const row of rowsOf.get(name) ?? []) await addSubscriptionFact(db, row)
  }
  for (const place of places.values()) await refold(db, place)
}

/** Computes the history of a subscription again; does nothing while no state is known. */
async function refold(db: Db, place: SubscriptionPlace): Promise<void> {
  const own = await listSubscriptionFacts(db, place)
  const customers = new Set(own.flatMap(({ customer_id }) => customer_id ?? []))
  const shared: SubscriptionFactRow[] = []
  for (const customerId of hasDiscountsOfCustomers(place) ? customers : []) {
    const rows = await listSubscriptionFacts(db, ofCustomer(place, customerId))
    shared.push(...rows)
  }
  const history = foldSubscription([...own, ...shared].map(toFact))
  if (history === undefined) return
  const { customerId, ...rest } = history
  await saveSubscription(db, place, { customer_id: customerId, history: JSON.stringify(rest) })
}

/** Providers whose customers have discounts of their own. */
const hasDiscountsOfCustomers = ({ provider }: Pick<SubscriptionPlace, 'provider'>) =>
  provider === 'stripe'

const isOfCustomer = ({ subscription_id, customer_id }: SubscriptionFactRow): boolean =>
  customer_id !== null && subscription_id === idOfCustomer(customer_id)

const ofCustomer = (place: SubscriptionPlace, customerId: string): SubscriptionPlace => ({
  ...place,
  subscription_id: idOfCustomer(customerId),
})

const placeOf = ({ site_id, provider, subscription_id }: SubscriptionPlace): SubscriptionPlace => ({
  ...{ site_id, provider, subscription_id },
})

const nameOf = ({ provider, subscription_id }: SubscriptionPlace) =>
  JSON.stringify([provider, subscription_id])

/**
 * One transaction at a time may record facts about a customer, so that of a discount and a new subscription the
 * second sees the first.
 */
async function lockCustomers(
  db: Db,
  fresh: readonly SubscriptionFactRow[],
  nowMs: number,
): Promise<void> {
  const places = fresh
    .filter(hasDiscountsOfCustomers)
    .flatMap((row) => (row.customer_id === null ? [] : ofCustomer(placeOf(row), row.customer_id)))
  const byName = new Map(places.map((place) => [nameOf(place), place]))
  for (const [, place] of [...byName].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await lockSubscription(db, place, nowMs)
  }
}

function toRow(
  siteId: string,
  fact: SubscriptionFact,
  { source, nowMs }: { source: string; nowMs: number },
): SubscriptionFactRow {
  const { provider, subscriptionId, customerId, atMs, ...stated } = fact
  const at = atMs ?? nowMs
  // Reading an account again on the same day adds nothing new.
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
  // The row contains what `toRow` made.
  const stated = JSON.parse(row.stated) as Omit<
    SubscriptionFact,
    'provider' | 'subscriptionId' | 'customerId' | 'atMs'
  >
  const { provider, subscription_id: subscriptionId, customer_id: customerId } = row
  return { ...stated, provider, subscriptionId, customerId, atMs: row.at_ms }
}
