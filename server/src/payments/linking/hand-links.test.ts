import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson, type PersonHeaders } from '../../test/a-person.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { dayMs, hourMs } from '../../time/durations.ts'

let server: TestServer
let headers: PersonHeaders

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  headers = await aPerson(server.services, { role: 'owner' })
})
afterAll(() => server?.close())

const email = 'cleo@mail.example'

/** Links a payment as a person does in the dashboard; `found` makes the link automatic again. */
async function link(siteId: string, paymentId: string, visitorId: string | null) {
  const path = `/api/app/sites/${siteId}/payments/${paymentId}/link`
  const [method, body] = visitorId === 'found' ? ['DELETE'] : ['PUT', { visitorId }]
  const reply = await server.request(method as string, path, { headers, ...(body && { body }) })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
}

/**
 * A shop where Ana and Ben visited, and the server reported that an order was Ana's, with an address. An order with
 * only this address was therefore linked to Ana.
 */
async function shopWithTwoOrders() {
  const { site, key } = await server.aSite({ identification: true })
  const post = async (path: string, body: object) => {
    const reply = await server.request('POST', path, { key, body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return (reply.body as { data: Record<string, unknown> }).data
  }
  const timestamp = new Date(Date.now() - 3 * hourMs).toISOString()
  const visits = ['ana', 'ben'].map((visitorId) => ({
    ...{ type: 'pageview', visitorId, path: '/', timestamp },
  }))
  await post('/api/v1/events', { events: visits })
  const pay = async (providerPaymentId: string, more: object = {}) => {
    const order = { provider: 'custom', providerPaymentId, amount: 20, customerEmail: email }
    const at = new Date(Date.now() - 2 * hourMs).toISOString()
    return String((await post('/api/v1/payment', { ...order, timestamp: at, ...more })).paymentId)
  }
  const named = await pay('named', { visitorId: 'ana' })
  await pay('mailed')
  const links = async () => {
    await server.services.payments.flush()
    const reply = await server.request('GET', '/api/v1/payments', { key })
    const { payments } = (reply.body as { data: { payments: Record<string, unknown>[] } }).data
    return Object.fromEntries(
      payments.map(({ providerPaymentId, visitorId }) => [providerPaymentId, visitorId]),
    )
  }
  const linkByHand = (visitorId: string | null) => link(site.id, named, visitorId)
  expect(await links()).toEqual({ named: 'ana', mailed: 'ana' })
  return { post, pay, links, linkByHand }
}

it('links no payment by an address any more that a person took from its visitor', async () => {
  const { links, linkByHand } = await shopWithTwoOrders()
  await linkByHand('ben')
  expect(await links()).toEqual({ named: 'ben', mailed: null })
  await linkByHand('found')
  expect(await links()).toEqual({ named: 'ana', mailed: 'ana' })
  await linkByHand(null)
  expect(await links()).toEqual({ named: null, mailed: null })
})

it('links a payment to whom else its address belongs after a correction by hand', async () => {
  const { post, links, linkByHand } = await shopWithTwoOrders()
  await post('/api/v1/identify', { visitorId: 'ben', email })
  await linkByHand('ben')
  expect(await links()).toEqual({ named: 'ben', mailed: 'ben' })
})

it('links payments by an address whose visitor a person confirmed', async () => {
  const { pay, links, linkByHand } = await shopWithTwoOrders()
  await linkByHand('ana')
  await pay('mailed-later')
  expect(await links()).toEqual({ named: 'ana', mailed: 'ana', 'mailed-later': 'ana' })
})

it('credits a renewal that was linked by hand alike, whenever that was', async () => {
  const { site, key } = await server.aSite()
  const post = async (path: string, body: object) => {
    const reply = await server.request('POST', path, { key, body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return (reply.body as { data: Record<string, unknown> }).data
  }
  const at = (daysAgo: number) => ({
    timestamp: new Date(Date.now() - daysAgo * dayMs).toISOString(),
  })
  const visit = (url: string, daysAgo: number) => ({
    ...{ type: 'pageview', visitorId: 'ana', url: `https://shop.example${url}`, ...at(daysAgo) },
  })
  await post('/api/v1/events', {
    events: [visit('/?utm_source=news', 9), visit('/?utm_source=receipt', 3)],
  })
  const pay = async (providerPaymentId: string, more: object) => {
    const order = { provider: 'custom', providerPaymentId, amount: 20, customerId: 'cus_1' }
    return String((await post('/api/v1/payment', { ...order, ...more })).paymentId)
  }
  // Before any linking, as imports do, before its first payment was known, and long after.
  await link(site.id, await pay('early', { renewal: true, ...at(2) }), 'ana')
  await pay('first', at(8))
  await link(site.id, await pay('soon', { renewal: true, ...at(2) }), 'ana')
  const late = await pay('late', { renewal: true, ...at(2) })
  await server.services.payments.flush()
  await link(site.id, late, 'ana')
  const rows = await post('/api/v1/query', {
    ...{ metrics: ['revenue'], dimensions: ['source'], dateRange: '7d' },
  })
  expect(rows).toMatchObject({ rows: [{ source: 'news', revenue: 60 }] })
})
