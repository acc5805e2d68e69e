import { randomUUID } from 'node:crypto'
import type { QueryAnswer, QueryInput } from '@tributary/contract/query.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventLine } from '../store/events/event-line.ts'
import { anEvent } from '../test/an-event.ts'
import { type TestClock, testClock } from '../test/clock.ts'
import { startTestServer, type TestServer } from '../test/server.ts'

let clock: TestClock
let server: TestServer

beforeAll(async () => {
  clock = testClock()
  server = await startTestServer({ sharesEngine: true, clock })
})

afterAll(() => server?.close())

type Asked = Pick<QueryInput, 'dateRange' | 'compare' | 'dimensions'>

async function ask(key: string, asked: Asked): Promise<QueryAnswer> {
  const body = { metrics: ['visitors'], compare: 'previous', ...asked }
  const { body: answer } = await server.request('POST', '/api/v1/query', { key, body })
  return (answer as { data: QueryAnswer }).data
}

describe('POST /api/v1/query about a time that is still running', () => {
  it('compares with yesterday up to the same time of day, in totals, rows and hours', async () => {
    const { site, key } = await server.aSite({ timezone: 'Europe/Berlin' })
    setClock('2026-11-20T14:20:40Z')
    const visits = [
      ['early', '2026-11-18T23:00:00Z'],
      ['morning', '2026-11-19T14:19:59Z'],
      ['later', '2026-11-19T14:20:00Z'],
      ['today', '2026-11-20T09:00:00Z'],
    ] as const
    const lines = visits.map(([visitorId, at]) =>
      eventLine(anEvent({ siteId: site.id, visitorId, timestampMs: Date.parse(at) })),
    )
    const token = { deduplicationToken: randomUUID() }
    await server.services.engine.insertLines('events', Buffer.from(lines.join('')), token)

    const { totals, comparison } = await ask(key, { dateRange: 'today' })
    expect([totals.visitors, comparison?.totals.visitors]).toEqual([1, 2])
    expect(comparison?.change.totals).toEqual({ visitors: -0.5 })
    expect(comparison?.until).toBe('2026-11-19T15:20:00+01:00')
    const hours = await ask(key, { dateRange: 'today', dimensions: ['hour'] })
    expect(hours.comparison?.rows.length).toBe(hours.rows.length)
    expect(hours.comparison?.rows.at(-1)).toEqual({
      hour: '2026-11-19T15:00:00+01:00',
      visitors: 1,
    })
    // Yesterday is over, and custom days are compared as a whole.
    expect((await ask(key, { dateRange: 'yesterday' })).comparison).not.toHaveProperty('until')
    const chosen = await ask(key, { dateRange: 'today', compare: ['2026-11-19', '2026-11-19'] })
    expect(chosen.comparison).toMatchObject({ totals: { visitors: 3 } })
    expect(chosen.comparison).not.toHaveProperty('until')
  })

  it.each<[string, { now: string; zone: string }, Asked, [string, string, string?]]>([
    [
      'today',
      { now: '2026-11-20T00:00:10Z', zone: 'UTC' },
      { dateRange: 'today' },
      ['2026-11-19', '2026-11-19', '2026-11-19T00:00:00+00:00'],
    ],
    [
      'today where it is still yesterday',
      { now: '2026-11-20T03:10:00Z', zone: 'America/New_York' },
      { dateRange: 'today' },
      ['2026-11-18', '2026-11-18', '2026-11-18T22:10:00-05:00'],
    ],
    [
      'seven days',
      { now: '2026-11-20T12:00:00Z', zone: 'Asia/Kolkata' },
      { dateRange: '7d' },
      ['2026-11-07', '2026-11-13', '2026-11-13T17:30:00+05:30'],
    ],
    [
      'this week, from its Monday',
      { now: '2026-11-19T12:00:00Z', zone: 'Europe/Berlin' },
      { dateRange: 'week' },
      ['2026-11-09', '2026-11-12', '2026-11-12T13:00:00+01:00'],
    ],
    [
      'this month',
      { now: '2026-11-20T12:00:00Z', zone: 'Europe/Berlin' },
      { dateRange: 'month' },
      ['2026-10-01', '2026-10-20', '2026-10-20T13:00:00+02:00'],
    ],
    [
      'the 31st, where the month before has none',
      { now: '2026-03-31T12:00:00Z', zone: 'UTC' },
      { dateRange: 'month' },
      ['2026-02-01', '2026-02-28'],
    ],
    [
      'this year',
      { now: '2026-11-20T12:00:00Z', zone: 'UTC' },
      { dateRange: 'year' },
      ['2025-01-01', '2025-11-20', '2025-11-20T12:00:00+00:00'],
    ],
    [
      'twelve months',
      { now: '2026-11-20T12:00:00Z', zone: 'UTC' },
      { dateRange: '12mo' },
      ['2024-12-01', '2025-11-20', '2025-11-20T12:00:00+00:00'],
    ],
    [
      'a leap day with last year',
      { now: '2028-02-29T12:00:00Z', zone: 'UTC' },
      { dateRange: 'today', compare: 'year' },
      ['2027-02-28', '2027-02-28'],
    ],
    [
      'days of which some are to come',
      { now: '2026-11-20T12:00:00Z', zone: 'UTC' },
      { dateRange: ['2026-11-19', '2026-11-22'] },
      ['2026-11-15', '2026-11-16', '2026-11-16T12:00:00+00:00'],
    ],
    [
      'a day on which clocks went forward',
      { now: '2026-03-29T01:30:00Z', zone: 'Europe/Berlin' },
      { dateRange: 'today' },
      ['2026-03-28', '2026-03-28', '2026-03-28T03:30:00+01:00'],
    ],
    [
      'a time that the day before skipped',
      { now: '2026-03-30T00:30:00Z', zone: 'Europe/Berlin' },
      { dateRange: 'today' },
      ['2026-03-29', '2026-03-29', '2026-03-29T03:30:00+02:00'],
    ],
    [
      'the second 2:30 of a day',
      { now: '2026-10-25T01:30:00Z', zone: 'Europe/Berlin' },
      { dateRange: 'today' },
      ['2026-10-24', '2026-10-24', '2026-10-24T02:30:00+02:00'],
    ],
    [
      'a time that the day before had twice',
      { now: '2026-10-26T01:30:00Z', zone: 'Europe/Berlin' },
      { dateRange: 'today' },
      ['2026-10-25', '2026-10-25', '2026-10-25T02:30:00+02:00'],
    ],
  ])('compares %s', async (_case, { now, zone }, asked, [first, last, until]) => {
    const { key } = await server.aSite({ timezone: zone })
    setClock(now)
    const { comparison } = await ask(key, asked)
    expect([comparison?.dateRange, comparison?.until]).toEqual([[first, last], until])
  })
})

function setClock(instant: string): void {
  clock.jump(Date.parse(instant) - clock.now())
}
