import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aShopWith, type Shop, testSecret } from '../../test/providers/webhook-sender.ts'
import { signAs } from '../../test/providers/webhook-signer.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { getEndpoint, removeEndpoint, rotateEndpoint } from './manage-endpoints.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let number = 0
/** A Stripe payment of 29.00, reported for the first time. */
function anEvent(fields: object = {}, object: object = {}) {
  number += 1
  return {
    id: `evt_${number}`,
    type: 'payment_intent.succeeded',
    created: 1_780_000_000,
    livemode: true,
    data: {
      object: {
        id: `pi_${number}`,
        amount_received: 2900,
        currency: 'usd',
        metadata: { tributary_visitor_id: 'v_1' },
        ...object,
      },
    },
    ...fields,
  }
}

async function deliveries(shop: Shop) {
  const { db } = server.services.control
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', shop.endpointId)
    .execute()
}

async function endpoint(shop: Shop) {
  return getEndpoint(server.services.webhookStore, shop.endpointId)
}

describe('200', () => {
  it('records what a provider tells, with the visitor, and answers in the envelope', async () => {
    const shop = await aShopWith(server, 'stripe')
    const event = anEvent()
    const reply = await shop.send(event)
    expect(reply).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        data: { message: 'Webhook received', state: 'recorded', deliveryId: expect.any(String) },
      },
    })
    expect(await shop.payment(event.data.object.id)).toMatchObject({
      amount: 29,
      currency: 'USD',
      timestamp: '2026-05-28T20:26:40.000Z',
      receipt: { given: { visitorId: 'v_1' }, history: [{ source: 'webhook:stripe' }] },
    })
  })

  it('answers a repetition without recording it again, several at once included', async () => {
    const shop = await aShopWith(server, 'stripe')
    const event = anEvent()
    const replies = await Promise.all([1, 2, 3, 4].map(() => shop.send(event)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const messages = replies.map(({ body }) => (body as { data: { message: string } }).data.message)
    expect(messages.sort()).toEqual([
      ...Array(3).fill('Webhook already received'),
      'Webhook received',
    ])
    expect(await deliveries(shop)).toHaveLength(1)
    expect(await shop.count()).toBe(1)
  })

  it('keeps what it does not know, whatever it is called', async () => {
    const shop = await aShopWith(server, 'stripe')
    for (const type of ['customer.updated', 'constructor', 'toString', 'v2.core.event']) {
      expect(await shop.send(anEvent({ type }))).toMatchObject({ status: 200 })
    }
    const stored = await deliveries(shop)
    expect(stored.map(({ state }) => state)).toEqual(['ignored', 'ignored', 'ignored', 'ignored'])
    expect(await shop.count()).toBe(0)
  })

  it("keeps the provider's test mode apart from money", async () => {
    const shop = await aShopWith(server, 'stripe')
    const event = anEvent({ livemode: false })
    expect(await shop.send(event)).toMatchObject({ status: 200, body: { data: { state: 'test' } } })
    expect(await shop.count()).toBe(0)
    const [delivery] = await deliveries(shop)
    expect(JSON.parse(delivery?.summary ?? '')).toEqual([
      `payment of 29.00 USD, with a visitor id · ${event.data.object.id}`,
    ])
  })

  it('takes all that comes to a test endpoint for a test', async () => {
    const shop = await aShopWith(server, 'stripe', { isTest: true })
    expect(await shop.send(anEvent())).toMatchObject({ body: { data: { state: 'test' } } })
    expect(await shop.count()).toBe(0)
  })

  it('archives what it cannot understand, encrypted, and counts the attempts', async () => {
    const shop = await aShopWith(server, 'stripe')
    const event = anEvent({}, { currency: 'xyz' })
    expect(await shop.send(event)).toMatchObject({
      status: 200,
      body: { data: { state: 'failed' } },
    })
    const [delivery] = await deliveries(shop)
    expect(delivery).toMatchObject({
      state: 'failed',
      error: 'the body has no usable currency (xyz)',
    })
    expect(delivery?.retry_at_ms).toBeGreaterThan(Date.now())
    expect(delivery?.content).not.toContain('v_1')
    const again = await server.services.webhooks.replay(await endpoint(shop), delivery?.id)
    expect(again).toMatchObject({ failed: 1 })
    expect((await deliveries(shop))[0]).toMatchObject({ attempts: 2 })
  })

  it('names a subscription whose monthly amount is too large', async () => {
    const shop = await aShopWith(server, 'stripe')
    const price = { id: 'price_1', unit_amount: 2900, recurring: { interval: 'month' } }
    const items = { data: [{ quantity: 10 ** 15, price }] }
    const subscription = { id: 'sub_1', status: 'active', customer: 'cus_1', items }
    await shop.send(anEvent({ type: 'customer.subscription.updated' }, subscription))
    const error = 'the amount of a subscription is too large'
    expect(await deliveries(shop)).toMatchObject([{ state: 'failed', error }])
  })

  it('records subscriptions of a customer after a discount that is no number', async () => {
    const shop = await aShopWith(server, 'stripe')
    const coupon = { duration: 'forever', percent_off: 'much' }
    const discount = { object: 'discount', id: 'di_1', customer: 'cus_1', coupon }
    await shop.send(anEvent({ type: 'customer.discount.created' }, discount))
    const price = { id: 'price_1', unit_amount: 2900, recurring: { interval: 'month' } }
    const items = { data: [{ quantity: 1, price }] }
    const subscription = { id: 'sub_1', status: 'active', customer: 'cus_1', items }
    await shop.send(anEvent({ type: 'customer.subscription.updated' }, subscription))
    const states = (await deliveries(shop)).map(({ state, error }) => [state, error])
    expect(states).toContainEqual(['failed', 'the amount much is no decimal number'])
    expect(states).toContainEqual(['recorded', null])
  })

  it('tries again what failed, in the background', async () => {
    const shop = await aShopWith(server, 'stripe')
    await shop.send(anEvent({}, { currency: 'xyz' }))
    const { db } = server.services.control
    await db
      .updateTable('webhook_deliveries')
      .set({ retry_at_ms: 1 })
      .where('endpoint_id', '=', shop.endpointId)
      .execute()
    await server.services.webhooks.sweep()
    expect((await deliveries(shop))[0]).toMatchObject({ attempts: 2, state: 'failed' })
  })

  it('replays all without counting anything twice', async () => {
    const shop = await aShopWith(server, 'stripe')
    await shop.send(anEvent())
    await shop.send(anEvent({ type: 'customer.updated' }))
    await shop.send(anEvent({ livemode: false }))
    const replayed = await server.services.webhooks.replay(await endpoint(shop))
    expect(replayed).toEqual({ recorded: 1, ignored: 1, test: 1, failed: 0, erased: 0 })
    expect(await shop.count()).toBe(1)
  })

  it('answers the ping with which WooCommerce saves a webhook', async () => {
    const shop = await aShopWith(server, 'woocommerce')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const greeting = { body: 'webhook_id=7', headers }
    expect(await server.request('POST', shop.path, greeting)).toMatchObject({ status: 200 })
    expect(await deliveries(shop)).toEqual([])
    const money = { body: 'webhook_id=7&total=9', headers }
    expect(await server.request('POST', shop.path, money)).toMatchObject({ status: 401 })
  })

  it('takes either secret during a rotation, and only the new one after it', async () => {
    const shop = await aShopWith(server, 'stripe')
    const store = server.services.webhookStore
    const rotate = (overlapMs: number) =>
      rotateEndpoint(store, shop.endpointId, { secret: 'whsec_new', overlapMs, nowMs: Date.now() })
    await rotate(60_000)
    expect(await shop.send(anEvent())).toMatchObject({ status: 200 })
    expect(await shop.send(anEvent(), { secret: 'whsec_new' })).toMatchObject({ status: 200 })
    await rotate(0)
    expect(await shop.send(anEvent())).toMatchObject({ status: 401 })
    expect(await shop.send(anEvent(), { secret: 'whsec_new' })).toMatchObject({ status: 200 })
  })
})

