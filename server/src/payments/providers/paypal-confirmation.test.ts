import { sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.ts'
import { openRequests } from '../../outside/request-outside.ts'
import { aCertificate } from '../../test/certificate.ts'
import { forgeCrc32 } from '../../test/forge-crc32.ts'
import { aShopWith, type Shop } from '../../test/providers/webhook-sender.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { getEndpoint } from '../webhooks/manage-endpoints.ts'
import { openOutside } from '../webhooks/outside.ts'
import { openWebhooks } from '../webhooks/webhooks.ts'

// A stub of PayPal's API and a certificate of our own; the deliveries arrive over HTTP.

const certificate = aCertificate({
  name: 'messageverificationcerts.paypal.com',
  isAuthority: true,
})
const logged: unknown[] = []
const noJson = 'no JSON: client-secret-1'

/** The stub's state, reset for each test. */
let state: {
  events: Map<string, unknown>
  /** Overrides its answers, by the beginning of the path. */
  broken: Map<string, { status: number; body: unknown }>
  /** Valid access tokens, in the order in which they were issued. */
  tokens: string[]
  given: number
  expiresIn: number
}
const api = createServer((request, response) => {
  const url = request.url ?? ''
  const answer = (status: number, body: unknown) => {
    response.statusCode = status
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const broken = [...state.broken].find(([path]) => url.startsWith(path))
  if (broken !== undefined) return answer(broken[1].status, broken[1].body)
  const { authorization } = request.headers
  if (url === '/v1/oauth2/token') {
    const [scheme, basic = ''] = (authorization ?? '').split(' ')
    const isRight = /^client-\d+:client-secret-1$/.test(Buffer.from(basic, 'base64').toString())
    if (request.method !== 'POST' || scheme !== 'Basic' || !isRight) return answer(401, {})
    state.given += 1
    state.tokens.push(`access-token-${state.given}`)
    return answer(200, { access_token: state.tokens.at(-1), expires_in: state.expiresIn })
  }
  if (!state.tokens.includes(authorization?.replace('Bearer ', '') ?? '')) return answer(401, {})
  const event = state.events.get(url.replace('/v1/notifications/webhooks-events/', ''))
  return event === undefined ? answer(404, { name: 'INVALID_RESOURCE_ID' }) : answer(200, event)
})

let server: TestServer
beforeAll(async () => {
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const { port } = api.address() as AddressInfo
  server = await startTestServer({ sharesEngine: true })
  const { control, secrets, payments } = server.services
  const log = (...line: unknown[]) => logged.push(line)
  await server.services.webhooks.close()
  const webhooks = openWebhooks({
    ledger: { control, secrets },
    payments,
    outside: {
      ...openOutside({
        paypalUrl: `http://127.0.0.1:${port}`,
        request: openRequests({ privateTargets: ['127.0.0.1'] }),
        trustedRoots: [certificate.pem],
      }),
      readCertificates: async () => certificate.pem,
    },
    clock: systemClock,
    logger: { error: log, warn: log },
  })
  // The routes hold the one that the server opened.
  Object.assign(server.services.webhooks, webhooks)
})
afterAll(async () => {
  api.close()
  await server.close()
})
beforeEach(() => {
  state = { events: new Map(), broken: new Map(), tokens: [], given: 0, expiresIn: 32_400 }
})

let number = 0
/** A capture of 5.00, as PayPal sends it and as its API returns it. */
function anEvent(resource: object = {}, fields: object = {}) {
  number += 1
  return {
    id: `WH-${number}`,
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    create_time: '2026-11-01T10:00:00Z',
    summary: 'Payment completed',
    resource: {
      id: `CAP${number}`,
      amount: { value: '5.00', currency_code: 'USD' },
      custom_id: 'v_1:s_1',
      ...resource,
    },
    ...fields,
  }
}

/** Each test has its own app, so that no token of another test is cached. */
function aShop() {
  number += 1
  const app = { clientId: `client-${number}`, apiToken: 'client-secret-1' }
  return aShopWith(server, 'paypal', { secret: 'WEBHOOK-1', ...app })
}

/** Delivers the text with PayPal's signature of `signed`. */
function deliver(shop: Shop, text: string, signed = text) {
  const time = new Date().toISOString()
  const message = `transmission-1|${time}|WEBHOOK-1|${crc32(signed)}`
  const signature = sign('RSA-SHA256', Buffer.from(message), certificate.key).toString('base64')
  return server.request('POST', shop.path, {
    body: text,
    headers: {
      'content-type': 'application/json',
      'paypal-transmission-id': 'transmission-1',
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
      'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-1',
      'paypal-auth-algo': 'SHA256withRSA',
    },
  })
}

async function reasonOf({ endpointId }: Shop) {
  return (await getEndpoint(server.services.webhookStore, endpointId)).rejected.reason
}

/** Another event with the same CRC32. */
function forged(event: ReturnType<typeof anEvent>, changes: object): string {
  const text = JSON.stringify({ ...event, ...changes, filler: '0'.repeat(64) })
  const forgery = forgeCrc32(text, crc32(JSON.stringify(event)))
  expect(crc32(forgery)).toBe(crc32(JSON.stringify(event)))
  return forgery
}

describe('a PayPal event with the credentials of the app', () => {
  it('is recorded once, however often it comes, also when the API writes it differently', async () => {
    const shop = await aShop()
    const event = anEvent()
    state.events.set(event.id, { links: [], ...event, summary: 'written differently' })
    const text = JSON.stringify(event)
    expect(await deliver(shop, text)).toMatchObject({
      status: 200,
      body: { data: { state: 'recorded' } },
    })
    expect(await deliver(shop, text)).toMatchObject({
      status: 200,
      body: { data: { message: 'Webhook already received' } },
    })
    expect(await shop.payment(event.resource.id)).toMatchObject({ amount: 5, currency: 'USD' })
    expect(await shop.count()).toBe(1)
  })

  it.each([
    ['a higher amount', { amount: { value: '5000.00', currency_code: 'USD' } }],
    ['another currency', { amount: { value: '5.00', currency_code: 'EUR' } }],
    ['another payment', { id: 'CAP-OTHER' }],
    ['another visitor', { custom_id: 'v_2:s_2' }],
    ['another time', { create_time: '2026-11-02T10:00:00Z' }],
    ['an amount that cannot be understood', { amount: { value: 'much', currency_code: 'USD' } }],
  ])('is refused when it is forged with the same CRC32 to say %s', async (_what, resource) => {
    const shop = await aShop()
    const event = anEvent()
    state.events.set(event.id, event)
    const text = forged(event, { resource: { ...event.resource, ...resource } })
    expect(await deliver(shop, text, JSON.stringify(event))).toMatchObject({ status: 401 })
    expect(await reasonOf(shop)).toBe('unknown-event')
    expect(await shop.count()).toBe(0)
    // The forgery does not affect the true event.
    expect(await deliver(shop, JSON.stringify(event))).toMatchObject({ status: 200 })
    expect(await shop.payment(event.resource.id)).toMatchObject({ amount: 5 })
  })

  it.each([
    ['another type', { event_type: 'PAYMENT.CAPTURE.REVERSED' }],
    ['an event that PayPal does not have', { id: 'WH-MADE-UP' }],
    ['an id that leads to another address', { id: '../webhooks-events/WH-1' }],
    ['the mark of a test', { tributary_test: true }],
  ])('is refused when it is forged with the same CRC32 to be %s', async (_what, fields) => {
    const shop = await aShop()
    const event = anEvent()
    state.events.set(event.id, event)
    const reply = await deliver(shop, forged(event, fields), JSON.stringify(event))
    expect(reply).toMatchObject({ status: 401 })
    expect(await shop.count()).toBe(0)
  })

  it.each([
    ['the sign-in fails', '/v1/oauth2', 500, noJson],
    ['the sign-in is refused', '/v1/oauth2', 401, noJson],
    ['the sign-in answers no token', '/v1/oauth2', 200, {}],
    ['the look-up fails', '/v1/notifications', 503, noJson],
    ['there were too many requests', '/v1/notifications', 429, noJson],
    ['the look-up is forbidden', '/v1/notifications', 403, noJson],
    ['an answer is no JSON object', '/v1/notifications', 200, noJson],
    ['an answer lacks the event', '/v1/notifications', 200, {}],
  ])('is asked for again and not lost when %s', async (_what, path, status, body) => {
    const shop = await aShop()
    const event = anEvent()
    state.events.set(event.id, event)
    state.broken.set(path, { status, body })
    const refused = await deliver(shop, JSON.stringify(event))
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await reasonOf(shop)).toBe('unconfirmed')
    expect(await shop.count()).toBe(0)
    state.broken.clear()
    expect(await deliver(shop, JSON.stringify(event))).toMatchObject({ status: 200 })
    expect(await shop.count()).toBe(1)
  })

  it('is looked up with one token until that expires or is revoked', async () => {
    const send = async (shop: Shop) => {
      const event = anEvent()
      state.events.set(event.id, event)
      return (await deliver(shop, JSON.stringify(event))).status
    }
    const shop = await aShop()
    expect([await send(shop), await send(shop), state.given]).toEqual([200, 200, 1])
    state.tokens = []
    expect([await send(shop), await send(shop), state.given]).toEqual([503, 200, 2])
    // PayPal's tokens are valid for hours; one that is about to expire is not used again.
    state.expiresIn = 30
    const other = await aShop()
    expect([await send(other), await send(other), state.given]).toEqual([200, 200, 4])
  })

  it('leaves no credentials in logs and answers', async () => {
    const shop = await aShop()
    const event = anEvent()
    const replies = [await deliver(shop, JSON.stringify(event))]
    state.broken.set('/v1', { status: 500, body: noJson })
    replies.push(await deliver(shop, JSON.stringify(event)))
    const shown = JSON.stringify([logged, replies.map(({ body }) => body)])
    expect(shown).not.toMatch(/client-secret-1|access-token-|Y2xpZW50/)
  })
})

it('without credentials a PayPal event is believed by its signature, and the API is not asked', async () => {
  const shop = await aShopWith(server, 'paypal', { secret: 'WEBHOOK-1' })
  state.broken.set('/', { status: 500, body: noJson })
  expect(await deliver(shop, JSON.stringify(anEvent()))).toMatchObject({ status: 200 })
  expect(await shop.count()).toBe(1)
})
