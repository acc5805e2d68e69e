import type { PaymentData } from '@tributary/contract/payment.ts'
import type { QueryAnswer } from '@tributary/contract/query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aShopWith, type Shop } from '../../test/providers/webhook-sender.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const metrics = ['revenue', 'tax', 'fees', 'takeHome', 'feesKnown', 'feesKnownRevenue']
const dateRange = ['2026-09-01', '2026-09-30']

async function ask(key: string, more: object = {}): Promise<QueryAnswer> {
  const body = { metrics, dateRange, ...more }
  const reply = await server.request('POST', '/api/v1/query', { key, body })
  expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ status: 'success' })
  return (reply.body as { data: QueryAnswer }).data
}

const at = (day: number) => `2026-09-${String(day).padStart(2, '0')}T12:00:00Z`

/** A Paddle transaction of 29.90, 4.98 of it tax, with a fee of 2.00 unless it is not stated. */
function sale(id: string, { day = 3, fee = '200' as string | null, visitorId = 'ana' } = {}) {
  return {
    ...{ event_id: `evt_${id}_${fee}`, event_type: 'transaction.completed', occurred_at: at(day) },
    data: {
      ...{ id, origin: 'web', billed_at: at(day), updated_at: at(day) },
      custom_data: { tributary_visitor_id: visitorId },
      details: {
        totals: { total: '2990', grand_total: '2990', tax: '498', fee, currency_code: 'USD' },
      },
    },
  }
}

function refund(id: string, day: number, totals: object, more: object = {}) {
  const event_type = 'adjustment.updated'
  return {
    ...{ event_id: `evt_${id}_${JSON.stringify(more)}`, event_type, occurred_at: at(day) },
    data: {
      ...{ id: `adj_${id}`, action: 'refund', status: 'approved', transaction_id: id },
      ...{ updated_at: at(day), totals: { currency_code: 'USD', ...totals }, ...more },
    },
  }
}

async function paymentOf(shop: Shop, id: string): Promise<PaymentData> {
  return (await shop.payment(id)) as unknown as PaymentData
}

