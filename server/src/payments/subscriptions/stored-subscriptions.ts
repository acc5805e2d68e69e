import type { ControlStore } from '../../store/control/control-store.ts'
import { listSubscriptions } from './subscription-rows.ts'

/** A subscription as it is stored, with its history as text that costs little to send to another thread. */
export interface StoredSubscription {
  provider: string
  subscriptionId: string
  customerId: string | null
  history: string
}

/** Few enough that requests and hits get a turn between two reads. */
const readAtOnce = 500

/** All subscriptions of a site whose state is known. */
export async function storedSubscriptions(
  { db }: Pick<ControlStore, 'db'>,
  siteId: string,
): Promise<StoredSubscription[]> {
  const stored: StoredSubscription[] = []
  let after = { provider: '', subscription_id: '' }
  for (;;) {
    const rows = await listSubscriptions(db, siteId, { after, limit: readAtOnce })
    for (const { provider, subscription_id, customer_id, history } of rows) {
      const ids = { provider, subscriptionId: subscription_id, customerId: customer_id }
      stored.push({ ...ids, history: history ?? '' })
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < readAtOnce) return stored
    after = last
    await new Promise(setImmediate)
  }
}
