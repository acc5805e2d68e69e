import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { direct, internal } from '../../acquisition/read-landing.ts'
import type { Acquisition } from '../../store/events/event.ts'
import { minuteMs } from '../../time/durations.ts'
import { SessionLookUp } from './session-look-up.ts'
import { idleMs, type KnownSession, longestSessionMs } from './session-memory.ts'
import { Sessions, type VisitorHit } from './sessions.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const google: Acquisition = {
  ...direct,
  touch: 'source',
  source: 'google',
  channel: 'Organic Search',
}

/** Sessions with complete knowledge: nothing was there before them, so nothing is ever looked up. */
function freshSessions(mostVisitors?: number): Sessions {
  const lookUp = new SessionLookUp({
    engine: unreachable('engine'),
    events: unreachable('events'),
    onFailure: (error) => {
      throw error
    },
  })
  const sessions = new Sessions({
    lookUp,
    canLookUp: () => true,
    isOnlyNode: true,
    noteLate: async () => undefined,
    ...(mostVisitors !== undefined && { mostVisitors }),
  })
  sessions.memory.markCompleteSince(0)
  return sessions
}

function unreachable<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get: () => {
      throw new Error(`the ${name} was asked`)
    },
  })
}

function aHit(atMs: number, overrides: Partial<VisitorHit> = {}): VisitorHit {
  return {
    siteId: 'site',
    visitorId: 'ana',
    kind: 'pageview',
    timestampMs: atMs,
    sessionId: '',
    landing: { acquisition: internal, isReturn: false },
    ...overrides,
  }
}

const back = { acquisition: direct, isReturn: true }
const fromGoogle = { acquisition: google, isReturn: false }

describe('a visit that the browser does not name', () => {
  it('continues for 30 minutes after the last hit and no longer', async () => {
    const sessions = freshSessions()
    const ids = []
    for (const at of [0, 29, 59, 89, 120]) {
      ids.push((await sessions.place(aHit(noon + at * minuteMs))).session.sessionId)
    }
    expect(new Set(ids.slice(0, 4)).size).toBe(1)
    expect(ids[4]).not.toBe(ids[0])
  })

  it('ends with the first hit beyond 30 minutes, to the millisecond', async () => {
    const sessions = freshSessions()
    const first = await sessions.place(aHit(noon))
    const within = await sessions.place(aHit(noon + idleMs))
    const beyond = await sessions.place(aHit(noon + 2 * idleMs + 1))
    expect(within.session.sessionId).toBe(first.session.sessionId)
    expect(beyond.session.sessionId).not.toBe(first.session.sessionId)
  })

  it('is separate from other visitors and other sites', async () => {
    const sessions = freshSessions()
    const placed = await Promise.all([
      sessions.place(aHit(noon)),
      sessions.place(aHit(noon, { visitorId: 'ben' })),
      sessions.place(aHit(noon, { siteId: 'other' })),
    ])
    expect(new Set(placed.map(({ session }) => session.sessionId)).size).toBe(3)
  })

  it('gets an id that no browser could send', async () => {
    const { session } = await freshSessions().place(aHit(noon))
    expect(session.sessionId).toMatch(/^~[A-Za-z0-9_-]{16}$/)
  })

  it.each([
    ['midnight in UTC', Date.UTC(2026, 10, 20, 23, 50)],
    ['midnight in Berlin', Date.UTC(2026, 10, 20, 22, 50)],
    ['the hour that Europe repeats', Date.UTC(2026, 9, 25, 0, 50)],
    ['the hour that New York skips', Date.UTC(2026, 2, 8, 6, 50)],
    ['the end of a year', Date.UTC(2026, 11, 31, 23, 50)],
  ])('continues across %s', async (_moment, start) => {
    const sessions = freshSessions()
    const first = await sessions.place(aHit(start))
    const second = await sessions.place(aHit(start + 20 * minuteMs))
    expect(second.session.sessionId).toBe(first.session.sessionId)
  })

  it('is cut after 24 hours, however busy', async () => {
    const sessions = freshSessions()
    const ids = new Set<string>()
    for (let at = 0; at <= 30 * 60; at += 20) {
      ids.add((await sessions.place(aHit(noon + at * minuteMs))).session.sessionId)
    }
    expect(ids.size).toBe(2)
  })

  it('does not fall apart when the clock is set back', async () => {
    const sessions = freshSessions()
    await sessions.place(aHit(noon))
    const first = await sessions.place(aHit(noon - 120 * minuteMs))
    const second = await sessions.place(aHit(noon - 119 * minuteMs))
    expect(second.session.sessionId).toBe(first.session.sessionId)
  })
})

