import type { SubscriptionReport } from '@tributary/contract/subscriptions.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  aSubscriptionLife,
  type SubscriptionLife,
} from '../../test/providers/stripe-subscription.ts'
import { aShopWith, type Shop } from '../../test/providers/webhook-sender.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { saveRates } from '../rows/exchange-rate-rows.ts'

const day = 86_400
const secondsOf = (iso: string) => Date.parse(iso) / 1000
const reportPath = '/api/v1/subscriptions/report'
const year: [string, string] = ['2026-01-01', '2026-06-30']

let server: TestServer
let shop: Shop
beforeAll(async () => {
  // Its exchange rates are those of this file.
  server = await startTestServer({ sharesEngine: true })
  shop = await aShopWith(server, 'stripe')
  // Ana comes from Google in January and pays 29.00; Ben from the newsletter, whose trial ends in February; Chen's
  // source is unknown: his payment names no visitor.
  await visit(
    'ana',
    'https://shop.example/?utm_source=google&utm_campaign=brand',
    '2026-01-05T08:00:00Z',
  )
  await visit('ben', 'https://shop.example/?utm_source=newsletter', '2026-01-20T08:00:00Z')
  await lives.ana({ visitorId: 'ana' })
  await lives.ben({ visitorId: 'ben' })
  await lives.chen({})
})
afterAll(() => server.close())

async function visit(visitorId: string, url: string, timestamp: string) {
  const body = { events: [{ type: 'pageview', visitorId, url, timestamp }] }
  const reply = await server.request('POST', '/api/v1/events', { key: shop.key, body })
  expect(reply.body).toMatchObject({ data: { accepted: 1 } })
}

/** Delivers a subscription's events, and its first bill with the visitor's id. */
async function play(id: string, life: SubscriptionLife, { visitorId }: { visitorId?: string }) {
  for (const event of life.events.toReversed()) {
    expect(await shop.send(event)).toMatchObject({ status: 200 })
  }
  const object = life.at(9e9)
  const paidAt = (life.truth[0]?.atMs ?? 0) / 1000
  const metadata = visitorId === undefined ? {} : { tributary_visitor_id: visitorId }
  const invoice = {
    ...{
      id: `in_${id}`,
      object: 'invoice',
      currency: 'usd',
      amount_paid: 2900,
      customer: object?.customer,
    },
    ...{
      billing_reason: 'subscription_create',
      subscription: id,
      status_transitions: { paid_at: paidAt },
    },
    subscription_details: { metadata },
  }
  const event = {
    id: `evt_in_${id}`,
    type: 'invoice.paid',
    created: paidAt,
    data: { object: invoice },
  }
  expect(await shop.send(event)).toMatchObject({ status: 200 })
}

const lives = {
  ana: (who: { visitorId?: string }) =>
    play(
      'sub_ana',
      aSubscriptionLife('sub_ana', secondsOf('2026-01-05T09:00:00Z'), {
        changes: [{ afterDays: 60, cents: 4900 }],
      }),
      who,
    ),
  ben: (who: { visitorId?: string }) =>
    play(
      'sub_ben',
      aSubscriptionLife('sub_ben', secondsOf('2026-01-20T09:00:00Z'), {
        trialDays: 14,
        changes: [{ afterDays: 60, status: 'canceled' }],
      }),
      who,
    ),
  chen: (who: { visitorId?: string }) =>
    play(
      'sub_chen',
      aSubscriptionLife('sub_chen', secondsOf('2026-02-10T09:00:00Z'), {
        changes: [{ afterDays: 30, interval: 'year', cents: 10_000 }],
      }),
      who,
    ),
}

async function report(body: object = {}): Promise<SubscriptionReport> {
  const asked = { dateRange: year, ...body }
  const reply = await server.request('POST', reportPath, {
    key: shop.key,
    body: asked,
  })
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: 'success' })
  return (reply.body as { data: SubscriptionReport }).data
}

