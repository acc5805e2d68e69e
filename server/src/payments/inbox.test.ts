import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { aPerson } from '../test/a-person.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { shippedHistory } from './rates/shipped-rates.ts'
import { saveRates } from './rows/exchange-rate-rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const rates = [{ day, currency: 'USD', perEur: '1.25' }]
  await saveRates(server.services.control.db, rates, 'operator')
})
afterAll(() => server.close())

async function listed(key: string, query = '') {
  const reply = await server.request('GET', `/api/v1/payments${query}`, { key })
  return dataOf(reply).payments as Record<string, unknown>[]
}

interface Group {
  cause: string
  provider: string
  payments: number
  remedy: string
  amounts: unknown
}

const dataOf = (reply: { body: unknown }) => (reply.body as { data: Record<string, unknown> }).data

async function pay(key: string, body: Record<string, unknown>): Promise<string> {
  const reply = await server.request('POST', '/api/v1/payment', { key, body })
  expect(reply.status).toBe(200)
  return String(dataOf(reply).paymentId)
}

async function revenueOf(key: string) {
  const body = { metrics: ['revenue', 'refunds'], dateRange: '7d' }
  const answer = dataOf(await server.request('POST', '/api/v1/query', { key, body }))
  const { totals, currency, unconverted, staleRates } = answer
  return { totals, currency, unconverted, staleRates }
}

it("adds up money in the site's currency, and names what has no rate or an old one", async () => {
  const { key, site } = await server.aSite({ currency: 'EUR' })
  await pay(key, { provider: 'stripe', providerPaymentId: 'pi_1', amount: 100 })
  await pay(key, { provider: 'stripe', providerPaymentId: 'pi_2', amount: 10, currency: 'EUR' })
  await pay(key, { provider: 'stripe', providerPaymentId: 'pi_3', amount: 7, currency: 'CLP' })
  await pay(key, { provider: 'stripe', providerPaymentId: 'pi_1', amount: 100, refunded: true })
  expect(await revenueOf(key)).toEqual({
    totals: { revenue: 10, refunds: 80 },
    currency: 'EUR',
    unconverted: [{ currency: 'CLP', amount: 7 }],
    staleRates: undefined,
  })
  // A pound's rate is only known from the shipped history, for a day long ago.
  await pay(key, { provider: 'stripe', providerPaymentId: 'pi_4', amount: 85.82, currency: 'GBP' })
  expect(await revenueOf(key)).toMatchObject({
    totals: { revenue: 110 },
    staleRates: [{ currency: 'GBP', rateDay: (await shippedHistory()).lastDay }],
  })
  const receipt = await server.request(
    'GET',
    '/api/v1/payment?provider=stripe&providerPaymentId=pi_1',
    { key },
  )
  expect(dataOf(receipt)).toMatchObject({
    receipt: { exchange: { currency: 'EUR', rate: 0.8, amount: 80, netAmount: 0 } },
  })
  const listed = await server.request('GET', '/api/v1/payments', { key })
  const reported = (dataOf(listed).payments as { currency: string; reported: unknown }[]).map(
    (payment) => [payment.currency, payment.reported],
  )
  expect(reported).toContainEqual(['USD', { currency: 'EUR', amount: 80, netAmount: 0 }])
  expect(reported).toContainEqual(['EUR', null])
  expect(reported).toContainEqual(['CLP', null])
  expect(site.currency).toBe('EUR')
})

it('counts a refund on the day that its request names, not on the day it was reported', async () => {
  const { key } = await server.aSite({ currency: 'USD', timezone: 'UTC' })
  const paid = { provider: 'custom', providerPaymentId: 'order-1', amount: 30, currency: 'USD' }
  await pay(key, { ...paid, timestamp: '2026-03-02T10:00:00Z' })
  const partly = { refunded: true, refundedAmount: 10, timestamp: '2026-03-05T10:00:00Z' }
  await pay(key, { ...paid, ...partly })
  await pay(key, { ...paid, refunded: true, timestamp: '2026-03-09T10:00:00Z' })
  const body = {
    ...{ metrics: ['refunds'], dimensions: ['day'], filters: [] },
    dateRange: ['2026-03-01', '2026-03-31'],
  }
  const answer = dataOf(await server.request('POST', '/api/v1/query', { key, body }))
  const rows = (answer.rows as { day: string; refunds: number }[]).filter((row) => row.refunds)
  expect(rows).toEqual([
    { day: '2026-03-05', refunds: 10 },
    { day: '2026-03-09', refunds: 20 },
  ])
})

