import { type Fields, fieldsOf, listOf, need, textOf } from '../../providers/wire/fields.ts'
import { translateWoocommerce } from '../../providers/woocommerce.ts'
import { woocommerceSubscriptions } from '../../providers/woocommerce-subscriptions.ts'
import type { AccountList, ListPage, ListQuestion, Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'
import { RefusedRequest } from '../request-json.ts'
import { objectsOf, pageSize, type WoocommerceClient } from './woocommerce-client.ts'

export const woocommerceLists: readonly AccountList<WoocommerceClient>[] = [
  {
    name: 'orders',
    tellsChanges: true,
    async page(client, question) {
      const { objects, ...page } = await pageOf(client, 'orders', question)
      const whole: Fields[] = []
      for (const order of objects) whole.push(await withRefunds(client, fieldsOf(order)))
      return { ...page, objects: whole }
    },
    read: readOrder,
  },
  {
    name: 'subscriptions',
    tellsChanges: true,
    page: (client, question) =>
      pageOf(client, 'subscriptions', question).catch((error: unknown) => {
        // WooCommerce Subscriptions is another plugin, which few shops have.
        const isMissing = error instanceof RefusedRequest && error.answer.status === 404
        if (isMissing) return { objects: [], next: null }
        throw error
      }),
    read: (body) => ({
      facts: [],
      subscriptions: woocommerceSubscriptions({
        ...{ key: '', type: 'subscription.updated', isTest: false, body },
      }),
    }),
  },
]

/**
 * Pages overlap, so that an order that is moved to the trash while they are read does not move another one past
 * them. Times are whole seconds, and whether the ends count is not documented, so that a second more is asked for.
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

/** An order says which refunds it has, but not when they were made. */
export async function withRefunds(client: WoocommerceClient, order: Fields): Promise<Fields> {
  if (listOf(order.refunds).length === 0) return order
  const answer = await client.ask(`orders/${textOf(order.id)}/refunds`, { per_page: pageSize })
  const made = new Map(objectsOf(answer).map((one) => [textOf(one.id), one.date_created_gmt]))
  const refunds = listOf(order.refunds).map((refund) => {
    const fields = fieldsOf(refund)
    return { ...fields, date_created_gmt: made.get(textOf(fields.id)) }
  })
  return { ...order, refunds }
}

const usualDelayMs = 10 * 60_000

/** WooCommerce has no account of its own: the shop's orders and refunds are what was moved. It knows no fees. */
function readOrder(order: Fields): Reading {
  const facts = translateWoocommerce(order)
  const id = textOf(order.id)
  const movements = facts.flatMap((fact): Movement[] => {
    const about = { paymentRef: need(id, 'order id'), feeMinor: 0 }
    const common = (at: number | null) => {
      const atMs = need(at, 'time')
      return { ...about, atMs, recordedByMs: atMs + usualDelayMs }
    }
    if (fact.kind === 'payment') {
      const { amountMinor, currency } = fact
      return [
        {
          ...{ ...common(fact.paidAtMs), id: `order:${id}`, kind: 'payment', objectId: `${id}` },
          ...{ currency, grossMinor: amountMinor, feeCurrency: currency, bookedMinor: amountMinor },
        },
      ]
    }
    if (fact.kind !== 'refund' || fact.how !== 'single') return []
    const { refundId, currency, amountMinor: minor } = fact
    return [
      {
        ...{ ...common(fact.atMs), id: `refund:${refundId}`, kind: 'refund', objectId: refundId },
        ...{ currency, grossMinor: -minor, feeCurrency: currency, bookedMinor: -minor },
      },
    ]
  })
  return { facts, movements }
}
