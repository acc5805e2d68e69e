import { entryOf } from '../../entry-of.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'
import { MalformedBody, type Provider, type ProviderEvent, testMark } from './provider.ts'
import { revenuecatSubscriptions } from './revenuecat-subscriptions.ts'
import { currencyOf, roundedUnits } from './wire/amounts.ts'
import { attachedTo } from './wire/attached.ts'
import { feeFacts, noFeeOf, paymentFact, stated, trialId } from './wire/facts.ts'
import { type Fields, fieldsOf, millisOf, need, textOf } from './wire/fields.ts'
import { parseJsonObject } from './wire/json-text.ts'
import { judgeSecret } from './wire/shared-secret.ts'

const provider = 'revenuecat'

/** RevenueCat: signs no body, but sends the value of `Authorization` that its owner set. */
export const revenuecat: Provider = {
  name: provider,
  title: 'RevenueCat',
  isSigned: true,
  toleranceSeconds: null,
  archivedHeaders: [],
  verify({ headers }, { secrets }) {
    const given = textOf(headers.authorization)
    return judgeSecret(given && withoutScheme(given), secrets.map(withoutScheme))
  },
  read({ body }): ProviderEvent {
    const envelope = parseJsonObject(body)
    const event = fieldsOf(envelope.event)
    const [key, type] = [textOf(event.id), textOf(event.type)]
    if (key === null || type === null) throw new MalformedBody('this is no RevenueCat event')
    const isTest =
      type === 'TEST' || event.environment === 'SANDBOX' || event.store === 'TEST_STORE'
    return { key, type, isTest, body: envelope }
  },
  translate: ({ type, body }) => {
    const event = fieldsOf(body.event)
    return stated(entryOf(readers, type)?.(event) ?? [], millisOf(event.event_timestamp_ms))
  },
  subscriptions({ body }) {
    const event = fieldsOf(body.event)
    return revenuecatSubscriptions(event, moneyOf(event))
  },
  sample(secret, nowMs) {
    const event = {
      id: `tributary-test-${nowMs}`,
      type: 'NON_RENEWING_PURCHASE',
      environment: 'SANDBOX',
      transaction_id: `tributary-test-${nowMs}`,
      purchased_at_ms: nowMs,
      event_timestamp_ms: nowMs,
      currency: 'USD',
      price: 1,
      price_in_purchased_currency: 1,
      subscriber_attributes: { tributary_visitor_id: { value: 'tributary-test' } },
    }
    const body = Buffer.from(JSON.stringify({ api_version: '1.0', event, [testMark]: true }))
    return { body, headers: { authorization: secret } }
  },
}

/** Some set the value with the scheme in front, and paste it here with or without it. */
function withoutScheme(value: string): string {
  return value.replace(/^Bearer\s+/i, '')
}

const readers: Readonly<Record<string, (event: Fields) => MoneyFact[]>> = {
  INITIAL_PURCHASE: purchaseFacts,
  RENEWAL: purchaseFacts,
  NON_RENEWING_PURCHASE: purchaseFacts,
  CANCELLATION: refundFacts,
  REFUND_REVERSED: refundReversedFacts,
}

/**
 * The price in the customer's currency, else in US dollars; null when RevenueCat does not know it. Negative for
 * refunds.
 */
function moneyOf(event: Fields): { currency: string; amountMinor: number } | null {
  if (event.currency != null && typeof event.price_in_purchased_currency === 'number') {
    const currency = currencyOf(event.currency)
    return { currency, amountMinor: roundedUnits(event.price_in_purchased_currency, currency) }
  }
  if (typeof event.price !== 'number') return null
  return { currency: 'USD', amountMinor: roundedUnits(event.price, 'USD') }
}

/** A share of an amount, as RevenueCat estimates it for the store and country; null if it gives none. */
function shareOf(amountMinor: number, share: unknown): number | null {
  const isShare = typeof share === 'number' && share >= 0 && share <= 1
  return isShare ? Math.round(amountMinor * share) : null
}