it('keeps a payment on its day when only its refund names a time', async () => {
  const { key } = await server.aSite({ currency: 'USD', timezone: 'UTC' })
  const paid = { provider: 'custom', providerPaymentId: 'order-1', amount: 30, currency: 'USD' }
  const refundAt = (ms: number, more = {}) =>
    pay(key, { ...paid, ...more, refunded: true, timestamp: new Date(ms).toISOString() })
  await pay(key, paid)
  const [before] = await listed(key)
  await refundAt(Date.now() + 60_000)
  expect(await listed(key)).toMatchObject([{ timestamp: before?.timestamp, status: 'refunded' }])
  const receipt = await server.request(
    'GET',
    '/api/v1/payment?provider=custom&providerPaymentId=order-1',
    { key },
  )
  expect(dataOf(receipt)).toMatchObject({ receipt: { discrepancies: [] } })
  // If a payment is first reported with its refund, its time becomes known later.
  await refundAt(Date.UTC(2026, 2, 5), { providerPaymentId: 'order-2' })
  const on = (day: string) => listed(key, `?from=${day}&to=${day}`)
  expect(await on('2026-03-05')).toHaveLength(1)
  await pay(key, { ...paid, providerPaymentId: 'order-2', timestamp: '2026-03-02T10:00:00Z' })
  expect(await on('2026-03-05')).toEqual([])
  expect(await on('2026-03-02')).toHaveLength(1)
})

it('adds up converted money in the list of payments as in reports, to the cent', async () => {
  const rates = [{ day: '2026-02-20', currency: 'NOK', perEur: '3' }]
  await saveRates(server.services.control.db, rates, 'operator')
  const { key } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
  const paid = { provider: 'custom', providerPaymentId: 'order-1', currency: 'NOK' }
  const at = { timestamp: '2026-02-20T12:00:00Z' }
  // 0.02 / 3 is a cent, and so is 0.04 / 3: what is left is nothing, though 0.02 / 3 of it would be one.
  await pay(key, { ...paid, ...at, amount: 0.04, refunded: true, refundedAmount: 0.02 })
  const body = { metrics: ['revenue'], dateRange: ['2026-02-20', '2026-02-20'] }
  const { totals } = dataOf(await server.request('POST', '/api/v1/query', { key, body }))
  const { revenue } = totals as { revenue: number }
  const query = '?from=2026-02-20&to=2026-02-20'
  const total = dataOf(await server.request('GET', `/api/v1/payments/totals${query}`, { key }))
  expect(total.amounts).toMatchObject([{ currency: 'EUR', netAmount: revenue }])
  expect(await listed(key, query)).toMatchObject([{ reported: { netAmount: revenue } }])
  expect(revenue).toBe(0)
})

it("takes the exchange rate of the payment's day in the site's time zone", async () => {
  const rates = ['2026-02-10', '2026-02-11'].map((day, index) => {
    return { day, currency: 'SEK', perEur: index === 0 ? '10' : '20' }
  })
  await saveRates(server.services.control.db, rates, 'operator')
  const revenueIn = async (timezone: string) => {
    const { key } = await server.aSite({ currency: 'EUR', timezone })
    const paid = { provider: 'custom', providerPaymentId: 'order-1', amount: 100, currency: 'SEK' }
    await pay(key, { ...paid, timestamp: '2026-02-10T23:30:00Z' })
    const body = { metrics: ['revenue'], dateRange: ['2026-02-09', '2026-02-12'] }
    return dataOf(await server.request('POST', '/api/v1/query', { key, body })).totals
  }
  expect(await revenueIn('UTC')).toEqual({ revenue: 10 })
  expect(await revenueIn('Europe/Berlin')).toEqual({ revenue: 5 })
  expect(await revenueIn('America/New_York')).toEqual({ revenue: 10 })
})

