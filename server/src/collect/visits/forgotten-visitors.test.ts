import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ForgottenVisitors } from './forgotten-visitors.ts'

it('every visitor that was forgotten may have been, also once there are more than a filter holds', () => {
  const visits = fc.array(fc.tuple(fc.string(), fc.integer({ min: 0, max: 1_000 })), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(visits, fc.constantFrom(1, 7, 1_000), (all, most) => {
      const forgotten = new ForgottenVisitors(most)
      for (const [visitor, lastMs] of all) forgotten.add(visitor, lastMs)
      for (const [visitor, lastMs] of all) expect(forgotten.mayHold(visitor, lastMs)).toBe(true)
    }),
    { numRuns: 50 },
  )
})

it('hardly any other visitor is taken for a forgotten one', () => {
  const forgotten = new ForgottenVisitors()
  for (let n = 0; n < 200_000; n++) forgotten.add(`site v${n}`, n)
  const taken = Array.from({ length: 20_000 }, (_, n) => forgotten.mayHold(`site w${n}`, 0))
  expect(taken.filter(Boolean).length).toBeLessThan(20)
})

it('no visitor may have been forgotten since a moment after all sessions', () => {
  const forgotten = new ForgottenVisitors(2)
  for (let n = 0; n < 9; n++) forgotten.add(`v${n}`, n)
  expect(forgotten.mayHold('v8', 9)).toBe(false)
  expect(forgotten.mayHold('w', 4)).toBe(true)
  expect(forgotten.mayHold('w', 8)).toBe(false)
})
