import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson } from '../test/a-person.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let server: TestServer
let siteId: string
let key: string

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  const made = await server.aSite()
  siteId = made.site.id
  key = made.key
  const view = { type: 'pageview', visitorId: 'ana', country: 'DE' }
  const events = [
    {
      ...view,
      url: 'https://shop.example/',
      referrer: 'https://news.ycombinator.com/item',
      timestamp: '2026-11-02T09:00:00Z',
    },
    { ...view, url: 'https://shop.example/pricing', timestamp: '2026-11-02T09:01:00Z' },
    {
      ...view,
      country: 'FR',
      userAgent: phone,
      url: 'https://shop.example/',
      referrer: 'https://www.google.com/',
      timestamp: '2026-11-09T10:00:00Z',
    },
    { type: 'pageview', visitorId: 'ben', url: 'https://shop.example/' },
  ]
  const { status } = await server.request('POST', '/api/v1/events', { key, body: { events } })
  expect(status).toBe(200)
  const known = { visitorId: 'ana', userId: 'user-7' }
  await server.request('POST', '/api/v1/identify', { key, body: known })
})

afterAll(() => server.close())

async function summaries(visitorIds: unknown, headers?: Record<string, string>) {
  const path = `/api/app/sites/${siteId}/visitor-summaries`
  const viewer = headers ?? (await aPerson(server.services, { role: 'viewer', siteId }))
  return server.request('POST', path, { headers: viewer, body: { visitorIds } })
}

it('has the last place and device, the first source, the sessions and the user ID', async () => {
  const { status, body } = await summaries(['ana', 'ana'])
  expect([status, body]).toMatchObject([
    200,
    {
      data: {
        visitors: [
          {
            visitorId: 'ana',
            identity: 'user-7',
            country: 'FR',
            device: 'mobile',
            firstSource: 'news.ycombinator.com',
            firstSeenAt: '2026-11-02T09:00:00.000Z',
            lastSeenAt: '2026-11-09T10:00:00.000Z',
            sessions: 2,
          },
        ],
      },
    },
  ])
})

it('says Direct for visitors without a source, and leaves out unknown ids', async () => {
  const { body } = await summaries(['ben', 'nobody'])
  const [ben, ...others] = (body as { data: { visitors: unknown[] } }).data.visitors
  expect(ben).toMatchObject({
    visitorId: 'ben',
    firstSource: 'Direct',
    sessions: 1,
    identity: null,
  })
  expect(others).toEqual([])
})

it.each([
  [{ identification: true }, 'second@example.com'],
  [{ identification: false }, null],
])('names who paid by the address of the latest payment, with %j', async (settings, identity) => {
  const other = await server.aSite(settings)
  const hit = { type: 'pageview', visitorId: 'cleo', url: 'https://shop.example/' }
  await server.request('POST', '/api/v1/events', { key: other.key, body: [hit] })
  for (const [day, customerEmail] of [
    ['2026-11-10', 'second@example.com'],
    ['2026-11-03', 'first@example.com'],
  ]) {
    const paid = {
      provider: 'stripe',
      providerPaymentId: `pi_${day}`,
      amount: 9,
      visitorId: 'cleo',
    }
    const body = { ...paid, customerEmail, timestamp: `${day}T09:00:00Z` }
    expect(await server.request('POST', '/api/v1/payment', { key: other.key, body })).toMatchObject(
      {
        status: 200,
      },
    )
  }
  const headers = await aPerson(server.services, { role: 'viewer', siteId: other.site.id })
  const path = `/api/app/sites/${other.site.id}/visitor-summaries`
  const { body } = await server.request('POST', path, { headers, body: { visitorIds: ['cleo'] } })
  expect(body).toMatchObject({ data: { visitors: [{ visitorId: 'cleo', identity }] } })
})

it('tells nothing about visitors of another site', async () => {
  const other = await server.aSite()
  const headers = await aPerson(server.services, { role: 'owner', siteId: other.site.id })
  expect((await summaries(['ana'], headers)).status).toBe(404)
  const path = `/api/app/sites/${other.site.id}/visitor-summaries`
  const { body } = await server.request('POST', path, { headers, body: { visitorIds: ['ana'] } })
  expect(body).toMatchObject({ data: { visitors: [] } })
})

it.each([[[]], [[1]], [Array(101).fill('a')], ['ana']])(
  'refuses what is no list of 1 to 100 IDs',
  async (visitorIds) => {
    expect((await summaries(visitorIds)).status).toBe(400)
  },
)
