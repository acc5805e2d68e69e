import { expect, it } from 'vitest'
import { tortureInserts } from './insert-kills.ts'

it('events and sessions agree with what was acknowledged after kills at each step between journal, events and sessions', {
  timeout: 600_000,
}, async () => {
  const result = await tortureInserts({ rounds: 27, seed: 3 })
  expect(result).toMatchObject({
    failedRound: undefined,
    lost: [],
    doubled: [],
    foreign: [],
    differingSessions: 0,
    differingVisitors: [],
    deadLetters: 0,
    staleReads: 0,
  })
  expect(Object.values(result.kills).every((kills) => kills > 0)).toBe(true)
  expect(result.acknowledged).toBeGreaterThan(100)
})
