import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent } from '../../../test/an-event.ts'
import { startTestEngine, type TestEngine } from '../../../test/engine.ts'
import type { StoredEvent } from '../event.ts'
import { eventLine } from '../event-line.ts'
import { migrateEvents } from '../migrate.ts'
import { planDays } from '../plan-days.ts'
import { visitFigures } from '../queries/visit-figures.ts'
import { buildDay, removeOutdatedBuilds } from './build-day.ts'
import { buildAllSessions, buildSessions } from './build-sessions.ts'

const dayMs = 86_400_000
const midnight = Date.UTC(2026, 10, 10)
const nowMs = Date.UTC(2026, 10, 20, 12)
let test: TestEngine

beforeAll(async () => {
  test = await startTestEngine()
  await migrateEvents(test.engine)
})

afterAll(() => test?.remove())

async function insert(events: StoredEvent[], token: string = randomUUID()): Promise<void> {
  const lines = Buffer.from(events.map(eventLine).join(''))
  await test.engine.insertLines('events', lines, { deduplicationToken: token })
}

async function report(site: string) {
  const range = { fromMs: midnight - dayMs, toMs: midnight + 2 * dayMs }
  const days = await planDays(test.engine, site, range)
  const rows = await visitFigures(
    test.engine,
    { site, ...range, zone: 'Asia/Kolkata', days, filters: [] },
    {
      dimensions: ['source', 'entryPage', 'exitPage', 'day'],
      measures: ['visitors', 'sessions', 'pageViews', 'goals', 'bounces', 'durationMs'],
    },
  )
  const answer = rows.map((row) => JSON.stringify(row)).sort()
  return { answer, built: days.builds.length, open: days.openDays.length }
}

/** A visit across midnight, one that is over before, and one that only a server told a goal of. */
function story(siteId: string): StoredEvent[] {
  const hit = (minutes: number, overrides: Partial<StoredEvent>) =>
    anEvent({ siteId, timestampMs: midnight + minutes * 60_000, ...overrides })
  const ana = { visitorId: 'ana', sessionId: 'a1' }
  return [
    hit(-20, { ...ana, path: '/ad', touch: 'source', source: 'google' }),
    hit(-1, { ...ana, path: '/shoes', touch: 'internal' }),
    hit(1, { ...ana, path: '/cart', touch: 'internal' }),
    hit(20, { ...ana, kind: 'goal', name: 'checkout', touch: 'internal' }),
    hit(-90, { visitorId: 'ben', sessionId: 'b1', path: '/' }),
    hit(700, { visitorId: 'ben', sessionId: 'b2', path: '/again' }),
    hit(5, { visitorId: 'chen', sessionId: 'c1', kind: 'goal', origin: 'server', name: 'paid' }),
  ]
}

describe('building sessions', () => {
  it('changes no answer: not by building, late events, repeated inserts or building again', async () => {
    const site = 'site-same'
    const token = randomUUID()
    await insert(story(site), token)
    const before = await report(site)
    expect(before).toMatchObject({ built: 0, open: 2 })
    expect(before.answer).toHaveLength(3)

    expect(await buildAllSessions(test.engine, nowMs)).toBe(2)
    expect(await report(site)).toEqual({ answer: before.answer, built: 2, open: 0 })

    await insert(story(site), token)
    expect(await buildAllSessions(test.engine, nowMs)).toBe(0)
    expect(await report(site)).toEqual({ answer: before.answer, built: 2, open: 0 })

    await insert([
      anEvent({ siteId: site, timestampMs: midnight + 60_000, visitorId: 'late', path: '/late' }),
    ])
    const late = await report(site)
    expect(late).toMatchObject({ built: 1, open: 1 })
    expect(late.answer).toHaveLength(4)
    expect(await buildAllSessions(test.engine, nowMs)).toBe(1)
    expect(await report(site)).toEqual({ answer: late.answer, built: 2, open: 0 })
  })

  it('does not believe a build that was cut short, or two that were made at once', async () => {
    const site = 'site-cut'
    await insert(story(site))
    const { answer } = await report(site)
    const none = { builtEvents: 0, builtHours: 0, eventsOfBuiltHours: 0, receivedUntil: 0 }
    const state = { day: '2026-11-10', events: 4, build: 0, ...none }
    const asked = { site, nowMs, state, hours: 24, receivedMs: nowMs }
    const orphan = `insert into session_days select * replace (7 as build) from (
      select * from session_days where site_id = 'site-same' limit 1)`
    await test.engine.command(orphan)
    await Promise.all([1, 2, 3].map(() => buildDay(test.engine, asked)))
    expect(await report(site)).toEqual({ answer, built: 1, open: 1 })
  })

  it('removes replaced builds, but not while a report may be reading them', async () => {
    await buildAllSessions(test.engine, nowMs)
    const { answer } = await report('site-cut')
    const builds = async () => {
      const [row] = await test.engine.query<{ builds: string }>(
        'select uniqExact(site_id, day, build) as builds from session_days',
      )
      return Number(row?.builds)
    }
    const all = await builds()
    expect(await removeOutdatedBuilds(test.engine, nowMs + 60_000)).toBe(0)
    expect(await builds()).toBe(all)
    expect(await removeOutdatedBuilds(test.engine, nowMs + 3_600_000)).toBe(3)
    expect(await builds()).toBe(all - 3)
    expect((await report('site-cut')).answer).toEqual(answer)
  })

  it('leaves today, small days and, when told to stop, the rest', async () => {
    const site = 'site-today'
    await insert([
      anEvent({ siteId: site, timestampMs: nowMs }),
      anEvent({ siteId: site, timestampMs: nowMs - dayMs }),
    ])
    expect(await buildSessions(test.engine, { nowMs })).toBe(0)
    const asked = { nowMs, fewestEvents: 1 }
    expect(await buildSessions(test.engine, { ...asked, shouldStop: () => true })).toBe(0)
    expect(await buildSessions(test.engine, asked)).toBe(1)
  })
})
