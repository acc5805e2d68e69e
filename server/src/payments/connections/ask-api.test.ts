import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ApiAnswer, type FakeApi, startFakeApi } from '../../test/providers/fake-api.ts'
import { askApi, askedErrorOf } from './ask-api.ts'

const key = 'secret-key-0000'
let fake: FakeApi
let answer: ApiAnswer
beforeEach(async () => {
  answer = { status: 200, body: { data: [1] } }
  fake = await startFakeApi(() => answer)
})
afterEach(() => fake.close())

const ask = () => askApi(`${fake.url}/things`, { headers: { authorization: `Bearer ${key}` } })

/** The result of a request, as it is shown and logged. */
async function refusal() {
  const error = await ask().then(
    () => undefined,
    (thrown: unknown) => askedErrorOf(thrown, 'things'),
  )
  expect(`${error?.message} ${error?.stack} ${error?.cause}`).not.toContain(key)
  return error && [error.code, error.message, error.retryAfterMs]
}

it('gives the object and the time of an answer', async () => {
  fake.nowMs = () => Date.UTC(2026, 10, 20)
  expect(await ask()).toEqual({ body: { data: [1] }, answeredMs: Date.UTC(2026, 10, 20) })
})

it.each([
  [401, {}, ['key-refused', 'things: 401', null]],
  [403, {}, ['not-permitted', 'things: 403', null]],
  [429, { 'retry-after': '7' }, ['rate-limited', 'things: 429', 7_000]],
  [503, { 'retry-after': '3' }, ['unavailable', 'things: 503', 3_000]],
  [400, {}, ['unexpected', 'things: 400 invalid_field', null]],
] as const)(
  'reports what happened to a request that is answered %i',
  async (status, headers, said) => {
    answer = { status, headers, body: { error: { code: 'invalid_field', detail: key } } }
    expect(await refusal()).toEqual(said)
  },
)

it('sends the key to no other host', async () => {
  answer = { status: 302, headers: { location: `${fake.url}/elsewhere` }, body: {} }
  expect(await refusal()).toEqual(['unavailable', 'things: 302', null])
  expect(fake.requests).toEqual(['GET /things?'])
})

it('refuses an answer that is cut off, no object or longer than 32 MiB', async () => {
  fake.onRequest = () => 'cut'
  expect(await refusal()).toEqual(['unavailable', 'things: no answer', null])
  fake.onRequest = () => undefined
  answer = { status: 200, body: [] }
  expect(await refusal()).toEqual(['unavailable', 'things: no answer', null])
  answer = { status: 200, body: { long: 'x'.repeat(33 * 1024 * 1024) } }
  expect(await refusal()).toEqual(['unavailable', 'things: no answer', null])
})

it('says that an API is unavailable where no server listens', async () => {
  await fake.close()
  expect(await refusal()).toEqual(['unavailable', 'things: no answer', null])
})