describe('take-home', () => {
  it('is revenue less tax and fees, with the share of payments whose fees are known', async () => {
    const shop = await aShopWith(server, 'paddle')
    await shop.send(sale('txn_1'))
    await shop.send(sale('txn_2', { fee: null }))
    await shop.send(refund('txn_1', 10, { total: '990', tax: '165', earnings: '775' }))
    const { totals, costsKnown } = await ask(shop.key)
    expect(totals).toMatchObject({
      ...{ revenue: 49.9, tax: 8.31, fees: 1.5, takeHome: 40.09 },
      ...{ feesKnown: 0.5, feesKnownRevenue: 0.5 },
    })
    expect(costsKnown).toEqual({
      ...{ payments: 2, feesKnown: 1, taxKnown: 2 },
      ...{ grossRevenue: 59.8, feesKnownRevenue: 29.9 },
    })
    // Each part counts on its own day.
    const { rows } = await ask(shop.key, { dimensions: ['day'] })
    expect(rows.find(({ day }) => day === '2026-09-10')).toMatchObject({
      ...{ revenue: -9.9, tax: -1.65, fees: -0.5, takeHome: -7.75, feesKnown: null },
    })
    const { totals: onPayment } = await ask(shop.key, { refundsOn: 'payment' })
    expect(onPayment).toMatchObject({ takeHome: 40.09 })
  })

  it('is in an answer without fees only where it was asked for', async () => {
    const shop = await aShopWith(server, 'paddle')
    await shop.send(sale('txn_1'))
    expect(await ask(shop.key, { metrics: ['revenue'] })).not.toHaveProperty('costsKnown')
    expect(await ask(shop.key, { metrics: ['takeHome'] })).toHaveProperty('costsKnown')
  })

  it('is on the receipt with each fee, and unknown while a fee is', async () => {
    const shop = await aShopWith(server, 'paddle')
    await shop.send(sale('txn_1', { fee: null }))
    expect(await paymentOf(shop, 'txn_1')).toMatchObject({
      ...{ tax: 4.98, fees: null, takeHome: null },
      receipt: { fees: [], netTax: { amount: 4.98, proportional: false } },
    })
    await shop.send(sale('txn_1'))
    await shop.send(refund('txn_1', 10, { total: '990' }))
    expect(await paymentOf(shop, 'txn_1')).toMatchObject({
      ...{ netAmount: 20, fees: 2, takeHome: 14.67 },
      receipt: {
        fees: [
          {
            ...{ of: 'payment', kind: 'platform', amount: 2, currency: 'USD' },
            timestamp: '2026-09-03T12:00:00.000Z',
          },
        ],
        // Paddle did not state how much of the refund is tax.
        netTax: { amount: 3.33, proportional: true },
      },
    })
  })

  it('is the same when the same fees are reported again', async () => {
    const shop = await aShopWith(server, 'paddle')
    const sent = [
      sale('txn_1'),
      refund('txn_1', 10, { total: '990', tax: '165', earnings: '775' }),
      sale('txn_1'),
    ]
    for (const event of sent) await shop.send(event)
    for (const event of sent) await shop.send({ ...event, event_id: `again_${event.event_id}` })
    expect((await ask(shop.key)).totals).toMatchObject({ fees: 1.5, tax: 3.33, takeHome: 15.17 })
  })

  it('follows a fee that the provider corrects, and one that it takes back', async () => {
    const shop = await aShopWith(server, 'paddle')
    await shop.send(sale('txn_1'))
    await shop.send(sale('txn_1', { day: 5, fee: '250' }))
    await shop.send(refund('txn_1', 10, { total: '990', tax: '165', earnings: '775' }))
    expect((await ask(shop.key)).totals).toMatchObject({ fees: 2, revenue: 20 })
    const reversed = { status: 'reversed', updated_at: at(11) }
    await shop.send(refund('txn_1', 11, { total: '990', tax: '165', earnings: '775' }, reversed))
    expect((await ask(shop.key)).totals).toMatchObject({ revenue: 29.9, fees: 2.5, tax: 4.98 })
    expect(await paymentOf(shop, 'txn_1')).toMatchObject({ fees: 2.5, takeHome: 22.42 })
  })

  it('stays when the visitor is erased', async () => {
    const shop = await aShopWith(server, 'paddle')
    const visit = { siteId: shop.siteId, type: 'pageview', visitorId: 'ana', sessionId: 's1' }
    const body = { ...visit, url: 'https://shop.example/' }
    expect((await server.request('POST', '/api/collect', { body })).status).toBeLessThan(300)
    await shop.send(sale('txn_1'))
    const before = (await ask(shop.key)).totals
    const erased = await server.request('DELETE', '/api/v1/visitor?visitorId=ana', {
      key: shop.key,
    })
    expect(erased.status).toBe(200)
    expect((await ask(shop.key)).totals).toEqual(before)
    expect(before).toMatchObject({ takeHome: 22.92 })
  })

  it('is in the CSV of reports and of payments', async () => {
    const shop = await aShopWith(server, 'paddle')
    await shop.send(sale('txn_1'))
    const csv = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          ...{ authorization: `Bearer ${shop.key}`, accept: 'text/csv' },
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect(response.status).toBe(200)
      const [head = '', line = ''] = (await response.text()).trim().split(/\r?\n/)
      const values = line.split(',')
      return Object.fromEntries(head.split(',').map((name, index) => [name, values[index]]))
    }
    const report = { metrics, dateRange, dimensions: ['provider'] }
    expect(await csv('POST', '/api/v1/query', report)).toMatchObject({
      ...{ provider: 'paddle', fees: '2', takeHome: '22.92', feesKnown: '1' },
    })
    const list = '/api/v1/payments?from=2026-09-01&to=2026-09-30'
    expect(await csv('GET', list)).toMatchObject({ tax: '4.98', fees: '2', takeHome: '22.92' })
  })
})
