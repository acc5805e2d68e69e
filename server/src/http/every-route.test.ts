import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'
import { aPerson, type PersonHeaders } from '../test/a-person.ts'
import { listRoutes, type Route } from '../test/list-routes.ts'
import { inLongForm } from '../test/long-form.ts'
import { fillSite, type Names } from '../test/marked-site.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

/** Appears in everything of the other site, its people and their address, and in no request sent here. */
const mark = 'unseen-by-others'
const theirs: Names = {
  mark,
  visitorId: 'their-visitor',
  sessionId: 'their-session',
  provider: 'stripe',
  providerPaymentId: 'their-payment',
  annotationId: 'their-note',
  goal: mark,
  customerEmail: 'them@their.example',
  customerId: mark,
  metadata: mark,
  email: 'them@their.example',
  userId: 'their-user',
}

let routes: Route[]
let server: TestServer
let ours: { site: Site; key: string }
let other: { site: Site; key: string }
/** The other site's own ids, by the name of the parameter that takes them. */
const params: Record<string, string> = {}
let shareAccess: string
let theirOwner: PersonHeaders

beforeAll(async () => {
  server = await startTestServer()
  routes = await listRoutes(server.services)
  ours = await server.aSite({ name: 'ours', identification: true })
  other = await server.aSite({
    name: mark,
    domains: ['shop.example', `${mark}.example`],
    identification: true,
  })
  await fillSite(server, other, theirs)
  await storeOneOfEach()
  const { token } = await shareOf(ours.site)
  shareAccess = await accessTo(token)
})
afterAll(() => server.close())

/** Gives the other site what only its people can create: funnels, views, links, keys and the like. */
async function storeOneOfEach(): Promise<void> {
  theirOwner = await personOf('owner', other.site, `boss@${mark}.example`)
  const base = `/api/app/sites/${other.site.id}`
  const made: [param: string, path: string, body: object][] = [
    [
      'viewId',
      'views',
      { name: mark, scope: 'site', filters: [['is', 'source', [mark]]], params: {} },
    ],
    ['funnelId', 'funnels', { name: mark, steps: [{ page: '/' }, { goal: mark }] }],
    ['keyId', 'keys', { name: mark }],
    ['hookId', 'alerts/hooks', { name: mark, format: 'json', url: `https://${mark}.example/` }],
    ['shareId', 'shares', { name: mark, panels: ['figures'], showsMoney: false }],
    ['endpointId', 'webhooks', { provider: 'gumroad', name: mark }],
  ]
  for (const [param, path, body] of made) {
    const reply = await server.request('POST', `${base}/${path}`, { headers: theirOwner, body })
    const id = /"(?:id|keyId|endpointId)":"([^"]+)"/.exec(JSON.stringify(reply.body))?.[1]
    if (id !== undefined) params[param] = id
  }
  Object.assign(params, {
    siteId: other.site.id,
    paymentId: theirs.paymentId,
    visitorId: theirs.visitorId,
  })
}

async function shareOf(site: Site) {
  const owner = await personOf('owner', site)
  const body = { name: 'ours', panels: ['figures', 'traffic', 'live'], showsMoney: true }
  const path = `/api/app/sites/${site.id}/shares`
  const reply = await server.request('POST', path, { headers: owner, body })
  const { link } = (reply.body as { data: { link: string } }).data
  return { token: link.split('#')[1] ?? '' }
}

async function accessTo(token: string): Promise<string> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const reply = await server.request('POST', '/api/share/open', { headers, body: { token } })
  return (reply.body as { data: { access: string } }).data.access
}

let people = 0
function personOf(role: string, site: Site, email = `person${++people}@ours.example`) {
  return aPerson(server.services, { role, siteId: site.id, email })
}

