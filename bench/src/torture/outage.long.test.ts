import { expect, it } from 'vitest'
import { tortureByOutage } from './outage.ts'

it('accepts hits and payments while the engine is down, and counts nothing twice after a lost answer', {
  timeout: 120_000,
}, async () => {
  const result = await tortureByOutage({ awayMs: 1_000, seed: 8 })
  expect(result).toMatchObject({
    meanwhile: {
      hit: { status: 202 },
      payment: { status: 200 },
      read: { status: 503, retryAfter: '2' },
    },
    lost: [],
    doubled: [],
    foreign: [],
    differingSessions: 0,
    deadLetters: 0,
    staleReads: 0,
    ledgerMinor: result.acknowledgedMinor,
    reportedMinor: result.acknowledgedMinor,
  })
  expect(result.repliesLost).toBeGreaterThan(0)
  expect(result.backlogBytes).toBeGreaterThan(0)
})
