import { expect, it } from 'vitest'
import { torture } from './torture.ts'

it('loses and doubles nothing when a server with intake workers and its engine are killed under load', {
  timeout: 800_000,
}, async () => {
  const result = await torture({ rounds: 10, seed: 3, settings: { INTAKE_WORKERS: '2' } })
  expect(result).toMatchObject({
    lost: [],
    doubled: [],
    foreign: [],
    differingSessions: 0,
    deadLetters: 0,
    staleReads: 0,
    ledgerMinor: result.acknowledgedMinor,
    reportedMinor: result.acknowledgedMinor,
  })
  expect(result.serverKills + result.engineKills).toBeGreaterThanOrEqual(10)
  expect(result.acknowledged).toBeGreaterThan(100)
})

it('loses and doubles nothing when server and engine are killed twenty times under load', {
  timeout: 800_000,
}, async () => {
  const result = await torture({ rounds: 20, seed: 2 })
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
  expect(result.serverKills + result.engineKills).toBeGreaterThanOrEqual(20)
  expect(result.acknowledged).toBeGreaterThan(100)
})
