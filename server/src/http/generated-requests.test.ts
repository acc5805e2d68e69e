import { failureSchema, successOf } from '@tributary/contract/envelope.ts'
import type { PublicOperation } from '@tributary/contract/operation.ts'
import {
  dimensions,
  filterOperators,
  metrics,
  models,
  namedRanges,
} from '@tributary/contract/query.ts'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShopServer } from '../test/a-shop.ts'
import { inLongForm } from '../test/long-form.ts'
import type { TestServer } from '../test/server.ts'
import { openApiDocument, operations } from './api-reference/openapi.ts'

let server: TestServer
let key: string
let siteId: string
beforeAll(async () => {
  ;({ server, key, siteId } = await startShopServer())
})
afterAll(() => server.close())

interface Schema {
  type?: string
  const?: unknown
  enum?: unknown[]
  examples?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema | Schema[]
  anyOf?: Schema[]
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom('', ' ', '\0', '\ud800', '‮', 'USD', 'JPY', '2026-11-20T09:30:00.000Z', '1e400'),
)
/** Values that some field accepts, so that valid values also appear in wrong places. */
const word = fc.constantFrom(
  ...[...Object.keys(metrics), ...Object.keys(dimensions)],
  ...[...models, ...namedRanges, ...filterOperators, 'pageview', 'goal', 'identify', 'engagement'],
)
const anything = fc.oneof(
  { weight: 4, arbitrary: text },
  { weight: 3, arbitrary: word },
  { weight: 3, arbitrary: fc.double() },
  { weight: 2, arbitrary: fc.constantFrom(0, -0, 0.1, 19.99, 2 ** 53, 1e308, -1, null, true) },
  { weight: 2, arbitrary: fc.jsonValue() },
)

/** Mostly values of the schema's kind, so that many requests get far; sometimes anything. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 1, arbitrary: anything }, { weight: 5, arbitrary: likelyValue(schema) })
}

function likelyValue(schema: Schema): fc.Arbitrary<unknown> {
  const { examples = [], anyOf, items, properties } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (examples.length > 0) return fc.constantFrom(...examples)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(likelyValue))
  if (Array.isArray(items)) return fc.tuple(...items.map(valueFor))
  if (items !== undefined) return fc.array(valueFor(items), { maxLength: 3 })
  if (properties !== undefined) return objectFor(properties)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') return fc.nat(100)
  if (schema.type === 'number') return fc.double({ noDefaultInfinity: true, noNaN: true })
  return text
}

/** Most of the named fields; sometimes others, and names that every object inherits. */
function objectFor(properties: Record<string, Schema>): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc.tuple(fc.constant(name), fc.option(valueFor(schema), { freq: 3 })),
  )
  const other = fc.tuple(
    fc.constantFrom('__proto__', 'constructor', 'siteId', 'toString'),
    anything,
  )
  return fc
    .tuple(fc.tuple(...fields), fc.option(other, { freq: 9, nil: undefined }))
    .map(([named, more]) =>
      Object.fromEntries([...named, ...(more ? [more] : [])].filter(([, value]) => value !== null)),
    )
}

/** A request that works, but for at most three places where something else stands. */
function nearly(examples: readonly object[]): fc.Arbitrary<object> {
  const change = fc.tuple(fc.nat(), anything)
  return fc
    .tuple(fc.constantFrom(...examples), fc.array(change, { maxLength: 3 }))
    .map(([example, changes]) => {
      const copy = structuredClone(example)
      for (const [place, value] of changes) {
        const places = [...placesIn(copy)]
        const found = places[place % places.length]
        if (found !== undefined) found[0][found[1]] = value
      }
      return copy
    })
}

function* placesIn(value: unknown): Generator<[Record<string, unknown>, string]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    yield [value as Record<string, unknown>, name]
    yield* placesIn(part)
  }
}

