import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../accounts/create-account.ts'
import { signAs } from '../../test/providers/webhook-signer.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let cookie: string
let siteId: string
let webhooks: string

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  const { control, signInSessions } = server.services
  const person = { email: 'ana@example.com', passwordHash: 'none' }
  const account = await createAccount(control.db, Date.now(), person)
  cookie = `tributary_session=${await signInSessions.start(account.id)}`
  siteId = (await server.aSite()).site.id
  webhooks = `/api/app/sites/${siteId}/webhooks`
})
afterAll(() => server.close())

interface Endpoint {
  id: string
  url: string
  deliveries: object
  rejected: object
}

async function ask(method: string, path: string, body?: object) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const reply = await server.request(method, path, { headers, ...(body && { body }) })
  return { status: reply.status, body: reply.body as { data: Record<string, unknown> } }
}

async function add(input: object): Promise<{ endpoint: Endpoint; secret: string | null }> {
  const { status, body } = await ask('POST', webhooks, input)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as { endpoint: Endpoint; secret: string | null }
}

const orderOf = (id: string) =>
  JSON.stringify({
    meta: { event_name: 'order_created' },
    data: { id, attributes: { status: 'paid', total: 1199, currency: 'EUR' } },
  })

function deliver(id: string, secret: string, body = orderOf('1')) {
  const headers = signAs('lemonsqueezy', body, { secret, nowMs: Date.now() })
  return server.request('POST', `/webhooks/lemonsqueezy/${id}`, { body, headers })
}

