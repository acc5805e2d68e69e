import { minuteMs } from '../../../time/durations.ts'
import type { MoneyFact } from '../../ledger/money-fact.ts'
import { translateShopify } from '../../providers/shopify.ts'
import { currencyOf, majorUnits } from '../../providers/wire/amounts.ts'
import { type Fields, fieldsOf, listOf, need, textOf, timeOf } from '../../providers/wire/fields.ts'
import type { Movement } from '../provider-api.ts'

/** An order in GraphQL's form, with its transactions and refunds. */
export type ShopifyOrder = Fields

/** The number at the end of `gid://shopify/Order/1`, which webhooks use as id. */
export function numberOf(gid: unknown): string | null {
  return textOf(gid)?.split('/').at(-1)?.split('?', 1)[0] ?? null
}

/** The facts of an order, as its webhooks state them: the order, then each of its refunds. */
export function readOrder(order: ShopifyOrder): MoneyFact[] {
  if (order.test === true) return []
  const body = webhookOrder(order)
  const refunds = listOf(order.refunds).map((one) => webhookRefund(fieldsOf(one), body.id))
  return [
    ...translateShopify('orders/updated', body),
    ...refunds.flatMap((refund) => translateShopify('refunds/create', refund)),
  ]
}

function webhookOrder(order: ShopifyOrder) {
  const total = shopMoney(order.totalPriceSet)
  return {
    id: order.legacyResourceId,
    ...{ created_at: order.createdAt, processed_at: order.processedAt },
    ...{ updated_at: order.updatedAt, source_name: order.sourceName, email: order.email },
    financial_status: textOf(order.displayFinancialStatus)?.toLowerCase(),
    ...{ total_price: total.amount, currency: total.currencyCode },
    total_tax: shopMoney(order.totalTaxSet).amount,
    customer: { id: numberOf(fieldsOf(order.customer).id) },
    note_attributes: listOf(order.customAttributes)
      .map(fieldsOf)
      .map(({ key, value }) => ({ name: key, value })),
    line_items: listOf(fieldsOf(order.lineItems).nodes),
  }
}

function webhookRefund(refund: Fields, orderId: unknown) {
  const { nodes, pageInfo } = fieldsOf(refund.transactions)
  if (fieldsOf(pageInfo).hasNextPage === true) throw new Error('a refund has too many transactions')
  return {
    ...{ id: refund.legacyResourceId, order_id: orderId, created_at: refund.createdAt },
    transactions: listOf(nodes).map(fieldsOf).map(webhookTransaction),
  }
}

function webhookTransaction({ kind, status, amountSet }: Fields) {
  const { amount, currencyCode } = shopMoney(amountSet)
  return {
    ...{ kind: textOf(kind)?.toLowerCase(), status: textOf(status)?.toLowerCase() },
    ...{ amount, currency: currencyCode },
  }
}

function shopMoney(bag: unknown): Fields {
  return fieldsOf(fieldsOf(bag).shopMoney)
}

/** An amount in minor units, from `{ amount, currencyCode }`. */
export function moneyOf(money: unknown): { currency: string; amountMinor: number } {
  const { amount, currencyCode } = fieldsOf(money)
  const currency = currencyOf(currencyCode)
  return { currency, amountMinor: majorUnits(amount, currency) }
}

/** Shopify's own gateways: their money is booked in the Shopify Payments account. */
const ownGateways = [
  'shopify_payments',
  'shop_pay',
  'shop_pay_installments',
  'shopify_installments',
]

/** Webhooks of an order arrive within this time. */
const usualDelayMs = 10 * minuteMs

/**
 * What other gateways than Shopify's moved for an order, by the order's own record: a movement per gateway, and one
 * per refund and gateway.
 */
export function orderMovements(order: ShopifyOrder, isPaid: boolean): Movement[] {
  if (!isPaid) return []
  const id = need(textOf(order.legacyResourceId), 'order id')
  const placedMs = need(timeOf(order.processedAt) ?? timeOf(order.createdAt), 'time')
  const total = moneyOf(shopMoney(order.totalPriceSet))
  const about = { paymentRef: id, feeMinor: 0 }
  const movement = (
    kind: 'payment' | 'refund',
    given: { id: string; objectId: string; atMs: number; minor: number },
  ): Movement => ({
    ...{ ...about, kind, id: given.id, objectId: given.objectId, atMs: given.atMs },
    recordedByMs: given.atMs + usualDelayMs,
    ...{ currency: total.currency, grossMinor: given.minor },
    ...{ feeCurrency: total.currency, bookedMinor: given.minor },
  })
  const paid = sums(listOf(order.transactions), ['SALE', 'CAPTURE']).map(([gateway, minor]) =>
    movement('payment', { id: `order:${id}:${gateway}`, objectId: id, atMs: placedMs, minor }),
  )
  const refunded = listOf(order.refunds)
    .map(fieldsOf)
    .flatMap((refund) => {
      const refundId = need(textOf(refund.legacyResourceId), 'refund id')
      const atMs = need(timeOf(refund.createdAt), 'time of a refund')
      const returned = sums(listOf(fieldsOf(refund.transactions).nodes), ['REFUND'])
      return returned.map(([gateway, minor]) =>
        movement('refund', {
          ...{ id: `refund:${refundId}:${gateway}`, objectId: refundId, atMs, minor: -minor },
        }),
      )
    })
  return [...paid, ...refunded]
}

function sums(transactions: readonly unknown[], kinds: readonly string[]): [string, number][] {
  const byGateway = new Map<string, number>()
  for (const { kind, status, gateway, amountSet } of transactions.map(fieldsOf)) {
    const name = textOf(gateway) ?? 'unknown'
    if (!kinds.includes(String(kind)) || status !== 'SUCCESS' || ownGateways.includes(name))
      continue
    const { amountMinor } = moneyOf(shopMoney(amountSet))
    byGateway.set(name, (byGateway.get(name) ?? 0) + amountMinor)
  }
  return [...byGateway]
}

/** A dispute in the form of its webhooks. */
export function readDispute(dispute: Fields): MoneyFact[] {
  const { amount, currencyCode } = fieldsOf(dispute.amount)
  return translateShopify('disputes/update', {
    id: dispute.legacyResourceId,
    order_id: fieldsOf(dispute.order).legacyResourceId,
    type: textOf(dispute.type)?.toLowerCase(),
    status: textOf(dispute.status)?.toLowerCase(),
    ...{ amount, currency: currencyCode },
    ...{ initiated_at: dispute.initiatedAt, finalized_on: dispute.finalizedOn },
  })
}
