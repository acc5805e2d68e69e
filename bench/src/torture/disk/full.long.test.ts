import { expect, it } from 'vitest'
import { canMakeDisks } from './disk.ts'
import { tortureFullDisk } from './full.ts'

it.skipIf(!canMakeDisks())(
  'a disk that fills up refuses hits first and payments last, loses nothing, and needs no restart',
  { timeout: 200_000 },
  async () => {
    const result = await tortureFullDisk({ seed: 6 })
    expect(result).toMatchObject({
      atMark: { hit: { status: 503, retryAfter: '10' }, payment: { status: 200 } },
      whenFull: {
        hit: { status: 503, retryAfter: '10' },
        payment: { status: 503, retryAfter: '10' },
      },
      lost: [],
      doubled: [],
      foreign: [],
      differingSessions: 0,
      deadLetters: 0,
      exitCode: 0,
      ledgerMinor: result.acknowledgedMinor,
      reportedMinor: result.acknowledgedMinor,
    })
    expect(result.recoveredMs).toBeLessThan(10_000)
  },
)