describe('a visit that the browser names', () => {
  it('keeps that name', async () => {
    const sessions = freshSessions()
    const { session } = await sessions.place(aHit(noon, { sessionId: 's1' }))
    expect(session.sessionId).toBe('s1')
  })

  it('is split when the name was idle for more than 30 minutes, and stays split', async () => {
    const sessions = freshSessions()
    const at = async (minutes: number) =>
      (await sessions.place(aHit(noon + minutes * minuteMs, { sessionId: 's1' }))).session.sessionId
    expect(await at(0)).toBe('s1')
    expect(await at(31)).toBe(`s1~${((noon + 31 * minuteMs) / 1000).toString(36)}`)
    expect(await at(40)).toBe(await at(41))
    expect(await at(90)).toBe(`s1~${((noon + 90 * minuteMs) / 1000).toString(36)}`)
  })

  it('begins a new visit with a new id at any time', async () => {
    const sessions = freshSessions()
    await sessions.place(aHit(noon, { sessionId: 's1' }))
    const { session } = await sessions.place(aHit(noon + minuteMs, { sessionId: 's2' }))
    expect(session.sessionId).toBe('s2')
  })
})

describe('coming back from a checkout or login', () => {
  it('within 30 minutes continues the visit, even under a new name', async () => {
    const sessions = freshSessions()
    await sessions.place(aHit(noon, { sessionId: 's1', landing: fromGoogle }))
    const later = noon + 20 * minuteMs
    const placed = await sessions.place(aHit(later, { sessionId: 's2', landing: back }))
    const next = await sessions.place(aHit(later + minuteMs, { sessionId: 's2' }))
    expect(placed.session.sessionId).toBe('s1')
    expect(placed.acquisition).toBe(internal)
    expect(next.session.sessionId).toBe('s1')
  })

  it('within 24 hours opens a visit that inherits where the one before came from', async () => {
    const sessions = freshSessions()
    await sessions.place(aHit(noon, { landing: fromGoogle }))
    await sessions.place(aHit(noon + minuteMs))
    const placed = await sessions.place(aHit(noon + 23 * 60 * minuteMs, { landing: back }))
    expect(placed.acquisition).toEqual({ ...google, touch: 'continuation' })
    const again = await sessions.place(aHit(noon + 40 * 60 * minuteMs, { landing: back }))
    expect(again.acquisition).toEqual({ ...google, touch: 'continuation' })
  })

  it('inherits the latest campaign of that visit', async () => {
    const sessions = freshSessions()
    const mail = { ...google, source: 'newsletter' }
    await sessions.place(aHit(noon, { landing: fromGoogle }))
    await sessions.place(aHit(noon + minuteMs, { landing: { acquisition: mail, isReturn: false } }))
    const placed = await sessions.place(aHit(noon + 60 * minuteMs, { landing: back }))
    expect(placed.acquisition).toEqual({ ...mail, touch: 'continuation' })
  })

  it('later than that, or without a visit before, is direct', async () => {
    const sessions = freshSessions()
    expect((await sessions.place(aHit(noon, { landing: back }))).acquisition).toBe(direct)
    const late = noon + 24 * 60 * minuteMs
    expect((await sessions.place(aHit(late, { landing: back }))).acquisition).toBe(direct)
  })

  it('after a visit without a source is a continuation of a direct one', async () => {
    const sessions = freshSessions()
    await sessions.place(aHit(noon))
    const placed = await sessions.place(aHit(noon + 60 * minuteMs, { landing: back }))
    expect(placed.acquisition).toEqual({ ...direct, touch: 'continuation' })
  })
})

describe('an identify', () => {
  const identify = { kind: 'identify' as const }

  it('is recorded with the current visit and does not extend it', async () => {
    const sessions = freshSessions()
    const first = await sessions.place(aHit(noon))
    const identified = await sessions.place(aHit(noon + 20 * minuteMs, identify))
    expect(identified.session.sessionId).toBe(first.session.sessionId)
    const next = await sessions.place(aHit(noon + 40 * minuteMs))
    expect(next.session.sessionId).not.toBe(first.session.sessionId)
  })

  it('begins no visit, also not one that a page view could continue', async () => {
    const sessions = freshSessions()
    const identified = await sessions.place(aHit(noon, { ...identify, sessionId: 's1' }))
    const view = await sessions.place(
      aHit(noon + minuteMs, { sessionId: 's1', landing: fromGoogle }),
    )
    expect(identified.session.sessionId).toMatch(/^~/)
    expect(view).toMatchObject({ session: { sessionId: 's1' }, acquisition: { source: 'google' } })
  })
})

describe('goals', () => {
  it('without a campaign do not change the source of a visit that continues', async () => {
    const sessions = freshSessions()
    await sessions.place(aHit(noon, { landing: fromGoogle }))
    const landing = { acquisition: direct, isReturn: false }
    const goal = await sessions.place(aHit(noon + minuteMs, { kind: 'goal', landing }))
    const view = await sessions.place(aHit(noon + minuteMs, { landing }))
    expect(goal.acquisition).toBe(internal)
    expect(view.acquisition).toBe(direct)
  })
})

