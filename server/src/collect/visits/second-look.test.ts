import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { internal } from '../../acquisition/read-landing.ts'
import type { LateHit } from '../late-hit-rows.ts'
import { SecondLook } from './second-look.ts'
import type { FoundVisitor } from './session-look-up.ts'
import type { KnownSession } from './session-memory.ts'

const timestampMs = Date.UTC(2026, 10, 20, 12)

function aSession(sessionId: string): KnownSession {
  const at = { startMs: timestampMs, lastMs: timestampMs, sourceMs: timestampMs, day: 20_777 }
  return { ...at, givenId: '', sessionId, acquisition: internal, opensWithReturn: false }
}

/** A second look at what `find` knows of visitors, with what it found to be split. */
function secondLook(
  find: (visitorId: string) => Promise<FoundVisitor | undefined>,
  { afterMs }: { afterMs: number },
) {
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
    afterMs,
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
  const afterMs = 50
  const { begin, split } = secondLook(async (visitorId) => answers[visitorId], { afterMs })
  const begunMs = performance.now()
  for (const visitorId of ['one', 'two', 'unknown']) begin(visitorId)
  await vi.waitUntil(() => split.length > 0, { interval: 1 })
  expect(performance.now() - begunMs).toBeGreaterThanOrEqual(afterMs)
  expect(split).toEqual(['two', 'unknown'])
})

/** Enough for another portion to begin, which it should not. */
const enoughMs = 50

it('asks about a flood of new visits in portions, one after the other', async () => {
  const open: (() => void)[] = []
  const { begin, asked, look } = secondLook(
    () => new Promise((resolve) => open.push(() => resolve({ sessions: [], identifiedMs: [] }))),
    { afterMs: 0 },
  )
  for (let visitor = 0; visitor < 1_200; visitor++) begin(`visitor-${visitor}`)
  for (const most of [500, 1_000, 1_200, 1_200]) {
    await vi.waitUntil(() => asked.length >= most)
    await sleep(enoughMs)
    expect(asked).toHaveLength(most)
    for (const resolve of open.splice(0)) resolve()
  }
  look.stop()
  begin('after')
  await sleep(enoughMs)
  expect(asked).toHaveLength(1_200)
})
