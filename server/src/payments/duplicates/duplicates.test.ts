import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAccount } from '../../accounts/create-account.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  const { control, signInSessions } = server.services
  const person = { email: 'ana@example.com', passwordHash: 'none' }
  const account = await createAccount(control.db, Date.now(), person)
  cookie = `tributary_session=${await signInSessions.start(account.id)}`
})
afterAll(() => server.close())

/** The shared machine may be busy. */
const patience = { timeout: 20_000 }
const dayAgo = Date.now() - 24 * 60 * 60_000
const at = (minute: number) => new Date(dayAgo + minute * 60_000).toISOString()

interface Shop {
  siteId: string
  key: string
}

type Report = Record<string, unknown>
const woo: Report = { provider: 'woocommerce', providerPaymentId: '1001', timestamp: at(0) }
const stripe: Report = { provider: 'stripe', providerPaymentId: 'pi_1', timestamp: at(3) }
const ada = { customerEmail: 'ada@shop.example' }

async function aShop(primaryProvider?: string): Promise<Shop> {
  const { site, key } = await server.aSite()
  const shop = { siteId: site.id, key }
  if (primaryProvider !== undefined) await choose(shop, primaryProvider)
  return shop
}

async function pay({ key }: Shop, report: Report): Promise<string> {
  const body = { amount: 29, currency: 'USD', ...ada, ...report }
  const reply = await server.request('POST', '/api/v1/payment', { key, body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { data: { paymentId: string } }).data.paymentId
}

async function ask(method: string, path: string, body?: object) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const reply = await server.request(method, path, { headers, ...(body && { body }) })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { data: Record<string, unknown> }).data
}

const choose = ({ siteId }: Shop, primaryProvider: string) =>
  ask('PATCH', `/api/app/sites/${siteId}`, { primaryProvider })

const count = ({ siteId }: Shop, paymentIds: string[], isCounted: boolean) =>
  ask('PUT', `/api/app/sites/${siteId}/payments/counted`, { paymentIds, count: isCounted })

/** The totals of a report, after everything that was acknowledged. */
async function moneyOf({ key }: Shop) {
  const body = { metrics: ['revenue', 'refunds', 'payments'], dateRange: '7d' }
  const reply = await server.request('POST', '/api/v1/query', { key, body })
  return (reply.body as { data: { totals: object } }).data.totals
}

async function listOf({ key }: Shop, query = '') {
  const reply = await server.request('GET', `/api/v1/payments${query}`, { key })
  return (reply.body as { data: { payments: Report[] } }).data.payments
}

async function totalsOf({ key }: Shop) {
  const reply = await server.request('GET', '/api/v1/payments/totals', { key })
  return (reply.body as { data: Report }).data
}

const usd = (amount: number, netAmount = amount) => [{ currency: 'USD', amount, netAmount }]

