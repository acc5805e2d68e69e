import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEvent } from '../../test/an-event.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { randomTraffic, type Traffic } from '../../test/random-traffic.ts'
import type { Engine } from './engine.ts'
import type { StoredEvent } from './event.ts'
import { eventLine } from './event-line.ts'
import { migrateEvents } from './migrate.ts'
import { paymentEntryLine } from './payment-entry-line.ts'
import { planDays } from './plan-days.ts'
import { eventFigures } from './queries/event-figures.ts'
import { type VisitScope, visitFigures } from './queries/visit-figures.ts'
import type { DayPlan } from './session-rows.ts'
import { buildSessions } from './sessions/build-sessions.ts'

/*
 * Traffic of ten days of which seven are built, so that half of the visitors have settled and moving rows.
 * Whatever is asked in parts must be what is counted when every day is open.
 */
const site = 'site_parts'
const traffic = { seed: 7, fromMs: Date.UTC(2026, 9, 20), days: 10, visits: 200 }
const range = { fromMs: Date.UTC(2026, 9, 20, 22), toMs: Date.UTC(2026, 9, 28, 23) }
const receivedMs = Date.UTC(2026, 10, 20, 12)
const builtUntil = { nowMs: Date.UTC(2026, 9, 27, 12), fewestEvents: 1, receivedMs }

let embedded: TestEngine

beforeAll(async () => {
  embedded = await startTestEngine()
  await migrateEvents(embedded.engine)
  await insert(randomTraffic(site, traffic), 'first')
  await buildSessions(embedded.engine, builtUntil)
})

afterAll(() => embedded?.remove())

async function insert({ events, entries }: Traffic, token: string): Promise<void> {
  await embedded.engine.insertLines('events', Buffer.from(events.map(eventLine).join('')), {
    deduplicationToken: `events-${token}`,
  })
  await embedded.engine.insertLines(
    'payment_entries',
    Buffer.from(entries.map(paymentEntryLine).join('')),
    { deduplicationToken: `entries-${token}` },
  )
}

const lateMs = receivedMs + 60_000

/** Hits that begin, prolong and end some of the visits that are known, also across midnight. */
function intoVisits(seed: number): StoredEvent[] {
  return randomTraffic(site, traffic).events.flatMap((event, index) => {
    if (index % 40 !== seed % 40 || event.origin === 'server') return []
    const minutes = [-20, -3, 2, 25][index % 4] ?? 0
    return [{ ...event, timestampMs: event.timestampMs + minutes * 60_000 + seed, path: '/late' }]
  })
}

let asked = 0

/** The same days without builds, and no answer of them known. */
function withoutBuilds(plan: DayPlan): DayPlan {
  const openDays = Array.from({ length: 12 }, (_, day) =>
    new Date(Date.UTC(2026, 9, 19 + day)).toISOString().slice(0, 10),
  )
  asked += 1
  const openHours = openDays.map(() => 0)
  const none = { builds: [], lateDays: [], lateVisitors: [] }
  return { ...plan, ...none, openDays, openHours, reachesFar: true, seen: `question ${asked}` }
}

async function answers(days: DayPlan) {
  const { engine } = embedded
  const scope: VisitScope = { site, ...range, zone: 'Europe/Berlin', days, filters: [] }
  const measures = ['visitors', 'sessions', 'pageViews', 'bounces', 'durationMs'] as const
  const pages = { kind: 'pageview', dimensions: [{ name: 'page' }], hits: [] } as const
  const found = {
    totals: await visitFigures(engine, scope, { dimensions: [], measures }),
    channels: await visitFigures(engine, scope, { dimensions: ['channel'], measures }),
    days: await visitFigures(engine, scope, { dimensions: ['day', 'source'], measures }),
    pages: await eventFigures(engine, scope, {
      ...pages,
      measures: ['visitors', 'sessions', 'pageViews'],
    }),
  }
  return Object.fromEntries(
    Object.entries(found).map(([name, rows]) => [
      name,
      rows.map((row) => JSON.stringify(row)).sort(),
    ]),
  )
}

async function expectAgreement(): Promise<DayPlan> {
  const plan = await planDays(embedded.engine, site, range)
  expect(await answers(plan)).toEqual(await answers(withoutBuilds(plan)))
  return plan
}

