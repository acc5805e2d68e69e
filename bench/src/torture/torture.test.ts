import { expect, it } from 'vitest'
import { torture } from './torture.ts'

it('loses and doubles nothing when server and engine are killed under load', {
  timeout: 120_000,
}, async () => {
  const result = await torture({ rounds: 2, seed: 2 })
  expect(result).toMatchObject({
    lost: [],
    doubled: [],
    foreign: [],
    differingSessions: 0,
    deadLetters: 0,
    staleReads: 0,
    exitCode: 0,
    ledgerMinor: result.acknowledgedMinor,
    reportedMinor: result.acknowledgedMinor,
  })
  expect(result.serverKills + result.engineKills).toBeGreaterThanOrEqual(2)
  expect(result.acknowledged).toBeGreaterThan(20)
})
