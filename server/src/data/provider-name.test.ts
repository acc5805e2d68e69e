import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProvider, providers } from '../payments/providers/list.ts'
import { aShopWith } from '../test/providers/webhook-sender.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { providerName } from './provider-name.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('a provider’s name', () => {
  it.each([
    ['dodo', 'dodopayments'],
    [' Dodo Payments ', 'dodopayments'],
    ['Lemon-Squeezy', 'lemonsqueezy'],
    ['woo_commerce', 'woocommerce'],
    ['PayPal', 'paypal'],
    ['My-Shop', 'my-shop'],
    ['__proto__', '__proto__'],
  ])('%s is stored as %s', (text, name) => {
    expect(providerName(text)).toBe(name)
  })

  it('is that of its webhooks for every provider', () => {
    for (const { name } of providers) {
      expect(providerName(name)).toBe(name)
      expect(findProvider(name.toUpperCase())?.name).toBe(name)
    }
  })
})

it('makes one payment of what the API calls dodo and the webhook dodopayments', async () => {
  const shop = await aShopWith(server, 'dodopayments')
  const payment = { payment_id: 'pay_1', total_amount: 2900, currency: 'USD', metadata: {} }
  const timestamp = new Date().toISOString()
  await shop.send({ type: 'payment.succeeded', timestamp, data: payment })
  const body = { provider: 'Dodo', providerPaymentId: 'pay_1', amount: 29, currency: 'USD' }
  const reply = await server.request('POST', '/api/v1/payment', { key: shop.key, body })
  expect(reply.status).toBe(200)
  expect(await shop.count()).toBe(1)
  const { paymentId } = (reply.body as { data: { paymentId: string } }).data
  for (const provider of ['dodo', 'dodopayments', 'dodo-payments']) {
    const query = `provider=${provider}&providerPaymentId=pay_1`
    const found = await server.request('GET', `/api/v1/payment?${query}`, { key: shop.key })
    expect(found.body).toMatchObject({ data: { paymentId, provider: 'dodopayments' } })
  }
})

it('finds payments under any spelling, in lists and in reports', async () => {
  const { key } = await server.aSite()
  const body = { provider: 'dodo', providerPaymentId: 'pay_1', amount: 29, currency: 'USD' }
  await server.request('POST', '/api/v1/payment', { key, body })
  const listed = await server.request('GET', '/api/v1/payments?provider=Dodo', { key })
  expect(listed.body).toMatchObject({ data: { payments: [{ provider: 'dodopayments' }] } })
  const question = {
    metrics: ['revenue'],
    dateRange: '7d',
    filters: [['is', 'provider', ['dodo']]],
  }
  const answer = await server.request('POST', '/api/v1/query', { key, body: question })
  expect(answer.body).toMatchObject({ data: { totals: { revenue: 29 } } })
})
