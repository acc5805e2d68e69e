import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
let key: string

beforeAll(async () => {
  server = await startTestServer()
  ;({ key } = await server.aSite({ currency: 'EUR' }))
  const view = { type: 'pageview', visitorId: 'v1', path: '/?utm_source=ads&utm_campaign=brand' }
  const reports: [method: string, path: string, body: object][] = [
    ['POST', 'events', { events: [view] }],
    ['POST', 'goal', { event: 'signup', visitorId: 'v1', value: 2 }],
    ['POST', 'payment', { provider: 'api', providerPaymentId: 'p1', amount: 30, visitorId: 'v1' }],
    ['PUT', 'spend', { rows: [spent(today(), 'brand', 12.5), spent(today(-1), '=1+1', 3)] }],
    ['POST', 'annotations', { at: today(), text: '=HYPERLINK("http://evil.example")' }],
  ]
  for (const [method, path, body] of reports) {
    expect((await server.request(method, `/api/v1/${path}`, { key, body })).status).toBe(200)
  }
})
afterAll(() => server.close())

const today = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const spent = (day: string, campaign: string, amount: number) => ({
  ...{ day, source: 'ads', campaign, amount, currency: 'EUR' },
  clicks: 7,
})

async function ask(path: string, body?: object, accept = 'text/csv') {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept,
      authorization: `Bearer ${key}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const lines = (await response.text()).split('\r\n')
  return { status: response.status, lines, next: response.headers.get('x-next-cursor') }
}

describe('Accept: text/csv', () => {
  it('gives the rows of ad spend, page after page, which an import takes back', async () => {
    const first = await ask('spend?limit=1')
    expect(first.lines).toEqual([
      'day,source,medium,campaign,term,content,currency,amount,clicks,impressions,spendId',
      expect.stringMatching(`^${today()},ads,,brand,,,EUR,12.5,7,,spend_[0-9a-f]{32}$`),
      '',
    ])
    const second = await ask(`spend?limit=1&cursor=${encodeURIComponent(first.next ?? '')}`)
    expect(second.lines[1]).toMatch(new RegExp(`^${today(-1)},ads,,'=1\\+1,`))
    expect(second.next).toBeNull()
    const csv = [...first.lines.slice(0, 2), second.lines[1]].join('\n')
    const body = { csv, dryRun: true }
    const read = await server.request('POST', '/api/v1/spend/import', { key, body })
    expect(read.body).toMatchObject({
      data: { rows: 2, replaces: 1, errorCount: 0, totals: [{ currency: 'EUR', amount: 15.5 }] },
    })
  })

  it('gives the report of ad spend, its totals, and what has no rate', async () => {
    const question = { dateRange: '7d', dimensions: ['campaign'] }
    const { lines } = await ask('spend/report', question)
    expect(lines[0]).toMatch(/^campaign,spend,clicks,.*,paybackDays,currency$/)
    expect(lines[1]).toMatch(/^brand,12\.5,7,/)
    const totals = await ask('spend/report?table=totals', question)
    expect(totals.lines).toHaveLength(3)
    expect(totals.lines[1]).toMatch(/^15\.5,14,/)
    const unconverted = await ask('spend/report?table=unconverted', question)
    expect(unconverted.lines).toEqual(['currency,amount', ''])
  })

  it('gives notes on the time line', async () => {
    const { lines } = await ask('annotations')
    expect(lines).toEqual([
      'day,lastDay,at,until,kind,text,link,annotationId',
      expect.stringMatching(
        `^${today()},${today()},${today()},,note,"'=HYPERLINK\\(""http://evil.example""\\)",,note_`,
      ),
      '',
    ])
  })

  it('gives a person’s time line and devices', async () => {
    const path = 'visitors/profile?visitorId=v1&order=oldest'
    const { lines } = await ask(path)
    const names = lines[0]?.split(',') ?? []
    const cells = (line: string) =>
      Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell]))
    expect(lines.slice(1, -1).map(cells)).toMatchObject([
      { type: 'visit', visitorId: 'v1', source: 'ads', campaign: 'brand', pageViews: '1' },
      { type: 'goal', visitorId: 'v1', goal: 'signup', value: '2', times: '1' },
      { type: 'payment', visitorId: 'v1', providerPaymentId: 'p1', amount: '30', currency: 'USD' },
    ])
    const devices = await ask(`${path}&table=devices`)
    expect(devices.lines[1]).toMatch(/^v1,/)
  })

  it.each(['spend', 'annotations', 'visitors/profile?visitorId=v1'])(
    'refuses a table that %s has not, and leaves the envelope to everybody else',
    async (path) => {
      const sign = path.includes('?') ? '&' : '?'
      const wrong = await ask(`${path}${sign}table=none`)
      expect([wrong.status, wrong.lines[0]]).toEqual([
        400,
        expect.stringContaining('table must be'),
      ])
      const plain = await ask(path, undefined, 'application/json')
      expect(plain.lines[0]).toMatch(/^\{"status":"success"/)
    },
  )
})
