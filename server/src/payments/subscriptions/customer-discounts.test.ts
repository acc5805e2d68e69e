import type { SubscriptionReport } from '@tributary/contract/subscriptions.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLongForm } from '../../test/long-form.ts'
import { aSubscriptionLife } from '../../test/providers/stripe-subscription.ts'
import { aShopWith } from '../../test/providers/webhook-sender.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { eraseSubscriptionCustomer } from './erase-customer.ts'

const day = 86_400
const began = Date.parse('2026-01-10T09:00:00Z') / 1000
const customer = 'cus_of_sub_1'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** An event about a discount of the customer of `sub_1`, which began some days after the subscription. */
function discountEvent(
  type: 'created' | 'updated' | 'deleted',
  { afterDays, id = 'di_1', ...more }: { afterDays: number; id?: string; [field: string]: unknown },
) {
  const at = began + afterDays * day
  const discount = { start: at, end: null, customer, subscription: null, promotion_code: 'promo_1' }
  return {
    ...{ id: `evt_${id}_${type}_${afterDays}`, object: 'event', created: at, livemode: true },
    type: `customer.discount.${type}`,
    data: { object: { id, object: 'discount', ...discount, ...more } },
  }
}

const percent = (percent_off: number) => ({ coupon: { percent_off, duration: 'repeating' } })
const [created] = aSubscriptionLife('sub_1', began).events as unknown as {
  data: { object: object }
}[]

/** The MRR at the ends of January to June after these events, computed by the reports' thread. */
async function mrrAfter(events: readonly object[]) {
  const shop = await aShopWith(server, 'stripe')
  for (const event of events) expect(await shop.send(event)).toMatchObject({ status: 200 })
  const ask = async () => {
    const body = { dateRange: ['2026-01-01', '2026-06-30'] }
    const path = '/api/v1/subscriptions/report'
    const reply = await server.request('POST', path, { key: shop.key, body })
    const { series, totals, coverage } = (reply.body as { data: SubscriptionReport }).data
    return { mrr: series.map(({ mrr }) => mrr), totals, coverage }
  }
  return { ...(await ask()), ask, shop }
}