describe('POST /api/v1/subscriptions/report', () => {
  it('returns MRR and what moved it, month by month, from webhooks that came in the wrong order', async () => {
    const { totals, series, currency } = await report()
    expect(currency).toBe('USD')
    // 49.00 of Ana and 100.00 a year of Chen.
    expect(totals).toMatchObject({
      ...{ startMrr: 0, newMrr: 87, expansionMrr: 20, contractionMrr: 20.67, churnedMrr: 29 },
      ...{ mrr: 57.33, customers: 2, newCustomers: 3, churnedCustomers: 1, arpu: 28.67 },
    })
    expect(series.map(({ period, mrr }) => [period, mrr])).toEqual([
      ['2026-01-01', 29],
      ['2026-02-01', 87],
      ['2026-03-01', 86.33],
      ['2026-04-01', 57.33],
      ['2026-05-01', 57.33],
      ['2026-06-01', 57.33],
    ])
    expect(series[3]).toMatchObject({ churnedMrr: 29, customerChurn: 0.333333 })
  })

  it('returns the same by source, to the cent, with customers that no visit is known of', async () => {
    const { rows, totals } = await report()
    expect(rows.map(({ key, mrr, churnedMrr }) => [key, mrr, churnedMrr])).toEqual([
      ['google', 49, 0],
      [null, 8.33, 0],
      ['newsletter', 0, 29],
    ])
    const cents = rows.reduce((sum, row) => sum + Math.round(row.mrr * 100), 0)
    expect(cents).toBe(Math.round(totals.mrr * 100))
    const { rows: campaigns } = await report({ dimension: 'campaign', model: 'first' })
    expect(campaigns.find(({ key }) => key === 'brand')).toMatchObject({ mrr: 49 })
    expect((await report({ unattributed: true })).totals).toMatchObject({ mrr: 8.33, customers: 1 })
    expect((await report({ value: 'google' })).totals).toMatchObject({ mrr: 49, customers: 1 })
  })

  it('returns the same by plan and by product, to the cent, and a change of plan as churn of one and new of the other', async () => {
    const { rows, totals, query } = await report({ dimension: 'plan' })
    expect(query.dimension).toBe('plan')
    expect(rows.map(({ key, mrr, newMrr, churnedMrr }) => [key, mrr, newMrr, churnedMrr])).toEqual([
      ['price_4900_month', 49, 49, 0],
      ['price_10000_year', 8.33, 8.33, 0],
      ['price_2900_month', 0, 87, 87],
    ])
    const cents = rows.reduce((sum, row) => sum + Math.round(row.mrr * 100), 0)
    expect(cents).toBe(Math.round(totals.mrr * 100))
    expect(rows.map(({ trialsStarted }) => trialsStarted)).toEqual([0, 0, 1])
    const only = await report({ dimension: 'plan', value: 'price_10000_year' })
    expect(only.totals).toMatchObject({ mrr: 8.33, customers: 1 })
    // The test's prices name no product.
    const products = await report({ dimension: 'Product' })
    expect(products.rows).toEqual(rows)
  })

  it('returns it as of an earlier day', async () => {
    const { totals } = await report({ dateRange: ['2026-02-01', '2026-02-28'] })
    expect(totals).toMatchObject({ startMrr: 29, newMrr: 58, mrr: 87, customers: 3 })
  })

  it('returns trials by the month in which they began, as they ended up to the last day', async () => {
    const { trials, totals } = await report()
    const ben = { trialsStarted: 1, trialsConverted: 1, trialsOpen: 0, trialConversion: 1 }
    expect(trials).toEqual([{ cohort: '2026-01-01', ...ben }])
    expect(totals).toMatchObject(ben)
    const january = await report({ dateRange: ['2026-01-01', '2026-01-31'] })
    expect(january.totals).toMatchObject({ trialsStarted: 1, trialsOpen: 1, trialConversion: null })
  })

  it('returns what is left of the first MRR, by the first month and by source', async () => {
    const { cohorts, cohortsByKey } = await report()
    expect(cohorts.map(({ cohort, customers }) => [cohort, customers])).toEqual([
      ['2026-01-01', 1],
      ['2026-02-01', 2],
    ])
    expect(cohorts[0]?.periods.map(({ mrr }) => mrr)).toEqual([29, 29, 29, 49, 49, 49])
    const newsletter = cohortsByKey.find(({ key }) => key === 'newsletter')
    expect(newsletter?.periods.map(({ retention }) => retention)).toEqual([1, 1, 1, 0, 0])
  })

  it('returns after how many months new customers have paid what the ads cost', async () => {
    const rows = [{ day: '2026-01-04', source: 'google', amount: 58 }]
    await server.request('PUT', '/api/v1/spend', { key: shop.key, body: { rows } })
    const { rows: sources } = await report()
    expect(sources[0]).toMatchObject({ key: 'google', spend: 58, cac: 58, paybackMonths: 2 })
    expect(sources[2]).toMatchObject({ key: 'newsletter', spend: null, paybackMonths: null })
  })

  it('is not changed by a refund, and follows a back-dated change', async () => {
    const own = await aShopWith(server, 'stripe')
    const life = aSubscriptionLife('sub_dan', secondsOf('2026-03-10T09:00:00Z'))
    const [created] = life.events
    await own.send(created as object)
    const refund = {
      id: 're_1',
      status: 'succeeded',
      amount: 2900,
      currency: 'usd',
      charge: 'ch_1',
    }
    const at = secondsOf('2026-03-20T09:00:00Z')
    await own.send({ id: 'evt_re', type: 'refund.created', created: at, data: { object: refund } })
    const asked = { dateRange: year }
    const ask = async () => {
      const reply = await server.request('POST', reportPath, { key: own.key, body: asked })
      return (reply.body as { data: SubscriptionReport }).data.series.map(({ mrr }) => mrr)
    }
    expect(await ask()).toEqual([0, 0, 29, 29, 29, 29])
    const object = { ...life.at(9e9), start_date: secondsOf('2026-03-10T09:00:00Z') - 30 * day }
    await own.send({ ...created, id: 'evt_back', data: { object } })
    expect(await ask()).toEqual([0, 29, 29, 29, 29, 29])
  })

  it('is converted at the rates of the first paid days, which the thread asks for', async () => {
    const own = await aShopWith(server, 'stripe')
    const rates = [
      { day: '2026-03-09', currency: 'USD', perEur: '1.25' },
      { day: '2026-03-09', currency: 'CHF', perEur: '0.5' },
      // Worth so much that the amount is beyond 2^53.
      { day: '2026-03-09', currency: 'IDR', perEur: '0.0000000000001' },
    ]
    await saveRates(server.services.control.db, rates, 'operator')
    for (const [id, currency] of [
      ['sub_1', 'eur'],
      ['sub_2', 'chf'],
      ['sub_3', 'kpw'],
      ['sub_4', 'usd'],
      ['sub_5', 'idr'],
    ] as const) {
      const life = aSubscriptionLife(id, secondsOf('2026-03-10T09:00:00Z'))
      await own.send(JSON.stringify(life.events[0]).replaceAll('"usd"', `"${currency}"`))
    }
    const reply = await server.request('POST', reportPath, {
      key: own.key,
      body: { dateRange: year },
    })
    const { totals, coverage } = (reply.body as { data: SubscriptionReport }).data
    // 29.00, 29.00 × 1.25, 29.00 × 2.5, and nothing twice.
    expect([totals.mrr, totals.customers]).toEqual([137.75, 3])
    expect(coverage).toMatchObject({ subscriptions: 5, withoutRate: ['IDR', 'KPW'] })
  })

  it('is computed whole on the thread of reports, and the server answers others meanwhile', async () => {
    const { answers } = server.services
    type Ask = (name: string, ...asked: readonly unknown[]) => Promise<unknown>
    const ask = answers.ask.bind(answers) as Ask
    const order: string[] = []
    const others = Promise.withResolvers<void>()
    const computed: unknown[] = []
    const held: Ask = async (name, ...asked) => {
      order.push(name)
      const answer = await ask(name, ...asked)
      computed.push(answer)
      await others.promise
      return answer
    }
    const spy = vi.spyOn(answers, 'ask').mockImplementation(held as typeof answers.ask)
    const reported = report().finally(() => order.push('reported'))
    await expect.poll(() => order).toEqual(['subscriptions'])
    const ready = await server.request('GET', '/health/ready')
    order.push(`ready ${ready.status}`)
    await visit('eve', 'https://shop.example/?utm_source=x', '2026-06-20T08:00:00Z')
    order.push('hit accepted')
    others.resolve()
    // The thread's answer is complete: the server's own thread adds nothing to it.
    expect(computed).toEqual([{ report: await reported }])
    expect(order).toEqual(['subscriptions', 'ready 200', 'hit accepted', 'reported'])
    spy.mockRestore()
  })

  it('answers as a table, and refuses what is no dimension of visits', async () => {
    const csv = await fetch(`${server.url}${reportPath}?table=rows`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${shop.key}`, accept: 'text/csv' },
        'content-type': 'application/json',
      },
      body: JSON.stringify({ dateRange: year }),
    })
    const text = await csv.text()
    expect(text).toMatch(/^source,startMrr,newMrr/)
    expect(text).toContain('\r\ngoogle,0,29,20,0,0,0,49,')
    const body = { dateRange: year, dimension: 'x' }
    const refused = await server.request('POST', reportPath, { key: shop.key, body })
    expect(refused.status).toBe(400)
  })
})
