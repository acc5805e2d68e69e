import { createHash } from 'node:crypto'
import { entryOf } from '../../entry-of.ts'
import type { PaymentEntry } from '../queries/payment-entry.ts'
import type { Payment } from '../rows/payment.ts'

/** Metadata keys in which merchants and providers store the product and its period. */
const productKeys = ['tributary_product', 'product', 'product_name', 'plan', 'plan_name']
const intervalKeys = ['tributary_interval', 'interval', 'plan_interval', 'billing_period']

/** Months by their usual names. A year has 52 weeks, as with most who sell by the week. */
const monthsOf: Readonly<Record<string, number>> = {
  week: 12 / 52,
  weekly: 12 / 52,
  month: 1,
  monthly: 1,
  quarter: 3,
  quarterly: 3,
  year: 12,
  yearly: 12,
  annual: 12,
  annually: 12,
}

/** A payment's product, customer and subscription, as far as they were reported. */
export function planOf(
  payment: Payment,
): Pick<PaymentEntry, 'product' | 'customer' | 'subscription' | 'intervalMonths'> {
  const { siteId, provider, subscriptionId, metadata } = payment
  const interval = textIn(metadata, intervalKeys).toLowerCase()
  return {
    product: payment.product ?? textIn(metadata, productKeys),
    customer: customerOf(payment),
    subscription:
      subscriptionId === null ? '' : subscriptionHash({ siteId, provider, subscriptionId }),
    intervalMonths: entryOf(monthsOf, interval) ?? 0,
  }
}

/** The engine's id of a subscription. */
export function subscriptionHash(of: {
  siteId: string
  provider: string
  subscriptionId: string
}): string {
  return hashOf('subscription', of.siteId, of.provider, of.subscriptionId)
}

/** The provider's customer, or the address; none for an erased person's payment. */
function customerOf({ siteId, provider, customerId, emailHash, erasedMs }: Payment): string {
  if (erasedMs !== null) return ''
  if (customerId !== null) return hashOf('customer', siteId, provider, customerId)
  return emailHash === null ? '' : hashOf('email', siteId, emailHash)
}

/** Ids stay in the ledger: reports only need to know which are the same. */
function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}

function textIn(metadata: Payment['metadata'], keys: readonly string[]): string {
  for (const key of keys) {
    const value = metadata !== null && Object.hasOwn(metadata, key) ? metadata[key] : undefined
    if (typeof value === 'string' && value.trim() !== '' && value.length <= 255) return value.trim()
  }
  return ''
}