describe('400', () => {
  it('refuses a signed body that is no event', async () => {
    const shop = await aShopWith(server, 'stripe')
    expect(await shop.send('not json')).toMatchObject({
      status: 400,
      body: { error: { message: 'The webhook could not be read: the body is not JSON' } },
    })
    expect(await shop.send({ hello: 1 })).toMatchObject({ status: 400 })
    expect(await deliveries(shop)).toEqual([])
  })
})

describe('401', () => {
  it('refuses a wrong, missing or old signature, counts it and keeps nothing else', async () => {
    const shop = await aShopWith(server, 'stripe')
    const hour = 60 * 60_000
    const sent = [
      shop.send(anEvent(), { secret: 'whsec_other' }),
      shop.send(anEvent(), { headers: { 'stripe-signature': '' } }),
      shop.send(anEvent(), { atMs: Date.now() - hour }),
      shop.send(anEvent(), { atMs: Date.now() + hour }),
    ]
    for (const reply of await Promise.all(sent)) {
      expect(reply).toMatchObject({
        status: 401,
        body: {
          status: 'error',
          error: { code: 401, message: 'The signature of this webhook could not be verified' },
        },
      })
    }
    expect(await deliveries(shop)).toEqual([])
    expect((await endpoint(shop)).rejected).toMatchObject({ count: 4 })
  })

  it('refuses a body that was changed by one byte', async () => {
    const shop = await aShopWith(server, 'stripe')
    const body = JSON.stringify(anEvent())
    const headers = signAs('stripe', body, { secret: testSecret, nowMs: Date.now() })
    const changed = { body: body.replace('2900', '2901'), headers }
    expect(await server.request('POST', shop.path, changed)).toMatchObject({ status: 401 })
  })

  it('allows as old a signature as the endpoint says', async () => {
    const shop = await aShopWith(server, 'stripe', { toleranceSeconds: 7200 })
    const atMs = Date.now() - 60 * 60_000
    expect(await shop.send(anEvent(), { atMs })).toMatchObject({ status: 200 })
  })
})

