import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { internal } from '../../acquisition/read-landing.ts'
import { shippedEverywhereMs } from '../../store/events/shipped-everywhere.ts'
import type { LateHit } from '../late-hit-rows.ts'
import { SecondLook } from './second-look.ts'
import type { FoundVisitor } from './session-look-up.ts'
import type { KnownSession } from './session-memory.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const timestampMs = Date.UTC(2026, 10, 20, 12)

function aSession(sessionId: string): KnownSession {
  const at = { startMs: timestampMs, lastMs: timestampMs, sourceMs: timestampMs, day: 20_777 }
  return { ...at, givenId: '', sessionId, acquisition: internal, opensWithReturn: false }
}

/** A second look at what `find` knows of visitors, with what it found to be split. */
function secondLook(find: (visitorId: string) => Promise<FoundVisitor | undefined>) {
  const asked: string[] = []
  const split: string[] = []
  const failures: unknown[] = []
  const look = new SecondLook({
    lookUp: {
      find({ visitorId }) {
        asked.push(visitorId)
        return find(visitorId)
      },
    },
    memory: { all: () => [] },
    async placeAnew(hits: readonly LateHit[]) {
      split.push(...hits.map(({ visitorId }) => visitorId))
    },
    onFailure: (error) => failures.push(error),
  })
  const landing = { acquisition: internal, isReturn: false }
  const begin = (visitorId: string) =>
    look.begun({
      ...{ siteId: 'site', visitorId, timestampMs, sessionId: '' },
      ...{ kind: 'pageview', landing },
    })
  return { look, begin, asked, split, failures }
}

it('rebuilds the visits of only those whose hit could be in two visits, or who could not be looked up', async () => {
  const answers: Record<string, FoundVisitor | undefined> = {
    one: { sessions: [aSession('~a')], identifiedMs: [] },
    two: { sessions: [aSession('~a'), aSession('~b')], identifiedMs: [] },
  }
  const { begin, split } = secondLook(async (visitorId) => answers[visitorId])
  for (const visitorId of ['one', 'two', 'unknown']) begin(visitorId)
  await vi.advanceTimersByTimeAsync(shippedEverywhereMs - 1)
  expect(split).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(split).toEqual(['two', 'unknown'])
})

it('asks about a flood of new visits in portions, one after the other', async () => {
  const open: (() => void)[] = []
  const { begin, asked, look } = secondLook(
    () => new Promise((resolve) => open.push(() => resolve({ sessions: [], identifiedMs: [] }))),
  )
  const answer = async () => {
    for (const resolve of open.splice(0)) resolve()
    await vi.advanceTimersByTimeAsync(1)
  }
  for (let visitor = 0; visitor < 1_200; visitor++) begin(`visitor-${visitor}`)
  await vi.advanceTimersByTimeAsync(shippedEverywhereMs)
  const portions = [asked.length]
  while (open.length > 0) {
    await answer()
    portions.push(asked.length)
  }
  expect(portions).toEqual([500, 1_000, 1_200, 1_200])
  look.stop()
  begin('after')
  await vi.advanceTimersByTimeAsync(10 * shippedEverywhereMs)
  expect(asked).toHaveLength(1_200)
})
