import { expect, it } from 'vitest'
import { canMoveClocks, tortureByClock } from './clock.ts'

it.skipIf(!canMoveClocks())(
  'loses and doubles nothing when the clock is set forward and back by hours, and reads stay right',
  { timeout: 200_000 },
  async () => {
    const result = await tortureByClock({ stayMs: 300, seed: 9 })
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
    expect(result.acknowledged).toBeGreaterThan(50)
  },
)
