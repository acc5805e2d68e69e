import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anEvent } from '../../../test/an-event.ts'
import { startTestEngine, type TestEngine } from '../../../test/engine.ts'
import { inLongForm } from '../../../test/long-form.ts'
import { dayMs, minuteMs } from '../../../time/durations.ts'
import type { StoredEvent } from '../event.ts'
import { eventLine } from '../event-line.ts'
import { dayOf } from '../utc-days.ts'
import {
  daysToRead,
  type SessionTableColumn,
  sessionTableParams,
  sessionTableSql,
} from './session-table.ts'

const midnight = Date.UTC(2026, 10, 17)
const range = { fromMs: midnight - dayMs, toMs: midnight + dayMs }
let test: TestEngine

beforeAll(async () => {
  test = await startTestEngine({ withTables: true })
})
afterAll(() => test?.remove())

async function insert(events: readonly StoredEvent[], token: string = randomUUID()) {
  const lines = Buffer.from(events.map(eventLine).join(''))
  await test.engine.insertLines('events', lines, { deduplicationToken: token })
}

const columns = [
  'started_at',
  'ended_at',
  'pageviews',
  'goals',
  'engaged_ms',
  'entry_path',
  'exit_path',
  'source',
  'campaign',
  'browser',
  'country',
  'page_paths',
  'page_views',
  'reached_goals',
] as const satisfies SessionTableColumn[]

function rowsOf(
  site: string,
  wanted: readonly SessionTableColumn[] = columns,
): Promise<Record<string, unknown>[]> {
  return test.engine.query(
    `select * except (session_hash, visitor_hash) from ${sessionTableSql(wanted)}
     where started_at >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')
       and started_at < fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')
     order by all`,
    { ...sessionTableParams(site, range), ...range },
  )
}