it("converts payments again when their day is another one in the site's new time zone", async () => {
  const rates = ['2026-02-10', '2026-02-11'].map((day, index) => {
    return { day, currency: 'DKK', perEur: index === 0 ? '10' : '20' }
  })
  await saveRates(server.services.control.db, rates, 'operator')
  const { site, key } = await server.aSite({ currency: 'EUR', timezone: 'UTC' })
  const paid = { provider: 'custom', providerPaymentId: 'order-1', amount: 100, currency: 'DKK' }
  await pay(key, { ...paid, timestamp: '2026-02-10T23:30:00Z' })
  const body = { metrics: ['revenue'], dateRange: ['2026-02-09', '2026-02-12'] }
  const revenue = async () =>
    dataOf(await server.request('POST', '/api/v1/query', { key, body })).totals
  expect(await revenue()).toEqual({ revenue: 10 })
  const headers = await aPerson(server.services, { role: 'admin', siteId: site.id })
  const zone = { headers, body: { timezone: 'Europe/Berlin' } }
  expect((await server.request('PATCH', `/api/app/sites/${site.id}`, zone)).status).toBe(200)
  expect(await revenue()).toEqual({ revenue: 5 })
})

it('lists payments page by page, and groups what is not linked by its remedy', async () => {
  const { key } = await server.aSite()
  for (const number of [1, 2, 3]) {
    const timestamp = new Date(Date.now() - number * 3_600_000).toISOString()
    const metadata = number === 3 ? { tributary_visitor_id: 'v_unseen' } : {}
    const providerPaymentId = `pi_${number}`
    await pay(key, { provider: 'stripe', providerPaymentId, amount: 5, timestamp, metadata })
  }
  const list = async (query: string) =>
    dataOf(await server.request('GET', `/api/v1/payments?${query}`, { key }))
  const first = await list('limit=2')
  const second = await list(`limit=2&cursor=${String(first.nextCursor)}`)
  const names = [first, second].map(({ payments }) =>
    (payments as { providerPaymentId: string }[]).map((payment) => payment.providerPaymentId),
  )
  expect(names).toEqual([['pi_1', 'pi_2'], ['pi_3']])
  expect(second.nextCursor).toBeUndefined()
  expect((await list('cause=id-not-seen')).payments).toMatchObject([{ providerPaymentId: 'pi_3' }])

  const inbox = dataOf(await server.request('GET', '/api/v1/payments/unlinked', { key }))
  const groups = (inbox.groups as Group[]).map(({ remedy, ...group }) => group)
  expect(groups).toMatchObject([
    {
      cause: 'no-ids',
      provider: 'stripe',
      payments: 2,
      amounts: [{ currency: 'USD', amount: 10 }],
    },
    { cause: 'id-not-seen', provider: 'stripe', payments: 1 },
  ])
  expect((inbox.groups as Group[])[0]?.remedy).toMatch(/Checkout Session/)
})

