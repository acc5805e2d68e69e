import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson, type PersonHeaders } from '../../test/a-person.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let headers: PersonHeaders

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  headers = await aPerson(server.services, { role: 'owner' })
})
afterAll(() => server?.close())

const email = 'cleo@mail.example'
const hour = 3_600_000

/**
 * A shop where Ana and Ben visited, and the server said that an order was Ana's and gave an address with it. An order with
 * this address alone was therefore linked to Ana.
 */
async function shopWithTwoOrders() {
  const { site, key } = await server.aSite({ identification: true })
  const post = async (path: string, body: object) => {
    const reply = await server.request('POST', path, { key, body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return (reply.body as { data: Record<string, unknown> }).data
  }
  const timestamp = new Date(Date.now() - 3 * hour).toISOString()
  const visits = ['ana', 'ben'].map((visitorId) => ({
    ...{ type: 'pageview', visitorId, path: '/', timestamp },
  }))
  await post('/api/v1/events', { events: visits })
  const pay = async (providerPaymentId: string, more: object = {}) => {
    const order = { provider: 'custom', providerPaymentId, amount: 20, customerEmail: email }
    const at = new Date(Date.now() - 2 * hour).toISOString()
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
  const linkByHand = async (visitorId: string | null) => {
    const path = `/api/app/sites/${site.id}/payments/${named}/link`
    const [method, body] = visitorId === 'found' ? ['DELETE'] : ['PUT', { visitorId }]
    const reply = await server.request(method as string, path, { headers, ...(body && { body }) })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }
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
