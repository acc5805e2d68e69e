import { count, milliseconds, type Row } from '../../measures/table.ts'
import { type CrowdResult, tortureByCrowd } from '../crowd/crowd.ts'
import { type FrontName, hasFront } from '../crowd/front.ts'
import type { Scenario } from '../scenario.ts'

/** Scenarios with more requests than can be served. */
export const scenariosOfCrowds: Readonly<Record<string, Scenario>> = {
  crowd: crowd(),
  'crowd-haproxy': crowd('haproxy'),
  'crowd-nginx': crowd('nginx'),
}

function crowd(front?: FrontName): Scenario {
  // The load comes from the rest of the machine, and a proxy in between uses as much again.
  const share = front === undefined ? 0.4 : 0.2
  const through = front === undefined ? '' : `, through ${front}`
  return {
    about: `three times as many hits as can be processed${through}, together with a quiet site, N seconds each`,
    amount: 10,
    async run({ amount }) {
      if (front !== undefined && !hasFront(front)) {
        throw new Error(`${front} is not installed. Debian has it: apt-get install ${front}`)
      }
      const found = await tortureByCrowd({ seconds: amount, share, ...(front && { front }) })
      return {
        title: `A crowd${through}, server on ${100 * share} % of a processor, ${amount} s each`,
        rows: rowsOf(found, front),
        failures: failuresOf(found, front),
      }
    },
  }
}

function rowsOf(found: CrowdResult, front: FrontName | undefined): Row[] {
  const megabytes = (bytes: number) => `${count(bytes / 1e6)} MB`
  const { alone, crowded, after } = found.quiet
  return [
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
    { what: '… answered, p50', measured: milliseconds(found.refusalP50Ms) },
    { what: '… p99', measured: milliseconds(found.refusalP99Ms), floor: '100 ms' },
    { what: '… the longest', measured: milliseconds(found.refusalLongestMs) },
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
    ...(front ? [{ what: `… of ${front}`, measured: megabytes(found.frontBytes) }] : []),
    { what: 'quiet site, p99, alone', measured: milliseconds(alone.p99Ms) },
    { what: '… in the crowd', measured: milliseconds(crowded.p99Ms) },
    { what: '… afterwards', measured: milliseconds(after.p99Ms) },
    {
      what: '… not acknowledged',
      measured: `${count(crowded.notTaken)} of ${count(crowded.sent)}`,
    },
    { what: 'acknowledged in all', measured: count(found.acknowledged) },
    { what: 'stored', measured: count(found.stored), floor: 'the same' },
  ]
}

function failuresOf(found: CrowdResult, front: FrontName | undefined): string[] {
  const { payments, quiet } = found
  // A proxy needs a moment to detect a noisy site; until then all sites' hits share the slots.
  const mostRefused = front === undefined ? 0 : 0.05 * quiet.crowded.sent
  return [
    ...(found.stored < found.acknowledged ? ['acknowledged hits are missing'] : []),
    ...(found.goodput < 0.9 * found.capacity ? ['too few hits were taken'] : []),
    ...(found.refusalP99Ms > 100 ? ['refusals took too long'] : []),
    ...(found.refusalsWithoutRetryAfter > 0 ? ['refusals did not say when to come back'] : []),
    ...(found.unanswered > 0 ? ['hits were not answered'] : []),
    ...(quiet.crowded.notTaken > mostRefused ? ['hits of the quiet site were not taken'] : []),
    ...(payments.taken < payments.sent ? ['payments were not taken'] : []),
  ]
}
