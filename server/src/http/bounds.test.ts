import { mostGoalValue } from '@tributary/contract/goal-limits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childrenOf } from '../../../scripts/children-of.ts'
import { anEvent } from '../test/an-event.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

describe('the zone of a question', () => {
  it.each(['+02:00', '-0530', 'Etc/GMT+99', "UTC'"])(
    'is refused with its rule when it is no name: %s',
    async (timezone) => {
      const { key } = await server.aSite()
      for (const [path, more] of [
        ['query', { metrics: ['visitors'], dimensions: ['hour'] }],
        ['funnel', { steps: [{ page: '/' }, { page: '/b' }] }],
        ['goals', {}],
        ['cohorts', {}],
        ['models', {}],
      ] as const) {
        const body = { dateRange: '7d', timezone, ...more }
        const reply = await server.request('POST', `/api/v1/${path}`, { key, body })
        expect([path, reply.status, reply.body]).toEqual([
          path,
          400,
          expect.objectContaining({
            error: expect.objectContaining({ message: expect.stringContaining('Europe/Berlin') }),
          }),
        ])
      }
    },
  )
})

describe('the value of a goal', () => {
  it.each([1.7e308, mostGoalValue * 1.01, -mostGoalValue * 1.01])(
    'is refused beyond its bound, from browsers and servers: %s',
    async (value) => {
      const { site, key } = await server.aSite()
      const seen = { siteId: site.id, visitorId: 'ana', url: 'https://shop.example/' }
      const body = { ...seen, type: 'goal', name: 'order', value }
      expect((await server.request('POST', '/api/collect', { body })).status).toBe(400)
      const goal = { event: 'order', visitorId: 'ana', value }
      const reply = await server.request('POST', '/api/v1/goal', { key, body: goal })
      expect([reply.status, JSON.stringify(reply.body)]).toEqual([
        400,
        expect.stringContaining('value'),
      ])
      const { siteId: _, ...event } = body
      const batch = await server.request('POST', '/api/v1/events', {
        key,
        body: { events: [event] },
      })
      expect(batch.body).toMatchObject({ data: { accepted: 0, rejected: [{ index: 0 }] } })
    },
  )

  it('that was stored before there was a bound breaks no sum', async () => {
    const { site, key } = await server.aSite()
    const goal = { kind: 'goal', name: 'order', siteId: site.id, timestampMs: Date.now() } as const
    await server.services.events.append([
      anEvent({ ...goal, value: 20, visitorId: 'a' }),
      anEvent({ ...goal, value: 1.7e308, visitorId: 'b' }),
      anEvent({ ...goal, value: mostGoalValue, visitorId: 'c' }),
      anEvent({ ...goal, value: -mostGoalValue, visitorId: 'd' }),
    ])
    const body = { dateRange: '7d' }
    const reply = await server.request('POST', '/api/v1/goals', { key, body })
    expect(reply.body).toMatchObject({
      data: { rows: [{ goal: 'order', count: 4, valueSum: 20, valueMean: 6.666667 }] },
    })
  })
})

it('concurrent exports run no more than the limit at once, of one site or of all', async () => {
  const sites = await Promise.all(Array.from({ length: 4 }, () => server.aSite()))
  const engine = await childrenOf(process.pid)
  const ask = (key: string) => server.request('GET', '/api/v1/export', { key })
  for (const [keys, most] of [
    [Array.from({ length: 12 }, () => sites[0]?.key ?? ''), 2],
    [Array.from({ length: 12 }, (_, index) => sites[index % 4]?.key ?? ''), 3],
  ] as const) {
    let refused = 0
    for (const child of engine) process.kill(child, 'SIGSTOP')
    const asked = keys.map(async (key) => {
      const { status } = await ask(key)
      if (status === 503) refused++
      return status
    })
    try {
      await expect.poll(() => refused).toBe(12 - most)
    } finally {
      for (const child of engine) process.kill(child, 'SIGCONT')
    }
    const statuses = await Promise.all(asked)
    expect(statuses.filter((status) => status === 200)).toHaveLength(most)
  }
  expect((await ask(sites[0]?.key ?? '')).status).toBe(200)
})
