import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'
import { aPerson, type PersonHeaders, signedOut } from '../test/a-person.ts'
import { listRoutes } from '../test/list-routes.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
let site: Site
let routes: { method: string; path: string }[]
const people: Record<string, PersonHeaders> = {}

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  site = (await server.aSite()).site
  for (const role of ['owner', 'admin', 'viewer', 'stranger']) {
    people[role] = await aPerson(server.services, { role, siteId: site.id })
  }
  routes = await siteRoutes()
})
afterAll(() => server.close())

/** Every dashboard route of a site. */
async function siteRoutes() {
  const found = await listRoutes(server.services)
  return found.filter(({ path }) => path.startsWith('/api/app/sites/:siteId'))
}

function ask(route: { method: string; path: string }, role: string) {
  const path = route.path.replace(':siteId', site.id).replace(/:\w+/g, 'none')
  const headers = people[role] ?? signedOut
  const hasBody = route.method !== 'GET' && route.method !== 'DELETE'
  return server.request(route.method, path, { headers, ...(hasBody && { body: {} }) })
}

/** Everybody may save their own views; those of the site are refused in saved-views.test.ts. */
const ofAPerson = /\/views(\/|$)/

/** A read, as a POST because a list of ids is too long for an address. */
const reads = /\/visitor-summaries$/

/** Admins may not reset or delete a site; they may read the progress. */
const ownersOnly = /\/(reset|delete)$/

describe('the routes of a site', () => {
  it('are found', () => {
    expect(routes).toContainEqual({ method: 'PATCH', path: '/api/app/sites/:siteId' })
    expect(routes.length).toBeGreaterThanOrEqual(6)
  })

  it('change nothing for a viewer, who gets 403 before anything is looked up', async () => {
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      if (ofAPerson.test(route.path) || reads.test(route.path)) continue
      expect([route, (await ask(route, 'viewer')).status]).toEqual([route, 403])
    }
  })

  it('are 404 for another account, and 401 without a session', async () => {
    for (const route of routes) {
      const reply = await ask(route, 'stranger')
      expect([route, reply.status, reply.body]).toMatchObject([
        route,
        404,
        { error: { message: 'Site not found' } },
      ])
      expect([route, (await ask(route, 'signed out')).status]).toEqual([route, 401])
    }
  })

  it('let admins and owners through to what they ask for', async () => {
    for (const role of ['admin', 'owner']) {
      for (const route of routes) {
        const { status } = await ask(route, role)
        const isOwners = route.method === 'POST' && ownersOnly.test(route.path)
        if (role === 'admin' && isOwners) expect([route, status]).toEqual([route, 403])
        else expect([role, route, status]).not.toEqual([role, route, 403])
        expect(status).toBeLessThan(500)
      }
    }
  })
})