/** Like JSON.stringify, which writes null for what is no number, but with a number too large to be one. */
function json(given: unknown): string {
  const written = JSON.stringify(given, (_name, value) =>
    value === Number.POSITIVE_INFINITY ? 'no such number' : value,
  )
  return written.replaceAll('"no such number"', '1e999')
}

const failed = Compile(failureSchema)
const successes = new Map(
  operations.flatMap((operation) => {
    const { data } = operation
    return data ? [[operation, Compile(successOf(data))] as const] : []
  }),
)
const { paths } = openApiDocument('http://localhost')

/** The documented statuses, except for those that no request here can ever cause. */
function statusesOf({ path, method }: PublicOperation): number[] {
  const described = Object.keys(paths[path]?.[method]?.responses ?? {}).map(Number)
  return described.filter((status) => ![401, 403, 429, 500, 503].includes(status))
}

function expectDescribed(operation: PublicOperation, reply: { status: number; body: unknown }) {
  expect(statusesOf(operation)).toContain(reply.status)
  const succeeded = successes.get(operation)
  if (reply.status !== (operation.docs.status ?? 200)) expect(failed.Errors(reply.body)).toEqual([])
  else if (succeeded) expect(succeeded.Errors(reply.body)).toEqual([])
}

/**
 * What the engine computes takes fifty times as long as what is refused, and its fields are validated by the same
 * rules everywhere. Every run of the tests tries others.
 */
const asksEngine =
  /^\/api\/v1\/(query|models|paths|realtime|funnel|goals|journeys|cohorts|visitors?|spend\/report|export)\b/
const runsOf = ({ path }: PublicOperation) =>
  asksEngine.test(path) ? inLongForm(50, 10) : inLongForm(150, 25)

const withBodies = operations.filter(({ body }) => body !== undefined)
const withQueries = operations.filter(({ query }) => query !== undefined)
const named = (operation: PublicOperation) =>
  [`${operation.method.toUpperCase()} ${operation.path}`, operation] as const

describe('whatever is sent, the reply is one that is described', () => {
  it.each(withBodies.map(named))(
    '%s',
    async (_name, operation) => {
      const { path, body, docs } = operation
      if (body === undefined) throw new Error(`${path} takes no body`)
      const { properties = {} } = body as Schema
      const examples = Object.values(docs.bodies ?? {}).map(({ value }) => value)
      const bodies = fc.oneof(objectFor(properties), nearly(examples))
      await fc.assert(
        fc.asyncProperty(bodies, async (given) => {
          const reply = await server.request('POST', path, {
            key,
            body: json(given).replaceAll('SITE_ID', siteId),
          })
          expectDescribed(operation, reply)
        }),
        { numRuns: runsOf(operation) },
      )
    },
    60_000,
  )

  it.each(withQueries.map(named))(
    '%s',
    async (_name, operation) => {
      const names = fc.constantFrom(...Object.keys(operation.query?.properties ?? {}))
      const known = fc.constantFrom(...Object.values(operation.docs.query ?? {}).map(String))
      const value = fc.oneof(text, known, fc.nat().map(String))
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(names, value), { maxLength: 4 }), async (given) => {
          const query = given.map(
            ([name, part]) => `${name}=${encodeURIComponent(part.toWellFormed())}`,
          )
          const address = `${operation.path}?${query.join('&')}`
          const reply = await server.request(operation.method.toUpperCase(), address, { key })
          // Four values of 300 characters can be more than the headers may hold.
          if (reply.status === 431) expect(failed.Errors(reply.body)).toEqual([])
          else expectDescribed(operation, reply)
        }),
        { numRuns: runsOf(operation) },
      )
    },
    60_000,
  )

  it('any bytes as a body', async () => {
    const [goal] = operations
    if (goal === undefined) throw new Error('nothing is described')
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const response = await fetch(server.url + goal.path, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: bytes,
        })
        expectDescribed(goal, { status: response.status, body: await response.json() })
      }),
      { numRuns: inLongForm(200, 30) },
    )
  })
})
