import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ImportData } from '@tributary/contract/data-import.ts'
import type { PaymentSummary } from '@tributary/contract/payments.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { addEndpoint } from '../payments/webhooks/manage-endpoints.ts'
import { itInLongForm } from '../test/long-form.ts'
import { testSecret } from '../test/providers/webhook-sender.ts'
import { signAs } from '../test/providers/webhook-signer.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { expectSessionsAgree } from '../test/sessions-agree.ts'

/*
 * Ana comes from a newsletter, buys, gets a part refunded and renews. Ben visits on two devices with one address,
 * and buys without being identified. Chen visits on two days, and a payment is linked to her by hand. Dora was
 * erased. Everything is reported through the API.
 */

type Shop = Awaited<ReturnType<TestServer['aSite']>>

let server: TestServer
let shop: Shop
/** The owner's, signed in. */
let cookie: string
/** The shop's export and its reports, made once. */
let exported: Buffer
let original: Record<string, unknown>

const settings = { identification: true, timezone: 'Europe/Berlin', currency: 'EUR' }

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  const { control, signInSessions } = server.services
  const person = { email: 'ana@example.com', passwordHash: 'none' }
  const account = await createAccount(control.db, Date.now(), person)
  cookie = `tributary_session=${await signInSessions.start(account.id)}`
  shop = await server.aSite(settings)
  await reportStory()
  exported = await download('')
  original = await reports(shop.key)
})

afterAll(() => server?.close())
afterEach(() => expectSessionsAgree(server.services.engine))

async function ok<Data>(method: string, path: string, key: string, body?: unknown): Promise<Data> {
  const reply = await server.request(method, path, { key, body })
  expect(reply.body, path).toMatchObject({ status: 'success' })
  return (reply.body as { data: Data }).data
}

async function reportStory(): Promise<void> {
  const { key, site } = shop
  const at = (day: number, minute: number) =>
    new Date(Date.UTC(2026, 9, day, 12, minute)).toISOString()
  const view = (visitorId: string, [day, minute]: [number, number], url: string, more = {}) => ({
    type: 'pageview',
    visitorId,
    timestamp: at(day, minute),
    url: `https://shop.example${url}`,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    country: 'SE',
    ...more,
  })
  const events: object[] = [
    view('ana', [3, 0], '/?utm_source=newsletter&utm_medium=email', { sessionId: 'a1' }),
    view('ana', [3, 4], '/pricing', { sessionId: 'a1', title: 'Prices, "all" of them' }),
    { ...view('ana', [3, 5], '/pricing'), sessionId: 'a1', type: 'goal', name: 'signup', value: 0 },
    view('ben-phone', [4, 0], '/', { referrer: 'https://www.reddit.com/r/x' }),
    { ...view('ben-phone', [4, 2], '/'), type: 'identify', email: 'ben@mail.example' },
    view('ben-laptop', [5, 0], '/pricing', { referrer: 'https://www.google.com/' }),
    {
      ...view('ben-laptop', [5, 1], '/'),
      type: 'identify',
      email: 'ben@mail.example',
      userId: 'u7',
    },
    view('chen', [5, 0], '/docs'),
    view('chen', [6, 0], '/docs'),
    view('dora', [6, 0], '/'),
    // Two identical events.
    view('chen', [6, 3], '/docs/again'),
    view('chen', [6, 3], '/docs/again'),
  ]
  for (let visitor = 0; visitor < 60; visitor++) {
    events.push(view(`many-${visitor}`, [7 + (visitor % 5), visitor % 50], `/page/${visitor % 7}`))
  }
  await ok('POST', '/api/v1/events', key, { events })
  const pay = (more: object) =>
    ok<{ paymentId: string }>('POST', '/api/v1/payment', key, {
      ...{ amount: 49, currency: 'USD', provider: 'stripe', ...more },
    })
  const subscription = { subscriptionId: 'sub_1', customerId: 'cus_1' }
  await pay({ providerPaymentId: 'pi_1', timestamp: at(3, 9), visitorId: 'ana', ...subscription })
  await pay({ providerPaymentId: 'pi_1', refunded: true, refundedAmount: 9.5 })
  await pay({ providerPaymentId: 'pi_2', timestamp: at(20, 9), ...subscription })
  await pay({ providerPaymentId: 'pi_3', timestamp: at(5, 9), customerEmail: 'Ben@mail.example' })
  const chens = await pay({ providerPaymentId: 'pi_4', timestamp: at(8, 0), currency: 'EUR' })
  await reportFees(site.id)
  await pay({ providerPaymentId: 'pi_5', timestamp: at(6, 9), visitorId: 'dora', amount: 5 })
  await server.services.payments.flush()
  const by = { accountId: 'acc_1', visitorId: 'chen' }
  await server.services.payments.linkByHand(site, chens.paymentId, by)
  await ok('DELETE', '/api/v1/visitor?visitorId=dora', key)
}

