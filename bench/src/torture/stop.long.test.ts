import { expect, it } from 'vitest'
import { tortureStop } from './stop.ts'

it('no client sees an error when a server under load stops, and a stalled one delays nothing', {
  timeout: 120_000,
}, async () => {
  const result = await tortureStop({ rounds: 1, seed: 5 })
  expect(result).toMatchObject({
    clientErrors: [],
    lost: [],
    doubled: [],
    foreign: [],
    exitCodes: [0],
    ledgerMinor: result.acknowledgedMinor,
    reportedMinor: result.acknowledgedMinor,
  })
  // Every client got `Connection: close` with an answer.
  expect(result.toldToClose).toBe(24)
  expect(result.longestStopMs).toBeLessThan(10_000)
})
