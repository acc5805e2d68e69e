import { failureSchema, successOf } from '@tributary/contract/envelope.ts'
import { goalData, goalInput } from '@tributary/contract/goal.ts'
import { paymentInput } from '@tributary/contract/payment.ts'
import { visitorData, visitorQuery } from '@tributary/contract/visitor.ts'
import fc from 'fast-check'
import Type, { type TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await server.aSite()).key
})
afterAll(() => server.close())

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', ' ', '\0', '\ud800', '‮', 'USD', 'JPY', '2026-11-20T09:30:00.000Z', '1e400'),
)
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.constantFrom(0, -0, 0.1, 19.99, 2 ** 53, 1e308, -1, null, true) },
  { weight: 2, arbitrary: fc.jsonValue() },
)

/** Mostly the fields that the schema names, with every kind of value; sometimes others. */
function bodyFor(schema: TObject) {
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...Object.keys(schema.properties)) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'constructor', 'siteId', 'toString') },
  )
  return fc
    .array(fc.tuple(name, value), { maxLength: 10 })
    .map(
      (fields) => `{${fields.map(([field, given]) => `${JSON.stringify(field)}:${json(given)}`)}}`,
    )
}

/** As JSON.stringify, which says null for what is no number, but with a number too large to be one. */
function json(given: unknown): string {
  return given === Number.POSITIVE_INFINITY ? '1e999' : JSON.stringify(given)
}

const failed = Compile(failureSchema)
const messageData = Type.Object({ message: Type.String(), paymentId: Type.Optional(Type.String()) })

function expectDescribed(
  reply: { status: number; body: unknown },
  shape: TObject,
  statuses: readonly number[],
) {
  expect(statuses).toContain(reply.status)
  const described = reply.status === 200 ? Compile(successOf(shape)) : failed
  expect(described.Errors(reply.body)).toEqual([])
}

describe('whatever is sent, the reply is one that is described', () => {
  it.each<[string, TObject, TObject]>([
    ['/api/v1/goal', goalInput, goalData],
    ['/api/v1/payment', paymentInput, messageData],
  ])('POST %s', async (path, schema, shape) => {
    await fc.assert(
      fc.asyncProperty(bodyFor(schema), async (body) => {
        const reply = await server.request('POST', path, { key, body })
        expectDescribed(reply, shape, [200, 400, 413])
      }),
      { numRuns: 250 },
    )
  })

  it('GET /api/v1/visitor', async () => {
    const names = fc.constantFrom(...Object.keys(visitorQuery.properties))
    const pairs = fc.array(fc.tuple(names, fc.oneof(text, fc.nat().map(String))), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(pairs, async (given) => {
        const query = given.map(
          ([name, part]) => `${name}=${encodeURIComponent(part.toWellFormed())}`,
        )
        const reply = await server.request('GET', `/api/v1/visitor?${query.join('&')}`, { key })
        expectDescribed(reply, visitorData, [200, 400, 404, 431])
      }),
      { numRuns: 150 },
    )
  })

  it('any bytes as a body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const response = await fetch(`${server.url}/api/v1/goal`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: bytes,
        })
        expectDescribed(
          { status: response.status, body: await response.json() },
          goalData,
          [200, 400],
        )
      }),
      { numRuns: 200 },
    )
  })
})