/** A sale by a provider that reports its fee, partly refunded. */
async function reportFees(siteId: string): Promise<void> {
  const input = { provider: 'paddle', secret: testSecret }
  const { endpoint } = await addEndpoint(server.services.webhookStore, siteId, input, Date.now())
  const currency_code = 'USD'
  const deliver = async (event_type: string, data: object) => {
    const occurred_at = '2026-10-09T10:00:00Z'
    const body = JSON.stringify({ event_id: event_type, event_type, occurred_at, data })
    const headers = signAs('paddle', body, { secret: testSecret, nowMs: Date.now() })
    const path = `/webhooks/paddle/${endpoint.id}`
    expect((await server.request('POST', path, { body, headers })).status).toBe(200)
  }
  const totals = { grand_total: '2990', total: '2990', tax: '498', fee: '200', earnings: '2292' }
  await deliver('transaction.completed', {
    ...{ id: 'txn_1', custom_data: { tributary_visitor_id: 'ana' } },
    details: { totals: { ...totals, currency_code } },
  })
  await deliver('adjustment.updated', {
    ...{ id: 'adj_1', action: 'refund', status: 'approved', transaction_id: 'txn_1' },
    totals: { total: '990', tax: '165', earnings: '775', currency_code },
  })
}

async function download(query: string, key = shop.key): Promise<Buffer> {
  const reply = await fetch(`${server.url}/api/v1/export${query}`, {
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' },
  })
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}

function linesOf(text: Buffer): Record<string, unknown>[] {
  return text
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

async function ofApp<Data>(method: string, path: string, body?: unknown): Promise<Data> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const given = body === undefined ? {} : { body }
  const reply = await server.request(method, `/api/app/sites/${path}`, { headers, ...given })
  expect(reply.body, path).toMatchObject({ status: 'success' })
  return (reply.body as { data: Data }).data
}

function send(importPath: string, offset: number, piece: Buffer) {
  return fetch(`${server.url}/api/app/sites/${importPath}/content?offset=${offset}`, {
    method: 'PUT',
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
    },
    body: new Uint8Array(piece),
  })
}

/** Sends a file in two pieces and has it checked. */
async function checked({ site }: Shop, file: Buffer, format = 'tributary'): Promise<ImportData> {
  const made = await ofApp<{ import: ImportData }>('POST', `${site.id}/imports`, { format })
  const path = `${site.id}/imports/${made.import.id}`
  const half = Math.floor(file.length / 2)
  expect((await send(path, 0, file.subarray(0, half))).status).toBe(200)
  expect((await send(path, 0, file.subarray(half))).status).toBe(409)
  expect((await send(path, half, file.subarray(half))).status).toBe(200)
  return step({ site }, made.import.id, 'check')
}

