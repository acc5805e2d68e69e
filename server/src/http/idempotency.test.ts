import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differingSessions } from '../test/differing-sessions.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { forgetOldReplies } from './idempotency.ts'

const time = { skippedMs: 0 }
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    sharesEngine: true,
    clock: {
      now: () => Date.now() + time.skippedMs,
      monotonic: () => performance.now() + time.skippedMs,
    },
  })
})
afterAll(() => server.close())

const post = (key: string, idempotencyKey: string, body: unknown = { event: 'g' }) =>
  server.request('POST', '/api/v1/goal', {
    key,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  })

async function storedGoals(siteId: string): Promise<number> {
  const { engine, events } = server.services
  await events.flush()
  const [row] = await engine.query<{ goals: string }>(
    'select count() as goals from events where site_id = {siteId:String}',
    { siteId },
  )
  return Number(row?.goals)
}

const refusal = (code: number, message: string) => ({ status: 'error', error: { code, message } })
const tracked = { status: 'success', data: { message: 'Goal "g" tracked' } }

/** The state after a crash: the request was begun, and how far it came is unknown. */
async function forgetReply(siteId: string, earlierMs = 0): Promise<void> {
  await server.services.control.db
    .updateTable('idempotency_keys')
    .set((row) => ({
      reply: null,
      lease_until_ms: 0,
      created_ms: row('created_ms', '-', earlierMs),
    }))
    .where('site_id', '=', siteId)
    .execute()
}

describe('Idempotency-Key', () => {
  it('gives a repeat the first reply and keeps one goal', async () => {
    const { site, key } = await server.aSite()
    for (let repeat = 0; repeat < 3; repeat++) {
      const reply = await post(key, 'k1')
      expect([reply.status, reply.body]).toEqual([200, tracked])
    }
    expect(await storedGoals(site.id)).toBe(1)
  })

  it('keeps one goal of 50 that come at once', async () => {
    const { site, key } = await server.aSite()
    const replies = await Promise.all(Array.from({ length: 50 }, () => post(key, 'k1')))
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, tracked])
    expect(await storedGoals(site.id)).toBe(1)
  })

  it('treats the same parameters in another order as the same request', async () => {
    const { site, key } = await server.aSite()
    await post(key, 'k1', '{"event":"g","value":1}')
    expect((await post(key, 'k1', ' { "value": 1.0, "event": "g", "extra": 1 }')).status).toBe(200)
    expect(await storedGoals(site.id)).toBe(1)
  })

  it('refuses another body with 409 and stores nothing', async () => {
    const { site, key } = await server.aSite()
    await post(key, 'k1')
    const reply = await post(key, 'k1', { event: 'other' })
    expect(reply.status).toBe(409)
    expect(reply.body).toEqual(refusal(409, 'This Idempotency-Key was used with another body'))
    expect(await storedGoals(site.id)).toBe(1)
  })

  it('is separate for each site', async () => {
    const [one, two] = [await server.aSite(), await server.aSite()]
    await post(one.key, 'k1')
    expect((await post(two.key, 'k1', { event: 'other' })).status).toBe(200)
  })

  it('does not remember a refused request', async () => {
    const { key } = await server.aSite()
    expect((await post(key, 'k1', {})).status).toBe(400)
    expect((await post(key, 'k1')).status).toBe(200)
  })

  it('keeps one goal when the server stopped between keeping it and noting the reply', async () => {
    const { site, key } = await server.aSite()
    await post(key, 'k1')
    await forgetReply(site.id)
    await server.restart()
    expect((await post(key, 'k1')).body).toEqual(tracked)
    expect(await storedGoals(site.id)).toBe(1)
  })

  it('keeps the goal when the server stopped before it did', async () => {
    const { site, key } = await server.aSite()
    await post(key, 'k1')
    await forgetReply(site.id, 5)
    expect((await post(key, 'k1')).body).toEqual(tracked)
    expect(await storedGoals(site.id)).toBe(2)
  })

  it('is remembered for 24 hours', async () => {
    const { site, key } = await server.aSite()
    await post(key, 'k1')
    time.skippedMs += 24 * 60 * 60_000 - 60_000
    await forgetOldReplies(server.services)
    await post(key, 'k1')
    expect(await storedGoals(site.id)).toBe(1)
    time.skippedMs += 120_000
    await forgetOldReplies(server.services)
    expect((await post(key, 'k1', { event: 'other' })).status).toBe(200)
    expect(await storedGoals(site.id)).toBe(2)
  })

  it.each([
    ['blank', ' '],
    ['too long', 'k'.repeat(256)],
  ])('refuses a %s one', async (_case, idempotencyKey) => {
    const { key } = await server.aSite()
    const reply = await post(key, idempotencyKey)
    expect(reply.body).toEqual(refusal(400, 'Idempotency-Key must be 1 to 255 characters'))
  })

  it('makes one payment of many, with one id', async () => {
    const { key } = await server.aSite()
    const body = { provider: 'custom', providerPaymentId: 'p1', amount: 5 }
    const headers = { 'idempotency-key': 'k1' }
    const send = () => server.request('POST', '/api/v1/payment', { key, body, headers })
    const replies = await Promise.all(Array.from({ length: 20 }, send))
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    expect(replies[0]?.status).toBe(200)
  })
})