function personOf(event: Fields) {
  const attributes = fieldsOf(event.subscriber_attributes)
  const values = Object.entries(attributes).map(([name, one]) => [name, fieldsOf(one).value])
  const own = values.filter(([name]) => !String(name).startsWith('$'))
  return {
    customerId: textOf(event.app_user_id),
    customerEmail: textOf(fieldsOf(attributes.$email).value),
    ...attachedTo(Object.fromEntries(own)),
  }
}

function purchaseFacts(event: Fields): MoneyFact[] {
  // Granted in RevenueCat, or shared by a paying family member.
  if (event.store === 'PROMOTIONAL' || event.is_family_share === true) return []
  const isSubscription = event.type !== 'NON_RENEWING_PURCHASE'
  const subscriptionId = isSubscription ? textOf(event.original_transaction_id) : null
  const isTrial = isSubscription && event.period_type === 'TRIAL'
  const known = {
    provider,
    subscriptionId,
    paidAtMs: millisOf(event.purchased_at_ms),
    product: textOf(event.product_id),
    ...personOf(event),
  }
  const money = moneyOf(event) ?? (isTrial ? { currency: 'USD', amountMinor: 0 } : null)
  const { currency, amountMinor } = need(money, 'price')
  if (amountMinor === 0) {
    const trial = isTrial ? trialId(subscriptionId) : null
    if (trial === null) return []
    return [
      paymentFact({ ...known, currency, amountMinor, ids: [trial], trial: true, renewal: false }),
    ]
  }
  const ids = [need(textOf(event.transaction_id), 'transaction id')]
  const renewal = event.type === 'RENEWAL' && event.is_trial_conversion !== true
  const commission = shareOf(amountMinor, event.commission_percentage)
  return [
    ...feeFacts({
      ...{ provider, ids, feeId: 'purchase', of: 'payment', currency, ofMinor: amountMinor },
      atMs: known.paidAtMs,
      amounts: { platform: commission },
    }),
    paymentFact({
      ...known,
      ...{ ids, currency, amountMinor, renewal },
      taxMinor: shareOf(amountMinor, event.tax_percentage),
    }),
  ]
}

/** A refund is a cancellation by the store's support. One transaction is refunded once. */
function refundFacts(event: Fields): MoneyFact[] {
  if (event.cancel_reason !== 'CUSTOMER_SUPPORT' || event.period_type === 'TRIAL') return []
  const about = aboutRefund(event)
  const money = moneyOf(event)
  if (money === null || money.amountMinor === 0) return [{ ...about, kind: 'refund', how: 'full' }]
  const { currency } = money
  const amountMinor = Math.abs(money.amountMinor)
  const commission = shareOf(amountMinor, event.commission_percentage)
  return [
    { ...about, kind: 'refund', how: 'single', refundId: 'refund', amountMinor, currency },
    // The store returns its commission.
    ...feeFacts({
      ...{ ...about, feeId: 'refund', of: 'refund', currency, ofMinor: amountMinor },
      amounts: { platform: commission === null ? null : -commission },
    }),
  ]
}

/** The App Store reversed a refund, so the money stays. */
function refundReversedFacts(event: Fields): MoneyFact[] {
  const about = aboutRefund(event)
  const money = moneyOf(event)
  if (money === null) return []
  const { currency } = money
  const amountMinor = Math.abs(money.amountMinor)
  return [
    {
      ...about,
      kind: 'refund',
      how: 'single',
      refundId: 'refund',
      amountMinor,
      currency,
      failed: true,
    },
    noFeeOf({ ...about, feeId: 'refund', currency }),
  ]
}

function aboutRefund(event: Fields) {
  const ids = [need(textOf(event.transaction_id), 'transaction id')]
  return { provider, ids, atMs: millisOf(event.event_timestamp_ms) }
}
