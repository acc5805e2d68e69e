import fc from 'fast-check'
import { expect } from 'vitest'
import { minuteMs } from '../time/durations.ts'
import type { TestServer } from './server.ts'
import { expectSessionsAgree } from './sessions-agree.ts'

const begunMs = Date.UTC(2026, 10, 18, 21)

/** One event of a visitor, this many minutes after the one before it. */
export interface Happening {
  afterMinutes: number
  visitor: string
  kind: 'pageview' | 'pageview' | 'goal' | 'identify' | 'payment'
  sessionId: string
  from: string
}

/** Gaps around the limits: half an hour, midnight, a day. */
const gaps = [1, 1, 5, 10, 20, 29, 30, 31, 45, 120, 600, 1380]
const campaign = '?utm_source=june'
/** The source of a hit: none, its own site, a campaign or a search, or a return from a checkout. */
const origins = ['', '', 'own', campaign, 'google', 'stripe', 'stripe']
const referrers: Record<string, string> = {
  own: 'https://shop.example/before',
  google: 'https://www.google.com/',
  stripe: 'https://checkout.stripe.com/pay',
}

/** The events of one or two visitors, with client ids, without, and mixed. */
export const happenings: fc.Arbitrary<Happening[]> = fc
  .constantFrom(['', ''], ['a', 'a'], ['a', 'b'], ['', 'a'], ['', 'a', 'b'])
  .chain((ids) =>
    fc.array(
      fc.record({
        afterMinutes: fc.constantFrom(...gaps),
        visitor: fc.constantFrom('ana', 'ana', 'ana', 'ben'),
        kind: fc.constantFrom<Happening['kind'][]>(
          ...([
            'pageview',
            'pageview',
            'pageview',
            'pageview',
            'goal',
            'identify',
            'payment',
          ] as const),
        ),
        sessionId: fc.constantFrom(...ids),
        from: fc.constantFrom(...origins),
      }),
      { minLength: 2, maxLength: 10 },
    ),
  )

interface Report {
  path: string
  item: Record<string, unknown>
}

/** Each event as it is reported, in time order. */
function reportsOf(story: readonly Happening[]): Report[] {
  let atMs = begunMs
  return story.map(({ afterMinutes, visitor, kind, sessionId, from }, index) => {
    atMs += afterMinutes * minuteMs
    const timestamp = new Date(atMs).toISOString()
    const ids = { visitorId: visitor, ...(sessionId !== '' && { sessionId }) }
    if (kind === 'payment') {
      const payment = { provider: 'custom', providerPaymentId: `p-${index}`, amount: index + 1 }
      return { path: '/api/v1/payment', item: { ...payment, visitorId: visitor, timestamp } }
    }
    const url = `https://shop.example/${index}${from.startsWith('?') ? from : ''}`
    const hit = { type: kind, ...ids, timestamp, url, userAgent: null }
    if (kind === 'identify') return { path: '/api/v1/events', item: { ...hit, userId: visitor } }
    const referrer = referrers[from] ?? null
    return {
      path: '/api/v1/events',
      item: { ...hit, referrer, name: kind === 'goal' ? 'g' : null },
    }
  })
}

/** How a story is reported: in which order, and after which of the reports a request ends. */
export interface Delivery {
  order: readonly number[]
  ends: readonly boolean[]
  /** Called between two requests. */
  between?: (request: number) => Promise<void>
}

/** Reports a story to a new site. Returns the answers of reports and visitors afterwards. */
export async function answersAfter(
  server: TestServer,
  story: readonly Happening[],
  { order, ends, between }: Delivery,
): Promise<Record<string, unknown>> {
  const { site, key } = await server.aSite({ domains: ['shop.example'] })
  const reports = reportsOf(story)
  const post = async (path: string, body: object) => {
    const reply = await server.request('POST', path, { key, body })
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
    if ('events' in body) expect(reply.body).toMatchObject({ data: { rejected: [] } })
  }
  let events: object[] = []
  let request = 0
  const send = async () => {
    if (events.length > 0) await post('/api/v1/events', { events })
    events = []
    await between?.(request++)
  }
  for (const [place, index] of order.entries()) {
    const { path, item } = reports[index] as Report
    if (path === '/api/v1/events') events.push(item)
    else await post(path, item)
    if (ends[place]) await send()
  }
  await send()
  // On a busy machine it continues after the answer.
  await server.services.collector.placeLateHits()
  const people = [...new Set(story.map(({ visitor }) => visitor))]
  const answers = await answersOf(server, key, people)
  await expectSessionsAgree(server.services.engine)
  const left = await server.services.control.db.selectFrom('late_hits').selectAll().execute()
  expect(left.filter(({ site_id }) => site_id === site.id)).toEqual([])
  return answers
}

const visitMetrics = ['visitors', 'sessions', 'pageViews', 'bounceRate', 'sessionDuration', 'goals']
const questions: { metrics: string[]; dimensions: string[]; model?: string }[] = [
  { metrics: visitMetrics, dimensions: [] },
  { metrics: visitMetrics, dimensions: ['source'] },
  { metrics: ['sessions', 'bounceRate', 'sessionDuration'], dimensions: ['entryPage'] },
  { metrics: ['sessions'], dimensions: ['exitPage'] },
  { metrics: ['sessions', 'pageViews'], dimensions: ['day'] },
  { metrics: ['sessions'], dimensions: ['visitorType'] },
  { metrics: ['revenue', 'payments', 'sessionsToConversion'], dimensions: ['source'] },
  { metrics: ['revenue'], dimensions: ['entryPage'], model: 'first' },
  { metrics: ['revenue'], dimensions: ['source'], model: 'linear' },
]

/** By question, and of people by their name. */
async function answersOf(
  server: TestServer,
  key: string,
  people: readonly string[],
): Promise<Record<string, unknown>> {
  await server.services.payments.flush()
  const dateRange = ['2026-11-01', '2026-12-31']
  const answers = questions.map(async (question) => {
    const body = { ...question, dateRange }
    const reply = await server.request('POST', '/api/v1/query', { key, body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    const { rows } = (reply.body as { data: { rows: object[] } }).data
    return [JSON.stringify(question), rows.map((row) => JSON.stringify(row)).sort()]
  })
  const profiles = people.map(async (visitorId) => {
    const reply = await server.request('GET', `/api/v1/visitor?visitorId=${visitorId}`, { key })
    const text = JSON.stringify(reply.body ?? null)
    // Inferred sessions have random ids.
    return [visitorId, JSON.parse(text.replaceAll(/"~[^"]*"/g, '"~"'))]
  })
  return Object.fromEntries([...(await Promise.all(answers)), ...(await Promise.all(profiles))])
}

/** In time order, each report in a separate request. */
export const inOrder = (story: readonly Happening[]): Delivery => ({
  order: story.map((_, index) => index),
  ends: story.map(() => true),
})

/** A story and an order in which it is reported. */
export const inAnyOrder = happenings.chain((story) =>
  fc.record({
    story: fc.constant(story),
    order: fc.shuffledSubarray(
      story.map((_, index) => index),
      { minLength: story.length },
    ),
    ends: fc.array(fc.boolean(), { minLength: story.length, maxLength: story.length }),
  }),
)