describe('Idempotency-Key of a batch of events', () => {
  const goal = { type: 'goal', visitorId: 'v1', path: '/', name: 'g' }
  const batch = [goal, goal, { ...goal, type: 'pageview', timestamp: '2026-11-01T10:00:00.000Z' }]
  const taken = { status: 'success', data: { accepted: 3, rejected: [] } }
  const sendBatch = (key: string, events: unknown = batch) =>
    server.request('POST', '/api/v1/events', {
      key,
      body: { events },
      headers: { 'idempotency-key': 'b1' },
    })

  it('takes one batch of 20 that come at once, and says the same to all', async () => {
    const { site, key } = await server.aSite()
    const replies = await Promise.all(Array.from({ length: 20 }, () => sendBatch(key)))
    for (const reply of replies) expect([reply.status, reply.body]).toEqual([200, taken])
    expect(await storedGoals(site.id)).toBe(3)
  })

  it('refuses a batch that is nested too deeply to compare', async () => {
    const { key } = await server.aSite()
    const depth = 20_000
    const body = `{"events":[{"type":"goal","timestamp":${'['.repeat(depth)}${']'.repeat(depth)}}]}`
    const headers = { 'idempotency-key': 'deep' }
    const reply = await server.request('POST', '/api/v1/events', { key, body, headers })
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { error: { message: 'The body is nested deeper than 100' } },
    ])
  })

  it('refuses another batch with 409 and stores nothing', async () => {
    const { site, key } = await server.aSite()
    await sendBatch(key)
    const reply = await sendBatch(key, [goal])
    expect(reply.status).toBe(409)
    expect(reply.body).toEqual(refusal(409, 'This Idempotency-Key was used with another body'))
    expect(await storedGoals(site.id)).toBe(3)
  })

  it('is separate from the same key of a goal', async () => {
    const { site, key } = await server.aSite()
    await post(key, 'b1')
    expect((await sendBatch(key)).body).toEqual(taken)
    expect(await storedGoals(site.id)).toBe(4)
  })

  it('stores the batch once when the server stopped before it saved the reply', async () => {
    const { site, key } = await server.aSite()
    await sendBatch(key)
    await forgetReply(site.id)
    await server.restart()
    expect((await sendBatch(key)).body).toEqual(taken)
    expect(await storedGoals(site.id)).toBe(3)
  })

  it('adds what was not stored when the server stopped halfway', async () => {
    const { site, key } = await server.aSite()
    await sendBatch(key)
    await forgetReply(site.id)
    await server.services.events.flush()
    // Events that never arrived are in neither table: others who use this engine compare the two.
    for (const [table, condition] of [
      ['events', "kind = 'pageview'"],
      ['sessions', "session_day = '2026-11-01'"],
    ]) {
      await server.services.engine.command(
        `alter table ${table} delete where site_id = {site:String} and ${condition} settings mutations_sync = 2`,
        { site: site.id },
      )
    }
    expect(await storedGoals(site.id)).toBe(2)
    expect((await sendBatch(key)).body).toEqual(taken)
    expect(await storedGoals(site.id)).toBe(3)
    const differing = (await differingSessions(server.services.engine)) as { site_id?: string }[]
    expect(differing.filter((one) => one.site_id === site.id)).toEqual([])
  })
})