describe('an answer in parts', () => {
  it('is that of the whole range, also for who is on settled and on open days', async () => {
    const plan = await expectAgreement()
    expect(plan.builds).toHaveLength(8)
    expect(plan.openDays).toHaveLength(3)
    expect(plan.openHours).toEqual([11, 0, 0])
    expect(plan.reachesFar).toBe(false)
  })

  it('follows new hits on an open day, of which a repeated insert is none', async () => {
    // Around eleven o'clock, until which that day is built.
    const today = { ...traffic, seed: 8, visits: 60, fromMs: Date.UTC(2026, 9, 27, 10), days: 0.1 }
    const events = randomTraffic(site, today).events.map((event) => ({
      ...event,
      sessionId: `today-${event.sessionId}`,
    }))
    for (let time = 0; time < 2; time++) await insert({ events, entries: [] }, 'today')
    expect(await expectAgreement()).toMatchObject({ openHours: [0, 0, 0], reachesFar: false })
    await buildSessions(embedded.engine, builtUntil)
    expect(await expectAgreement()).toMatchObject({ openHours: [11, 0, 0], reachesFar: false })
  })

  it('is right about a visit that rests for hours, as nobody else than an owner of ids can make it', async () => {
    const rested = { siteId: site, visitorId: 'rests', sessionId: 'rests' }
    const hoursOfDay = [-0.1, 1, 4, 13, 13.2]
    const events = hoursOfDay.map((hour, index) => ({
      ...anEvent({ ...rested, path: `/${index}`, source: `source ${index}`, touch: 'source' }),
      timestampMs: Date.UTC(2026, 9, 27) + hour * 3_600_000,
    }))
    await insert({ events: events.slice(0, 3), entries: [] }, 'rests')
    await buildSessions(embedded.engine, builtUntil)
    expect(await expectAgreement()).toMatchObject({ openHours: [11, 0, 0], reachesFar: false })
    await insert({ events: events.slice(3), entries: [] }, 'goes on')
    expect(await expectAgreement()).toMatchObject({ openHours: [0, 0, 0], reachesFar: true })
  })

  it('follows hits that come late and look as if they did not, and new money', async () => {
    await insert(randomTraffic(site, { ...traffic, seed: 9, visits: 4 }), 'late')
    expect((await expectAgreement()).builds.length).toBeLessThan(7)
    await buildSessions(embedded.engine, builtUntil)
    expect((await expectAgreement()).builds).toHaveLength(7)
  })

  it('keeps the builds of days to which hits came late, however it is put together', async () => {
    const plan = await expectAgreement()
    for (const seed of [21, 22]) {
      const { events } = randomTraffic(site, { ...traffic, seed, visits: 12 })
      const own = events.map((event) => ({
        ...event,
        sessionId: `late-${seed}-${event.sessionId}`,
      }))
      const receivedMs = lateMs + seed * 1_000
      const late = [...own, ...intoVisits(seed)].map((event) => ({ ...event, receivedMs }))
      for (let time = 0; time < 2; time++)
        await insert({ events: late, entries: [] }, `late-${seed}`)
      const after = await expectAgreement()
      expect(after.builds).toEqual(plan.builds)
      expect(after.lateDays.length).toBeGreaterThan(4)
    }
    const last = await planDays(embedded.engine, site, range)
    const slow = await answers(withoutBuilds(last))
    expect(await answers({ ...last, lateVisitors: undefined, seen: 'too many' })).toEqual(slow)
    expect(await answers({ ...last, openEvents: 100_000, seen: 'as figures' })).toEqual(slow)
    await buildSessions(embedded.engine, { ...builtUntil, receivedMs: lateMs + 60_000 })
    const rebuilt = await expectAgreement()
    expect(rebuilt).toMatchObject({ lateDays: [], openDays: plan.openDays })
    expect(rebuilt.builds).not.toEqual(plan.builds)
  })

  it('is right about somebody who never paid and whose hits came late', async () => {
    const visitor = { siteId: site, visitorId: 'late alone', sessionId: 'late alone' }
    const late = { ...anEvent(visitor), timestampMs: Date.UTC(2026, 9, 24, 12) }
    await insert({ events: [{ ...late, receivedMs: lateMs + 3_600_000 }], entries: [] }, 'alone')
    const plan = await expectAgreement()
    expect([plan.lateDays, plan.lateVisitors?.length]).toEqual([['2026-10-24'], 1])
  })
})

it('ranges that are asked for at the same time share one look at the days', async () => {
  const later = { ...range, fromMs: Date.UTC(2026, 9, 24, 22) }
  const alone = await planDays(embedded.engine, site, later)
  const names: string[] = []
  const engine: Engine = {
    ...embedded.engine,
    query(sql, ...rest) {
      names.push(/[\w-]+/.exec(sql)?.[0] ?? '')
      return embedded.engine.query(sql, ...rest)
    },
  }
  const [all, found] = await Promise.all([
    planDays(engine, site, range),
    planDays(engine, site, later),
  ])
  expect(names.filter((name) => name === 'day-states')).toHaveLength(1)
  expect([all.firstDay, all.openDays.length]).toEqual(['2026-10-19', 3])
  expect(found).toEqual(alone)
  expect([found.firstDay, found.seen.includes('2026-10-22')]).toEqual(['2026-10-23', false])
})
