import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShopServer } from '../../server/src/test/a-shop.ts'
import type { TestServer } from '../../server/src/test/server.ts'
import { Tributary, TributaryApiError, TributaryConnectionError } from '../src/sdk.ts'

let server: TestServer
let tributary: Tributary
let key: string
let siteId: string

beforeAll(async () => {
  ;({ server, key, siteId } = await startShopServer())
  tributary = new Tributary({ url: `${server.url}/`, key })
})
afterAll(() => server?.close())

async function goalsNamed(name: string): Promise<number> {
  await server.services.events.flush()
  const rows = await server.services.engine.query<{ goals: string }>(
    "select count() as goals from events where site_id = {site:String} and kind = 'goal' and name = {name:String}",
    { site: siteId, name },
  )
  return Number(rows[0]?.goals)
}

/** The real server behind a connection that breaks when it has done the work but before it answers. */
async function brokenConnection(breaks: number): Promise<{ proxy: Server; url: string }> {
  let left = breaks
  const proxy = createServer((incoming, outgoing) => {
    const forward = httpRequest(
      server.url + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        left -= 1
        if (left >= 0) {
          answer.resume().on('end', () => outgoing.destroy())
          return
        }
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      },
    )
    incoming.pipe(forward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return { proxy, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
}

describe('recordGoal', () => {
  it('reports what the server answered', async () => {
    expect(await tributary.recordGoal({ event: 'signup', value: 1 })).toEqual({
      message: 'Goal "signup" tracked',
    })
  })

  it('is counted once when the answers are lost on the way', async () => {
    const { proxy, url } = await brokenConnection(2)
    const shaky = new Tributary({ url, key })
    await shaky.recordGoal({ event: 'lost-answers', visitorId: 'v1' })
    proxy.close()
    expect(await goalsNamed('lost-answers')).toBe(1)
  })

  it('is counted once for each call, and once for each name that the caller gives', async () => {
    await tributary.recordGoal({ event: 'twice' })
    await tributary.recordGoal({ event: 'twice' })
    expect(await goalsNamed('twice')).toBe(2)
    await tributary.recordGoal({ event: 'webhook' }, { idempotencyKey: 'evt_1' })
    await tributary.recordGoal({ event: 'webhook' }, { idempotencyKey: 'evt_1' })
    expect(await goalsNamed('webhook')).toBe(1)
  })

  it('refuses numbers that JSON cannot represent, which would arrive as null', async () => {
    const goal = { event: 'nan', value: Number.NaN }
    await expect(tributary.recordGoal(goal)).rejects.toThrow('value must be a finite number')
  })
})

describe('recordPayment and findPayment', () => {
  const payment = { provider: 'Stripe', providerPaymentId: 'pi_1', amount: 49.99, currency: 'eur' }

  it('find by both names what was recorded, once', async () => {
    const first = await tributary.recordPayment({ ...payment, visitorId: 'v1' })
    const second = await tributary.recordPayment({ ...payment, timestamp: new Date() })
    expect(second.paymentId).toBe(first.paymentId)
    const found = await tributary.findPayment({ paymentId: first.paymentId })
    expect(found).toMatchObject({ provider: 'stripe', amount: 49.99, currency: 'EUR' })
    const { provider, providerPaymentId } = payment
    expect(await tributary.findPayment({ provider, providerPaymentId })).toEqual(found)
  })

  it('find nothing where there is nothing', async () => {
    expect(await tributary.findPayment({ paymentId: 'pay_none' })).toBeUndefined()
  })
})

describe('recordEvents, identify and findVisitor', () => {
  const timestamp = new Date(Date.now() - 3_600_000)

  it('record what findVisitor reads', async () => {
    const events = [
      { type: 'pageview', visitorId: 'v2', timestamp, path: '/a', title: 'A', country: 'DE' },
      { type: 'goal', visitorId: 'v2', timestamp, path: '/a' },
    ] as const
    expect(await tributary.recordEvents(events)).toEqual({
      accepted: 1,
      rejected: [{ index: 1, message: expect.stringContaining('name') }],
    })
    const visitor = await tributary.findVisitor('v2')
    expect(visitor).toMatchObject({ visitorId: 'v2', pageViewCount: 1, sessionCount: 1 })
    expect(visitor?.pageViews[0]).toMatchObject({ path: '/a', timestamp: timestamp.toISOString() })
    const before = await tributary.findVisitor('v2', { before: timestamp, limit: 5 })
    expect(before).toMatchObject({ pageViewCount: 1, pageViews: [], sessions: [] })
  })

  it('count a batch once when the answers are lost on the way', async () => {
    const { proxy, url } = await brokenConnection(2)
    const shaky = new Tributary({ url, key })
    const goal = { type: 'goal', visitorId: 'v3', path: '/', name: 'lost-batch' } as const
    expect(await shaky.recordEvents([goal, goal])).toEqual({ accepted: 2, rejected: [] })
    proxy.close()
    expect(await goalsNamed('lost-batch')).toBe(2)
  })

  it('know a person by the e-mail address', async () => {
    await tributary.identify({ visitorId: 'v2', email: 'ana@example.com' })
    const { paymentId } = await tributary.recordPayment({
      provider: 'custom',
      providerPaymentId: 'by-mail',
      amount: 5,
      customerEmail: 'Ana@example.com',
    })
    const found = await tributary.findPayment({ paymentId })
    expect([found?.visitorId, found?.link.method]).toEqual(['v2', 'email'])
  })

  it('find no visitor that was never seen', async () => {
    expect(await tributary.findVisitor('v & none')).toBeUndefined()
  })
})

describe('query', () => {
  it('returns rows under the metric and dimension names of the request', async () => {
    const report = await tributary.query({
      metrics: ['visitors', 'revenue'],
      dimensions: ['country'],
      dateRange: '7d',
      filters: [['is', 'country', ['DE']]],
      orderBy: [['visitors', 'desc']],
    })
    expect(report.rows).toEqual([{ country: 'DE', visitors: 1, revenue: 5 }])
    expect(report.query).toMatchObject({ model: 'last-non-direct', lookback: 90 })
  })
})

describe('ask', () => {
  const dateRange = '7d'

  it('answers each report by a method of its own', async () => {
    const { ask } = tributary
    const [models, paths, realtime, goals, cohorts, visitors] = await Promise.all([
      ask.models({ dateRange, models: ['first', 'last'] }),
      ask.paths({ dateRange }),
      ask.realtime(),
      ask.goals({ dateRange }),
      ask.cohorts({ dateRange }),
      ask.visitors({ dateRange, filters: [['is', 'country', ['DE']]] }),
    ])
    expect(models).toMatchObject({ currency: 'USD', models: ['first', 'last'] })
    expect(paths.topPaths).toEqual(expect.any(Array))
    expect(realtime.minutes).toHaveLength(30)
    expect(goals.rows).toContainEqual(expect.objectContaining({ goal: 'lost-batch', count: 2 }))
    expect(cohorts.rows.length).toBeGreaterThan(0)
    expect(visitors.rows).toMatchObject([{ visitorId: 'v2', country: 'DE' }])
    const steps = [{ page: '/a' }, { goal: 'never' }]
    expect((await ask.funnel({ dateRange, steps })).steps).toMatchObject([
      { count: 1 },
      { count: 0 },
    ])
    const { nodes } = await ask.journeys({ dateRange, from: { page: '/a' } })
    expect(nodes[0]).toMatchObject({ kind: 'start', visits: 1 })
  })
})

describe('spend and annotations', () => {
  const row = { day: '2026-11-02', source: 'google', campaign: 'brand', amount: 12.5 }

  it('are reported, listed, included in reports and deleted', async () => {
    expect(await tributary.spend.record([row])).toEqual({ saved: 1, replaced: 0 })
    const { rows } = await tributary.spend.list({ campaign: 'brand' })
    expect(rows).toMatchObject([{ ...row, clicks: null }])
    const dateRange: [string, string] = [row.day, row.day]
    const report = await tributary.spend.report({ dateRange, dimensions: ['campaign'] })
    expect(report.rows).toMatchObject([{ campaign: 'brand', spend: 12.5 }])
    const which = { from: row.day, to: row.day }
    expect(await tributary.spend.remove(which)).toMatchObject({ deleted: 1, rows })

    const { annotations } = tributary
    const note = await annotations.save('release-42', { at: row.day, text: 'New' })
    expect(await annotations.list({ from: row.day, to: row.day })).toEqual([note])
    expect(await annotations.remove('release-42')).toEqual(note)
    expect(await annotations.remove('release-42')).toBeUndefined()
  })
})

describe('reconcile and ask.subscriptions', () => {
  it('name what is not compared, and answer a report without subscriptions', async () => {
    const { accounts, notCompared, days } = await tributary.reconcile()
    expect({ accounts, days }).toEqual({ accounts: [], days: [] })
    expect(notCompared).toContain('stripe')
    expect(await tributary.reconcile({ provider: 'paddle' })).toMatchObject({ notCompared: [] })
    const dateRange: [string, string] = ['2026-10-01', '2026-11-02']
    const { totals, series } = await tributary.ask.subscriptions({ dateRange, interval: 'month' })
    expect(totals).toMatchObject({ mrr: 0, customers: 0, customerChurn: null })
    expect(series.map(({ period }) => period)).toEqual(['2026-10-01', '2026-11-01'])
  })
})

describe('listPayments and exportSite', () => {
  it('give what was recorded', async () => {
    const { payments } = await tributary.listPayments({ limit: 100 })
    expect(payments).toContainEqual(expect.objectContaining({ providerPaymentId: 'pi_1' }))
    const text = await new Response(await tributary.exportSite({ parts: 'payments' })).text()
    expect(text).toContain('"pi_1"')
  })

  it('refuse as every other call does', async () => {
    const refused = { kind: 'invalid', message: 'from must not be after to' }
    const call = tributary.exportSite({ from: '2026-11-02', to: '2026-11-01' })
    await expect(call).rejects.toMatchObject(refused)
    const nowhere = new Tributary({ url: 'http://127.0.0.1:1', key, retries: 0 })
    await expect(nowhere.exportSite()).rejects.toBeInstanceOf(TributaryConnectionError)
  })
})

describe('refusals', () => {
  it('name the rule, the kind, the status and the request', async () => {
    const error = await tributary.recordGoal({ event: ' ' }).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(TributaryApiError)
    expect(error).toMatchObject({
      name: 'TributaryApiError',
      message: 'event parameter is required',
      kind: 'invalid',
      status: 400,
      attempts: 1,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it('distinguish an invalid key from one without the scope', async () => {
    const stranger = new Tributary({ url: server.url, key: 'trb_wrong' })
    await expect(stranger.recordGoal({ event: 'a' })).rejects.toMatchObject({
      kind: 'unauthorized',
    })
    const { token } = await server.services.apiKeys.create(siteId, {
      name: 'reader',
      scopes: ['visitors:read'],
    })
    const reader = new Tributary({ url: server.url, key: token })
    await expect(reader.recordGoal({ event: 'a' })).rejects.toMatchObject({ kind: 'forbidden' })
  })

  it('do not wait for a rate limit that is over later than the caller can wait', async () => {
    const { token } = await server.services.apiKeys.create(siteId, {
      name: 'slow',
      scopes: ['goals:write'],
      ratePerMinute: 1,
    })
    const limited = new Tributary({ url: server.url, key: token })
    await limited.recordGoal({ event: 'limited' })
    await expect(limited.recordGoal({ event: 'limited' })).rejects.toMatchObject({
      kind: 'rate-limited',
      attempts: 1,
      retryAfterSeconds: expect.any(Number),
    })
  })

  it('are not taken for an unknown visitor when the address is wrong', async () => {
    const lost = new Tributary({ url: `${server.url}/api/v1/nowhere`, key, retries: 0 })
    await expect(lost.findVisitor('v2')).rejects.toMatchObject({ kind: 'not-found' })
  })
})
