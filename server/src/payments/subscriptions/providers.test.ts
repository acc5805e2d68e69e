import { describe, expect, it } from 'vitest'
import { chargebee } from '../providers/chargebee.ts'
import { creem } from '../providers/creem.ts'
import { dodopayments } from '../providers/dodopayments.ts'
import { gumroad } from '../providers/gumroad.ts'
import { lemonsqueezy } from '../providers/lemonsqueezy.ts'
import { paddle } from '../providers/paddle.ts'
import { paystack } from '../providers/paystack.ts'
import { polar } from '../providers/polar.ts'
import type { Provider } from '../providers/provider.ts'
import { razorpay } from '../providers/razorpay.ts'
import { revenuecat } from '../providers/revenuecat.ts'
import { periodBetween } from '../providers/wire/subscriptions.ts'
import { woocommerce } from '../providers/woocommerce.ts'
import { foldSubscription, type StoredFact } from './fold-subscription.ts'
import { trialOutcome } from './trial-cohorts.ts'

const at = '2026-03-10T09:00:00.000Z'
const later = '2026-05-10T09:00:00.000Z'
const ms = Date.parse

/** The history after some events of a provider. */
function historyOf(provider: Provider, events: [type: string, body: object][]) {
  const facts = events.flatMap(
    ([type, body]) =>
      provider.subscriptions?.({ key: '', type, isTest: false, body: { ...body } }) ?? [],
  )
  return foldSubscription(facts as StoredFact[])
}

const point = (time: string, status: string, monthlyMinor: number) =>
  expect.objectContaining({ atMs: ms(time), status, monthlyMinor })

