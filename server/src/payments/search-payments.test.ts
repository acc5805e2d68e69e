import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestServer } from '../test/server.ts'
import { describeOnServers } from '../test/server-stores.ts'

describeOnServers('searching payments', (start) => {
  let server: TestServer
  beforeAll(async () => {
    server = await start()
  })
  afterAll(() => server.close())

  const get = (key: string, path: string, query: Record<string, string>) =>
    server.request('GET', `${path}?${new URLSearchParams(query)}`, { key })

  async function pay(key: string, id: string, amount: number, more: object = {}): Promise<string> {
    const payment = { provider: 'stripe', providerPaymentId: id, amount, ...more }
    const reply = await server.request('POST', '/api/v1/payment', { key, body: payment })
    expect(reply.status).toBe(200)
    return (reply.body as { data: { paymentId: string } }).data.paymentId
  }

  async function found(key: string, query: Record<string, string>): Promise<string[]> {
    const { status, body } = await get(key, '/api/v1/payments', query)
    expect(status, JSON.stringify(body)).toBe(200)
    const { payments } = (body as { data: { payments: { providerPaymentId: string }[] } }).data
    return payments.map(({ providerPaymentId }) => providerPaymentId).sort()
  }

  async function totals(key: string, query: Record<string, string>) {
    const { status, body } = await get(key, '/api/v1/payments/totals', query)
    expect(status, JSON.stringify(body)).toBe(200)
    return (body as { data: object }).data
  }

  it('finds payments by id, by the beginning of an id, by customer, address and amount', async () => {
    const { key } = await server.aSite({ identification: true })
    const { key: foreign } = await server.aSite()
    const ours = await pay(key, 'pi_One_1', 1299.5, { customerEmail: 'Ann@Shop.test' })
    await pay(key, 'pi_one%', 49.99, { customerId: 'cus_9', currency: 'USD' })
    await pay(key, '1299', 50, { currency: 'JPY' })
    await pay(foreign, 'pi_One_1', 1299.5, { customerEmail: 'ann@shop.test' })
    const cases: Record<string, string[]> = {
      [ours]: ['pi_One_1'],
      pi_One: ['pi_One_1'],
      'pi_one%': ['pi_one%'],
      'pi_%': [],
      cus_9: ['pi_one%'],
      cus_: [],
      'ann@SHOP.test ': ['pi_One_1'],
      'ann@shop': [],
      '49.99': ['pi_one%'],
      '49,99 €': ['pi_one%'],
      '1,299.50': ['pi_One_1'],
      'USD 1.299,50': ['pi_One_1'],
      'EUR 49.99': [],
      '1299': ['1299'],
      '50': ['1299'],
      '50.00': ['1299'],
      '50.10': [],
      '40-60': ['1299', 'pi_one%'],
      '$40 – $60': ['1299', 'pi_one%'],
      '40 - 60 JPY': ['1299'],
      '49.99-49.99': ['pi_one%'],
      '60-40': [],
      '>50': ['1299', 'pi_One_1'],
      '>= 1,000 USD': ['pi_One_1'],
      '<50 USD': ['pi_one%'],
      '<': [],
      '40-': [],
      "' or 1 = 1 --": [],
    }
    for (const [search, expected] of Object.entries(cases)) {
      expect([search, await found(key, { search })]).toEqual([search, expected])
    }
  })

  it('tells a key that may not see visitors nothing about who paid', async () => {
    const { key, site } = await server.aSite({ identification: true })
    await pay(key, 'pi_1', 20, { customerEmail: 'ann@shop.test', customerId: 'cus_1' })
    const { token: secret } = await server.services.apiKeys.create(site.id, {
      name: 'figures',
      scopes: ['stats:read'],
    })
    for (const path of ['/api/v1/payments', '/api/v1/payments/totals']) {
      const refused = await get(secret, path, { search: 'ann@shop.test' })
      expect(refused.status).toBe(403)
      expect(JSON.stringify(refused.body)).toMatch(/see visitors/)
    }
    expect(await found(secret, { search: 'cus_1' })).toEqual([])
    expect(await found(secret, { search: 'pi_1' })).toEqual(['pi_1'])
  })

  it('refuses what is too long or holds a zero byte, and lists all where it is blank', async () => {
    const { key } = await server.aSite()
    await pay(key, 'pi_1', 20)
    for (const search of ['x'.repeat(321), 'a\0b']) {
      expect((await get(key, '/api/v1/payments', { search })).status).toBe(400)
    }
    expect(await found(key, { search: ' ' })).toEqual(['pi_1'])
  })

  it('lists under Direct what reports count there: payments of visitors without a visit too', async () => {
    const { key } = await server.aSite({ currency: 'USD' })
    const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const events = [
      { type: 'pageview', visitorId: 'ana', timestamp: at(2), url: 'https://shop.example/' },
      {
        type: 'pageview',
        visitorId: 'ben',
        timestamp: at(200),
        url: 'https://shop.example/?ref=x',
      },
    ]
    await server.request('POST', '/api/v1/events', { key, body: { events } })
    await pay(key, 'ana-1', 10, { visitorId: 'ana', timestamp: at(1) })
    await pay(key, 'ben-1', 20, { visitorId: 'ben', timestamp: at(1) })
    await pay(key, 'unseen-1', 40, { timestamp: at(1) })
    const body = { metrics: ['revenue'], dimensions: ['source'], dateRange: '30d' }
    const { data } = (await server.request('POST', '/api/v1/query', { key, body })).body as {
      data: { rows: object[] }
    }
    expect(data.rows).toContainEqual({ source: 'Direct', revenue: 30 })
    expect(await found(key, { source: 'Direct' })).toEqual(['ana-1', 'ben-1'])
    expect(await totals(key, { source: 'Direct' })).toMatchObject({
      amounts: [{ currency: 'USD', amount: 30, netAmount: 30 }],
    })
  })

  it('lists and adds up the payments that a source is credited with', async () => {
    const { key } = await server.aSite({ currency: 'USD' })
    const hourAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const visit = (visitorId: string, query: string, hours: number) => ({
      ...{ type: 'pageview', visitorId, timestamp: hourAgo(hours) },
      url: `https://shop.example/${query}`,
    })
    const events = [
      visit('ana', '?utm_source=podcast', 30),
      visit('ana', '?utm_source=letter', 5),
      visit('ben', '?utm_source=letter', 5),
      visit('cleo', '?utm_source=podcast', 5),
    ]
    await server.request('POST', '/api/v1/events', { key, body: { events } })
    const by = (visitorId: string) => ({ visitorId, timestamp: hourAgo(4) })
    await pay(key, 'ana-1', 10, by('ana'))
    await pay(key, 'ben-1', 20.2, by('ben'))
    await pay(key, 'ben-1', 20.2, { ...by('ben'), refunded: true, refundedAmount: 0.1 })
    await pay(key, 'cleo-1', 40, by('cleo'))
    await pay(key, 'unseen-1', 80, { timestamp: hourAgo(90), provider: 'paypal' })
    expect(await found(key, { source: 'letter' })).toEqual(['ana-1', 'ben-1'])
    expect(await found(key, { source: 'podcast', credit: 'first' })).toEqual(['ana-1', 'cleo-1'])
    expect(await found(key, { source: 'letter', search: '10' })).toEqual(['ana-1'])
    expect(await found(key, { source: 'unheard' })).toEqual([])
    const shared = { providers: ['paypal', 'stripe'], truncated: false }
    expect(await totals(key, { source: 'letter' })).toEqual({
      ...shared,
      payments: 2,
      amounts: [{ currency: 'USD', amount: 30.2, netAmount: 30.1 }],
    })
    expect(await totals(key, { method: 'none' })).toEqual({
      ...shared,
      payments: 1,
      amounts: [{ currency: 'USD', amount: 80, netAmount: 80 }],
    })
    expect(await totals(key, { search: 'unheard' })).toEqual({
      ...shared,
      payments: 0,
      amounts: [],
    })
    const page = await get(key, '/api/v1/payments', { source: 'letter', limit: '1' })
    const { payments, nextCursor } = (page.body as { data: Record<string, unknown> }).data
    expect(payments).toHaveLength(1)
    const next = await found(key, { source: 'letter', cursor: String(nextCursor) })
    expect(next).toHaveLength(1)
  })
})