describe('money that two systems report', () => {
  it('counts twice until the site names its primary system, and once from then on', async () => {
    const shop = await aShop()
    const counted = await pay(shop, woo)
    const repeated = await pay(shop, stripe)
    await pay(shop, { ...stripe, providerPaymentId: 'pi_9', amount: 5 })
    expect(await moneyOf(shop)).toEqual({ revenue: 63, refunds: 0, payments: 3 })
    expect(await ask('GET', `/api/app/sites/${shop.siteId}/payments/equal`)).toEqual({
      providers: ['stripe', 'woocommerce'],
      pairs: [{ providers: ['stripe', 'woocommerce'], payments: 1, dismissed: false }],
      duplicates: 0,
    })
    const suggestion = `/api/app/sites/${shop.siteId}/payments/equal`
    const dismiss = (dismissed: boolean) =>
      ask('PUT', `${suggestion}/dismissed`, { providers: ['Woo', 'stripe'], dismissed })
    for (const dismissed of [true, true, false]) {
      await dismiss(dismissed)
      expect(await ask('GET', suggestion)).toMatchObject({ pairs: [{ payments: 1, dismissed }] })
    }
    const log = await ask('GET', `/api/app/sites/${shop.siteId}/audit`)
    expect(JSON.stringify(log).match(/suggestion\.\w+/g)).toEqual([
      'suggestion.restored',
      'suggestion.dismissed',
    ])

    await choose(shop, 'Woo')
    await vi.waitFor(async () => {
      await server.services.payments.sweep()
      expect(await moneyOf(shop)).toEqual({ revenue: 34, refunds: 0, payments: 2 })
    }, patience)
    expect(await listOf(shop, '?status=duplicate')).toMatchObject([
      {
        paymentId: repeated,
        status: 'duplicate',
        cause: null,
        duplicate: { paymentId: counted, provider: 'woocommerce', by: 'email' },
      },
    ])
    expect(await totalsOf(shop)).toMatchObject({ payments: 3, amounts: usd(34) })
    const live = await server.request('POST', '/api/v1/realtime', { key: shop.key, body: {} })
    const { payments } = (live.body as { data: { payments: { paymentId: string }[] } }).data
    expect(payments.map(({ paymentId }) => paymentId)).not.toContain(repeated)
    const equal = await ask('GET', `/api/app/sites/${shop.siteId}/payments/equal`)
    expect(equal).toMatchObject({ duplicates: 1 })

    await choose(shop, 'off')
    await vi.waitFor(async () => {
      await server.services.payments.sweep()
      expect(await moneyOf(shop)).toEqual({ revenue: 63, refunds: 0, payments: 3 })
    }, patience)
  })

  it('counts once in whatever order it is reported, refunds included', async () => {
    const reports: Report[] = [
      woo,
      stripe,
      { ...stripe, refunded: true, refundedAmount: 9 },
      { ...woo, refunded: true, refundedAmount: 9 },
    ]
    for (const order of [
      reports,
      reports.toReversed(),
      [1, 3, 0, 2].map((n) => reports[n] ?? {}),
    ]) {
      const shop = await aShop('woocommerce')
      for (const report of order) await pay(shop, report)
      expect(await moneyOf(shop)).toEqual({ revenue: 20, refunds: 9, payments: 1 })
      expect(await totalsOf(shop)).toMatchObject({ payments: 2, amounts: usd(29, 20) })
    }
  })

  it('is not the first payment of a profile where another system reported it earlier', async () => {
    const shop = await aShop('stripe')
    const visit = { visitorId: 'v_ada', url: 'https://shop.example/', timestamp: at(-5) }
    const event = { type: 'pageview', sessionId: 's_ada', ...visit }
    const sent = await server.request('POST', '/api/v1/events', { key: shop.key, body: [event] })
    expect(sent.status, JSON.stringify(sent.body)).toBe(200)
    for (const report of [woo, stripe]) await pay(shop, { ...report, visitorId: 'v_ada' })
    const profile = await server.request('GET', '/api/v1/visitors/profile?visitorId=v_ada', {
      key: shop.key,
    })
    expect(profile.body).toMatchObject({
      data: { figures: { payments: 1, revenue: 29, firstPaymentAt: stripe.timestamp } },
    })
  })

  it('is known by an id that both use, and by the order in the metadata', async () => {
    const shop = await aShop('woocommerce')
    const other = { customerEmail: 'a.lovelace@other.example' }
    await pay(shop, { ...stripe, ...other, metadata: { order_id: '1001' } })
    await pay(shop, woo)
    await pay(shop, { ...woo, providerPaymentId: 'pi_2', amount: 7 })
    await pay(shop, { ...stripe, ...other, providerPaymentId: 'pi_2', amount: 7 })
    expect(await moneyOf(shop)).toMatchObject({ revenue: 36, payments: 2 })
    const repeated = await listOf(shop, '?status=duplicate')
    expect(repeated.map(({ duplicate }) => duplicate)).toMatchObject([{ by: 'id' }, { by: 'id' }])
  })

  it('counts again when the primary’s payment turns out to be another amount', async () => {
    const shop = await aShop('woocommerce')
    await pay(shop, woo)
    const id = await pay(shop, stripe)
    expect(await moneyOf(shop)).toMatchObject({ revenue: 29 })
    const { control } = server.services
    const source = { source: 'webhook:woocommerce', nowMs: Date.now() }
    await server.services.payments.recordFacts(
      shop.siteId,
      [
        {
          ...{ kind: 'payment', provider: 'woocommerce', ids: ['1001'], amountMinor: 3100 },
          ...{ currency: 'USD', taxMinor: null, paidAtMs: dayAgo, renewal: null, trial: null },
          ...{ customerId: null, subscriptionId: null, customerEmail: ada.customerEmail },
          ...{ product: null, visitorId: null, sessionId: null, metadata: null },
        },
      ],
      source,
    )
    expect(await moneyOf(shop)).toMatchObject({ revenue: 60, payments: 2 })
    const row = await control.db
      .selectFrom('payments')
      .select('duplicate_of')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.duplicate_of).toBeNull()
  })
})

