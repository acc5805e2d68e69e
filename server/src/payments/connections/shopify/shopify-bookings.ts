import { entryOf } from '../../../entry-of.ts'
import { minuteMs } from '../../../time/durations.ts'
import type { FeeFact, MoneyFact } from '../../ledger/money-fact.ts'
import { feeFacts } from '../../providers/wire/facts.ts'
import {
  type Fields,
  fieldsOf,
  listOf,
  need,
  needList,
  textOf,
  timeOf,
} from '../../providers/wire/fields.ts'
import type { Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'
import type { ShopifyClient } from './shopify-client.ts'
import { moneyOf, numberOf } from './shopify-objects.ts'
import { bookedQuery, fewRefunds, fewTransactions, transactionsQuery } from './shopify-queries.ts'

const provider = 'shopify'

/** The kinds of an order's balance transactions; payouts, adjustments and the like belong to no payment. */
const kinds: Readonly<Record<string, Movement['kind']>> = {
  CHARGE: 'payment',
  REFUND: 'refund',
  REFUND_FAILURE: 'refund',
  DISPUTE_WITHDRAWAL: 'dispute',
  DISPUTE_REVERSAL: 'dispute',
}

function kindOf({ type, test, associatedOrder }: Fields): Movement['kind'] | undefined {
  const name = textOf(type) ?? ''
  const isOfOrder = test !== true && numberOf(fieldsOf(associatedOrder).id) !== null
  return isOfOrder ? entryOf(kinds, name) : undefined
}

/**
 * Balance transactions with missing details: when the order was placed, the amount in the shop's currency, and which
 * refund it was.
 */
export async function withOrders(
  client: ShopifyClient,
  bookings: readonly Fields[],
): Promise<Fields[]> {
  const ours = bookings.filter((one) => kindOf(one) !== undefined)
  if (ours.length === 0) return []
  const orderOf = (one: Fields) => String(fieldsOf(one.associatedOrder).id)
  const { data } = await client.ask(bookedQuery, {
    orders: [...new Set(ours.map(orderOf))],
    transactions: ours.flatMap((one) => transactionGid(one) ?? []),
    refunded: [...new Set(ours.filter((one) => kindOf(one) === 'refund').map(orderOf))],
  })
  const byId = new Map(
    [...needList(data.orders, 'orders'), ...needList(data.transactions, 'transactions')]
      .map(fieldsOf)
      .map((node) => [textOf(node.id), node]),
  )
  const refunds = new Map<string | null, unknown>()
  for (const order of needList(data.refunded, 'refunded').map(fieldsOf)) {
    for (const refund of listOf((await withAllTransactions(client, order)).refunds).map(fieldsOf)) {
      for (const one of partsOf(refund)) refunds.set(textOf(one.id), refund.legacyResourceId)
    }
  }
  return ours.map((booking) => {
    const gid = transactionGid(booking)
    const paid = fieldsOf(fieldsOf(byId.get(gid)?.amountSet).shopMoney)
    const placedAt = byId.get(orderOf(booking))?.processedAt
    return { ...booking, placedAt, paid, refundId: refunds.get(gid) ?? null }
  })
}

/** An order with all of its transactions and refunds, if the page did not include all. */
export async function withAllTransactions(client: ShopifyClient, order: Fields): Promise<Fields> {
  const refunds = listOf(order.refunds).map(fieldsOf)
  const isWhole =
    listOf(order.transactions).length < fewTransactions &&
    refunds.length < fewRefunds &&
    !refunds.some(({ transactions }) => fieldsOf(fieldsOf(transactions).pageInfo).hasNextPage)
  if (isWhole) return order
  const { data } = await client.ask(transactionsQuery, { id: order.id })
  // Null: it was deleted meanwhile.
  if (data.order === undefined) throw new Error('the answer has no order')
  return { ...order, ...fieldsOf(data.order) }
}

function partsOf(refund: Fields): Fields[] {
  return listOf(fieldsOf(refund.transactions).nodes).map(fieldsOf)
}

function transactionGid({ sourceOrderTransactionId }: Fields): string | null {
  const id = textOf(sourceOrderTransactionId)
  return id === null ? null : `gid://shopify/OrderTransaction/${id}`
}

const usualDelayMs = 10 * minuteMs

/** What Shopify Payments booked: its fee, and money of a refund or a dispute that left or came back. */
export function readBooking(booking: Fields): Reading {
  const kind = kindOf(booking)
  if (kind === undefined) return { facts: [] }
  const id = need(numberOf(booking.id), 'id')
  const orderId = need(numberOf(fieldsOf(booking.associatedOrder).id), 'order id')
  const bookedMs = need(timeOf(booking.transactionDate), 'time')
  // Orders count from when they were placed, even if they are captured later.
  const atMs = kind === 'payment' ? (timeOf(booking.placedAt) ?? bookedMs) : bookedMs
  const booked = moneyOf(booking.amount)
  const feeMinor = booked.amountMinor - moneyOf(booking.net).amountMinor
  const paid = paidOf(booking, booked)
  const objectId = objectIdOf(kind, booking) ?? id
  const movement: Movement = {
    ...{ id, kind, paymentRef: orderId, objectId, atMs, recordedByMs: bookedMs + usualDelayMs },
    ...{ currency: paid.currency, grossMinor: paid.amountMinor },
    ...{ feeCurrency: booked.currency, feeMinor, bookedMinor: booked.amountMinor },
  }
  const fee: Omit<FeeFact, 'kind' | 'amounts'> = {
    ...{ provider, ids: [orderId], feeId: id, of: kind, currency: booked.currency },
    ...{ ofMinor: paid.amountMinor, atMs: bookedMs, statedMs: bookedMs },
    ...(booked.currency !== paid.currency && { bookedMinor: booked.amountMinor }),
  }
  const amounts = { [kind === 'dispute' ? 'dispute' : 'processing']: feeMinor }
  const facts: MoneyFact[] = feeFacts({ ...fee, amounts })
  const about = { provider, ids: [orderId], currency: paid.currency, atMs: bookedMs }
  const amountMinor = Math.abs(paid.amountMinor)
  if (kind === 'dispute') {
    const state = paid.amountMinor < 0 ? 'lost' : 'won'
    facts.push({ ...about, kind: 'dispute', disputeId: objectId, state, amountMinor })
  }
  if (kind === 'refund' && booking.refundId !== null) {
    const refund = { ...about, kind: 'refund', how: 'single', refundId: objectId } as const
    facts.push({ ...refund, amountMinor, ...(paid.amountMinor > 0 && { failed: true }) })
  }
  return { facts, movements: [movement] }
}

function objectIdOf(kind: Movement['kind'], booking: Fields): string | null {
  if (kind === 'refund') return textOf(booking.refundId)
  return textOf(kind === 'dispute' ? booking.sourceId : booking.sourceOrderTransactionId)
}

/** What moved in the shop's currency: by the transaction where the account has another one. */
function paidOf(booking: Fields, booked: { currency: string; amountMinor: number }) {
  if (fieldsOf(booking.paid).amount === undefined) return booked
  const paid = moneyOf(booking.paid)
  if (paid.currency === booked.currency) return booked
  return { ...paid, amountMinor: Math.sign(booked.amountMinor) * Math.abs(paid.amountMinor) }
}