it('names the visit that each payment is credited to, as its receipt and the reports do', async () => {
  const { key } = await server.aSite()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const visit = (visitorId: string, days: number, query: string) => ({
    ...{ type: 'pageview', visitorId, sessionId: `s-${visitorId}-${days}` },
    ...{ url: `https://shop.example/${query}`, timestamp: daysAgo(days) },
  })
  const events = [
    visit('ana', 9, '?utm_source=letter&utm_medium=email&utm_campaign=launch'),
    visit('ana', 3, ''),
    visit('ben', 2, '?utm_source=partner'),
    visit('ben', 1, '?utm_source=letter&utm_medium=email'),
    // Longer ago than the look-back: only a first touch reaches that far.
    visit('cleo', 120, '?utm_source=podcast'),
  ]
  await server.request('POST', '/api/v1/events', { key, body: { events } })
  const provider = 'stripe'
  const reported = [
    { providerPaymentId: 'pi_ana', amount: 5, visitorId: 'ana', timestamp: daysAgo(2.5) },
    { providerPaymentId: 'pi_ben', amount: 7, visitorId: 'ben', timestamp: daysAgo(1.5) },
    { providerPaymentId: 'pi_ben_2', amount: 7, visitorId: 'ben', timestamp: daysAgo(0.5) },
    { providerPaymentId: 'pi_trial', amount: 0, visitorId: 'ben', timestamp: daysAgo(0.4) },
    { providerPaymentId: 'pi_nobody', amount: 9, timestamp: daysAgo(0.3) },
    { providerPaymentId: 'pi_cleo', amount: 9, visitorId: 'cleo', timestamp: daysAgo(0.2) },
  ]
  for (const payment of reported) await pay(key, { provider, ...payment })
  const list = async (query: string) => {
    const { payments } = dataOf(await server.request('GET', `/api/v1/payments${query}`, { key }))
    return payments as (Record<string, unknown> & { credited?: { source: string } | null })[]
  }
  expect((await list('')).some((payment) => 'credited' in payment)).toBe(false)
  const sources = async (model: string) =>
    (await list(`?credit=${model}`)).map(({ credited }) =>
      credited === null ? 'none' : credited?.source,
    )
  const none = ['none', 'none', 'none']
  expect(await sources('last-non-direct')).toEqual([...none, 'letter', 'partner', 'letter'])
  expect(await sources('last')).toEqual([...none, 'letter', 'partner', 'Direct'])
  const first = ['podcast', 'none', 'none', 'partner', 'partner', 'letter']
  expect(await sources('first')).toEqual(first)
  for (const model of ['last-non-direct', 'last', 'first']) {
    for (const { paymentId, credited } of await list(`?credit=${model}`)) {
      const { receipt } = dataOf(
        await server.request('GET', `/api/v1/payment?paymentId=${paymentId}`, { key }),
      ) as { receipt: { touches: unknown[]; credit: Record<string, number[]> } }
      const at = (receipt.credit[model] ?? []).findIndex((amount) => amount > 0)
      expect(credited).toEqual(receipt.touches[at] ?? null)
    }
  }
  expect((await server.request('GET', '/api/v1/payments?credit=linear', { key })).status).toBe(400)
})

it.each([
  ...['payments', 'payments/totals', 'payments/unlinked', 'reconciliation', 'annotations'],
  ...['spend', 'export', 'export/days'],
])('GET /api/v1/%s refuses days that no calendar has', async (path) => {
  const { key } = await server.aSite()
  for (const asked of ['to=2026-13-01', 'from=2026-02-30']) {
    const reply = await server.request('GET', `/api/v1/${path}?${asked}`, { key })
    expect([asked, reply.status, reply.body]).toEqual([
      asked,
      400,
      expect.objectContaining({
        error: {
          code: 400,
          message: `${asked.split('=')[0]} must be a calendar day such as 2026-11-20`,
        },
      }),
    ])
  }
})

it('refuses a key without stats:read, and a cursor of its own making', async () => {
  const { key, site } = await server.aSite()
  const bad = await server.request('GET', '/api/v1/payments?cursor=1', { key })
  expect(bad.status).toBe(400)
  const { token } = await server.services.apiKeys.create(site.id, {
    name: 'write only',
    scopes: ['payments:write'],
    ratePerMinute: 100,
  })
  const reply = await server.request('GET', '/api/v1/payments', { key: token })
  expect(reply.status).toBe(403)
})