describe('/api/app/sites/{site}/webhooks', () => {
  it('makes an endpoint with an unguessable address, and a secret where the merchant chooses it', async () => {
    const { endpoint, secret } = await add({ provider: 'lemonsqueezy' })
    expect(endpoint.id).toMatch(/^whe_[0-9A-Za-z]{27}$/)
    expect(endpoint.url).toMatch(new RegExp(`/webhooks/lemonsqueezy/${endpoint.id}$`))
    expect(secret).toMatch(/^[0-9A-Za-z]{40}$/)
    expect(await deliver(endpoint.id, String(secret))).toMatchObject({ status: 200 })
    expect(await deliver(endpoint.id, 'another')).toMatchObject({ status: 401 })

    const { body } = await ask('GET', webhooks)
    const listed = body.data.endpoints as Endpoint[]
    expect(listed.find(({ id }) => id === endpoint.id)).toMatchObject({
      isSigned: true,
      retentionDays: 90,
      deliveries: { recorded: 1, failed: 0, lastAt: expect.any(String) },
      rejected: { count: 1, reason: 'wrong-signature' },
    })
    expect(JSON.stringify(body)).not.toContain(secret)
    expect(body.data.providers).toHaveLength(16)
  })

  it('shows what came, and records it again on request', async () => {
    const { endpoint, secret } = await add({ provider: 'lemonsqueezy' })
    await deliver(endpoint.id, String(secret))
    const { body } = await ask('GET', `${webhooks}/${endpoint.id}/deliveries?limit=5`)
    const [delivery] = body.data.deliveries as { id: string }[]
    expect(delivery).toMatchObject({
      eventType: 'order_created',
      state: 'recorded',
      summary: ['payment of 11.99 EUR · order:1'],
      paymentId: expect.stringMatching(/^pay_/),
    })
    const again = await ask('POST', `${webhooks}/${endpoint.id}/replay`, {
      deliveryId: delivery?.id,
    })
    expect(again.body.data.replayed).toMatchObject({ recorded: 1, failed: 0 })
  })

  it('pages through what came in the same millisecond without leaving anything out', async () => {
    const { endpoint, secret } = await add({ provider: 'lemonsqueezy' })
    for (const id of ['2', '3', '4', '5']) await deliver(endpoint.id, String(secret), orderOf(id))
    await server.services.control.db
      .updateTable('webhook_deliveries')
      .set({ received_ms: Date.now() })
      .where('endpoint_id', '=', endpoint.id)
      .execute()
    const page = async (query: string) => {
      const { body } = await ask('GET', `${webhooks}/${endpoint.id}/deliveries?${query}`)
      return (body.data.deliveries as { id: string }[]).map(({ id }) => id)
    }
    const all = await page('limit=5')
    const first = await page('limit=2')
    expect(new Set(all).size).toBe(4)
    expect([...first, ...(await page(`limit=5&after=${first[1]}`))]).toEqual(all)
    const unknown = await ask('GET', `${webhooks}/${endpoint.id}/deliveries?after=whd_x`)
    expect(unknown).toMatchObject({ status: 400 })
  })

  it('tries an endpoint out and names each stage', async () => {
    const { endpoint } = await add({ provider: 'paddle', secret: 'pdl_ntfset_1' })
    const { body } = await ask('POST', `${webhooks}/${endpoint.id}/test`)
    expect(body.data).toMatchObject({ ok: true })
    const listed = (await ask('GET', webhooks)).body.data.endpoints as Endpoint[]
    expect(listed.find(({ id }) => id === endpoint.id)?.deliveries).toMatchObject({
      test: 1,
      lastAt: expect.any(String),
      lastHeardAt: null,
    })
    const stages = body.data.stages as { name: string }[]
    expect(stages.map(({ name }) => name)).toEqual([
      'reached',
      'signature',
      'archived',
      'understood',
      'kept apart',
    ])
  })

  it('rotates a secret and removes an endpoint', async () => {
    const { endpoint, secret } = await add({ provider: 'lemonsqueezy' })
    const rotated = await ask('POST', `${webhooks}/${endpoint.id}/rotate`, { overlapHours: 0 })
    const next = String(rotated.body.data.secret)
    expect(await deliver(endpoint.id, String(secret))).toMatchObject({ status: 401 })
    expect(await deliver(endpoint.id, next)).toMatchObject({ status: 200 })
    expect((await ask('DELETE', `${webhooks}/${endpoint.id}`)).status).toBe(200)
    expect(await deliver(endpoint.id, next)).toMatchObject({ status: 404 })
    const { body } = await ask('GET', webhooks)
    expect(JSON.stringify(body.data.endpoints)).not.toContain(endpoint.id)
  })

  it.each([
    [{ provider: 'unknown', secret: 'x' }, 'provider must be one of'],
    [{ provider: 'stripe' }, 'secret is required'],
    [{ provider: 'stripe', secret: 'x', shop: 'a.myshopify.com' }, 'shop means nothing'],
    [{ provider: 'stripe', secret: 'x', toleranceSeconds: 0 }, 'toleranceSeconds'],
  ])('refuses %j', async (input, message) => {
    const { status, body } = await ask('POST', webhooks, input)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(message)
  })

  it('changes options: what is absent stays, a token is replaced or removed and never shown', async () => {
    const { endpoint } = await add({ provider: 'gumroad', apiToken: 'first-token', sellerId: 's1' })
    const path = `${webhooks}/${endpoint.id}`
    const changed = await ask('PATCH', path, {
      isTest: true,
      retentionDays: 30,
      apiToken: 'second-token',
    })
    const options = { hasApiToken: true, clientId: null, sellerId: 's1', shop: null }
    expect(changed.body.data.endpoint).toMatchObject({ isTest: true, retentionDays: 30, options })
    const removed = await ask('PATCH', path, { remove: ['apiToken', 'sellerId'], sellerId: 's2' })
    expect(removed.body.data.endpoint).toMatchObject({
      isTest: true,
      options: { hasApiToken: false, sellerId: null },
    })
    for (const [body, message] of [
      [{ shop: 'a.myshopify.com' }, 'shop means nothing for Gumroad'],
      [{ toleranceSeconds: 60 }, 'The signatures of Gumroad carry no time'],
      [{ retentionDays: 0 }, 'retentionDays'],
      [{ remove: ['secret'] }, 'remove'],
    ] as const) {
      expect(await ask('PATCH', path, body)).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining(message) } },
      })
    }
    const audit = await ask('GET', `/api/app/sites/${siteId}/audit?action=provider.changed`)
    expect(audit.body.data.entries).toMatchObject([
      { object: { name: 'Gumroad' }, changes: { apiToken: ['set', null], sellerId: ['s1', null] } },
      {
        changes: {
          isTest: [false, true],
          retentionDays: [90, 30],
          apiToken: ['set', 'another one'],
        },
      },
    ])
    const shown = JSON.stringify([changed.body, removed.body, audit.body])
    expect(shown).not.toMatch(/(first|second)-token/)

    const timed = (await add({ provider: 'stripe', secret: 'whsec_1' })).endpoint
    const set = await ask('PATCH', `${webhooks}/${timed.id}`, { toleranceSeconds: 60 })
    expect(set.body.data.endpoint).toMatchObject({ toleranceSeconds: 60 })
    const unset = await ask('PATCH', `${webhooks}/${timed.id}`, { toleranceSeconds: 'default' })
    expect(unset.body.data.endpoint).toMatchObject({ toleranceSeconds: 300 })
  })

  it("keeps PayPal's client id and secret together, and never shows the secret", async () => {
    const paypal = { provider: 'paypal', secret: 'WH-1' }
    for (const half of [{ clientId: 'client-1' }, { apiToken: 'client-secret-1' }]) {
      expect(await ask('POST', webhooks, { ...paypal, ...half })).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining('needs both') } },
      })
    }
    const both = { clientId: 'client-1', apiToken: 'client-secret-1' }
    const { endpoint } = await add({ ...paypal, ...both })
    expect(endpoint).toMatchObject({ options: { hasApiToken: true, clientId: 'client-1' } })
    const path = `${webhooks}/${endpoint.id}`
    expect((await ask('PATCH', path, { remove: ['apiToken'] })).status).toBe(400)
    const unchanged = await ask('GET', webhooks)
    const removed = await ask('PATCH', path, { remove: ['apiToken', 'clientId'] })
    expect(removed.body.data.endpoint).toMatchObject({
      options: { hasApiToken: false, clientId: null },
    })
    const audit = await ask('GET', `/api/app/sites/${siteId}/audit`)
    expect(JSON.stringify([endpoint, unchanged, removed, audit])).not.toContain('client-secret-1')
  })

  it("knows no other site's endpoints", async () => {
    const { endpoint } = await add({ provider: 'stripe', secret: 'whsec_1' })
    const other = (await server.aSite()).site.id
    const path = `/api/app/sites/${other}/webhooks/${endpoint.id}`
    expect((await ask('DELETE', path)).status).toBe(404)
    expect((await ask('GET', `${path}/deliveries`)).status).toBe(404)
    expect((await ask('POST', `${path}/replay`, {})).status).toBe(404)
  })
})

it('an erasure empties the deliveries that name the visitor, and a replay restores none', async () => {
  const { endpoint } = await add({ provider: 'stripe', secret: 'whsec_1' })
  const event = JSON.stringify({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    created: 1_780_000_000,
    livemode: true,
    data: {
      object: {
        id: 'pi_erased',
        amount_received: 2900,
        currency: 'usd',
        metadata: { tributary_visitor_id: 'v_erased' },
      },
    },
  })
  const headers = signAs('stripe', event, { secret: 'whsec_1', nowMs: Date.now() })
  await server.request('POST', `/webhooks/stripe/${endpoint.id}`, { body: event, headers })
  await server.services.erasures.erase(siteId, 'v_erased')
  const { body } = await ask('POST', `${webhooks}/${endpoint.id}/replay`, {})
  expect(body.data.replayed).toMatchObject({ recorded: 0, erased: 1 })
  const rows = await server.services.control.db
    .selectFrom('payments')
    .select(['amount_minor', 'given_visitor_id'])
    .where('provider_payment_id', '=', 'pi_erased')
    .execute()
  expect(rows).toEqual([{ amount_minor: 2900, given_visitor_id: null }])
})
