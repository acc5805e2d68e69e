import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/server.ts'

/* One network, whose name was written in three ways; and an author's own word. */

let server: TestServer
let key: string

beforeAll(async () => {
  server = await startTestServer()
  ;({ key } = await server.aSite({ currency: 'USD' }))
  const visit = (visitorId: string, query: string, referrer = '') => ({
    ...{ type: 'pageview', visitorId, url: `https://shop.example/${query}` },
    ...(referrer !== '' && { referrer }),
  })
  const body = [
    visit('ana', '', 'https://l.facebook.com/'),
    visit('ben', '?utm_source=fb&utm_medium=paid_social&utm_campaign=autumn'),
    visit('eva', '?ref=facebook'),
    visit('eva', '?utm_source=facebook'),
    visit('kim', '?utm_source=email'),
  ]
  expect((await server.request('POST', '/api/v1/events', { key, body })).status).toBe(200)
})

afterAll(() => server.close())

async function visitorsBySource(...filters: unknown[]) {
  const body = { dateRange: 'today', metrics: ['visitors'], dimensions: ['source'], filters }
  const reply = await server.request('POST', '/api/v1/query', { key, body })
  return (reply.body as { data: { rows: unknown[] } }).data.rows
}

const facebook = { source: 'facebook.com', visitors: 3 }

describe('a source with several names', () => {
  it('is one row, in which each visitor counts once', async () => {
    expect(await visitorsBySource()).toEqual([facebook, { source: 'email', visitors: 1 }])
  })

  it.each(['facebook.com', 'facebook', 'fb'])('is found by the name %s', async (name) => {
    expect(await visitorsBySource(['is', 'source', [name]])).toEqual([facebook])
    expect(await visitorsBySource(['is_not', 'source', [name]])).toEqual([
      { source: 'email', visitors: 1 },
    ])
  })

  it('meets its ad spend, however that names it', async () => {
    const day = new Date().toISOString().slice(0, 10)
    const about = { source: 'facebook', medium: 'paid_social', campaign: 'autumn' }
    const row = { day, ...about, amount: 10, currency: 'USD' }
    const stored = await server.request('PUT', '/api/v1/spend', { key, body: { rows: [row] } })
    expect(stored.status).toBe(200)
    const body = { dateRange: 'today' }
    const report = await server.request('POST', '/api/v1/spend/report', { key, body })
    expect(report.body).toMatchObject({
      data: { rows: [{ ...about, source: 'facebook.com', spend: 10, sessions: 1 }] },
    })
  })
})
