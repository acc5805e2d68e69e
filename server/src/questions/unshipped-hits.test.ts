import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import type { Visitor } from '@tributary/contract/visitor.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { StoredEvent } from '../store/events/event.ts'
import { inTurn } from '../store/events/sessions/turns.ts'
import { anEvent } from '../test/an-event.ts'
import { testClock } from '../test/clock.ts'
import { inLongForm } from '../test/long-form.ts'
import { browserAgent, startTestServer, type TestServer } from '../test/server.ts'
import { dayMs, minuteMs } from '../time/durations.ts'

// Ten minutes after midnight, so that visits of both days are there.
const nowMs = Date.UTC(2026, 10, 20, 0, 10, 30)
const clock = testClock(nowMs)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true, clock })
})
afterAll(() => server?.close())

type Made = Awaited<ReturnType<TestServer['aSite']>>

/** Delays all inserts until the test is over. */
function holdInserts(): void {
  const held = Promise.withResolvers<void>()
  void inTurn(server.services.engine, () => held.promise)
  onTestFinished(() => held.resolve())
}

async function hit({ site }: Made, sent: Record<string, unknown>): Promise<void> {
  const { status } = await server.request('POST', '/api/collect', {
    headers: { 'user-agent': browserAgent, origin: 'https://shop.example' },
    body: { siteId: site.id, type: 'pageview', url: 'https://shop.example/', ...sent },
  })
  expect(status).toBe(202)
}

async function realtime({ key }: Made, body: object = {}): Promise<Realtime> {
  const reply = await server.request('POST', '/api/v1/realtime', { key, body })
  expect(reply.body).toMatchObject({ status: 'success' })
  return (reply.body as { data: Realtime }).data
}

async function visitor({ key }: Made, visitorId: string): Promise<Visitor> {
  const path = `/api/v1/visitor?visitorId=${visitorId}`
  return ((await server.request('GET', path, { key })).body as { data: Visitor }).data
}

describe('while the engine gets nothing', () => {
  it('a hit that was just acknowledged is in realtime', async () => {
    const made = await server.aSite()
    holdInserts()
    const source = { url: 'https://shop.example/new?utm_source=newsletter' }
    await hit(made, { visitorId: 'ana', sessionId: 'a1', ...source })
    expect(await realtime(made)).toMatchObject({
      visitors: 1,
      pages: [{ page: '/new', visitors: 1 }],
      sources: [{ source: 'newsletter', visitors: 1 }],
      pageViews: [{ page: '/new', visitorId: 'ana', source: 'newsletter' }],
    })
  })

  it('a visit that the engine knows continues, and its visitor counts once', async () => {
    const made = await server.aSite()
    const landing = { url: 'https://shop.example/?utm_source=newsletter' }
    await hit(made, { visitorId: 'ana', sessionId: 'a1', ...landing })
    await server.services.events.flush()
    holdInserts()
    clock.pass(1000)
    await hit(made, { visitorId: 'ana', sessionId: 'a1', url: 'https://shop.example/buy' })
    clock.pass(1000)
    await hit(made, { visitorId: 'ana', sessionId: 'a1', type: 'goal', name: 'signup' })
    const { visitors, pages, sources, goals, minutes } = await realtime(made)
    expect({ visitors, pages, sources }).toEqual({
      visitors: 1,
      pages: [{ page: '/', visitors: 1 }],
      sources: [{ source: 'newsletter', visitors: 1 }],
    })
    expect(goals).toMatchObject([{ goal: 'signup', visitorId: 'ana' }])
    expect(minutes.at(-1)).toMatchObject({ visitors: 1, pageViews: 2 })
  })

  it('GET /api/v1/visitor has it, after what the engine knows of the same visit', async () => {
    const made = await server.aSite()
    await hit(made, { visitorId: 'ana', sessionId: 'a1' })
    await server.services.events.flush()
    holdInserts()
    await hit(made, { visitorId: 'ana', sessionId: 'a1', url: 'https://shop.example/buy' })
    await hit(made, { visitorId: 'ben', sessionId: 'b1' })
    expect(await visitor(made, 'ana')).toMatchObject({
      sessionCount: 1,
      pageViewCount: 2,
      sessions: [{ sessionId: 'a1', pageViews: 2 }],
    })
    expect(await visitor(made, 'ben')).toMatchObject({ pageViewCount: 1 })
  })
})

/** A site's visitors and their visits, on either side of midnight. */
const did = fc.record({
  visitorId: fc.constantFrom('ana', 'ben', 'chen'),
  sessionId: fc.constantFrom('s1', 's2'),
  secondsAgo: fc.integer({ min: 0, max: 2_400 }),
  kind: fc.constantFrom(
    'pageview' as const,
    'goal' as const,
    'engagement' as const,
    'identify' as const,
  ),
  origin: fc.constantFrom('browser' as const, 'browser' as const, 'server' as const),
  path: fc.constantFrom('/', '/pricing'),
  country: fc.constantFrom('DE', 'SE'),
  touch: fc.constantFrom('source' as const, 'direct' as const, 'internal' as const),
  source: fc.constantFrom('', 'google', 'newsletter'),
})

it('hits say the same whether the engine has none, some or all of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(did, { maxLength: 12 }), fc.nat(12), async (hits, stored) => {
      const answers: unknown[] = []
      for (const before of [hits.length, Math.min(stored, hits.length), 0]) {
        const made = await server.aSite()
        const events = hits.map(({ secondsAgo, ...rest }, index): StoredEvent => {
          // No two at the same moment: which of them is the last would be undefined.
          const timestampMs = nowMs - secondsAgo * 1000 - index
          const name = rest.kind === 'goal' ? 'signup' : ''
          const sessionDay =
            rest.sessionId === 's2' ? Math.floor((nowMs - dayMs) / dayMs) : undefined
          return anEvent({ siteId: made.site.id, timestampMs, name, sessionDay, ...rest })
        })
        if (before > 0) await server.services.events.append(events.slice(0, before))
        await server.services.events.flush()
        if (before < events.length) await server.services.events.append(events.slice(before))
        const live = await realtime(made, { limit: 2 })
        const known = await Promise.all(['ana', 'ben'].map((id) => visitor(made, id)))
        answers.push({ live, known })
        await server.services.events.flush()
        const asked = { site: made.site.id, nowMs: clock.now() }
        const busy = await server.services.answers.ask('busyRealtime', asked, { limit: 2 })
        expect({ ...busy, payments: [] }).toEqual(live)
      }
      expect(answers[1]).toEqual(answers[0])
      expect(answers[2]).toEqual(answers[0])
    }),
    { numRuns: inLongForm(60, 6) },
  )
})

it('more hits than are retained for reads are counted all the same', async () => {
  const made = await server.aSite()
  const many = Array.from({ length: 1_500 }, (_, index) =>
    anEvent({
      siteId: made.site.id,
      timestampMs: nowMs - minuteMs - index,
      visitorId: `v${index}`,
      sessionId: `s${index}`,
      path: '/',
    }),
  )
  await server.services.events.append(many)
  expect(await realtime(made)).toMatchObject({ visitors: 1_500, pages: [{ visitors: 1_500 }] })
})
