import { hasPostgres } from '@tributary/server/test/processes/postgres.ts'
import { hasRedis } from '@tributary/server/test/processes/redis.ts'
import { expect, it } from 'vitest'
import { runNodes } from './run-nodes.ts'

it.skipIf(!(hasPostgres() && hasRedis()))(
  'three nodes lose and double nothing when they and their services are killed and cut off under load',
  { timeout: 300_000 },
  async () => {
    const result = await runNodes({ rounds: 1, seed: 3 })
    expect(result).toMatchObject({
      lost: [],
      doubled: [],
      foreign: [],
      differingSessions: 0,
      deadLetters: 0,
      jobsDoneTwice: [],
      ledgerMinor: result.acknowledgedMinor,
      reportedMinor: result.acknowledgedMinor,
    })
    expect(result.exitCodes).toEqual(result.exitCodes.map(() => 0))
    expect(result.acknowledged).toBeGreaterThan(200)
    expect(Object.values(result.jobsFinished)).not.toContain(0)
    expect(result.keyTakenMs).toBeLessThan(1_000)
    // While the store takes its time, hits go by what was known.
    expect(result.settingMissedMs).toBeLessThan(5_000)
  },
)