describe('a repeated payment that somebody counts anyway', () => {
  it('counts, also after further reports, until that is undone', async () => {
    const shop = await aShop('woocommerce')
    await pay(shop, woo)
    const id = await pay(shop, stripe)
    expect(await count(shop, [id], true)).toEqual({ payments: 1 })
    await pay(shop, { ...stripe, refunded: true, refundedAmount: 4 })
    expect(await moneyOf(shop)).toEqual({ revenue: 54, refunds: 4, payments: 2 })
    const reply = await server.request('GET', `/api/v1/payment?paymentId=${id}`, { key: shop.key })
    expect(reply.body).toMatchObject({
      data: { status: 'partially-refunded', duplicate: null, countedByHand: true },
    })
    expect(await count(shop, [id], true)).toEqual({ payments: 0 })
    expect(await count(shop, [id], false)).toEqual({ payments: 1 })
    expect(await moneyOf(shop)).toEqual({ revenue: 29, refunds: 0, payments: 1 })
  })

  it('frees the primary’s payment to match another equal one', async () => {
    const shop = await aShop('woocommerce')
    await pay(shop, woo)
    const first = await pay(shop, stripe)
    await pay(shop, { ...stripe, providerPaymentId: 'pi_2', timestamp: at(60) })
    expect(await moneyOf(shop)).toMatchObject({ revenue: 58, payments: 2 })
    await count(shop, [first], true)
    expect(await moneyOf(shop)).toMatchObject({ revenue: 58, payments: 2 })
    expect(await listOf(shop, '?status=duplicate')).toMatchObject([{ providerPaymentId: 'pi_2' }])
  })

  it('is of the site alone', async () => {
    const [own, other] = [await aShop('woocommerce'), await aShop('woocommerce')]
    await pay(own, woo)
    const id = await pay(own, stripe)
    await pay(other, stripe)
    expect(await moneyOf(other)).toMatchObject({ revenue: 29, payments: 1 })
    expect(await count(other, [id], true)).toEqual({ payments: 0 })
    expect(await moneyOf(own)).toMatchObject({ revenue: 29, payments: 1 })
  })
})

it('stays uncounted when its person is erased', async () => {
  const shop = await aShop('woocommerce')
  await pay(shop, { ...woo, visitorId: 'v-ada' })
  await pay(shop, { ...stripe, visitorId: 'v-ada' })
  expect(await moneyOf(shop)).toMatchObject({ revenue: 29, payments: 1 })
  const path = '/api/v1/visitor?visitorId=v-ada'
  const reply = await server.request('DELETE', path, { key: shop.key })
  expect(reply.status).toBe(200)
  await pay(shop, { ...stripe, refunded: true, refundedAmount: 4 })
  expect(await moneyOf(shop)).toMatchObject({ revenue: 29, payments: 1 })
})