describe('memory', () => {
  it('is bounded, and knows what it may have forgotten', async () => {
    const sessions = freshSessions(10)
    for (let n = 0; n < 11; n++) {
      await sessions.place(aHit(noon + n, { visitorId: `v${n}`, sessionId: 's' }))
    }
    expect(sessions.memory.size).toBe(10)
    expect(sessions.memory.isCompleteSince('site', 'v0', noon)).toBe(false)
    expect(sessions.memory.isCompleteSince('site', 'v0', noon + 1)).toBe(true)
    expect(sessions.memory.isCompleteSince('site', 'v1', noon)).toBe(true)
  })

  it('of a server with more visitors than it holds asks for those who come back, not for new ones', async () => {
    const sessions = freshSessions(10)
    for (let n = 0; n < 1_000; n++) {
      await sessions.place(aHit(noon + n, { visitorId: `v${n}` }))
    }
    await expect(sessions.place(aHit(noon + 1_000, { visitorId: 'v0' }))).rejects.toThrow(
      'was asked',
    )
  })
})

describe('hits of a batch', () => {
  /** The rules for times in order: split at each pause beyond 30 minutes and at 24 hours. */
  function expectedVisits(sorted: readonly number[]): number[] {
    let visit = 0
    let start = sorted[0] ?? 0
    return sorted.map((at, index) => {
      const before = sorted[index - 1] ?? at
      if (at - before > idleMs || at - start > longestSessionMs) {
        visit += 1
        start = at
      }
      return visit
    })
  }

  /** A client's id that was unused for a day names another visit. */
  const nameOf = (session: KnownSession | undefined) => `${session?.sessionId} ${session?.day}`

  it('make the same visits in whatever order they come, named or not', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 3 * 24 * 60 }), {
      minLength: 1,
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(times, fc.constantFrom('', 's1'), async (minutes, sessionId) => {
        const hits = minutes.map((at) => aHit(noon + at * minuteMs, { sessionId }))
        const placed = await freshSessions().placeAll(hits, noon)
        const inOrder = hits
          .map((hit, index) => ({ at: hit.timestampMs, id: nameOf(placed[index]?.session) }))
          .sort((a, b) => a.at - b.at)
        const visits = expectedVisits(inOrder.map(({ at }) => at))
        const ids = new Map<number, Set<string | undefined>>()
        for (const [index, { id }] of inOrder.entries()) {
          const visit = visits[index] ?? -1
          ids.set(visit, (ids.get(visit) ?? new Set()).add(id))
        }
        // One id per visit, and no id for two visits.
        expect([...ids.values()].every((found) => found.size === 1)).toBe(true)
        expect(new Set([...ids.values()].flatMap((found) => [...found])).size).toBe(ids.size)
      }),
      { numRuns: 150 },
    )
  })

  it('make the same visits one by one, backwards or forwards', async () => {
    for (const minutes of [[95, 90, 10, 5, 0].map((ago) => -ago), [-0, -5, -10, -90, -95]]) {
      const sessions = freshSessions()
      const ids = new Map<number, string | undefined>()
      for (const at of minutes) {
        const [placed] = await sessions.placeAll([aHit(noon + at * minuteMs)], noon)
        ids.set(Math.abs(at), placed?.session.sessionId)
      }
      expect(ids.get(95)).toBe(ids.get(90))
      expect([ids.get(10), ids.get(5)]).toEqual([ids.get(0), ids.get(0)])
      expect(ids.get(95)).not.toBe(ids.get(0))
    }
  })

  it('under two names in turn are a visit of each, split where a name rests for 30 minutes', async () => {
    for (const oneByOne of ['place', 'placeAll'] as const) {
      const sessions = freshSessions()
      const at = async (minutes: number, sessionId: string) => {
        const hit = aHit(noon + minutes * minuteMs, { sessionId })
        const placed =
          oneByOne === 'place'
            ? await sessions.place(hit)
            : (await sessions.placeAll([hit], noon))[0]
        return placed?.session.sessionId
      }
      expect([await at(0, 'a'), await at(5, 'b'), await at(25, 'a'), await at(30, 'b')]).toEqual([
        ...['a', 'b', 'a', 'b'],
      ])
      expect(await at(70, 'a')).toMatch(/^a~/)
      expect(await at(75, 'b')).toMatch(/^b~/)
      expect(await at(76, 'a')).toMatch(/^a~/)
    }
  })

  it('continue a visit in several batches', async () => {
    const sessions = freshSessions()
    const [first] = await sessions.placeAll([aHit(noon)], noon)
    const [second] = await sessions.placeAll([aHit(noon + 10 * minuteMs)], noon)
    const [before] = await sessions.placeAll([aHit(noon - 10 * minuteMs)], noon)
    expect(second?.session.sessionId).toBe(first?.session.sessionId)
    expect(before?.session.sessionId).toBe(first?.session.sessionId)
  })

  it('do not evict the current visit from memory', async () => {
    const sessions = freshSessions()
    const now = await sessions.place(aHit(noon, { sessionId: 's1' }))
    await sessions.placeAll([aHit(noon - 300 * minuteMs, { sessionId: 'old' })], noon)
    const next = await sessions.place(aHit(noon + minuteMs, { sessionId: 's1' }))
    expect(next.session).toBe(now.session)
  })
})
