import { digestFrequencies } from '@tributary/contract/app/digest.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../time/local-time.ts'
import { duePeriod, lastPeriod } from './digest-period.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia', 'Asia/Kathmandu']
const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) })

it.each([
  ['weekly', '2026-11-23T06:00:00Z', ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15']],
  ['weekly', '2026-11-23T05:59:59Z', undefined],
  ['weekly', '2026-11-26T06:00:00Z', undefined],
  ['daily', '2026-11-21T06:00:00Z', ['2026-11-20', '2026-11-20', '2026-11-19', '2026-11-19']],
  ['daily', '2026-11-20T22:00:00Z', undefined],
  ['monthly', '2026-03-01T06:30:00Z', ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31']],
] as const)('covers the right days for a %s digest at %s in Berlin', (frequency, at, days) => {
  const period = duePeriod(frequency, 'Europe/Berlin', Date.parse(at))
  const found = period && [period.first, period.last, period.before.first, period.before.last]
  expect(found).toEqual(days)
})

it('omits no day and reports none twice', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (ms, zone) => {
      for (const frequency of digestFrequencies) {
        const { first, last, before, dueMs } = lastPeriod(frequency, zone, ms)
        expect(addDays(before.last, 1)).toBe(first)
        expect(first <= last).toBe(true)
        const earlier = lastPeriod(frequency, zone, dueMs - 8 * 3_600_000)
        expect(earlier.first).toBe(before.first)
        expect(lastPeriod(frequency, zone, dueMs).first).toBe(first)
      }
    }),
    { numRuns: 60 },
  )
})
