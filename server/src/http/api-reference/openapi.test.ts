import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { appOperations } from '@tributary/contract/operations/app.ts'
import { publicOperations } from '@tributary/contract/operations/public.ts'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShopServer } from '../../test/a-shop.ts'
import { listRoutes } from '../../test/list-routes.ts'
import type { TestServer } from '../../test/server.ts'
import { openApiDocument, operations } from './openapi.ts'

const document = openApiDocument('https://stats.example.com')
const described = operations.map((operation) => ({
  name: `${operation.method.toUpperCase()} ${operation.path}`,
  operation,
}))

/** Every object in the document, with its path. */
function* objectsIn(value: unknown, at = '#'): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  yield [at, value as Record<string, unknown>]
  for (const [name, part] of Object.entries(value)) yield* objectsIn(part, `${at}/${name}`)
}

function resolve(pointer: string): unknown {
  const parts = pointer.replace(/^#\//, '').split('/')
  return parts.reduce<unknown>(
    (found, name) => (found as Record<string, unknown> | undefined)?.[name],
    document,
  )
}

/** A schema of the document with all references resolved, for the validating library. */
function whole(schema: unknown): TSchema {
  return JSON.parse(JSON.stringify(schema), (_name, value) =>
    typeof value?.$ref === 'string' ? whole(resolve(value.$ref)) : value,
  )
}

describe('the document', () => {
  const objects = [...objectsIn(document)]

  it('is OpenAPI 3.1 with the parts that must be there', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+/)
    expect(document.servers).toEqual([
      { url: 'https://stats.example.com', description: 'This installation' },
    ])
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  it('has no dangling and no unused references', () => {
    const references = objects.flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []))
    for (const reference of references)
      expect([reference, resolve(reference)]).not.toContain(undefined)
    const { schemas, headers } = document.components
    const parts = [
      ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
      ...Object.keys(headers).map((name) => `#/components/headers/${name}`),
    ]
    expect(parts.filter((part) => !references.includes(part))).toEqual([])
  })

  it('writes schemas in the JSON Schema of 2020-12', () => {
    // In data, any name is allowed: only schemas count.
    const schemas = objects.filter(([at]) => !/\/(properties$|examples?\/)/.test(at))
    const old = schemas.filter(([, { items }]) => Array.isArray(items))
    expect(old.map(([at]) => at)).toEqual([])
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      expect([name, () => Compile(whole(schema))][1]).not.toThrow()
    }
  })

  it('puts each operation into one group', () => {
    const tags = document.tags.map(({ name }) => name)
    expect(new Set(tags).size).toBe(tags.length)
    for (const { name, operation } of described) {
      const { tags: own } = document.paths[operation.path]?.[operation.method] ?? {}
      expect([name, own]).toEqual([name, [expect.toBeOneOf(tags)]])
    }
  })

  it('gives each operation its own name, scopes that exist, and words for every reply', () => {
    const names = operations.map(({ docs }) => docs.id)
    expect(new Set(names).size).toBe(names.length)
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const at = `${method} ${path}`
        expect([at, operation.summary, operation.description]).not.toContain('')
        for (const [status, response] of Object.entries(operation.responses)) {
          expect([at, status]).toEqual([at, expect.stringMatching(/^[1-5]\d\d$/)])
          expect([at, status, response]).toMatchObject([at, status, { description: /./ }])
        }
        for (const parameter of operation.parameters ?? []) {
          expect([at, parameter]).toMatchObject([
            at,
            { name: /./, in: /^(query|header)$/, description: /./, schema: expect.any(Object) },
          ])
        }
      }
    }
  })

  it('has examples that its schemas allow, for requests and replies', () => {
    const wrong: unknown[] = []
    for (const [at, media] of objects) {
      if (!/\/content\/[^/]+$/.test(at) && !at.includes('application/json')) continue
      const { schema, example, examples = {} } = media
      if (schema === undefined) continue
      const check = Compile(whole(schema))
      const values = Object.values(examples as object).map(({ value }) => value)
      for (const value of example === undefined ? values : [example, ...values]) {
        wrong.push(...check.Errors(value).map((error) => [at, error.instancePath, error.message]))
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('the server', () => {
  let server: TestServer
  let key: string
  let siteId: string

  beforeAll(async () => {
    ;({ server, key, siteId } = await startShopServer())
  })
  afterAll(() => server?.close())

  it('answers the document to everybody', async () => {
    const reply = await server.request('GET', '/api/openapi.json')
    const own = openApiDocument(server.services.config.publicUrl)
    expect([reply.status, reply.body]).toEqual([200, JSON.parse(JSON.stringify(own))])
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  it('has no route under /api/v1 that is not described, and none is described that it has not', async () => {
    const routes = (await listRoutes(server.services)).map(
      ({ method, path }) => `${method} ${path}`,
    )
    const real = routes.filter((name) => name.includes(' /api/v1/'))
    const known = described.map(({ name }) => name).filter((name) => name.includes('/api/v1/'))
    expect(real.sort()).toEqual(known.sort())
  })

  it('takes every other route of the API from the registry, and serves all that is in it', async () => {
    const registered = Object.keys({ ...publicOperations, ...appOperations })
    const routes = (await listRoutes(server.services)).map(
      ({ method, path }) => `${method} ${path}`,
    )
    // Pages, and the preflight response for browsers that send a hit.
    const others = /^OPTIONS | \/(api\/openapi\.json|api\/unsubscribe(\/page\.css)?)$/
    const api = routes.filter((name) => / \/(api|webhooks)\//.test(name) && !others.test(name))
    // Only served if the operator configured a provider.
    const always = registered.filter((name) => !name.includes('/oidc'))
    expect(api.sort()).toEqual(always.sort())
  })

  it.each(described)('answers the examples of $name as described', async ({ operation }) => {
    const { method, path, query, body, data, scopes, docs } = operation
    const given = new URLSearchParams()
    for (const [name, value] of Object.entries(docs.query ?? {})) given.set(name, String(value))
    const address = query === undefined ? path : `${path}?${given}`
    const bodies = body ? Object.values(docs.bodies ?? {}) : [{ value: undefined }]
    for (const { value } of bodies) {
      const text = value && JSON.stringify(value).replaceAll('SITE_ID', siteId)
      const answer = await server.request(method.toUpperCase(), address, {
        ...(scopes.length > 0 && { key }),
        body: text,
      })
      expect([text, answer.status, answer.headers.get('x-tributary-dropped')]).toEqual([
        text,
        docs.status ?? 200,
        null,
      ])
      if (data === undefined) continue
      const responses = document.paths[path]?.[method]?.responses as Record<
        string,
        { content?: Record<string, { schema: unknown }> }
      >
      const media = responses[docs.status ?? 200]?.content ?? {}
      const check = Compile(whole(media['application/json']?.schema))
      expect(check.Errors(answer.body).map((error) => [error.instancePath, error.message])).toEqual(
        [],
      )
    }
  })

  it.each(described)('refuses $name without a key where it needs one', async ({ operation }) => {
    const { method, path, scopes } = operation
    const answer = await server.request(method.toUpperCase(), path)
    expect(answer.status).toBe(scopes.length > 0 ? 401 : 400)
  })

  it('names the same scopes as its routes require', async () => {
    for (const { operation } of described) {
      if (operation.scopes.length === 0) continue
      const { token } = await server.services.apiKeys.create(siteId, {
        name: 'others',
        scopes: apiKeyScopes.filter((scope) => !operation.scopes.includes(scope)),
      })
      const answer = await server.request(operation.method.toUpperCase(), operation.path, {
        key: token,
      })
      const message = `This API key does not have the scope ${operation.scopes.join(' or ')}.`
      expect(answer.body).toEqual({ status: 'error', error: { code: 403, message } })
    }
  })
})
