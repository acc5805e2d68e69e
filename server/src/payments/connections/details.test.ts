import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../accounts/create-account.ts'
import { type FakeWoocommerce, startWoocommerce } from '../../test/providers/fake-woocommerce.ts'
import { playYear } from '../../test/providers/shop-year.ts'
import { holdSyncs } from '../../test/providers/synced-ledger.ts'
import { WoocommerceShop } from '../../test/providers/woocommerce-shop.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { syncConnections } from './sync-connections.ts'

// Accounts whose address a person enters, through the dashboard's own API.

const consumerKey = `ck_${'a'.repeat(40)}`
const key = `cs_${'1'.repeat(40)}`
let server: TestServer
let woocommerce: FakeWoocommerce
let shop: WoocommerceShop
let cookie: string
const answers: string[] = []

beforeAll(async () => {
  shop = playYear(new WoocommerceShop(), 6, Date.now())
  woocommerce = await startWoocommerce(shop.data)
  woocommerce.keys[`${consumerKey}:${key}`] = 'read'
  server = await startTestServer({ sharesEngine: true, config: { privateTargets: ['127.0.0.1'] } })
  await holdSyncs(server.services)
  const { control, signInSessions } = server.services
  const person = { email: 'ana@example.com', passwordHash: 'none' }
  const account = await createAccount(control.db, Date.now(), person)
  cookie = `tributary_session=${await signInSessions.start(account.id)}`
})
afterAll(async () => {
  await server.close()
  await woocommerce.close()
})

async function connect(details: Record<string, string>) {
  const { site } = await server.aSite()
  const path = `/api/app/sites/${site.id}/provider-connections`
  const reply = await server.request('POST', path, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: { provider: 'woocommerce', key, details },
  })
  answers.push(JSON.stringify(reply.body))
  const { error } = reply.body as { error?: { message: string } }
  return { status: reply.status, message: error?.message ?? '', siteId: site.id }
}

it('connects a shop at the address that was entered, and shows its secret nowhere', async () => {
  const { status, message, siteId } = await connect({ storeUrl: woocommerce.url, consumerKey })
  expect(status, message).toBe(200)
  await syncConnections(server.services.syncing, () => false)
  const { db } = server.services.control
  const rows = await db.selectFrom('payments').select('id').where('site_id', '=', siteId).execute()
  expect(rows).toHaveLength(shop.data.orders.filter(({ date_paid_gmt }) => date_paid_gmt).length)
  const stored = await sql<object>`select * from provider_connections`.execute(db)
  expect([...answers, JSON.stringify(stored.rows)].join()).not.toContain(key)
})

it.each([
  ['that is missing', '', 'needs storeUrl'],
  ['of a private network', 'https://10.0.0.8', 'private network'],
  ['where clouds tell their secrets', 'https://169.254.169.254/latest', 'private network'],
  ['of a private network in IPv6', 'https://[fd00::1]', 'private network'],
  ['without TLS', 'http://1.1.1.1', 'https://'],
  ['of a file', 'file:///etc/passwd', 'https://'],
])('refuses an address %s', async (_what, storeUrl, why) => {
  const { status, message } = await connect({ storeUrl: storeUrl || ' ', consumerKey })
  expect(status).toBe(400)
  expect(message).toContain(why)
})