describe('404, 405, 413, 429', () => {
  it('knows no other endpoint, no other provider at it, and no removed one', async () => {
    const shop = await aShopWith(server, 'stripe')
    const other = shop.path.replace('stripe', 'paddle')
    for (const path of [`${shop.path}x`, other, '/webhooks/unknown/whe_1']) {
      expect(await server.request('POST', path, { body: '{}' })).toMatchObject({
        status: 404,
        body: { error: { message: 'Webhook endpoint not found' } },
      })
    }
    await removeEndpoint(server.services.webhookStore, shop.endpointId, Date.now())
    expect(await shop.send(anEvent())).toMatchObject({ status: 404 })
  })

  it('takes POST only', async () => {
    const shop = await aShopWith(server, 'stripe')
    const reply = await server.request('GET', shop.path)
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toBe('POST')
  })

  it('takes bodies up to 1 MiB', async () => {
    const shop = await aShopWith(server, 'stripe')
    const large = (size: number) => anEvent({ padding: 'x'.repeat(size) })
    expect(await shop.send(large(1_000_000))).toMatchObject({ status: 200 })
    expect(await shop.send(large(1_050_000))).toMatchObject({ status: 413 })
  })

  it('limits wrong signatures of an address, and never the right ones', async () => {
    const shop = await aShopWith(server, 'stripe')
    const statuses = new Set<number>()
    for (let sent = 0; sent < 320; sent += 20) {
      const batch = Array.from({ length: 20 }, () =>
        server.request('POST', '/webhooks/stripe/whe_guess', { body: '{}' }),
      )
      for (const { status } of await Promise.all(batch)) statuses.add(status)
    }
    expect([...statuses].sort()).toEqual([404, 429])
    expect(await shop.send(anEvent())).toMatchObject({ status: 200 })
  })
})
