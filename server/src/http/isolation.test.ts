import {
  type ApiKeyScope,
  apiKeyScopes,
  type PublicOperation,
} from '@tributary/contract/operation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'
import { aPerson } from '../test/a-person.ts'
import { fillSite, type Names, requestsOf } from '../test/marked-site.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { operations } from './api-reference/openapi.ts'

/** Appears in every text that is only in the other site's rows, and in no request sent here. */
const mark = 'unseen-by-others'

/** The other site's own ids, which an attacker may have learned. */
const theirs: Names = {
  mark,
  visitorId: 'their-visitor',
  sessionId: 'their-session',
  provider: 'stripe',
  providerPaymentId: 'their-payment',
  annotationId: 'their-note',
  search: 'their-visitor',
  goal: 'their-goal',
  customerEmail: 'them@their.example',
  customerId: mark,
  metadata: mark,
  email: 'them@their.example',
  userId: 'their-user',
}

let server: TestServer
let ours: { site: Site; key: string }
let other: { site: Site; key: string }

beforeAll(async () => {
  server = await startTestServer()
  ours = await server.aSite({ identification: true })
  other = await server.aSite({ identification: true })
  await fillSite(server, other, theirs)
})
afterAll(() => server.close())

/** Requests of an operation aimed at the other site's rows, also with that site's id. */
function* requests(operation: PublicOperation): Generator<{ path: string; body?: object }> {
  for (const { path, body } of requestsOf(operation, theirs)) {
    if (body === undefined) yield { path }
    else {
      const text = JSON.stringify(body).replaceAll('SITE_ID', ours.site.id)
      yield { path, body: JSON.parse(text) }
      if (!Array.isArray(body)) {
        yield { path, body: { siteId: other.site.id, ...JSON.parse(text) } }
      }
    }
  }
}

/** Everything the other site's owner sees. */
async function whatTheySee(): Promise<unknown[]> {
  const { key } = other
  const metrics = ['visitors', 'pageviews', 'sessions', 'goals', 'revenue', 'payments', 'refunds']
  const asked = [
    ['POST', '/api/v1/query', { metrics, dimensions: ['campaign'], dateRange: '30d' }],
    ['POST', '/api/v1/goals', { dateRange: '30d' }],
    ['GET', `/api/v1/visitor?visitorId=${theirs.visitorId}`],
    ['GET', `/api/v1/payment?paymentId=${theirs.paymentId}`],
    ['GET', '/api/v1/annotations'],
  ] as const
  return Promise.all(
    asked.map(async ([method, path, body]) => {
      const reply = await server.request(method, path, { key, ...(body && { body }) })
      expect([path, reply.status]).toEqual([path, 200])
      return reply.body
    }),
  )
}

const named = (operation: PublicOperation) =>
  [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const
const withKeys = operations.filter(({ scopes }) => scopes.length > 0)

describe('a key of one site', () => {
  it('neither sees nor changes anything of another, whatever it names', async () => {
    const before = await whatTheySee()
    expect(JSON.stringify(before).split(mark).length).toBeGreaterThan(5)
    for (const operation of withKeys) {
      for (const { path, body } of requests(operation)) {
        const options = { key: ours.key, ...(body && { body }) }
        const reply = await server.request(operation.method.toUpperCase(), path, options)
        expect([path, reply.status]).not.toEqual([path, 500])
        expect([path, JSON.stringify(reply.body ?? '')]).not.toEqual([
          path,
          expect.stringContaining(mark),
        ])
      }
    }
    expect(await whatTheySee()).toEqual(before)
  })
})

describe('a key without the scope', () => {
  it.each(withKeys.map(named))('is refused by %s', async (_name, operation) => {
    const scopes = apiKeyScopes.filter((scope) => !operation.scopes.includes(scope))
    const { token } = await server.services.apiKeys.create(ours.site.id, {
      ...{ name: 'too little', scopes, ratePerMinute: 1000 },
    })
    for (const { path, body } of requests(operation)) {
      const options = { key: token, ...(body && { body }) }
      const reply = await server.request(operation.method.toUpperCase(), path, options)
      expect(reply.status).toBe(403)
    }
  })

  it.each(withKeys.map(named))('and no key at all by %s', async (_name, operation) => {
    for (const { path, body } of requests(operation)) {
      const options = body && { body }
      const reply = await server.request(operation.method.toUpperCase(), path, options)
      expect(reply.status).toBe(401)
    }
  })
})

describe('somebody who is signed in', () => {
  it('reads no site that they are no member of, through the routes that keys use', async () => {
    const headers = await aPerson(server.services, { role: 'owner', siteId: ours.site.id })
    for (const operation of withKeys) {
      for (const { path, body } of requests(operation)) {
        const address = `${path}&siteId=${other.site.id}`
        const options = { headers, ...(body && { body }) }
        const { status } = await server.request(operation.method.toUpperCase(), address, options)
        expect([address, [401, 404].includes(status)]).toEqual([address, true])
      }
    }
  })
})

it('asks for a scope wherever a key is needed, and every scope opens something', () => {
  const opened = new Set<ApiKeyScope>(operations.flatMap(({ scopes }) => scopes))
  expect([...opened].sort()).toEqual([...apiKeyScopes].sort())
})