async function step({ site }: Pick<Shop, 'site'>, id: string, name: string): Promise<ImportData> {
  const path = `${site.id}/imports/${id}`
  await ofApp('POST', `${path}/${name}`)
  await server.services.imports.idle()
  const { import: found } = await ofApp<{ import: ImportData }>('GET', path)
  expect(found.problem).toBeNull()
  return found
}

/** A site's reports, in the questions that people ask. */
async function reports(key: string): Promise<Record<string, unknown>> {
  const dateRange = ['2026-10-01', '2026-11-10']
  const metrics = [
    'visitors',
    'sessions',
    'pageViews',
    'goals',
    'bounceRate',
    'revenue',
    'payments',
  ]
  const costs = ['fees', 'tax', 'takeHome', 'feesKnown']
  const questions: [string, object][] = [
    ['/api/v1/query', { metrics, dateRange }],
    ['/api/v1/query', { metrics, dateRange, dimensions: ['day'] }],
    ['/api/v1/query', { metrics, dateRange, dimensions: ['source'] }],
    ['/api/v1/query', { metrics, dateRange, dimensions: ['channel'], attribution: 'linear' }],
    ['/api/v1/query', { metrics: ['visitors', 'pageViews'], dateRange, dimensions: ['page'] }],
    ['/api/v1/query', { metrics: ['revenue', 'refunds'], dateRange, dimensions: ['linkMethod'] }],
    ['/api/v1/query', { metrics: costs, dateRange, dimensions: ['source'], model: 'linear' }],
    ['/api/v1/goals', { dateRange, goal: 'signup' }],
    ['/api/v1/models', { dateRange, dimension: 'source' }],
    ['/api/v1/paths', { dateRange }],
    ['/api/v1/funnel', { dateRange, steps: [{ page: '/' }, { page: '/pricing' }] }],
    ['/api/v1/journeys', { dateRange, from: { page: '/' } }],
    ['/api/v1/cohorts', { dateRange, by: 'source' }],
    ['/api/v1/visitors', { dateRange, limit: 100 }],
  ]
  // At the same time, as a page does: questions about the same visits share a statement.
  const answers: Record<string, unknown> = Object.fromEntries(
    await Promise.all(
      questions.map(async ([path, body], index) => [
        `${index} ${path}`,
        await ok('POST', path, key, body),
      ]),
    ),
  )
  const { payments } = await ok<{ payments: { paymentId: string }[] }>(
    'GET',
    '/api/v1/payments?from=2026-10-01',
    key,
  )
  answers.payments = payments.map(({ paymentId: _own, ...payment }) => payment)
  return answers
}

