import { expect, it } from 'vitest'
import { tortureLateHits } from './late.ts'

it('visits are in time order when server and engine are killed 25 times while they are rebuilt', {
  timeout: 1_200_000,
}, async () => {
  const result = await tortureLateHits({ rounds: 25, seed: 7 })
  expect(result).toMatchObject({
    lost: [],
    doubled: [],
    foreign: [],
    wrongVisits: [],
    stillNoted: 0,
    passed: true,
    differingSessions: 0,
    differingVisitors: [],
    deadLetters: 0,
  })
  expect(result.serverKills + result.engineKills).toBeGreaterThanOrEqual(25)
  // Otherwise the kills came too late or too early to say anything.
  expect(result.leftToPlace).toBeGreaterThanOrEqual(3)
})