describe('a subscription', () => {
  it('of Paddle has the sum of its recurring items, and ends when it was cancelled', () => {
    const item = (amount: string, quantity: number, interval: string) => ({
      ...{ quantity, recurring: true, trial_dates: null, product: { name: 'Pro' } },
      price: { unit_price: { amount }, billing_cycle: { interval, frequency: 1 } },
    })
    const data = {
      ...{ id: 'sub_1', customer_id: 'ctm_1', status: 'active', currency_code: 'USD' },
      ...{ started_at: at, updated_at: at, discount: null, scheduled_change: null },
      items: [item('3240', 3, 'month'), item('12000', 1, 'year')],
    }
    const ended = { ...data, status: 'canceled', canceled_at: later, updated_at: later }
    const history = historyOf(paddle, [
      ['subscription.canceled', { data: ended }],
      ['subscription.created', { data }],
    ])
    expect(history).toMatchObject({ customerId: 'ctm_1', trial: null })
    expect(history?.points).toEqual([point(at, 'active', 10_720), point(later, 'ended', 0)])
  })

  it('of Polar has its trial and its discount', () => {
    const data = {
      ...{ id: 's1', customer_id: 'c1', status: 'trialing', amount: 12_000, currency: 'usd' },
      ...{
        recurring_interval: 'year',
        recurring_interval_count: 1,
        created_at: at,
        modified_at: at,
      },
      ...{ trial_start: at, trial_end: later, discount_id: 'd1' },
      discount: { id: 'd1', duration: 'forever', basis_points: 2500 },
    }
    const active = { ...data, status: 'active', modified_at: later }
    const history = historyOf(polar, [
      ['subscription.active', { data: active }],
      ['subscription.created', { data }],
    ])
    expect(history?.trial).toEqual({ startMs: ms(at), endMs: ms(later) })
    expect(history?.points).toEqual([point(at, 'trialing', 0), point(later, 'active', 750)])
  })

  it('of Creem has the price of its product for each unit, and counts until a scheduled end', () => {
    const object = {
      ...{ id: 'sub_1', customer: 'cust_1', status: 'active', created_at: at, updated_at: at },
      product: { name: 'Pro', price: 3000, currency: 'EUR', billing_period: 'every-three-months' },
      items: [{ units: 2 }],
    }
    const scheduled = {
      status: 'scheduled_cancel',
      updated_at: later,
      current_period_end_date: later,
    }
    const history = historyOf(creem, [
      ['subscription.paid', { object }],
      ['subscription.scheduled_cancel', { object: { ...object, ...scheduled } }],
    ])
    expect(history?.points).toEqual([point(at, 'active', 2000), point(later, 'active', 2000)])
    expect(history?.points[1]?.cancelAtMs).toBe(ms(later))
  })

  it('of Dodo Payments has a trial while it is active there, then its amount', () => {
    const data = {
      ...{
        subscription_id: 'sub_1',
        status: 'active',
        currency: 'USD',
        created_at: at,
        quantity: 2,
      },
      ...{ recurring_pre_tax_amount: 2900, trial_period_days: 14, customer: { customer_id: 'c1' } },
      ...{ payment_frequency_interval: 'Month', payment_frequency_count: 1 },
    }
    const history = historyOf(dodopayments, [
      ['subscription.active', { timestamp: at, data }],
      ['subscription.renewed', { timestamp: later, data }],
    ])
    expect(history?.points).toEqual([point(at, 'trialing', 0), point(later, 'active', 2900)])
  })

  it('of WooCommerce has its trial, counts while a renewal is on hold, and ends when it was cancelled', () => {
    const gmt = (time: string) => time.slice(0, 19)
    const body = {
      ...{ id: 77, status: 'active', currency: 'EUR', total: '360.00', total_tax: '60.00' },
      ...{ customer_id: 12, billing_period: 'year', billing_interval: '1' },
      ...{ start_date_gmt: gmt(at), date_modified_gmt: gmt(at), end_date_gmt: '' },
      ...{ trial_end_date_gmt: '2026-03-24T09:00:00', line_items: [{ name: 'Tea club' }] },
    }
    const paid = { ...body, date_modified_gmt: '2026-03-24T09:00:00', status: 'on-hold' }
    const ended = { status: 'cancelled', end_date_gmt: gmt(later), date_modified_gmt: gmt(later) }
    const history = historyOf(woocommerce, [
      ['subscription.updated', { ...body, ...ended }],
      ['subscription.created', body],
      ['subscription.updated', paid],
      ['order.updated', body],
      ['subscription.deleted', { id: 77 }],
    ])
    expect(history?.customerId).toBe('12')
    expect(history?.points).toEqual([
      point(at, 'trialing', 0),
      point('2026-03-24T09:00:00Z', 'past_due', 2500),
      point(later, 'ended', 0),
    ])
    const inclusive = historyOf(woocommerce, [
      ['subscription.created', { ...body, trial_end_date_gmt: '', prices_include_tax: true }],
    ])
    expect(inclusive?.points).toEqual([point(at, 'active', 3000)])
  })

  it('of Paddle is reduced by the share that its discount took off a bill', () => {
    const price = { id: 'pri_1', name: 'Pro monthly', unit_price: { amount: '3000' } }
    const cycle = { billing_cycle: { interval: 'month', frequency: 1 } }
    const data = {
      ...{ id: 'sub_1', customer_id: 'ctm_1', status: 'active', currency_code: 'USD' },
      ...{ started_at: at, updated_at: at, discount: { id: 'dsc_1' }, scheduled_change: null },
      items: [
        { quantity: 1, recurring: true, product: { name: 'Pro' }, price: { ...price, ...cycle } },
      ],
    }
    const line = (price_id: string, subtotal: string, discount: string) => ({
      ...{ price_id, quantity: 1, totals: { subtotal, discount } },
    })
    const transaction = {
      ...{ id: 'txn_1', subscription_id: 'sub_1', discount_id: 'dsc_1', billed_at: at },
      items: [{ price: { ...price, ...cycle } }, { price: { id: 'pri_2', billing_cycle: null } }],
      // A third of the price without its tax, and a setup fee that is not reduced.
      details: { line_items: [line('pri_1', '2500', '833'), line('pri_2', '9900', '0')] },
    }
    const created: [string, object] = ['subscription.created', { data }]
    expect(historyOf(paddle, [created])?.points).toMatchObject([
      { monthlyMinor: 3000, unknownDiscounts: 1 },
    ])
    const bill: [string, object] = ['transaction.completed', { data: transaction }]
    for (const events of [
      [created, bill],
      [bill, created],
    ]) {
      expect(historyOf(paddle, events)?.points).toMatchObject([
        {
          ...{ monthlyMinor: 2000, unknownDiscounts: 0 },
          parts: [{ plan: 'Pro monthly', product: 'Pro', minor: 2000 }],
        },
      ])
    }
  })

  it('of Lemon Squeezy has its state and trial, and no price, since its events name none', () => {
    const attributes = {
      ...{ status: 'on_trial', customer_id: 7, product_name: 'Pro', variant_name: 'Monthly' },
      ...{ created_at: at, updated_at: at, trial_ends_at: later, ends_at: null },
    }
    const event = (type: string, more: object): [string, object] => [
      type,
      { data: { id: '12', attributes: { ...attributes, ...more } } },
    ]
    const end = '2026-06-10T09:00:00.000Z'
    const history = historyOf(lemonsqueezy, [
      event('subscription_created', {}),
      event('subscription_updated', { status: 'active', updated_at: later }),
      event('subscription_expired', { status: 'expired', updated_at: end, ends_at: end }),
      ['subscription_payment_success', { data: { id: '9', attributes: { status: 'paid' } } }],
    ])
    expect(history?.trial).toEqual({ startMs: ms(at), endMs: ms(later) })
    expect(history?.points).toMatchObject([
      { status: 'trialing', unpriced: 0 },
      { status: 'active', monthlyMinor: 0, unpriced: 1 },
      { status: 'ended', atMs: ms(end), unpriced: 0 },
    ])
    const known = { trial: history?.trial ?? null, points: history?.points ?? [] }
    expect(trialOutcome(known, { last: '2026-07-01', timezone: 'UTC' })).toMatchObject({
      outcome: 'converted',
    })
  })

  it('of RevenueCat has what was paid for a period, whose ends say how long it is', () => {
    const event = (type: string, more: object): [string, object] => [
      type,
      {
        event: {
          ...{ type, original_transaction_id: 't1', app_user_id: 'u1', product_id: 'pro' },
          ...{ currency: 'EUR', price_in_purchased_currency: 9.99, period_type: 'NORMAL' },
          ...more,
        },
      },
    ]
    const [trialEnd, end] = ['2026-03-17T09:00:00.000Z', '2026-04-17T09:00:00.000Z']
    const history = historyOf(revenuecat, [
      event('INITIAL_PURCHASE', {
        ...{ period_type: 'TRIAL', price_in_purchased_currency: 0 },
        ...{ purchased_at_ms: ms(at), expiration_at_ms: ms(trialEnd) },
      }),
      event('RENEWAL', { purchased_at_ms: ms(trialEnd), expiration_at_ms: ms(end) }),
      event('CANCELLATION', { purchased_at_ms: ms(trialEnd), expiration_at_ms: ms(end) }),
      event('EXPIRATION', { purchased_at_ms: ms(trialEnd), expiration_at_ms: ms(end) }),
    ])
    expect(history?.trial).toEqual({ startMs: ms(at), endMs: ms(trialEnd) })
    expect(history?.points).toEqual([
      point(at, 'trialing', 0),
      point(trialEnd, 'active', 999),
      point(end, 'ended', 0),
    ])
  })

  it('of Chargebee has its plan and addons less its discount, until its service ends', () => {
    const seconds = (iso: string) => ms(iso) / 1000
    const subscription = {
      ...{ id: 's1', customer_id: 'c1', status: 'active', currency_code: 'USD' },
      ...{ billing_period: 1, billing_period_unit: 'year', started_at: seconds(at) },
      updated_at: seconds(at),
      subscription_items: [
        { item_price_id: 'pro', item_type: 'plan', quantity: 1, amount: 12_000 },
        { item_price_id: 'seats', item_type: 'addon', quantity: 3, unit_price: 1200 },
        { item_price_id: 'setup', item_type: 'charge', amount: 5000 },
      ],
      discounts: [
        { id: 'd1', percentage: 50, duration_type: 'forever', apply_on: 'invoice_amount' },
      ],
    }
    const ended = { ...subscription, status: 'cancelled', cancelled_at: seconds(later) }
    const history = historyOf(chargebee, [
      ['subscription_cancelled', { content: { subscription: ended } }],
      ['subscription_created', { content: { subscription } }],
    ])
    expect(history?.points).toEqual([point(at, 'active', 650), point(later, 'ended', 0)])
    expect(history?.points[0]?.parts.map(({ minor }) => minor)).toEqual([500, 150])
  })

  it('of Paystack has the price and interval of its plan', () => {
    const data = {
      ...{ status: 'active', subscription_code: 'SUB_1', amount: 500_000, createdAt: at },
      plan: { plan_code: 'PLN_1', name: 'Pro', interval: 'biannually', currency: 'NGN' },
      customer: { customer_code: 'CUS_1' },
    }
    const disabled = { ...data, status: 'complete', updatedAt: later }
    const history = historyOf(paystack, [
      ['subscription.create', { data }],
      ['subscription.disable', { data: disabled }],
    ])
    expect(history?.customerId).toBe('CUS_1')
    expect(history?.points).toEqual([point(at, 'active', 83_333), point(later, 'ended', 0)])
  })

  it('of Razorpay has what its last charge paid for its period', () => {
    const seconds = (iso: string) => ms(iso) / 1000
    const end = '2026-06-10T09:00:00.000Z'
    const entity = {
      ...{ id: 'sub_1', plan_id: 'plan_1', customer_id: 'cust_1', status: 'active' },
      ...{ current_start: seconds(at), current_end: seconds(end) },
    }
    const event = (type: string, time: string, more: object, payment?: object) => {
      const subscription = { entity: { ...entity, ...more } }
      const payload = { subscription, ...(payment && { payment: { entity: payment } }) }
      return [type, { created_at: seconds(time), payload }] as [string, object]
    }
    const history = historyOf(razorpay, [
      event('subscription.charged', at, {}, { amount: 90_000, currency: 'INR' }),
      event('subscription.pending', later, { status: 'pending' }),
      event('subscription.cancelled', end, { status: 'cancelled', ended_at: seconds(end) }),
    ])
    expect(history?.points).toEqual([point(at, 'active', 30_000), point(end, 'ended', 0)])
  })

  it('of Gumroad has what its charges paid, its upgrade instead of the rest of a period, and its end', () => {
    const charge = (sale_timestamp: string, price: string, more: object = {}): [string, object] => [
      'sale',
      {
        ...{ subscription_id: 's1', sale_id: sale_timestamp, sale_timestamp, price, ...more },
        ...{ currency: 'eur', recurrence: 'monthly', purchaser_id: '77', product_name: 'Atlas' },
      },
    ]
    const recurring = { is_recurring_charge: 'true' }
    const upgrade = {
      ...{ subscription_id: 's1', type: 'upgrade', effective_as_of: '2026-03-25T10:00:00Z' },
      new_plan: { recurrence: 'yearly', price_cents: '24000', quantity: '1' },
    }
    const events: [string, object][] = [
      ['subscription_ended', { subscription_id: 's1', ended_at: later }],
      charge('2026-03-25T10:00:05Z', '1234', recurring),
      ['subscription_updated', upgrade],
      charge(at, '1000'),
      ['cancellation', { subscription_id: 's1', cancelled: 'true', cancelled_at: later }],
      ['sale', { sale_id: 'x', price: '500', currency: 'eur', sale_timestamp: at }],
    ]
    for (const some of [events, events.toReversed()]) {
      const history = historyOf(gumroad, some)
      expect(history?.customerId).toBe('77')
      expect(history?.points).toEqual([
        expect.objectContaining({ atMs: ms(at), monthlyMinor: 1000, currency: 'EUR' }),
        expect.objectContaining({ atMs: ms(upgrade.effective_as_of), monthlyMinor: 2000 }),
        point(later, 'ended', 0),
      ])
    }
    // Without the pings about subscriptions, only charges show what is paid.
    expect(
      historyOf(gumroad, [charge(at, '1000'), charge(later, '900', recurring)])?.points,
    ).toEqual([...[point(at, 'active', 1000), point(later, 'active', 900)]])
    const free = { ...upgrade, subscription_id: 's2' }
    expect(historyOf(gumroad, [['subscription_updated', free]])?.points).toEqual([
      expect.objectContaining({ monthlyMinor: 0, unpriced: 1 }),
    ])
  })

  it.each([
    ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', 'month', 1],
    ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z', 'month', 1],
    ['2026-03-10T12:00:00Z', '2027-03-10T11:00:00Z', 'year', 1],
    ['2026-03-10T00:00:00Z', '2026-09-10T00:00:00Z', 'month', 6],
    ['2026-03-10T00:00:00Z', '2026-03-24T00:00:00Z', 'week', 2],
    ['2026-03-10T00:00:00Z', '2026-04-09T00:00:00Z', 'day', 30],
  ])('from %s to %s lasts %s × %i', (from, to, unit, unitCount) => {
    expect(periodBetween(ms(from), ms(to))).toEqual({ unit, unitCount })
  })
})