/** The callers; made anew after each route that changes something, as some revoke their own credentials. */
const callers: Record<string, () => Promise<Record<string, string>>> = {
  'our key': async () => ({ authorization: `Bearer ${ours.key}` }),
  'a revoked key of theirs': async () => {
    const given = { name: 'gone', scopes: [...apiKeyScopes], ratePerMinute: 1000 }
    const { key, token } = await server.services.apiKeys.create(other.site.id, given)
    await server.services.apiKeys.revoke(other.site.id, key.id)
    return { authorization: `Bearer ${token}` }
  },
  'our owner': () => personOf('owner', ours.site),
  'our admin': () => personOf('admin', ours.site),
  'our viewer': () => personOf('viewer', ours.site),
  'a member of no site': () => personOf('stranger', ours.site),
  'our share link': async () => ({
    'x-share-access': shareAccess,
    'sec-fetch-site': 'same-origin',
  }),
  'signed out': async () => ({ 'sec-fetch-site': 'same-origin' }),
}

const question = { metrics: ['visitors', 'revenue'], dimensions: ['source'], dateRange: '7d' }

describe('every route there is', () => {
  it('is more than a few, the public API and the dashboard among them', () => {
    const paths = new Set(routes.map(({ path }) => path))
    for (const path of ['/api/v1/query', '/api/app/sites/:siteId/shares', '/api/share/query']) {
      expect(paths).toContain(path)
    }
    expect(paths.size).toBeGreaterThan(80)
    expect(Object.keys(params).sort()).toEqual([
      ...['endpointId', 'funnelId', 'hookId', 'keyId', 'paymentId', 'shareId'],
      ...['siteId', 'viewId', 'visitorId'],
    ])
  })

  // isolation.test.ts tries each operation with a key as well.
  const some = ['our admin', 'our share link', 'signed out']
  it.each(inLongForm(Object.keys(callers), some))(
    'shows and gives %s nothing of another site',
    async (who) => {
      const before = await whatTheirOwnerSees()
      expect(before.join()).toContain(mark)
      let headers = await callers[who]?.()
      for (const { method, path } of who === 'signed out' ? routes : routes.filter(isNoBuiltFile)) {
        for (const accept of ['application/json', 'text/csv']) {
          const text = await tryRoute({ method, path }, { ...headers, accept })
          expect([`${method} ${path} ${accept}`, text]).toEqual([
            `${method} ${path} ${accept}`,
            expect.not.stringContaining(mark),
          ])
        }
        if (method !== 'GET') headers = await callers[who]?.()
      }
      expect(await whatTheirOwnerSees()).toEqual(before)
    },
  )
})

/** Files of the build are routes too, five hundred of them, and the same for everybody: requested by one caller. */
const isNoBuiltFile = ({ path }: Route) => !/^\/(assets|help)\/./.test(path)

/** Asks a route for the other site's things, in the address, the query and the body. */
async function tryRoute(
  { method, path: route }: Route,
  headers: Record<string, string>,
): Promise<string> {
  const path = route
    .replace(/:(\w+)/g, (_, name: string) => params[name] ?? 'none')
    .replace('*', '')
  const response = await fetch(
    `${server.url}${path}?${new URLSearchParams({ ...theirs, ...params })}`,
    {
      method,
      headers: { ...headers, ...(hasBody(method) && { 'content-type': 'application/json' }) },
      ...(hasBody(method) && { body: JSON.stringify({ ...question, ...params }) }),
      signal: AbortSignal.timeout(20_000),
    },
  )
  const text = await response.text()
  expect([method, path, response.status]).not.toEqual([method, path, 500])
  return text
}

const hasBody = (method: string) => !['GET', 'HEAD', 'DELETE'].includes(method)

/** Everything that the other site's owner is shown of it. */
async function whatTheirOwnerSees(): Promise<string[]> {
  const headers = theirOwner
  const lists = ['', '/keys', '/shares', '/funnels', '/views', '/alerts', '/webhooks', '/goals']
  const paths = [
    ...lists.map((list) => `/api/app/sites/${other.site.id}${list}`),
    `/api/v1/payments?siteId=${other.site.id}`,
    `/api/v1/annotations?siteId=${other.site.id}`,
    `/api/v1/visitor?visitorId=${theirs.visitorId}&siteId=${other.site.id}`,
  ]
  return Promise.all(
    paths.map(async (path) => {
      const { status, body } = await server.request('GET', path, { headers })
      // The last use of a key is recorded some time after it.
      const shown = JSON.stringify(body).replace(/"lastUsedAt":("[^"]*"|null)/g, '')
      return `${path} ${status} ${shown}`
    }),
  )
}
