import { panelDimensions, sharePanels } from '@tributary/contract/app/share.ts'
import {
  type ApiKeyScope,
  apiKeyScopes,
  type PublicOperation,
} from '@tributary/contract/operation.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../site.ts'
import { aPerson, type PersonHeaders } from '../test/a-person.ts'
import { inLongForm } from '../test/long-form.ts'
import { fillSite, type Names, requestsOf } from '../test/marked-site.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { operations } from './api-reference/openapi.ts'

/** Appears in everything that names or distinguishes a person, and in no other text. */
const person = 'of-one-person'

const names: Names = {
  mark: 'seen-by-all',
  visitorId: `visitor-${person}`,
  sessionId: `session-${person}`,
  provider: 'stripe',
  providerPaymentId: 'pi_1',
  // The example of the list asks for payments without a visitor.
  method: 'ids',
  annotationId: 'note',
  goal: 'signup',
  email: `mail@${person}.example`,
  customerEmail: `mail@${person}.example`,
  customerId: `customer-${person}`,
  metadata: `meta-${person}`,
  userId: `user-${person}`,
}

/** Scopes other than `visitors:read` that return personal data: those for payments and exports. */
const allowed: Partial<Record<ApiKeyScope, readonly string[]>> = {
  'visitors:read': ['/api/v1/payment', '/api/v1/visitor', '/api/v1/visitors'],
  'payments:write': ['/api/v1/payment'],
  'data:export': ['/api/v1/export', '/api/v1/export/days'],
}

let server: TestServer
let made: { site: Site; key: string }
let owner: PersonHeaders

beforeAll(async () => {
  server = await startTestServer()
  made = await server.aSite({ identification: true })
  await fillSite(server, made, names)
  owner = await aPerson(server.services, { role: 'owner', siteId: made.site.id })
})
afterAll(() => server.close())

const reads = operations.filter(({ scopes, method, path, docs: { bodies } }) => {
  const asks = method === 'get' || bodies?.[Object.keys(bodies)[0] ?? ''] !== undefined
  return scopes.length > 0 && asks && path !== '/api/v1/identify'
})

/** A caller's answers, as JSON and as each available table. */
async function answers(
  operation: PublicOperation,
  headers: Record<string, string>,
  more = '',
): Promise<[what: string, status: number, text: string][]> {
  // In the short form only one of the tables, which are other formats of the same answer.
  const all = operation.tables ?? []
  const tables = inLongForm(all, all.slice(-1))
  const kinds = [
    { accept: 'application/json', table: '' },
    ...tables.map((name) => ({ accept: 'text/csv', table: `&table=${name}` })),
  ]
  const found: [string, number, string][] = []
  for (const [index, { path, body }] of [...requestsOf(operation, names)].entries()) {
    // Whatever was asked.
    for (const { accept, table } of index === 0 ? kinds : kinds.slice(0, 1)) {
      const address = `${path}${table}${more}`
      const response = await fetch(server.url + address, {
        method: operation.method.toUpperCase(),
        headers: {
          ...headers,
          accept,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && {
          body: JSON.stringify(body).replaceAll('SITE_ID', made.site.id),
        }),
      })
      found.push([
        `${operation.method} ${address} ${accept}`,
        response.status,
        await response.text(),
      ])
    }
  }
  return found
}

async function keyWith(...scopes: ApiKeyScope[]) {
  const given = { name: scopes.join(), scopes, ratePerMinute: 1_000_000 }
  const { token } = await server.services.apiKeys.create(made.site.id, given)
  return { authorization: `Bearer ${token}` }
}

const isReading = ({ method, path }: PublicOperation) =>
  method === 'get' ||
  (method === 'post' &&
    /query|models|paths|realtime|funnel|goals|journeys|cohorts|visitors|report$/.test(path))

describe('what names a person', () => {
  // Callers that may see some personal data, and one that may not.
  const some: ApiKeyScope[] = ['visitors:read', 'payments:write', 'data:export', 'stats:read']
  it.each(inLongForm<readonly ApiKeyScope[]>(apiKeyScopes, some))(
    'is returned to a key with %s only where the table allows it',
    async (scope) => {
      const headers = await keyWith(scope)
      const paths = new Set<string>()
      for (const operation of reads.filter(isReading)) {
        for (const [what, status, text] of await answers(operation, headers)) {
          const isOpen = operation.scopes.includes(scope)
          expect([what, isOpen ? 200 : 403]).toEqual([what, status])
          if (!text.includes(person)) continue
          expect([what, allowed[scope]?.some((path) => operation.path.startsWith(path))]).toEqual([
            what,
            true,
          ])
          paths.add(operation.path)
        }
      }
      // Otherwise the test would look for texts that never appear.
      expect(paths.size > 0).toBe(allowed[scope] !== undefined)
    },
  )

  it('joins the figures for a key that may read both, and for who sees the dashboard', async () => {
    const both = await keyWith('stats:read', 'visitors:read')
    const about = `&siteId=${made.site.id}`
    for (const path of ['/api/v1/payment', '/api/v1/payments', '/api/v1/realtime']) {
      const operation = reads.find((one) => one.path === path && isReading(one))
      if (operation === undefined) throw new Error(`${path} is no operation`)
      for (const [headers, more] of [
        [both, ''],
        [owner, about],
      ] as const) {
        const found = await answers(operation, headers, more)
        expect([path, found.some(([, , text]) => text.includes(person))]).toEqual([path, true])
        expect([path, found.some(([, , text]) => text.includes('redacted'))]).toEqual([path, false])
      }
    }
  })

  it('says of a payment that it is left out, and not that it is not linked', async () => {
    const headers = await keyWith('stats:read')
    const path = `/api/v1/payment?paymentId=${names.paymentId}`
    const { body } = await server.request('GET', path, { headers })
    expect(body).toMatchObject({
      data: { redacted: true, amount: 4242.42, visitorId: null, link: { method: 'ids' } },
    })
    const list = await server.request('GET', '/api/v1/payments', { headers })
    expect(list.body).toMatchObject({ data: { redacted: true, payments: [{ visitorId: null }] } })
  })

  it('is in no share link, whatever its panels', async () => {
    const path = `/api/app/sites/${made.site.id}/shares`
    const panels = [...sharePanels]
    const share = { name: 'All', panels, showsMoney: true }
    const reply = await server.request('POST', path, { headers: owner, body: share })
    const { link } = (reply.body as { data: { link: string } }).data
    const token = link.split('#')[1] ?? ''
    const sameSite = { 'sec-fetch-site': 'same-origin' }
    const opened = await server.request('POST', '/api/share/open', {
      headers: sameSite,
      body: { token },
    })
    const { access } = (opened.body as { data: { access: string } }).data
    const headers = { ...sameSite, 'x-share-access': access }
    const live = await server.request('POST', '/api/share/realtime', { headers, body: {} })
    expect([live.status, JSON.stringify(live.body)]).toEqual([
      200,
      expect.not.stringContaining(person),
    ])
    for (const dimension of new Set(panels.flatMap((panel) => panelDimensions[panel]))) {
      const metrics = ['visitors']
      const body = { metrics, dimensions: [dimension], dateRange: '7d' }
      const asked = await server.request('POST', '/api/share/query', { headers, body })
      const words = JSON.stringify(asked.body)
      expect([dimension, asked.status, words]).toEqual([
        dimension,
        200,
        expect.not.stringContaining(person),
      ])
    }
    for (const operation of reads.filter(isReading)) {
      for (const [what, status] of await answers(operation, headers)) {
        expect([what, status]).toEqual([what, 401])
      }
    }
  })
})