describe('GET /api/v1/export', () => {
  it('contains events, identities, facts and links, each section with its checksum', async () => {
    const lines = linesOf(exported)
    const { status: _status, ...counts } = Object.fromEntries(
      [...Map.groupBy(lines, (line) => String(line.type))].map(([type, of]) => [type, of.length]),
    )
    expect(counts).toMatchObject({ 'tributary-export': 1, event: 71, identity: 3, link: 2, end: 1 })
    const hash = createHash('sha256')
    const text = exported.toString()
    const first = text.split('\n').findIndex((line) => line.includes('"checkpoint"'))
    for (const line of text.split('\n').slice(0, first)) hash.update(`${line}\n`)
    expect(JSON.parse(text.split('\n')[first] ?? '')).toMatchObject({
      sha256: hash.digest('hex'),
      lines: first,
    })
    expect(lines.find((line) => line.visitorId === 'dora')).toBeUndefined()
  })

  itInLongForm('continues after any checkpoint with what was left', async () => {
    const text = exported.toString()
    const checkpoints = linesOf(exported).filter((line) => line.type === 'checkpoint')
    expect(checkpoints.length).toBeGreaterThan(5)
    for (const { cursor } of checkpoints) {
      const mark = JSON.stringify(cursor).slice(1, -1)
      const end = text.indexOf('\n', text.indexOf(`"cursor":"${mark}"`)) + 1
      const rest = await download(`?cursor=${encodeURIComponent(String(cursor))}`)
      expect(rest.toString()).toBe(text.slice(end))
    }
  })

  it('accepts days, parts and formats, and refuses unknown ones', async () => {
    const days = linesOf(await download('?from=2026-10-03&to=2026-10-04&parts=events'))
    expect(days.filter(({ type }) => type === 'event')).toHaveLength(5)
    const packed = await download('?format=ndjson.gz&parts=payments')
    const names = linesOf(gunzipSync(packed)).filter(({ type }) => type === 'payment')
    expect(names.length).toBeGreaterThan(4)
    const parquet = await download('?format=parquet&parts=events')
    expect(parquet.subarray(0, 4).toString()).toBe('PAR1')
    expect((await download('?format=parquet&parts=payments')).subarray(-4).toString()).toBe('PAR1')
    const refused = await server.request('GET', '/api/v1/export?parts=all', { key: shop.key })
    expect(refused.status).toBe(400)
    const wrong = await server.request('GET', '/api/v1/export?cursor=events/x', { key: shop.key })
    expect(wrong.body).toMatchObject({
      error: { code: 400, message: 'cursor must be that of a checkpoint line of an export' },
    })
    const { days: list } = await ok<{ days: object[] }>('GET', '/api/v1/export/days', shop.key)
    expect(list[0]).toEqual({ day: '2026-10-03', events: 3 })
  })

  it('is for keys with its own scope', async () => {
    const { token } = await server.services.apiKeys.create(shop.site.id, {
      name: 'reports',
      scopes: ['stats:read', 'visitors:read'],
    })
    expect((await server.request('GET', '/api/v1/export', { key: token })).status).toBe(403)
    const imports = `/api/app/sites/${shop.site.id}/imports`
    expect((await server.request('GET', imports, { key: token })).status).toBe(401)
  })
})

describe('any answer as CSV', () => {
  const dateRange = ['2026-10-01', '2026-11-10']
  const steps = [{ page: '/' }, { page: '/pricing' }]

  it.each<[string, string, object | undefined, string]>([
    ['realtime', 'sources', {}, 'source,visitors'],
    ['funnel', '', { dateRange, steps }, 'step,count,conversionRate'],
    ['funnel', 'breakdown', { dateRange, steps, breakdown: 'source' }, 'key,step,count'],
    ['goals', '', { dateRange }, 'goal,count,visitors'],
    ['journeys', 'nodes', { dateRange, from: { page: '/' } }, 'id,depth,kind,name'],
    ['cohorts', '', { dateRange }, 'cohort,key,visitors,period'],
    ['visitors', '', { dateRange, limit: 2 }, 'visitorId,userIds'],
    ['models', '', { dateRange, models: ['last'] }, 'value,notLinked,revenue last'],
    ['paths', 'days', { dateRange }, 'from,to,conversions'],
    ['payments?from=2026-10-01', '', undefined, 'timestamp,paymentId,provider'],
    ['payments/unlinked?from=2026-10-01', '', undefined, 'cause,provider,payments'],
  ])('POST or GET /api/v1/%s %s', async (path, table, body, head) => {
    const address = `/api/v1/${path}${table === '' ? '' : `?table=${table}`}`
    const reply = await fetch(`${server.url}${address}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${shop.key}`,
        accept: 'text/csv',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ])
    expect(text.slice(0, head.length)).toBe(head)
    if (path === 'visitors') expect(reply.headers.get('x-next-cursor')).toMatch(/./)
    if (path !== 'realtime') expect(text.split('\r\n').length).toBeGreaterThan(2)
  })

  it('names the tables that there are', async () => {
    const reply = await server.request('POST', '/api/v1/funnel?table=rows', {
      ...{ key: shop.key, headers: { accept: 'text/csv' } },
      body: { dateRange, steps },
    })
    expect(reply.body).toMatchObject({
      error: { code: 400, message: 'table must be one of steps, breakdown' },
    })
  })
})

