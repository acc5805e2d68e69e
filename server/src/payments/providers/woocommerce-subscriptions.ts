import { entryOf } from '../../entry-of.ts'
import type { SubscriptionFact, SubscriptionStatus } from '../subscriptions/subscription-fact.ts'
import type { ProviderEvent } from './provider.ts'
import { currencyOf, majorUnits } from './wire/amounts.ts'
import { fieldsOf, listOf, need, textOf, timeOf, wholeOf } from './wire/fields.ts'
import { subscriptionFact, trialOf, unitOf } from './wire/subscriptions.ts'

const statuses: Readonly<Record<string, SubscriptionStatus>> = {
  pending: 'pending',
  active: 'active',
  // Each renewal is on hold until it is paid.
  'on-hold': 'past_due',
  'pending-cancel': 'active',
  cancelled: 'ended',
  expired: 'ended',
  switched: 'ended',
}

/**
 * The subscription in a WooCommerce Subscriptions webhook or API response, which always contains all of it. A trial
 * has the state active there.
 */
export function woocommerceSubscriptions({ type, body }: ProviderEvent): SubscriptionFact[] {
  const status = entryOf(statuses, textOf(body.status))
  // A deleted one is sent as its id alone; one in the trash was cancelled before.
  if (!type.startsWith('subscription.') || status === undefined) return []
  const currency = currencyOf(body.currency)
  const taxMinor = body.total_tax == null ? 0 : majorUnits(body.total_tax, currency)
  const totalMinor = majorUnits(body.total, currency)
  const startedMs = timeOf(body.start_date_gmt) ?? timeOf(body.date_created_gmt)
  const endMs = timeOf(body.end_date_gmt)
  const changedMs = timeOf(body.date_modified_gmt)
  const trial = trialOf(startedMs, timeOf(body.trial_end_date_gmt))
  const isTrialing =
    status === 'active' && trial !== null && changedMs !== null && changedMs < trial.endMs
  const customerId = textOf(body.customer_id)
  const product = fieldsOf(listOf(body.line_items)[0])
  return [
    subscriptionFact({
      provider: 'woocommerce',
      subscriptionId: need(textOf(body.id), 'subscription id'),
      customerId: customerId === '0' ? null : customerId,
      atMs: (status === 'ended' ? endMs : null) ?? changedMs,
      state: {
        status: isTrialing ? 'trialing' : status,
        currency,
        items: [
          {
            plan: textOf(product.name) ?? textOf(product.product_id) ?? '',
            // The total of everything that renews. Taxes count if the shop's prices include them.
            unitMinor: String(
              body.prices_include_tax === true ? totalMinor : totalMinor - taxMinor,
            ),
            quantity: 1,
            unit: need(unitOf(body.billing_period), 'billing period'),
            unitCount: Math.max(wholeOf(body.billing_interval) ?? 1, 1),
          },
        ],
        discountIds: [],
        cancelAtMs: body.status === 'pending-cancel' ? endMs : null,
      },
      startedMs,
      trial,
    }),
  ]
}
