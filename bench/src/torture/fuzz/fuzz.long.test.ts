import { expect, it } from 'vitest'
import { fuzz, fuzzFailures } from './fuzz.ts'

it('the server neither crashes nor leaks internals, whatever is sent to any endpoint', {
  timeout: 60_000,
}, async () => {
  const found = await fuzz({ seconds: 5, seed: 7 })
  expect(fuzzFailures(found)).toEqual([])
  expect(found.requests).toBeGreaterThan(100)
  // Some requests succeeded, so the server did not just refuse everything.
  expect(found.statuses['200']).toBeGreaterThan(5)
})
