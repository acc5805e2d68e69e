import { type Fields, timeOf } from '../../providers/wire/fields.ts'
import type { AccountList } from '../lists-api.ts'
import type { PolarClient } from './polar-client.ts'
import { readDispute, readOrder, readRefund, readSubscription } from './polar-objects.ts'

/** The most that Polar returns per page. */
const pageSize = 100

/** All lists of an organization, in the order in which they are read. */
export const polarLists: readonly AccountList<PolarClient>[] = [
  listOf('orders', readOrder),
  listOf('refunds', readRefund),
  listOf('disputes', readDispute),
  // One of any age may change.
  { ...listOf('subscriptions', readSubscription, 'started_at'), isWhole: true },
]

/** The list has numbered pages, the latest first, and no filter by time: it is read until it is too old. */
function listOf(
  name: string,
  read: AccountList<PolarClient>['read'],
  time: 'created_at' | 'started_at' = 'created_at',
): AccountList<PolarClient> {
  return {
    ...{ name, tellsChanges: false, read },
    async page(client, { token, sinceMs }) {
      const number = Number(token ?? 1)
      const { items, pages, answeredMs } = await client.list(`/${name}/`, {
        ...{ page: number, limit: pageSize, sorting: `-${time}` },
      })
      const startedMs = (one: Fields | undefined) => timeOf(one?.[time]) ?? undefined
      // Disputes that have not started yet come first.
      const isSince = (one: Fields) => (startedMs(one) ?? sinceMs) >= sinceMs
      const reachedMs = startedMs(items.at(-1))
      const isMore = number < pages && items.length > 0 && (reachedMs ?? sinceMs) >= sinceMs
      const next = isMore ? String(number + 1) : null
      return { objects: items.filter(isSince), next, reachedMs, answeredMs }
    },
  }
}