describe('an import of an export', () => {
  it('gives another site the same reports, once, and an undo removes just that', async () => {
    const other = await server.aSite(settings)
    const preview = await checked(other, gzipSync(exported))
    expect(preview).toMatchObject({
      state: 'ready',
      preview: {
        ...{ firstDay: '2026-10-03', lastDay: '2026-10-20' },
        events: { found: 71, new: 71, known: 0 },
        problems: { count: 0 },
        notes: [],
      },
    })
    const empty = await reports(other.key)
    const done = await step(other, preview.id, 'start')
    expect(done.result).toEqual(preview.preview)
    expect(await reports(other.key)).toEqual(original)

    const again = await checked(other, exported)
    for (const part of ['events', 'identities', 'payments', 'links'] as const) {
      expect(again.preview?.[part].new, part).toBe(0)
    }
    await step(other, again.id, 'start')
    expect(await reports(other.key)).toEqual(original)

    expect((await step(other, done.id, 'undo')).state).toBe('undone')
    expect(await reports(other.key)).toEqual(empty)
    const { payments } = await ok<{ payments: object[] }>(
      'GET',
      '/api/v1/payments?from=2026-10-01',
      other.key,
    )
    expect(payments).toEqual([])

    const once = await checked(other, exported)
    expect(once.preview?.events.new).toBe(71)
    await step(other, once.id, 'start')
    expect(await reports(other.key)).toEqual(original)
  })

  itInLongForm('adds nothing to the site that it comes from', async () => {
    const { id, preview } = await checked(shop, exported)
    for (const part of ['events', 'identities', 'payments', 'links'] as const) {
      expect(preview?.[part].new, part).toBe(0)
    }
    await step(shop, id, 'start')
    await step(shop, id, 'undo')
    expect(await reports(shop.key)).toEqual(original)
  })

  itInLongForm(
    'keeps what others said of the same visitors and payments when it is undone',
    async () => {
      const other = await server.aSite(settings)
      const { id } = await checked(other, exported)
      await step(other, id, 'start')
      const since = { visitorId: 'ana', url: 'https://shop.example/later', type: 'pageview' }
      const timestamp = '2026-10-09T10:00:00Z'
      await ok('POST', '/api/v1/events', other.key, { events: [{ ...since, timestamp }] })
      await ok('POST', '/api/v1/payment', other.key, {
        ...{ amount: 49, currency: 'USD', provider: 'stripe', providerPaymentId: 'pi_1' },
        ...{ timestamp: '2026-10-10T10:00:00Z', visitorId: 'ana' },
      })
      await step(other, id, 'undo')
      const figures = await ok<{ totals: object }>('POST', '/api/v1/query', other.key, {
        metrics: ['visitors', 'pageViews', 'revenue', 'refunds', 'payments'],
        dateRange: ['2026-10-01', '2026-11-10'],
      })
      expect(figures.totals).toMatchObject({ visitors: 1, pageViews: 1, refunds: 0, payments: 1 })
      const payment = await ok<object>(
        'GET',
        '/api/v1/payment?provider=stripe&providerPaymentId=pi_1',
        other.key,
      )
      expect(payment).toMatchObject({ amount: 49, visitorId: 'ana' })
    },
  )

  it('leaves out the same duplicates, counts the same by hand, and takes both back', async () => {
    const own = await server.aSite({ ...settings, primaryProvider: 'woocommerce' })
    for (const [order, visitorId] of ['erased', 'counted', 'left-out'].entries()) {
      for (const [provider, minute] of [
        ['woocommerce', 0],
        ['stripe', 1],
      ] as const) {
        await ok('POST', '/api/v1/payment', own.key, {
          ...{ provider, providerPaymentId: `${provider}-${visitorId}`, amount: 10 + order },
          ...{ timestamp: new Date(Date.UTC(2026, 9, 4, 12, minute)).toISOString(), visitorId },
          ...{ currency: 'EUR', customerEmail: `${visitorId}@mail.example` },
        })
      }
    }
    const path = '/api/v1/payment?provider=stripe&providerPaymentId=stripe-counted'
    const { paymentId } = await ok<{ paymentId: string }>('GET', path, own.key)
    const counted = { paymentIds: [paymentId], count: true }
    await ofApp('PUT', `${own.site.id}/payments/counted`, counted)
    await ok('DELETE', '/api/v1/visitor?visitorId=erased', own.key)
    const states = async (key: string) => {
      const { payments } = await ok<{ payments: PaymentSummary[] }>(
        'GET',
        '/api/v1/payments?from=2026-10-01',
        key,
      )
      const body = { metrics: ['revenue', 'payments'], dateRange: ['2026-10-01', '2026-10-31'] }
      const { totals } = await ok<{ totals: object }>('POST', '/api/v1/query', key, body)
      const known = payments.map((one) => [one.providerPaymentId, one.status, one.duplicate?.by])
      return { totals, payments: known.toSorted() }
    }
    const before = await states(own.key)
    expect(before.totals).toEqual({ revenue: 44, payments: 4 })
    const file = await download('?parts=payments', own.key)
    expect(linesOf(file).filter(({ type }) => type === 'duplicate')).toHaveLength(3)

    const other = await server.aSite(settings)
    const { id, preview } = await checked(other, file)
    expect(preview?.duplicates).toEqual({ found: 3, new: 3, known: 0 })
    expect((await step(other, id, 'start')).result?.duplicates).toEqual(preview?.duplicates)
    expect(await states(other.key)).toEqual(before)
    const { site } = await ofApp<{ site: object }>('GET', other.site.id)
    expect(site).toMatchObject({ primaryProvider: 'woocommerce' })
    expect((await checked(other, file)).preview?.duplicates.known).toBe(3)
    await step(other, id, 'undo')
    const { site: undone } = await ofApp<{ site: object }>('GET', other.site.id)
    expect(undone).toMatchObject({ primaryProvider: null })
    expect((await states(other.key)).payments).toEqual([])

    const third = await server.aSite({ ...settings, primaryProvider: 'stripe' })
    const { problems, duplicates } = (await checked(third, file)).preview ?? {}
    expect([problems?.count, duplicates?.new]).toEqual([2, 1])
    expect(problems?.examples[0]?.message).toContain('exported site is woocommerce')
  })

  it('says which line is wrong and that a download was cut off', async () => {
    const other = await server.aSite(settings)
    const lines = exported.toString().split('\n')
    lines.splice(2, 2, '{"type":"event","kind":"pageview"', '{"type":"event","at":"yesterday"}')
    const fact = { kind: 'refund', how: 'full', ids: ['in_1'], atMs: 10 ** 14 }
    const of = { provider: 'stripe', source: 'api', receivedAt: '2026-10-01' }
    lines[4] = JSON.stringify({ type: 'payment', ...of, fact })
    const { preview } = await checked(other, Buffer.from(lines.slice(0, 8).join('\n')))
    expect(preview?.problems.examples).toEqual([
      { file: '', line: 3, message: 'this is not one JSON object' },
      { file: '', line: 4, message: '"at" must be an ISO 8601 time of 2000 to 2100' },
      { file: '', line: 5, message: '"fact" cannot be stored: the time is too far away' },
      expect.objectContaining({ message: expect.stringContaining('not as they were exported') }),
      expect.objectContaining({ message: expect.stringContaining('download was cut off') }),
    ])
  })

  itInLongForm('continues after a stop', async () => {
    const other = await server.aSite(settings)
    const { id } = await checked(other, exported)
    await ofApp('POST', `${other.site.id}/imports/${id}/start`)
    await server.restart()
    await server.services.imports.idle()
    expect(await reports(other.key)).toEqual(original)
    expect((await step(other, id, 'undo')).state).toBe('undone')
  })
})
