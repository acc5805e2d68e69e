import { expect, it } from 'vitest'
import { torture } from './torture.ts'

it.each([
  ['alone', {}],
  ['with intake workers', { INTAKE_WORKERS: '2' }],
])(
  'loses and doubles nothing when a server %s and its engine are killed twenty times under load',
  {
    timeout: 800_000,
  },
  async (_what, settings) => {
    const result = await torture({ rounds: 20, seed: 2, settings })
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
  },
)
