import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/server.ts'
import { openapiDocument, operations } from './openapi.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await server.aSite()).key
})
afterAll(() => server.close())

/** A body or query made of the first example of every field that has one. */
function exampleOf(schema: TObject): Record<string, unknown> {
  const fields = Object.entries(schema.properties).flatMap(([name, field]) => {
    const [example] = (field as { examples?: unknown[] }).examples ?? []
    return example === undefined ? [] : [[name, example] as const]
  })
  return Object.fromEntries(fields)
}

describe('GET /api/openapi.json', () => {
  it('is served without a key and describes every endpoint that takes one', async () => {
    const reply = await server.request('GET', '/api/openapi.json')
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual(
      JSON.parse(JSON.stringify(openapiDocument(server.services.config.publicUrl))),
    )
    expect(Object.keys((reply.body as { paths: object }).paths)).toEqual(
      expect.arrayContaining(['/api/v1/goal', '/api/v1/payment', '/api/v1/visitor']),
    )
  })

  it('refers only to what it contains', async () => {
    const { body } = await server.request('GET', '/api/openapi.json')
    const references = JSON.stringify(body).match(/"\$ref":"#[^"]+"/g) ?? []
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) {
      const path = reference.slice('"$ref":"#/'.length, -1).split('/')
      const found = path.reduce<unknown>(
        (part, name) => (part as Record<string, unknown>)?.[name],
        body,
      )
      expect([reference, typeof found]).toEqual([reference, 'object'])
    }
  })

  it.each(operations.map((operation) => [operation.method, operation.path, operation] as const))(
    '%s %s refuses without a key',
    async (method, path) => {
      expect((await server.request(method.toUpperCase(), path)).status).toBe(401)
    },
  )

  it.each(['/api/v1/goal', '/api/v1/payment', '/api/v1/identify'])(
    'has examples for POST %s that work',
    async (path) => {
      const operation = operations.find((one) => one.method === 'post' && one.path === path)
      if (operation?.body === undefined) throw new Error(`${path} is not described`)
      const body = exampleOf(operation.body)
      expect(Compile(operation.body).Errors(body)).toEqual([])
      const reply = await server.request('POST', path, { key, body })
      expect([reply.status, reply.body]).toMatchObject([200, { status: 'success' }])
    },
  )
})
