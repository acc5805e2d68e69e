import { type Fields, fieldsOf, listOf, need, textOf } from '../../providers/wire/fields.ts'
import { datedRefund, translateWoocommerce } from '../../providers/woocommerce.ts'
import { woocommerceSubscriptions } from '../../providers/woocommerce-subscriptions.ts'
import { ifExists } from '../if-exists.ts'
import type { AccountList, ListPage, ListQuestion, Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'
import { objectsOf, pageSize, type WoocommerceClient } from './woocommerce-client.ts'

export const woocommerceLists: readonly AccountList<WoocommerceClient>[] = [
  {
    name: 'orders',
    tellsChanges: true,
    page(client, question) {
      const [offset = '', ...refunded] = (question.token ?? '').split(' ')
      const [next] = refunded
      if (next === undefined) return ordersPage(client, { ...question, token: offset || null })
      return refundsPage(client, next, [offset, ...refunded.slice(1)].join(' '))
    },
    read: (object) => (object.order === undefined ? readOrder(object) : readRefund(object)),
  },
  {
    name: 'subscriptions',
    tellsChanges: true,
    async page(client, question) {
      const page = await ifExists(pageOf(client, 'subscriptions', question))
      // WooCommerce Subscriptions is another plugin, which few shops have.
      return page ?? { objects: [], next: null }
    },
    read: (body) => ({
      facts: [],
      subscriptions: woocommerceSubscriptions({
        ...{ key: '', type: 'subscription.updated', isTest: false, body },
      }),
    }),
  },
]

/**
 * Pages overlap, so that an order moved to the trash during reading does not make another one be skipped. Times are
 * whole seconds, and whether the ends count is not documented, so a second more is requested.
 */
const step = pageSize - 5

async function pageOf(
  client: WoocommerceClient,
  path: string,
  question: ListQuestion,
): Promise<ListPage> {
  const second = 1000
  const at = (ms: number) => new Date(ms).toISOString().slice(0, 19)
  const isPast = question.by === 'created'
  const offset = Number(question.token ?? 0)
  const answer = await client.ask(path, {
    ...{ dates_are_gmt: 'true', order: 'desc', orderby: isPast ? 'date' : 'modified' },
    ...{ per_page: pageSize, offset },
    [isPast ? 'after' : 'modified_after']: at(question.sinceMs - second),
    ...(isPast && { before: at(question.untilMs + second) }),
  })
  const objects = objectsOf(answer)
  const next = objects.length < pageSize ? null : String(offset + step)
  return { objects, next, answeredMs: answer.answeredMs }
}

/**
 * A page of orders. They list their refunds without saying when these were made, so the refunds are read next, one
 * order at a time; the token holds the number and currency of the orders still to be read.
 */
async function ordersPage(client: WoocommerceClient, question: ListQuestion): Promise<ListPage> {
  const page = await pageOf(client, 'orders', question)
  const refunded = page.objects.map(fieldsOf).flatMap((order) => {
    const hasRefunds = listOf(order.refunds).length > 0 && /^[A-Z]{3}$/.test(String(order.currency))
    return hasRefunds ? `${textOf(order.id)}:${order.currency}` : []
  })
  if (refunded.length === 0) return page
  return { ...page, next: [page.next ?? lastPage, ...refunded].join(' ') }
}

/** In a token: there is no page of orders after this one. */
const lastPage = 'last'

async function refundsPage(
  client: WoocommerceClient,
  refunded: string,
  token: string,
): Promise<ListPage> {
  const [order = '', currency = ''] = refunded.split(':')
  return {
    objects: await refundsOf(client, order, currency),
    next: token === lastPage ? null : token,
  }
}

/** The refunds of an order, each with the order that it belongs to; none of one that was deleted meanwhile. */
export async function refundsOf(client: WoocommerceClient, order: string, currency: string) {
  const path = `orders/${order}/refunds`
  const answer = await ifExists(client.ask(path, { per_page: pageSize }))
  if (answer === undefined) return []
  return objectsOf(answer).map((refund) => ({ ...refund, order, currency }))
}

const usualDelayMs = 10 * 60_000

/** WooCommerce has no account of its own: the shop's orders and refunds are the movements. It has no fees. */
function readOrder(order: Fields): Reading {
  const facts = translateWoocommerce(order)
  const id = need(textOf(order.id), 'order id')
  return {
    facts,
    movements: facts.flatMap((fact) => {
      if (fact.kind !== 'payment') return []
      const moved = { objectId: id, minor: fact.amountMinor, currency: fact.currency }
      return [movementOf('payment', id, { ...moved, atMs: fact.paidAtMs })]
    }),
  }
}

function readRefund(refund: Fields): Reading {
  const order = need(textOf(refund.order), 'order id')
  const facts = datedRefund(refund, order)
  return {
    facts,
    movements: facts.map(({ refundId, amountMinor, currency, atMs }) =>
      movementOf('refund', order, { objectId: refundId, minor: -amountMinor, currency, atMs }),
    ),
  }
}

function movementOf(
  kind: 'payment' | 'refund',
  paymentRef: string,
  moved: { objectId: string; minor: number; currency: string; atMs: number | null },
): Movement {
  const { objectId, minor, currency } = moved
  const atMs = need(moved.atMs, 'time')
  return {
    ...{ id: `${kind === 'payment' ? 'order' : 'refund'}:${objectId}`, kind, paymentRef, objectId },
    ...{ atMs, recordedByMs: atMs + usualDelayMs, currency, grossMinor: minor },
    ...{ feeCurrency: currency, feeMinor: 0, bookedMinor: minor },
  }
}
