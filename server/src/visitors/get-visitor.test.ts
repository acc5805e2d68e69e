import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent } from '../test/an-event.ts'
import { itInLongForm } from '../test/long-form.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const macAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

interface Visit {
  visitorId?: string
  sessionId?: string
  timestamp: string
  url?: string | undefined
  [field: string]: unknown
}

async function track(key: string, visits: Visit[]): Promise<void> {
  const events = visits.map((visit) => ({
    type: 'pageview',
    visitorId: 'v1',
    sessionId: 's1',
    url: 'https://shop.example/',
    userAgent: macAgent,
    country: 'de',
    ...visit,
  }))
  const reply = await server.request('POST', '/api/v1/events', { key, body: { events } })
  expect(reply.body).toEqual({
    status: 'success',
    data: { accepted: events.length, rejected: [] },
  })
}

const read = (key: string, query = 'visitorId=v1') =>
  server.request('GET', `/api/v1/visitor?${query}`, { key })

const profile = (key: string, visitorId: string) =>
  server.request('GET', `/api/v1/visitors/profile?visitorId=${visitorId}`, { key })

const refusal = (code: number, message: string) => ({ status: 'error', error: { code, message } })

describe('GET /api/v1/visitor', () => {
  describe('200', () => {
    it('shows a hit at once, whatever of others is on its way', async () => {
      const { site, key } = await server.aSite()
      const views = async (visitorId: string) => {
        const { body } = await server.request('GET', `/api/v1/visitor?visitorId=${visitorId}`, {
          key,
        })
        return (body as { data?: { pageViewCount: number } }).data?.pageViewCount
      }
      const { events } = server.services
      const siteId = site.id
      await events.append([anEvent({ siteId, visitorId: 'ana' })])
      expect(await views('ana')).toBe(1)
      for (let hits = 2; hits < 6; hits++) {
        await events.append([anEvent({ siteId, visitorId: 'ben' })])
        expect(await views('ana')).toBe(hits - 1)
        await events.append([anEvent({ siteId, visitorId: 'ana' })])
        expect(await views('ana')).toBe(hits)
      }
      await events.append([anEvent({ siteId, visitorId: 'ben' })])
      expect(await views('chen')).toBeUndefined()
    })

    it('shows totals, sessions and page views of a visit that was acknowledged just now', async () => {
      const { key } = await server.aSite()
      await track(key, [
        {
          timestamp: '2026-11-01T10:00:00.000Z',
          title: 'Home',
          referrer: 'https://www.google.com/search?q=x',
        },
        {
          timestamp: '2026-11-01T10:01:30.900Z',
          url: 'https://shop.example/pricing',
          title: 'Pricing',
        },
        {
          timestamp: '2026-11-03T08:00:00.250Z',
          sessionId: 's2',
          url: 'https://shop.example/buy?x=1#y',
        },
      ])
      const reply = await read(key)
      expect(reply.status).toBe(200)
      const client = { device: 'desktop', browser: 'Chrome', os: 'macOS', country: 'DE' }
      expect(reply.body).toEqual({
        status: 'success',
        data: {
          visitorId: 'v1',
          sessionCount: 2,
          pageViewCount: 3,
          firstVisit: '2026-11-01T10:00:00.000Z',
          lastVisit: '2026-11-03T08:00:00.250Z',
          sessions: [
            {
              sessionId: 's2',
              firstVisitAt: '2026-11-03T08:00:00.250Z',
              lastSeenAt: '2026-11-03T08:00:00.250Z',
              pageViews: 1,
              duration: 0,
              ...client,
            },
            {
              sessionId: 's1',
              firstVisitAt: '2026-11-01T10:00:00.000Z',
              lastSeenAt: '2026-11-01T10:01:30.900Z',
              pageViews: 2,
              duration: 90,
              ...client,
            },
          ],
          pageViews: [
            { path: '/buy', title: '', timestamp: '2026-11-03T08:00:00.250Z', referrer: '' },
            {
              path: '/pricing',
              title: 'Pricing',
              timestamp: '2026-11-01T10:01:30.900Z',
              referrer: '',
            },
            {
              path: '/',
              title: 'Home',
              timestamp: '2026-11-01T10:00:00.000Z',
              referrer: 'https://www.google.com/search',
            },
          ],
        },
      })
    })

    it("names a visit's country and device as reports do: those of its entry", async () => {
      const { key } = await server.aSite({ timezone: 'UTC' })
      // Few hits and many are added up in different places.
      const many = Array.from({ length: 1_001 }, (_, index) => ({
        timestamp: new Date(Date.UTC(2026, 10, 1, 10) + index).toISOString(),
        ...{ visitorId: 'many', sessionId: 'many', country: index === 0 ? 'fr' : 'de' },
      }))
      const [first, ...rest] = many
        .slice(0, 3)
        .map((hit) => ({ ...hit, visitorId: 'few', sessionId: 'few' }))
      await track(key, [...rest, { ...first, timestamp: '2026-11-01T09:59:00.000Z' }])
      for (let from = 0; from < many.length; from += 500)
        await track(key, many.slice(from, from + 500))
      const nowhere = { ...first, visitorId: 'nowhere', sessionId: 'nowhere', country: undefined }
      await track(key, [
        { ...nowhere, timestamp: '2026-11-01T09:00:00.000Z' },
        { ...nowhere, timestamp: '2026-11-01T09:01:00.000Z', country: 'de' },
      ])
      const countryOf = async (visitorId: string) => {
        const { body } = await read(key, `visitorId=${visitorId}`)
        const { sessions } = (body as { data: { sessions: { country: string }[] } }).data
        return sessions[0]?.country
      }
      expect([await countryOf('few'), await countryOf('many')]).toEqual(['FR', 'FR'])
      const body = {
        ...{ metrics: ['sessions'], dimensions: ['country'] },
        ...{ dateRange: ['2026-11-01', '2026-11-01'], orderBy: [['sessions', 'desc']] },
      }
      const { rows } = (
        (await server.request('POST', '/api/v1/query', { key, body })).body as {
          data: { rows: unknown[] }
        }
      ).data
      expect(rows).toEqual([
        { country: 'FR', sessions: 2 },
        { country: await countryOf('nowhere'), sessions: 1 },
      ])
    })

    it('leaves out goals reported by a server: they are no visit and extend none', async () => {
      const { key } = await server.aSite()
      const goal = { event: 'buy', visitorId: 'v1', sessionId: 's1' }
      const send = () => server.request('POST', '/api/v1/goal', { key, body: goal })
      expect((await send()).status).toBe(200)
      expect((await read(key)).status).toBe(404)
      await track(key, [{ timestamp: '2026-11-01T10:00:00.000Z' }])
      expect((await send()).status).toBe(200)
      const { body } = await read(key)
      expect(body).toMatchObject({
        data: {
          sessionCount: 1,
          lastVisit: '2026-11-01T10:00:00.000Z',
          sessions: [{ sessionId: 's1', duration: 0 }],
        },
      })
    })

    it('an identify alone is no visit, and an id that is used again on another day is another one, as in reports', async () => {
      const { key } = await server.aSite({ timezone: 'UTC' })
      const identify = (visitorId: string, timestamp: string) =>
        track(key, [{ type: 'identify', visitorId, userId: 'u1', url: undefined, timestamp }])
      await identify('known', '2026-11-01T10:00:00.000Z')
      expect((await read(key, 'visitorId=known')).status).toBe(404)
      expect((await profile(key, 'known')).status).toBe(404)
      await track(key, [
        { timestamp: '2026-11-02T10:00:00.000Z', visitorId: 'known', sessionId: 'till' },
        { timestamp: '2026-11-03T10:00:00.000Z', visitorId: 'known', sessionId: 'till' },
      ])
      await identify('known', '2026-11-05T10:00:00.000Z')
      const expected = { sessionCount: 2, pageViewCount: 2 }
      const { body } = await read(key, 'visitorId=known')
      expect(body).toMatchObject({
        data: {
          ...expected,
          firstVisit: '2026-11-02T10:00:00.000Z',
          lastVisit: '2026-11-03T10:00:00.000Z',
        },
      })
      const story = (await profile(key, 'known')).body as {
        data: { figures: object; timeline: { type: string }[] }
      }
      expect(story.data.figures).toMatchObject({ visits: 2, pageViews: 2 })
      expect(story.data.timeline.filter(({ type }) => type === 'visit')).toHaveLength(2)
      const query = { metrics: ['sessions', 'visitors'], dateRange: ['2026-11-01', '2026-11-05'] }
      const report = await server.request('POST', '/api/v1/query', { key, body: query })
      expect(report.body).toMatchObject({ data: { totals: { sessions: 2, visitors: 1 } } })
    })

    it('pages through the past with limit and before while the totals stay true', async () => {
      const { key } = await server.aSite()
      const days = Array.from({ length: 7 }, (_, day) => `2026-11-0${day + 1}T12:00:00.000Z`)
      await track(
        key,
        days.map((timestamp, day) => ({ timestamp, sessionId: `s${day}` })),
      )
      const seen: string[] = []
      for (let before = ''; ; ) {
        const { body } = await read(key, `visitorId=v1&limit=3${before}`)
        const { data } = body as { data: Visitor }
        expect([data.sessionCount, data.pageViewCount]).toEqual([7, 7])
        expect(data.sessions.map(({ firstVisitAt }) => firstVisitAt)).toEqual(
          data.pageViews.map(({ timestamp }) => timestamp),
        )
        seen.push(...data.pageViews.map(({ timestamp }) => timestamp))
        if (data.pageViews.length < 3) break
        before = `&before=${data.pageViews.at(-1)?.timestamp}`
      }
      expect(seen).toEqual(days.toReversed())
    })

    it('takes before with any offset from UTC', async () => {
      const { key } = await server.aSite()
      await track(key, [
        { timestamp: '2026-11-01T10:00:00.000Z' },
        { timestamp: '2026-11-01T10:00:00.001Z' },
      ])
      const before = encodeURIComponent('2026-11-01T12:00:00.001+02:00')
      const { body } = await read(key, `visitorId=v1&before=${before}`)
      expect((body as { data: Visitor }).data.pageViews.map(({ timestamp }) => timestamp)).toEqual([
        '2026-11-01T10:00:00.000Z',
      ])
    })

    itInLongForm(
      'tells the truth about a visitor with 100,000 page views, and pages reach all of them',
      async () => {
        const { site, key } = await server.aSite()
        const start = Date.UTC(2026, 8, 1)
        const count = 100_000
        // A minute apart, ten of them a session.
        await server.services.engine.command(
          `insert into events (site_id, timestamp, kind, origin, visitor_id, session_id, path)
         select {site:String}, fromUnixTimestamp64Milli(toInt64({start:Int64} + number * 60000), 'UTC'),
           'pageview', 'browser', 'v1', concat('s', toString(intDiv(number, 10))), '/'
         from numbers({count:UInt32})`,
          { site: site.id, start, count },
        )
        const newest = start + (count - 1) * 60_000
        const seen = new Set<string>()
        const sessions = new Set<string>()
        let before = ''
        for (let page = 0; page < count / 5000; page++) {
          const { data } = (await read(key, `visitorId=v1${before}`)).body as { data: Visitor }
          expect([data.sessionCount, data.pageViewCount]).toEqual([count / 10, count])
          expect(data.firstVisit).toBe('2026-09-01T00:00:00.000Z')
          expect(data.lastVisit).toBe(new Date(newest).toISOString())
          expect(data.pageViews.length).toBe(5000)
          if (page === 0) expect(data.sessions.length).toBe(1000)
          for (const { timestamp } of data.pageViews) seen.add(timestamp)
          for (const { firstVisitAt } of data.sessions) sessions.add(firstVisitAt)
          before = `&before=${data.pageViews.at(-1)?.timestamp}`
        }
        expect([seen.size, sessions.size]).toEqual([count, count / 10])
        const end = (await read(key, `visitorId=v1${before}`)).body as { data: Visitor }
        expect([end.data.sessions, end.data.pageViews, end.data.pageViewCount]).toEqual([
          [],
          [],
          count,
        ])
      },
    )

    it('says the same of a thousand hits, which are added up here, and of more, which the engine adds up', async () => {
      const { site, key } = await server.aSite()
      const start = Date.UTC(2026, 8, 1)
      // Two hits at each moment, in sessions that begin without a device, some without a page view.
      await server.services.engine.command(
        `insert into events (site_id, timestamp, kind, origin, visitor_id, session_id, path, title, device, browser, country)
         select {site:String}, fromUnixTimestamp64Milli(toInt64({start:Int64} + intDiv(number, 2) * 50000), 'UTC'),
           [1, 1, 2, 3, 4][number % 5 + 1], if(number % 13 = 0, 'server', 'browser'), 'v1',
           concat('s', toString(intDiv(number, 2 + number % 3))), concat('/', toString(number % 11)),
           if(number % 2 = 0, 'Über uns', ''), if(number % 7 = 3, 'phone', ''), if(number % 4 = 0, 'Safari', ''), 'DE'
         from numbers(1084)`,
        { site: site.id, start },
      )
      const queries = ['', '&limit=20', '&limit=7&before=2026-09-01T04:00:00.000Z']
      const readAll = () => Promise.all(queries.map((more) => read(key, `visitorId=v1${more}`)))
      const few = (await readAll()).map(({ body }) => (body as { data: Visitor }).data)
      await server.services.engine.command(
        `insert into events (site_id, timestamp, kind, origin, visitor_id, session_id)
         select {site:String}, toDateTime64('2026-08-01 00:00:00', 3, 'UTC'), 'engagement', 'browser', 'v1', 'oldest'`,
        { site: site.id },
      )
      const many = (await readAll()).map(({ body }) => (body as { data: Visitor }).data)
      const oldest = { sessionId: 'oldest', firstVisitAt: '2026-08-01T00:00:00.000Z' }
      expect(many[0]?.sessions.at(-1)).toMatchObject(oldest)
      many[0]?.sessions.pop()
      expect(many).toEqual(
        few.map((data) => ({
          ...data,
          sessionCount: data.sessionCount + 1,
          firstVisit: '2026-08-01T00:00:00.000Z',
        })),
      )
      expect(few[0]?.pageViewCount).toBe(400)
    })

    it.each(['v-1_ü', 'a&b=c', '👤', '١٢', "'; drop table events --"])(
      'finds the visitor %s',
      async (visitorId) => {
        const { key } = await server.aSite()
        await track(key, [{ timestamp: '2026-11-01T10:00:00.000Z', visitorId }])
        const { body } = await read(key, `visitorId=${encodeURIComponent(visitorId)}`)
        expect(body).toMatchObject({ data: { visitorId, pageViewCount: 1 } })
      },
    )
  })

  describe('400', () => {
    it.each(['', 'visitorId=', 'visitorId=%20%09', 'visitorid=v1', 'visitorId'])(
      'says that visitorId is required: ?%s',
      async (query) => {
        const { key } = await server.aSite()
        const reply = await read(key, query)
        expect(reply.status).toBe(400)
        expect(reply.body).toEqual(refusal(400, 'visitorId parameter is required'))
      },
    )

    const time = 'before must be an ISO 8601 time such as 2026-11-20T09:30:00.000Z'
    it.each([
      ['visitorId=v1&visitorId=v1', 'visitorId must be given only once'],
      ['visitorId=v1&limit=1&limit=2', 'limit must be given only once'],
      [`visitorId=${'v'.repeat(256)}`, 'visitorId must be at most 255 characters'],
      ['visitorId=v%00', 'visitorId must not contain a NUL character'],
      ['visitorId=v1&limit=0', 'limit must be at least 1'],
      ['visitorId=v1&limit=5001', 'limit must be at most 5000'],
      ['visitorId=v1&limit=1.5', 'limit must be a whole number'],
      ['visitorId=v1&limit=-1', 'limit must be a whole number'],
      ['visitorId=v1&limit=1e3', 'limit must be a whole number'],
      ['visitorId=v1&before=yesterday', time],
      ['visitorId=v1&before=2026-11-20', time],
      ['visitorId=v1&before=2026-13-45T00:00:00Z', time],
      ['visitorId=v1&before=1795167000000', time],
    ])('?%s', async (query, message) => {
      const { key } = await server.aSite()
      const reply = await read(key, query)
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual(refusal(400, message))
    })
  })

  describe('404', () => {
    it("gives one answer for an unknown visitor and for another site's", async () => {
      const [ours, theirs] = [await server.aSite(), await server.aSite()]
      await track(theirs.key, [{ timestamp: '2026-11-01T10:00:00.000Z' }])
      for (const visitorId of ['v1', 'unknown']) {
        const reply = await read(ours.key, `visitorId=${visitorId}`)
        expect(reply.status).toBe(404)
        expect(reply.body).toEqual(refusal(404, 'Visitor not found'))
      }
    })
  })
})

interface Visitor {
  sessionCount: number
  pageViewCount: number
  firstVisit: string
  lastVisit: string
  sessions: { firstVisitAt: string }[]
  pageViews: { timestamp: string }[]
}
