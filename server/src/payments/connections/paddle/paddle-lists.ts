import { type Fields, timeOf } from '../../providers/wire/fields.ts'
import type { AccountList, ListPage, ListQuestion } from '../lists-api.ts'
import type { PaddleClient } from './paddle-client.ts'
import { readAdjustment, readSubscription, readTransaction } from './paddle-objects.ts'

/** The most that Paddle returns per page of each list. */
const pageSizes = { transactions: 30, adjustments: 50, subscriptions: 200 }

/** Only these were paid; all others reach one of these states, with a later `updated_at`. */
export const paidStatuses = 'paid,completed'

const transactions: AccountList<PaddleClient> = {
  name: 'transactions',
  tellsChanges: true,
  read: readTransaction,
  async page(client, { token, ...span }) {
    const { data, next, answeredMs } = await client.get('/transactions', {
      ...{ per_page: pageSizes.transactions, status: paidStatuses },
      ...(token !== null && { after: token }),
      ...(span.by === 'created'
        ? {
            'created_at[GTE]': timeText(span.sinceMs),
            'created_at[LT]': timeText(span.untilMs),
            order_by: 'created_at[DESC]',
          }
        : { 'updated_at[GTE]': timeText(span.sinceMs), order_by: 'updated_at[DESC]' }),
    })
    return { objects: data, next, reachedMs: madeMs(data.at(-1)), answeredMs }
  },
}

/** All lists of an account, in the order in which they are read. */
export const paddleLists: readonly AccountList<PaddleClient>[] = [
  transactions,
  {
    ...{ name: 'adjustments', tellsChanges: false, isWhole: true, read: readAdjustment },
    page: (client, question) => latestFirst(client, '/adjustments', question),
  },
  {
    ...{ name: 'subscriptions', tellsChanges: false, isWhole: true, read: readSubscription },
    page: (client, question) => latestFirst(client, '/subscriptions', question),
  },
]

/** A list without a filter by time: its ids are in time order, and it is read until they are too old. */
async function latestFirst(
  client: PaddleClient,
  path: '/adjustments' | '/subscriptions',
  { token, sinceMs }: ListQuestion,
): Promise<ListPage> {
  const size = path === '/adjustments' ? pageSizes.adjustments : pageSizes.subscriptions
  const { data, next, answeredMs } = await client.get(path, {
    ...{ per_page: size, order_by: 'id[DESC]' },
    ...(token !== null && { after: token }),
  })
  const isSince = (one: Fields) => (madeMs(one) ?? sinceMs) >= sinceMs
  const reachedMs = madeMs(data.at(-1))
  const isMore = (reachedMs ?? sinceMs) >= sinceMs
  return { objects: data.filter(isSince), next: isMore ? next : null, reachedMs, answeredMs }
}

function madeMs(object: Fields | undefined): number | undefined {
  return timeOf(object?.created_at) ?? undefined
}

function timeText(ms: number): string {
  return new Date(ms).toISOString()
}