it('lets a person link and unlink by hand, and history says who', async () => {
  const { key, site } = await server.aSite()
  const { control, signInSessions } = server.services
  const account = await createAccount(control.db, Date.now(), {
    email: 'ana@example.com',
    passwordHash: 'none',
  })
  const cookie = `tributary_session=${await signInSessions.start(account.id)}`
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const hit = { type: 'pageview', url: 'https://shop.example/', visitorId: 'v_1', sessionId: 's_1' }
  const sent = await server.request('POST', '/api/v1/events', { key, body: { events: [hit] } })
  expect(sent.status).toBe(200)
  const paymentId = await pay(key, { provider: 'stripe', providerPaymentId: 'pi_1', amount: 5 })
  const path = `/api/app/sites/${site.id}/payments/${paymentId}/link`
  const say = (method: string, body?: unknown) =>
    server.request(method, path, { headers, ...(body !== undefined && { body }) })

  const linked = await say('PUT', { visitorId: 'v_1' })
  expect(linked.status).toBe(200)
  expect(dataOf(linked).payment).toMatchObject({ visitorId: 'v_1', link: { method: 'manual' } })
  const history = (dataOf(linked).payment as { receipt: { history: { source: string }[] } }).receipt
    .history
  expect(history.map((entry) => entry.source)).toContain(`person:${account.id}`)
  expect((await say('PUT', { visitorId: 'v_unknown' })).status).toBe(404)
  const unassigned = dataOf(await say('PUT', { visitorId: null })).payment
  expect(unassigned).toMatchObject({ visitorId: null, link: { method: 'manual' } })
  expect((await say('DELETE')).status).toBe(200)
})

it('takes renewals from a visitor together with their first payment', async () => {
  const { site, key } = await server.aSite()
  const headers = await aPerson(server.services, { role: 'admin', siteId: site.id })
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const events = [
    { type: 'pageview', visitorId: 'ana', timestamp: at(9), url: 'https://shop.example/' },
  ]
  await server.request('POST', '/api/v1/events', { key, body: { events } })
  const paid = { provider: 'custom', amount: 5, metadata: { subscription_id: 'sub_1' } }
  const first = { ...paid, providerPaymentId: 'order-1', visitorId: 'ana', timestamp: at(8) }
  const paymentId = await pay(key, first)
  await pay(key, { ...paid, providerPaymentId: 'order-2', timestamp: at(1) })
  const visitors = async () => (await listed(key)).map(({ visitorId }) => visitorId)
  const link = `/api/app/sites/${site.id}/payments/${paymentId}/link`
  expect(await visitors()).toEqual(['ana', 'ana'])
  await server.request('PUT', link, { headers, body: {} })
  expect(await visitors()).toEqual([null, null])
  await server.request('DELETE', link, { headers })
  expect(await visitors()).toEqual(['ana', 'ana'])
})

it("shows on a receipt the path's touches, and each model's split to the cent", async () => {
  const { key } = await server.aSite()
  const visit = (sessionId: string, days: number, query: string) => ({
    type: 'pageview',
    url: `https://shop.example/${query}`,
    visitorId: 'v_1',
    sessionId,
    timestamp: new Date(Date.now() - days * 86_400_000).toISOString(),
  })
  const events = [
    visit('s_1', 9, '?utm_source=news&utm_medium=email'),
    visit('s_2', 6, '?utm_source=google&utm_medium=cpc'),
    visit('s_3', 3, '?utm_source=partner&utm_medium=referral'),
    visit('s_4', 1, ''),
  ]
  await server.request('POST', '/api/v1/events', { key, body: { events } })
  const ids = { visitorId: 'v_1', sessionId: 's_4' }
  const paymentId = await pay(key, {
    provider: 'stripe',
    providerPaymentId: 'pi_1',
    amount: 10,
    ...ids,
  })
  const reply = await server.request('GET', `/api/v1/payment?paymentId=${paymentId}`, { key })
  const { touches, credit } = dataOf(reply).receipt as {
    touches: { source: string }[]
    credit: Record<string, number[]>
  }
  expect(touches.map(({ source }) => source)).toEqual(['news', 'google', 'partner', 'Direct'])
  expect(credit).toMatchObject({
    first: [10, 0, 0, 0],
    last: [0, 0, 0, 10],
    'last-non-direct': [0, 0, 10, 0],
    linear: [3.34, 3.33, 3.33, 0],
    position: [4, 2, 4, 0],
  })
  for (const amounts of Object.values(credit)) {
    expect(amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)).toBe(1000)
  }
})
