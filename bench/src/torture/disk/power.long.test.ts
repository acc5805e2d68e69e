import { expect, it } from 'vitest'
import { canMakeDisks } from './disk.ts'
import { torturePower } from './power.ts'

it.skipIf(!canMakeDisks())(
  'loses and doubles nothing when the power of journal, control store and engine is cut, and starts by itself',
  { timeout: 200_000 },
  async () => {
    const result = await torturePower({ rounds: 1, seed: 4 })
    expect(result).toMatchObject({
      cuts: 1,
      lost: [],
      doubled: [],
      foreign: [],
      differingSessions: 0,
      deadLetters: 0,
      staleReads: 0,
      ledgerMinor: result.acknowledgedMinor,
      reportedMinor: result.acknowledgedMinor,
    })
    expect(result.acknowledged).toBeGreaterThan(20)
  },
)
