import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../accounts/create-account.ts'
import { type FakeStripe, startStripe } from '../../test/providers/fake-stripe.ts'
import { aYear, type ShopAccount } from '../../test/providers/stripe-shop.ts'
import { goodKey, holdSyncs } from '../../test/providers/synced-ledger.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { syncConnections } from './sync-connections.ts'

let server: TestServer
let shop: ShopAccount
let stripe: FakeStripe
let cookie: string
/** All responses. */
const answers: string[] = []

beforeAll(async () => {
  shop = aYear(5, Math.floor(Date.now() / 1000))
  stripe = await startStripe(shop.account)
  stripe.keys[goodKey] = {}
  server = await startTestServer({
    sharesEngine: true,
    config: { providerApiUrls: { stripe: stripe.url } },
  })
  await holdSyncs(server.services)
  const { control, signInSessions } = server.services
  const person = { email: 'ana@example.com', passwordHash: 'none' }
  const account = await createAccount(control.db, Date.now(), person)
  cookie = `tributary_session=${await signInSessions.start(account.id)}`
})
afterAll(async () => {
  await server.close()
  await stripe.close()
})

interface Answer {
  status: number
  data: Record<string, { id: string } & Record<string, unknown>>
  message: string
}

async function ask(method: string, path: string, body?: object): Promise<Answer> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const reply = await server.request(method, path, { headers, ...(body && { body }) })
  answers.push(JSON.stringify(reply.body))
  const { data, error } = reply.body as { data: Answer['data']; error?: { message: string } }
  return { status: reply.status, data, message: error?.message ?? '' }
}

const pathOf = (siteId: string) => `/api/app/sites/${siteId}/provider-connections`

async function aSite(): Promise<string> {
  return (await server.aSite()).site.id
}

describe('POST /api/app/sites/{site}/provider-connections', () => {
  it('connects by a key, reads the account, changes the key and disconnects', async () => {
    const { site, key } = await server.aSite()
    const path = pathOf(site.id)
    const made = await ask('POST', path, { provider: 'stripe', key: ` ${goodKey}\n`, months: 24 })
    expect(made.status, made.message).toBe(200)
    expect(made.data.connection).toMatchObject({
      ...{ provider: 'stripe', keyHint: 'rk_live_…Only', progress: 0, syncedAt: null, error: null },
    })
    expect((await ask('POST', path, { provider: 'stripe', key: goodKey })).status).toBe(409)
    await syncConnections(server.services.syncing, () => false)
    const { data } = await ask('GET', path)
    expect(data.providers?.[0]).toMatchObject({
      ...{ name: 'stripe', permissions: expect.arrayContaining(['Charges and Refunds', 'Events']) },
    })
    expect(data.connections).toMatchObject([
      { progress: 1, syncedAt: expect.any(String), skipped: { count: 0, last: null } },
    ])
    const [charge] = shop.list('/v1/charges')
    const named = `provider=stripe&providerPaymentId=${charge?.id}`
    const payment = await server.request('GET', `/api/v1/payment?${named}`, { key })
    expect(payment.body).toMatchObject({ data: { provider: 'stripe', link: { method: 'none' } } })

    const another = 'rk_live_51Another00000000000000000000'
    stripe.keys[another] = {}
    const connection = `${path}/${made.data.connection?.id}`
    const rolled = await ask('PUT', `${connection}/key`, { key: another })
    expect(rolled.data.connection).toMatchObject({ keyHint: 'rk_live_…0000', progress: 1 })
    expect((await ask('PUT', `${connection}/key`, { key: 'sk_live_1' })).status).toBe(400)
    expect((await ask('POST', `${connection}/sync`)).status).toBe(200)
    expect((await ask('DELETE', connection)).status).toBe(200)
    expect((await ask('GET', path)).data.connections).toEqual([])
    const remaining = await server.request('GET', `/api/v1/payment?${named}`, { key })
    expect(remaining.status).toBe(200)
  })

  it.each([
    ['a secret key', 'sk_live_51Secret0000', 'may do everything'],
    ['a publishable key', 'pk_live_51Public0000', 'may read nothing'],
    ['a signing secret', 'whsec_0000000000000', 'signing secret'],
    ['a key of a test mode', 'rk_test_51Test000000000', 'test mode'],
    ['something else', '../../v1/charges', 'not a restricted key'],
    ['a key that Stripe does not know', 'rk_live_51Unknown0000000', 'does not accept this key'],
    [
      'a key that may write',
      'rk_live_51Writing0000000',
      'may change data in Stripe (Disputes, Payouts)',
    ],
    ['a key that may read too little', 'rk_live_51Blind000000000', 'may not read Events, Invoices'],
  ])('refuses %s and says how to make a right one', async (_what, key, why) => {
    stripe.keys.rk_live_51Writing0000000 = { mayWrite: ['/v1/payouts', '/v1/disputes'] }
    stripe.keys.rk_live_51Blind000000000 = { cannotRead: ['/v1/invoices', '/v1/events'] }
    const { status, message } = await ask('POST', pathOf(await aSite()), {
      provider: 'stripe',
      key,
    })
    expect(status).toBe(400)
    expect(message).toContain(why)
    expect(message).toContain('https://dashboard.stripe.com/apikeys/create')
    expect(message).not.toContain(key)
  })

  it('asks to try again while Stripe cannot say what the key may do', async () => {
    stripe.onRequest = (path) => (path === '/v1/disputes' ? { status: 503 } : undefined)
    const asked = await ask('POST', pathOf(await aSite()), { provider: 'stripe', key: goodKey })
    stripe.onRequest = () => undefined
    expect(asked.status).toBe(503)
  })

  it('refuses another provider, and more than 36 months', async () => {
    const path = pathOf(await aSite())
    expect((await ask('POST', path, { provider: 'paddle', key: goodKey })).status).toBe(400)
    const tooMuch = { provider: 'stripe', key: goodKey, months: 37 }
    expect((await ask('POST', path, tooMuch)).status).toBe(400)
  })

  it('leaves the key in no answer and in no column of the store', async () => {
    const siteId = await aSite()
    const path = pathOf(siteId)
    const made = await ask('POST', path, { provider: 'stripe', key: goodKey })
    stripe.keys[goodKey] = { isRevoked: true }
    await syncConnections(server.services.syncing, () => false)
    const { data } = await ask('GET', path)
    stripe.keys[goodKey] = {}
    expect(data.connections).toMatchObject([{ error: { code: 'key-refused' } }])
    const { db } = server.services.control
    const texts: string[] = []
    for (const { name } of await db.introspection.getTables()) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      texts.push(JSON.stringify(rows))
    }
    expect(texts.join()).toContain(made.data.connection?.id)
    expect([...answers, ...texts].join()).not.toContain(goodKey)
    const actions = await db
      .selectFrom('audit_entries')
      .select('action')
      .where('site_id', '=', siteId)
      .execute()
    expect(actions.map(({ action }) => action)).toContain('provider.connected')
  })

  it('is refused without a session, and for another site', async () => {
    const [siteId, otherId] = [await aSite(), await aSite()]
    const made = await ask('POST', pathOf(siteId), { provider: 'stripe', key: goodKey })
    const elsewhere = `${pathOf(otherId)}/${made.data.connection?.id}`
    expect((await ask('DELETE', elsewhere)).status).toBe(404)
    expect((await server.request('GET', pathOf(siteId))).status).toBe(401)
  })
})
