import { type Fields, fieldsOf, timeOf } from '../../providers/wire/fields.ts'
import type { AccountList } from '../lists-api.ts'
import type { LemonClient } from './lemon-client.ts'
import { readInvoice, readOrder, readSubscription } from './lemon-objects.ts'

/** The most that Lemon Squeezy returns per page. */
const pageSize = 100

/**
 * All lists of a store, in the order in which they are read, so that the orders of subscriptions are known first.
 */
export const lemonLists: readonly AccountList<LemonClient>[] = [
  listOf('orders', readOrder),
  listOf('subscriptions', readSubscription),
  listOf('subscription-invoices', readInvoice),
]

/** The list has numbered pages, the latest first, and no filter by time: it is read until it is too old. */
function listOf(name: string, read: AccountList<LemonClient>['read']): AccountList<LemonClient> {
  return {
    ...{ name, tellsChanges: false, read },
    async page(client, { token, sinceMs }) {
      const number = Number(token ?? 1)
      const { data, hasNext, answeredMs } = await client.list(`/${name}`, {
        ...{ 'filter[store_id]': client.storeId, 'page[size]': pageSize, 'page[number]': number },
      })
      const madeMs = (one: Fields | undefined) =>
        timeOf(fieldsOf(one?.attributes).created_at) ?? undefined
      const isSince = (one: Fields) => (madeMs(one) ?? sinceMs) >= sinceMs
      const reachedMs = madeMs(data.at(-1))
      const isMore = hasNext && data.length > 0 && (reachedMs ?? sinceMs) >= sinceMs
      const next = isMore ? String(number + 1) : null
      return { objects: data.filter(isSince), next, reachedMs, answeredMs }
    },
  }
}
