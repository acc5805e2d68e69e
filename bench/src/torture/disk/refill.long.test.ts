import { expect, it } from 'vitest'
import { canMakeDisks } from './disk.ts'
import { tortureRefilledDisk } from './refill.ts'

it.skipIf(!canMakeDisks())(
  'a disk that fills up at any step of a hit, an insert, a merge or a checkpoint loses and doubles nothing',
  { timeout: 300_000 },
  async () => {
    const result = await tortureRefilledDisk({ rounds: 6, seed: 3 })
    expect(result).toMatchObject({
      lost: [],
      doubled: [],
      foreign: [],
      differingSessions: 0,
      deadLetters: 0,
      exitCodes: [0],
      ledgerMinor: result.acknowledgedMinor,
      reportedMinor: result.acknowledgedMinor,
    })
    expect(Object.keys(result.filledAt).length).toBeGreaterThanOrEqual(4)
  },
)
