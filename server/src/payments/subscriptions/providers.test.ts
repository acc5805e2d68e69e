import { describe, expect, it } from 'vitest'
import { creem } from '../providers/creem.ts'
import { dodopayments } from '../providers/dodopayments.ts'
import { lemonsqueezy } from '../providers/lemonsqueezy.ts'
import { paddle } from '../providers/paddle.ts'
import { polar } from '../providers/polar.ts'
import type { Provider } from '../providers/provider.ts'
import { woocommerce } from '../providers/woocommerce.ts'
import { foldSubscription, type StoredFact } from './fold-subscription.ts'

const at = '2026-03-10T09:00:00.000Z'
const later = '2026-05-10T09:00:00.000Z'
const ms = Date.parse

/** The history that some events of a provider give. */
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

  it('of Lemon Squeezy is unknown, since its events name no price', () => {
    expect(lemonsqueezy.subscriptions).toBeUndefined()
  })
})