describe('a discount of a Stripe customer', () => {
  it('reduces MRR from its start, and ends as expansion on the day it ends', async () => {
    const end = began + 90 * day
    const { mrr, totals } = await mrrAfter([
      created as object,
      discountEvent('created', { afterDays: 30, end, ...percent(25) }),
    ])
    // From 9 February to 10 April.
    expect(mrr).toEqual([29, 21.75, 21.75, 29, 29, 29])
    expect(totals).toMatchObject({ newMrr: 29, contractionMrr: 7.25, expansionMrr: 7.25 })
  })

  it('takes its amount off each subscription, in its own currency alone', async () => {
    const coupon = { amount_off: 1000, currency: 'usd', duration: 'forever', percent_off: null }
    const ofAll = discountEvent('created', { afterDays: 0, coupon })
    const euros = JSON.stringify(created).replaceAll('"usd"', '"eur"').replaceAll('sub_1', 'sub_2')
    const other = JSON.parse(euros.replaceAll('cus_of_sub_2', customer))
    const yearly = aSubscriptionLife('sub_3', began, {
      changes: [{ afterDays: 0, interval: 'year', cents: 12_000 }],
    })
    const third = JSON.stringify(yearly.events).replaceAll('cus_of_sub_3', customer)
    const { mrr } = await mrrAfter([created as object, ofAll, ...JSON.parse(third)])
    // 29.00 - 10.00 a month, and 120.00 - 10.00 a year.
    expect(mrr.at(-1)).toBe(28.17)
    const { mrr: inEuros } = await mrrAfter([other, ofAll])
    expect(inEuros.at(-1)).toBe((await mrrAfter([other])).mrr.at(-1))
  })

  it('is replaced by a discount of the subscription, and by a later one of the customer', async () => {
    const own = { ...created?.data.object, discounts: ['di_own'] }
    const ownSize = discountEvent('created', { afterDays: 0, id: 'di_own', ...percent(10) })
    Object.assign(ownSize.data.object, { subscription: 'sub_1' })
    const ofCustomer = discountEvent('created', { afterDays: 30, ...percent(50) })
    const first = { ...created, data: { object: own } }
    expect((await mrrAfter([first, ofCustomer, ownSize])).mrr.at(-1)).toBe(26.1)
    const later = discountEvent('updated', { afterDays: 60, id: 'di_2', ...percent(20) })
    expect((await mrrAfter([later, ofCustomer, created as object])).mrr).toEqual([
      ...[29, 14.5, 23.2, 23.2, 23.2, 23.2],
    ])
  })

  it('reduces the rest of what discounts of single items left', async () => {
    const { data } = structuredClone(created) as unknown as {
      data: { object: { items: { data: { discounts: string[] }[] } } }
    }
    data.object.items.data[0]?.discounts.push('di_item')
    const item = discountEvent('created', { afterDays: 0, id: 'di_item', ...percent(50) })
    Object.assign(item.data.object, { subscription: 'sub_1', subscription_item: 'si_sub_1' })
    const ofCustomer = discountEvent('created', { afterDays: 0, ...percent(10) })
    const { mrr } = await mrrAfter([{ ...created, data }, item, ofCustomer])
    expect(mrr.at(-1)).toBe(13.05)
  })

  it('is over when it is deleted, and one for the first bill alone reduces nothing', async () => {
    const over = discountEvent('deleted', { afterDays: 60, ...percent(50), start: began })
    const begins = discountEvent('created', { afterDays: 0, ...percent(50) })
    const { mrr } = await mrrAfter([over, created as object, begins])
    expect(mrr).toEqual([14.5, 14.5, 29, 29, 29, 29])
    const once = { coupon: { percent_off: 50, duration: 'once' } }
    const { mrr: whole, coverage } = await mrrAfter([
      created as object,
      discountEvent('created', { afterDays: 0, ...once }),
    ])
    expect([whole.at(-1), coverage.unknownDiscounts]).toEqual([29, 0])
  })

  it('whose coupon is sent by its ID alone has the share that it took off a bill', async () => {
    const source = { source: { type: 'coupon', coupon: 'WELCOME' } }
    const begins = discountEvent('created', { afterDays: 0, ...source })
    const unknown = await mrrAfter([created as object, begins])
    expect([unknown.mrr.at(-1), unknown.coverage.unknownDiscounts]).toEqual([29, 1])
    const line = (amount: number, off: number, proration = false) => ({
      ...{ amount, discount_amounts: [{ amount: off, discount: 'di_1' }] },
      parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
    })
    const object = {
      ...{ id: 'in_1', object: 'invoice', amount_paid: 2175, currency: 'usd', customer },
      status_transitions: { paid_at: began + 60 },
      parent: { subscription_details: { subscription: 'sub_1' } },
      lines: { data: [line(2900, 725), line(900, 900, true)], has_more: false },
    }
    const bill = { id: 'evt_in', type: 'invoice.paid', created: began + 61, data: { object } }
    for (const events of [
      [created, begins, bill],
      [bill, begins, created],
    ]) {
      const { mrr, coverage } = await mrrAfter(events as object[])
      expect(mrr).toEqual([21.75, 21.75, 21.75, 21.75, 21.75, 21.75])
      expect(coverage.unknownDiscounts).toBe(0)
    }
  })

  it('stays after the customer was erased', async () => {
    const half = discountEvent('created', { afterDays: 0, ...percent(50) })
    const { shop, ask } = await mrrAfter([created as object, half])
    const { db } = server.services.control
    const place = { site_id: shop.siteId, provider: 'stripe', subscription_id: 'sub_1' }
    await eraseSubscriptionCustomer(db, place)
    const left = await db
      .selectFrom('subscription_facts')
      .select(['customer_id', 'subscription_id', 'stated'])
      .where('site_id', '=', shop.siteId)
      .execute()
    expect(JSON.stringify(left)).not.toContain(customer)
    const ended = { ...created?.data.object, customer: null }
    await shop.send({
      ...{ ...created, id: 'evt_later', created: began + 100 * day },
      type: 'customer.subscription.updated',
      data: { object: { ...ended, metadata: { seen: '1' } }, previous_attributes: {} },
    })
    expect((await ask()).mrr).toEqual([14.5, 14.5, 14.5, 14.5, 14.5, 14.5])
  })

  it('gives the same MRR in whatever order the events arrive', async () => {
    const events = [
      ...aSubscriptionLife('sub_1', began, { changes: [{ afterDays: 40, cents: 4900 }] }).events,
      discountEvent('created', { afterDays: 10, ...percent(30), end: began + 200 * day }),
      discountEvent('updated', { afterDays: 70, id: 'di_2', ...percent(12.5) }),
      discountEvent('deleted', {
        afterDays: 100,
        id: 'di_2',
        ...percent(12.5),
        start: began + 70 * day,
      }),
    ]
    const order = fc.shuffledSubarray(events, { minLength: events.length })
    await fc.assert(
      fc.asyncProperty(order, async (shuffled) => {
        const { mrr, totals } = await mrrAfter([...shuffled, shuffled[0] as object])
        expect(mrr).toEqual([20.3, 34.3, 42.88, 49, 49, 49])
        const cents = (amount: number) => Math.round(amount * 100)
        const moved = cents(totals.newMrr) + cents(totals.expansionMrr)
        expect(moved - cents(totals.contractionMrr)).toBe(cents(totals.mrr))
      }),
      { numRuns: inLongForm(40, 5) },
    )
  })
})
