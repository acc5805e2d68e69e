import { dayMs, hourMs } from '../../../time/durations.ts'
import {
  type Fields,
  fieldsOf,
  listOf,
  need,
  needBoolean,
  needList,
  textOf,
} from '../../providers/wire/fields.ts'
import type { AccountList, ListPage, ListQuestion } from '../lists-api.ts'
import { readBooking, withAllTransactions, withOrders } from './shopify-bookings.ts'
import type { ShopifyAnswer, ShopifyClient } from './shopify-client.ts'
import { orderMovements, readDispute, readOrder } from './shopify-objects.ts'
import {
  bookingsQuery,
  disputesOfOrderQuery,
  disputesQuery,
  mostRefunds,
  mostTransactions,
  orderQuery,
  ordersQuery,
} from './shopify-queries.ts'

/** Orders have a time of change. Disputes and balance transactions only have their beginning. */
export const shopifyLists: readonly AccountList<ShopifyClient>[] = [
  {
    name: 'orders',
    tellsChanges: true,
    async page(client, question) {
      const isPast = question.by === 'created'
      const answer = await client.ask(ordersQuery, {
        after: question.token,
        query: filterOf(question, isPast ? 'created_at' : 'updated_at'),
        sortKey: isPast ? 'CREATED_AT' : 'UPDATED_AT',
      })
      const { objects, ...page } = pageOf(answer, answer.data.orders)
      const whole: Fields[] = []
      for (const order of objects) whole.push(await withAllTransactions(client, fieldsOf(order)))
      return { ...page, objects: whole }
    },
    read(order) {
      const overflow = (list: unknown, most: number) => listOf(list).length >= most
      if (overflow(order.refunds, mostRefunds) || overflow(order.transactions, mostTransactions)) {
        throw new Error('the order has too many refunds or transactions')
      }
      const facts = readOrder(order)
      const isPaid = facts.some(({ kind }) => kind === 'payment')
      return { facts, movements: orderMovements(order, isPaid) }
    },
  },
  {
    name: 'disputes',
    tellsChanges: false,
    async page(client, question) {
      const query = filterOf(question, 'initiated_at')
      const answer = await client.ask(disputesQuery, { after: question.token, query })
      return accountPage(answer, 'disputes')
    },
    read: (dispute) => ({ facts: readDispute(dispute) }),
  },
  {
    name: 'balance transactions',
    tellsChanges: false,
    page(client, question) {
      const withAll = async ({ objects, ...page }: ListPage) => ({
        ...page,
        objects: await withOrders(client, objects.map(fieldsOf)),
      })
      return client.askOnce(bookingsQuery, bookingsAsked(question), bookingsOf, withAll)
    },
    read: readBooking,
  },
]

function bookingsAsked(question: ListQuestion) {
  return { after: question.token, query: filterOf(question, 'processed_at') }
}

function bookingsOf(answer: ShopifyAnswer): ListPage {
  return accountPage(answer, 'balanceTransactions')
}

/** A shop without Shopify Payments has no such account, and no disputes that Shopify knows of. */
function accountPage(answer: ShopifyAnswer, list: 'disputes' | 'balanceTransactions'): ListPage {
  const { shopifyPaymentsAccount: account } = answer.data
  if (account === null) return { objects: [], next: null, answeredMs: answer.answeredMs }
  return pageOf(answer, fieldsOf(account)[list])
}

function filterOf(question: ListQuestion, field: string): string {
  const at = (ms: number) => `'${new Date(ms).toISOString()}'`
  const since = `${field}:>=${at(question.sinceMs)}`
  return question.by === 'created' ? `${since} ${field}:<${at(question.untilMs)}` : since
}

/** Throws if the answer has no list. */
function pageOf({ answeredMs }: ShopifyAnswer, connection: unknown): ListPage {
  const { nodes, pageInfo } = fieldsOf(connection)
  const { hasNextPage, endCursor } = fieldsOf(pageInfo)
  return {
    objects: needList(nodes, 'nodes').map(fieldsOf),
    next: needBoolean(hasNextPage, 'hasNextPage') ? need(textOf(endCursor), 'endCursor') : null,
    answeredMs,
  }
}

/** An order with its disputes and balance transactions. */
export async function findOrder(client: ShopifyClient, ref: string) {
  if (!/^\d{1,20}$/.test(ref)) return []
  const { data } = await client.ask(orderQuery, { id: `gid://shopify/Order/${ref}` })
  const found = fieldsOf(data.order)
  if (textOf(found.id) === null) return []
  const ids = listOf(found.disputes).flatMap((one) => textOf(fieldsOf(one).id) ?? [])
  const disputes =
    ids.length === 0
      ? []
      : listOf((await client.ask(disputesOfOrderQuery, { ids })).data.nodes).map(fieldsOf)
  const order = await withAllTransactions(client, found)
  const bookings = await findBookings(client, order, disputes)
  return [
    { list: 'orders', object: order },
    ...disputes.map((object) => ({ list: 'disputes', object })),
    ...bookings.map((object) => ({ list: 'balance transactions', object })),
  ]
}

/** Balance transactions cannot be filtered by order, only by the time of events in its history. */
async function findBookings(client: ShopifyClient, order: Fields, disputes: readonly Fields[]) {
  const around = (time: unknown, ms: number) => {
    const at = Date.parse(textOf(time) ?? '')
    return Number.isNaN(at) ? [] : [{ sinceMs: at - ms, untilMs: at + ms }]
  }
  const spans = [
    ...listOf(order.transactions).flatMap((one) => around(fieldsOf(one).processedAt, hourMs)),
    ...disputes.flatMap((one) => around(one.initiatedAt, dayMs)),
    ...disputes.flatMap((one) => around(one.finalizedOn, 2 * dayMs)),
  ].sort((a, b) => a.sinceMs - b.sinceMs)
  const found = new Map<string, Fields>()
  let readUntilMs = 0
  for (const { sinceMs, untilMs } of spans) {
    const span = { by: 'created' as const, sinceMs: Math.max(sinceMs, readUntilMs), untilMs }
    readUntilMs = Math.max(readUntilMs, untilMs)
    if (span.sinceMs >= untilMs) continue
    for (let token: string | null = null, isMore = true; isMore; ) {
      const page = bookingsOf(await client.ask(bookingsQuery, bookingsAsked({ ...span, token })))
      const own = page.objects.map(fieldsOf).filter((one) => isOf(one, order))
      for (const one of await withOrders(client, own)) found.set(String(one.id), one)
      token = page.next
      isMore = token !== null
    }
  }
  return [...found.values()]
}

function isOf({ associatedOrder }: Fields, { id }: Fields): boolean {
  return fieldsOf(associatedOrder).id === id
}
