import { expect, it } from 'vitest'
import { tortureFullMemory } from './full-memory.ts'
import { canLimitMemory } from './memory-group.ts'

it.skipIf(!canLimitMemory())(
  'when memory runs out the engine is ended, never the server: hits and payments are taken, nothing is lost',
  { timeout: 240_000 },
  async () => {
    const result = await tortureFullMemory({ seed: 7 })
    expect(result.killed).toBeGreaterThan(0)
    expect(new Set(result.hits.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(result.payments.map(({ status }) => status))).toEqual(new Set([200]))
    expect(result).toMatchObject({
      lost: [],
      doubled: [],
      foreign: [],
      differingSessions: 0,
      deadLetters: 0,
      refused: 0,
      cutOff: 0,
      exitCode: 0,
      ledgerMinor: result.acknowledgedMinor,
      reportedMinor: result.acknowledgedMinor,
    })
  },
)