/** The expected rows, computed from the events themselves. Moments of one session are distinct. */
function expectedRows(events: readonly StoredEvent[]): Record<string, unknown>[] {
  const collected = events.filter(({ origin }) => origin !== 'server')
  const sessions = Map.groupBy(collected, (event) => `${event.visitorId} ${event.sessionId}`)
  const rows = [...sessions.values()].flatMap((all) => {
    if (all.every(({ kind }) => kind === 'identify')) return []
    const sorted = all.toSorted((a, b) => a.timestampMs - b.timestampMs)
    const views = sorted.filter(({ kind }) => kind === 'pageview')
    const entry = views[0] ?? sorted.find(({ kind }) => kind !== 'identify')
    const counts = (names: string[]) =>
      Object.fromEntries(
        [...new Set(names)]
          .sort()
          .map((name) => [name, String(names.filter((n) => n === name).length)]),
      )
    const goals = sorted.filter(({ kind }) => kind === 'goal')
    return [
      {
        started_at: time(sorted[0]),
        ended_at: time(sorted.at(-1)),
        pageviews: String(views.length),
        goals: String(goals.length),
        engaged_ms: String(sorted.reduce((sum, { engagedMs }) => sum + engagedMs, 0)),
        entry_path: entry?.path,
        exit_path: views.at(-1)?.path ?? '',
        source: entry?.source,
        campaign: entry?.campaign,
        browser: entry?.browser,
        country: entry?.country,
        pages: counts(views.map(({ path }) => path)),
        reached_goals: [...new Set(goals.map(({ name }) => name))].sort(),
      },
    ]
  })
  return rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

const time = (event: StoredEvent | undefined) =>
  new Date(event?.timestampMs ?? 0).toISOString().replace('T', ' ').replace('Z', '')

const eventOf = fc.record({
  visitor: fc.integer({ min: 0, max: 3 }),
  minutes: fc.integer({ min: -29, max: 29 }),
  kind: fc.constantFrom('pageview', 'pageview', 'goal', 'identify', 'engagement'),
  origin: fc.constantFrom('browser', 'browser', 'batch', 'server'),
  place: fc.integer({ min: 0, max: 5 }),
})

const drawnSites: { siteId: string; expected: Record<string, unknown>[] }[] = []

async function daysThatAre(days: string): Promise<number[]> {
  const [row] = await test.engine.query<{ days: number[] }>(`select ${days} as days`)
  return row?.days ?? []
}

describe('session rows', () => {
  it('are what the events say, however these were inserted, repeated and merged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(eventOf, {
          maxLength: 30,
          selector: ({ visitor, minutes }) => `${visitor} ${minutes}`,
        }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 30, maxLength: 30 }),
        fc.boolean(),
        async (drawn, inserts, isMerged) => {
          const siteId = randomUUID()
          const events = drawn.map(({ visitor, minutes, kind, origin, place }) =>
            anEvent({
              siteId,
              visitorId: `v${visitor}`,
              sessionId: 's',
              // Every session crosses midnight, and its first hit was received before it.
              sessionDay: dayOf(midnight) - 1,
              timestampMs: midnight + minutes * minuteMs,
              kind,
              origin: kind === 'goal' ? origin : 'browser',
              path: `/${place}`,
              name: kind === 'goal' ? `goal ${place % 2}` : '',
              source: place > 2 ? `source-${place}` : '',
              touch: place > 2 ? 'source' : 'direct',
              campaign: place === 5 ? 'spring' : '',
              browser: place % 2 === 0 ? 'Firefox' : 'Chrome',
              country: place === 1 ? '' : 'DE',
              engagedMs: kind === 'engagement' ? place * 1000 : 0,
            }),
          )
          for (let batch = 0; batch < 5; batch++) {
            const some = events.filter((_, index) => inserts[index] === batch)
            if (some.length === 0) continue
            const token = `${siteId} ${batch}`
            await insert(some, token)
            if (batch % 2 === 0) await insert(some, token)
          }
          if (isMerged) await test.engine.command('optimize table sessions final')
          const expected = expectedRows(events)
          expect(sorted(await rowsOf(siteId))).toEqual(expected)
          drawnSites.push({ siteId, expected })
        },
      ),
      { numRuns: inLongForm(15, 6) },
    )
  })

  it('say the same once their days are settled, and when hits come to a settled day', async () => {
    await test.engine.command('optimize table sessions final')
    await vi.waitFor(async () => expect(await daysThatAre(daysToRead)).toEqual([]), 60_000)
    for (const { siteId, expected } of drawnSites) {
      expect(sorted(await rowsOf(siteId))).toEqual(expected)
    }
    const siteId = randomUUID()
    const view = (minutes: number) =>
      anEvent({
        siteId,
        sessionId: 's',
        path: `/${minutes}`,
        timestampMs: midnight + minutes * minuteMs,
      })
    await insert([view(0)])
    await insert([view(5)])
    expect(await daysThatAre(daysToRead)).toContain(dayOf(midnight))
    expect(await rowsOf(siteId, ['pageviews', 'entry_path', 'exit_path'])).toMatchObject([
      { pageviews: '2', entry_path: '/0', exit_path: '/5' },
    ])
  })

  it('take one event as the entry when two page views are of one millisecond, whatever came first', async () => {
    const seen = async (order: number[]) => {
      const siteId = randomUUID()
      const views = ['a', 'b'].map((name, index) =>
        anEvent({
          siteId,
          path: `/${name}`,
          source: `${name}`,
          campaign: name,
          browser: name,
          city: name,
          timestampMs: midnight + 0 * index,
        }),
      )
      for (const index of order) await insert([views[index] as StoredEvent])
      return rowsOf(siteId, ['entry_path', 'source', 'campaign', 'browser', 'city'])
    }
    const one = await seen([0, 1])
    expect(one).toEqual(await seen([1, 0]))
    const { entry_path: path, source, campaign, browser, city } = one[0] ?? {}
    expect([`/${source}`, `/${campaign}`, `/${browser}`, `/${city}`]).toEqual(Array(4).fill(path))
  })

  it('have the source of the first page view, though a goal came before it and before midnight', async () => {
    const siteId = randomUUID()
    const ofSession = { siteId, sessionDay: dayOf(midnight) - 1 }
    const goal = anEvent({
      ...ofSession,
      kind: 'goal',
      name: 'hello',
      path: '/a',
      timestampMs: midnight - 10_000,
    })
    const view = anEvent({
      ...ofSession,
      path: '/b',
      touch: 'source',
      source: 'radio',
      timestampMs: midnight + 10_000,
    })
    await insert([goal])
    await insert([view])
    expect(await rowsOf(siteId, ['source', 'entry_path', 'goals', 'pageviews'])).toEqual([
      { started_at: time(goal), source: 'radio', entry_path: '/b', goals: '1', pageviews: '1' },
    ])
  })

  it('name each source that led into a session after its entry, once and in order', async () => {
    const siteId = randomUUID()
    const view = (minutes: number, source: string, campaign = '') =>
      anEvent({
        siteId,
        timestampMs: midnight + minutes * minuteMs,
        source,
        campaign,
        channel: 'Email',
        touch: source === '' ? 'direct' : 'source',
      })
    await insert([view(20, 'x', 'may'), view(0, 'x')])
    await insert([view(10, 'y'), view(5, ''), view(15, 'y'), view(25, 'x')])
    const [row] = await rowsOf(siteId, ['later_sources'])
    const at = (minutes: number) => time(view(minutes, ''))
    expect(row?.later_sources).toEqual([
      [at(10), ['Email', 'y', '', '', '', '', '', '']],
      [at(20), ['Email', 'x', '', 'may', '', '', '', '']],
    ])
  })
})

function sorted(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows
    .map(({ page_paths: paths, page_views: views, ...row }) => ({
      ...row,
      pages: Object.fromEntries(
        (paths as string[]).map((path, at) => [path, (views as string[])[at]]).sort(),
      ),
      reached_goals: (row.reached_goals as string[]).toSorted(),
    }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}
