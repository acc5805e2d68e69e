import { count, milliseconds } from '../../measures/table.ts'
import { tortureByCrowd } from '../crowd/crowd.ts'
import type { Scenario } from '../scenario.ts'

const share = 0.4

/** What happens when more comes than can be taken. */
export const scenariosOfCrowds: Readonly<Record<string, Scenario>> = {
  crowd: {
    about:
      'three times as many hits as can be taken, and a quiet site beside them, so many seconds each',
    amount: 10,
    async run({ amount }) {
      const found = await tortureByCrowd({ seconds: amount, share })
      const megabytes = (bytes: number) => `${count(bytes / 1e6)} MB`
      const { alone, crowded, after } = found.quiet
      return {
        title: `A crowd, server on ${100 * share} % of a processor, ${amount} s each`,
        rows: [
          { what: 'capacity, 64 connections', measured: `${count(found.capacity)}/s` },
          { what: 'offered', measured: `${count(found.offered)}/s` },
          {
            what: 'acknowledged',
            measured: `${count(found.goodput)}/s`,
            floor: `${count(0.9 * found.capacity)}/s`,
          },
          { what: 'wait for it, p50', measured: milliseconds(found.waitP50Ms) },
          { what: '… p99', measured: milliseconds(found.waitP99Ms) },
          { what: 'refused', measured: `${count(found.refused)}/s` },
          { what: '… answered, p99', measured: milliseconds(found.refusalP99Ms), floor: '100 ms' },
          {
            what: '… without Retry-After',
            measured: count(found.refusalsWithoutRetryAfter),
            floor: '0',
          },
          { what: 'without an answer', measured: count(found.unanswered), floor: '0' },
          {
            what: 'payments meanwhile',
            measured: `${count(found.payments.taken)} of ${count(found.payments.sent)}`,
            floor: 'all',
          },
          { what: '… p99', measured: milliseconds(found.payments.p99Ms) },
          { what: 'memory before', measured: megabytes(found.calmBytes) },
          { what: '… at the end of the crowd', measured: megabytes(found.crowdedBytes) },
          { what: 'quiet site, p99, alone', measured: milliseconds(alone.p99Ms) },
          { what: '… in the crowd', measured: milliseconds(crowded.p99Ms) },
          { what: '… afterwards', measured: milliseconds(after.p99Ms) },
          { what: '… not acknowledged', measured: count(crowded.notTaken), floor: '0' },
          { what: 'acknowledged in all', measured: count(found.acknowledged) },
          { what: 'stored', measured: count(found.stored), floor: 'the same' },
        ],
        failures: [
          ...(found.stored < found.acknowledged ? ['acknowledged hits are missing'] : []),
          ...(found.goodput < 0.9 * found.capacity ? ['too few hits were taken'] : []),
          ...(found.refusalP99Ms > 100 ? ['refusals took too long'] : []),
          ...(found.unanswered > 0 ? ['hits were not answered'] : []),
          ...(crowded.notTaken > 0 ? ['hits of the quiet site were not taken'] : []),
          ...(found.payments.taken < found.payments.sent ? ['payments were not taken'] : []),
        ],
      }
    },
  },
}
