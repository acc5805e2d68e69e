import type { PaymentData } from '@tributary/contract/payment.ts'
import type {
  ProfilePages,
  TimelineItem,
  VisitorProfile,
} from '@tributary/contract/visitor-profile.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { itInLongForm } from '../../test/long-form.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { getProfile } from './get-profile.ts'

let server: TestServer
let key: string

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  ;({ key } = await server.aSite({ identification: true, currency: 'EUR' }))
})
afterAll(() => server.close())

const profilePath = '/api/v1/visitors/profile'

async function post(path: string, body: unknown, as = key) {
  const reply = await server.request('POST', path, { key: as, body })
  expect([path, reply.status, reply.body]).toEqual([path, 200, expect.anything()])
  return (reply.body as { data: unknown }).data
}

async function get<Data>(path: string, query: Record<string, string>, as = key): Promise<Data> {
  const reply = await server.request('GET', `${path}?${new URLSearchParams(query)}`, { key: as })
  expect([path, reply.status, reply.body]).toEqual([path, 200, expect.anything()])
  return (reply.body as { data: Data }).data
}

const profileOf = (visitorId: string, query: Record<string, string> = {}, as = key) =>
  get<VisitorProfile>(profilePath, { visitorId, ...query }, as)

/** All items of a time line, a few at a time. */
async function walk(visitorId: string, query: Record<string, string>): Promise<TimelineItem[]> {
  const items: TimelineItem[] = []
  let cursor: string | undefined
  do {
    const page = await profileOf(visitorId, { ...query, ...(cursor && { cursor }) })
    items.push(...page.timeline)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return items
}

/** The kind of an item, in a word. */
function word(item: TimelineItem): string {
  if (item.type === 'visit') return `visit ${item.sessionId}`
  if (item.type === 'goal') return `goal ${item.name}`
  if (item.type === 'payment') return `payment ${item.payment.providerPaymentId}`
  return `identified ${item.by}`
}

/**
 * Ana's story: her phone comes from a newsletter and identifies with her address, three days later her laptop comes
 * from a search, signs up and pays 49.99; a part of it is refunded.
 */
async function anaPays(prefix: string) {
  const phone = `${prefix}-phone`
  const laptop = `${prefix}-laptop`
  const email = `${prefix}@example.com`
  const onPhone = { visitorId: phone, sessionId: `${prefix}-s1` }
  const onLaptop = { visitorId: laptop, sessionId: `${prefix}-s2` }
  const view = { type: 'pageview', country: 'DE' }
  await post('/api/v1/events', {
    events: [
      {
        ...view,
        ...onPhone,
        timestamp: '2026-11-02T09:00:00Z',
        title: 'Home',
        path: '/?utm_source=newsletter&utm_medium=email&utm_campaign=autumn',
      },
      {
        ...view,
        ...onPhone,
        timestamp: '2026-11-02T09:01:00Z',
        path: '/pricing',
        title: 'Pricing',
      },
      {
        ...view,
        ...onPhone,
        timestamp: '2026-11-02T09:02:00Z',
        path: '/pricing',
        title: 'Pricing',
      },
      {
        ...view,
        ...onLaptop,
        timestamp: '2026-11-05T12:00:00Z',
        path: '/pricing',
        referrer: 'https://www.google.com/',
      },
      {
        type: 'goal',
        ...onLaptop,
        timestamp: '2026-11-05T12:03:00Z',
        path: '/signup',
        name: 'signup',
        value: 3,
        properties: { plan: 'pro', seats: 2 },
      },
    ],
  })
  for (const visitorId of [phone, laptop]) await post('/api/v1/identify', { visitorId, email })
  await post('/api/v1/identify', { visitorId: phone, userId: `${prefix}-user` })
  const payment = {
    provider: 'stripe',
    providerPaymentId: `${prefix}-pi`,
    amount: 49.99,
    currency: 'EUR',
    customerEmail: email,
    timestamp: '2026-11-05T12:10:00Z',
  }
  const { paymentId } = (await post('/api/v1/payment', payment)) as { paymentId: string }
  await post('/api/v1/payment', { ...payment, refunded: true, refundedAmount: 10 })
  return { phone, laptop, paymentId }
}

describe('GET /api/v1/visitors/profile', () => {
  it('200 shows two devices with one address as one person, whichever is asked about', async () => {
    const { phone, laptop } = await anaPays('ana')
    const profile = await profileOf(phone)
    const { visitorId: _, ...other } = await profileOf(laptop)
    expect({ ...other, visitorId: phone }).toEqual(profile)
    expect(profile).toMatchObject({
      devices: [{ visitorId: laptop, visits: 1, pageViews: 1, goals: 1 }, { visitorId: phone }],
      userIds: ['ana-user'],
      hasEmail: true,
      firstSeenAt: '2026-11-02T09:00:00.000Z',
      lastSeenAt: '2026-11-05T12:03:00.000Z',
      firstTouch: {
        channel: 'Email',
        source: 'newsletter',
        campaign: 'autumn',
        landingPage: '/',
      },
      figures: {
        visits: 2,
        pageViews: 4,
        goals: 1,
        payments: 1,
        revenue: 39.99,
        unconverted: [],
        firstPaymentAt: '2026-11-05T12:10:00.000Z',
        daysToConversion: 3.131944,
        visitsToConversion: 2,
      },
      currency: 'EUR',
    })
  })

  it('200 tells the story in order, each visit with where it came from and what it saw', async () => {
    const { phone } = await anaPays('ben')
    const { timeline } = await profileOf(phone, { order: 'oldest' })
    expect(timeline.map(word)).toEqual([
      'visit ben-s1',
      'visit ben-s2',
      'payment ben-pi',
      'identified email',
      'identified email',
      'identified userId',
    ])
    const [first, second] = timeline
    expect(first).toMatchObject({
      at: '2026-11-02T09:00:00.000Z',
      endedAt: '2026-11-02T09:02:00.000Z',
      channel: 'Email',
      source: 'newsletter',
      medium: 'email',
      campaign: 'autumn',
      landingPage: '/',
      exitPage: '/pricing',
      pageViews: 3,
      joined: [],
      pages: [
        { at: '2026-11-02T09:00:00.000Z', path: '/', title: 'Home', views: 1 },
        { at: '2026-11-02T09:01:00.000Z', path: '/pricing', title: 'Pricing', views: 2 },
      ],
      nextPages: null,
    })
    expect(second).toMatchObject({
      channel: 'Organic Search',
      source: 'google',
      referrer: 'https://www.google.com/',
      goals: [{ name: 'signup', value: 3, properties: { plan: 'pro', seats: 2 }, path: '/signup' }],
    })
  })

  it('200 credits a payment as its receipt does, to the cent', async () => {
    const { laptop, paymentId } = await anaPays('chen')
    const receipt = await get<PaymentData>('/api/v1/payment', { paymentId })
    const { timeline } = await profileOf(laptop)
    const item = timeline.find(({ type }) => type === 'payment')
    expect(item).toMatchObject({
      touches: receipt.receipt.touches,
      credit: receipt.receipt.credit,
      refunds: receipt.refunds,
      payment: { amount: 49.99, netAmount: receipt.netAmount, status: receipt.status },
    })
    expect(receipt.receipt.credit.linear).toEqual([25, 24.99])
    expect(receipt.refunds).toMatchObject([{ amount: 10 }])
  })

  itInLongForm(
    '200 comes in pages of any size and in both orders, without loss or repetition',
    async () => {
      const visitorId = 'many'
      const at = (hour: number) => new Date(Date.UTC(2026, 9, 1, hour)).toISOString()
      await post('/api/v1/events', {
        events: Array.from({ length: 30 }, (_, index) => ({
          type: 'pageview',
          visitorId,
          sessionId: `m${index}`,
          // Two visits each begin at the very same moment.
          timestamp: at(2 * Math.floor(index / 2)),
          path: '/',
        })),
      })
      for (const index of [1, 2, 3]) {
        const order = { provider: 'custom', providerPaymentId: `many-${index}`, amount: index }
        await post('/api/v1/payment', { ...order, currency: 'EUR', visitorId, timestamp: at(4) })
      }
      const whole = await profileOf(visitorId, { limit: '100' })
      expect(whole.timeline).toHaveLength(33)
      expect(whole.nextCursor).toBeUndefined()
      for (const limit of ['5', '8']) {
        expect((await walk(visitorId, { limit })).map(word)).toEqual(whole.timeline.map(word))
      }
      const backwards = await walk(visitorId, { limit: '7', order: 'oldest' })
      expect(backwards.map(word)).toEqual(whole.timeline.map(word).reverse())
    },
  )

  it('200 has what servers reported outside visits, equal events of one moment once', async () => {
    await post('/api/v1/events', {
      events: [
        {
          type: 'pageview',
          visitorId: 'visit-and-goal',
          timestamp: '2026-11-02T09:00:00Z',
          path: '/',
        },
      ],
    })
    await post('/api/v1/goal', { event: 'invoice-sent', visitorId: 'visit-and-goal', value: 12.5 })
    const { timeline, figures } = await profileOf('visit-and-goal')
    expect(timeline).toMatchObject([
      { type: 'goal', name: 'invoice-sent', value: 12.5, properties: {}, times: 1 },
      { type: 'visit' },
    ])
    expect(figures).toMatchObject({ visits: 1, goals: 1, payments: 0, daysToConversion: null })
  })

  it('200 merges no two people: not by a shared address, nor without identification', async () => {
    const visitors = Array.from({ length: 6 }, (_, index) => `desk-${index}`)
    const views = visitors.map((visitorId) => ({ type: 'pageview', visitorId, path: '/' }))
    await post('/api/v1/events', { events: views })
    for (const visitorId of visitors) {
      await post('/api/v1/identify', { visitorId, email: 'info@example.com' })
    }
    expect((await profileOf('desk-0')).devices).toHaveLength(1)

    const { site, key: own } = await server.aSite({ identification: true })
    const two = ['x-1', 'x-2'].map((visitorId) => ({ type: 'pageview', visitorId, path: '/' }))
    await post('/api/v1/events', { events: two }, own)
    for (const { visitorId } of two) {
      await post('/api/v1/identify', { visitorId, email: 'x@example.com' }, own)
    }
    expect((await profileOf('x-1', {}, own)).devices).toHaveLength(2)
    const { control } = server.services
    const off = { identification: 0 }
    await control.db.updateTable('sites').set(off).where('id', '=', site.id).execute()
    await server.restart()
    expect(await profileOf('x-1', {}, own)).toMatchObject({ hasEmail: false, devices: [{}] })
    expect((await profileOf('x-1', {}, own)).devices).toHaveLength(1)
  })

  it.each([
    ['400 without a visitor', '', 400, 'visitorId parameter is required'],
    ['404 for one never seen', '?visitorId=unknown', 404, 'Visitor not found'],
    [
      '400 for a cursor of its own making',
      `?visitorId=visit-and-goal&cursor=${encodeURIComponent("1-a' or 1")}`,
      400,
      'cursor must be a nextCursor of an answer',
    ],
    [
      '400 for another order',
      '?visitorId=visit-and-goal&order=best',
      400,
      'order must be one of newest, oldest',
    ],
  ])('%s', async (_name, query, status, message) => {
    const reply = await server.request('GET', profilePath + query, { key })
    expect(reply).toMatchObject({ status, body: { error: { message } } })
  })

  it("404 for another site's visitor", async () => {
    const { key: other } = await server.aSite()
    const reply = await server.request('GET', `${profilePath}?visitorId=visit-and-goal`, {
      key: other,
    })
    expect(reply.status).toBe(404)
  })
})

it.each([
  ['devices are found', '/* timeline-visits */'],
  ['visits are found', '/* timeline-visit-details */'],
])(
  'says that somebody is to be asked for again who is erased after %s',
  async (_when, question) => {
    const { site, key: own } = await server.aSite()
    const hit = { siteId: site.id, type: 'pageview', url: 'https://shop.example/' }
    for (const visitorId of ['leaver', 'stayer']) {
      await server.request('POST', '/api/collect', { body: { ...hit, visitorId } })
    }
    await server.services.events.flush()
    const { engine, erasures } = server.services
    let erased: Promise<unknown> | undefined
    /** The server's own engine; the person is erased before its answer. */
    const erasing: typeof engine = {
      ...engine,
      query: async (asked, ...more) => {
        if (asked.includes(question)) {
          erased ??= erasures.erase(site.id, 'leaver')
          await erased
        }
        return engine.query(asked, ...more)
      },
    }
    const stores = { ...server.services, engine: erasing }
    await expect(getProfile(stores, site, { visitorId: 'leaver' })).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'This visitor changed while they were read',
      retryAfterSeconds: 1,
    })
    const statuses = ['leaver', 'stayer'].map(async (visitorId) => {
      const path = `${profilePath}?visitorId=${visitorId}`
      return (await server.request('GET', path, { key: own })).status
    })
    expect(await Promise.all(statuses)).toEqual([404, 200])
  },
)

describe('GET /api/v1/visitors/profile/pages', () => {
  itInLongForm(
    '200 continues where the profile left off, to the very last of thousands of views',
    async () => {
      const visitorId = 'reader'
      const total = 2500
      for (let start = 0; start < total; start += 500) {
        await post('/api/v1/events', {
          events: Array.from({ length: 500 }, (_, index) => ({
            type: 'pageview',
            visitorId,
            sessionId: 'long',
            // Four views share each millisecond.
            timestamp: new Date(
              Date.UTC(2026, 10, 3) + Math.floor((start + index) / 4),
            ).toISOString(),
            path: `/page/${start + index}`,
          })),
        })
      }
      const profile = await profileOf(visitorId)
      const [visit] = profile.timeline
      if (visit?.type !== 'visit') throw new Error('no visit')
      expect([visit.pageViews, visit.pages.length]).toEqual([total, 50])
      const paths = visit.pages.map(({ path }) => path)
      let cursor: string | null | undefined = visit.nextPages
      while (cursor) {
        const query: Record<string, string> = { visitorId, sessionId: 'long', limit: '997', cursor }
        const page: ProfilePages = await get(`${profilePath}/pages`, query)
        paths.push(...page.pages.map(({ path }) => path))
        cursor = page.nextCursor
      }
      expect(paths).toHaveLength(total)
      expect(new Set(paths).size).toBe(total)
    },
  )

  it('200 keeps apart the visits of a session id that is used again two days later', async () => {
    const visitorId = 'regular'
    const views = (day: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        type: 'pageview',
        visitorId,
        sessionId: 'mine',
        timestamp: new Date(Date.UTC(2026, 10, day, 9, 0, index)).toISOString(),
        path: `/${day}/${index}`,
      }))
    await post('/api/v1/events', { events: [...views(3, 60), ...views(5, 2)] })
    const { timeline } = await profileOf(visitorId)
    expect(timeline).toMatchObject([{ pageViews: 2 }, { pageViews: 60 }])
    const [, first] = timeline
    if (first?.type !== 'visit' || first.nextPages === null) throw new Error('no more pages')
    const query = { visitorId, sessionId: 'mine', cursor: first.nextPages }
    const { pages } = await get<ProfilePages>(`${profilePath}/pages`, query)
    expect(pages.map(({ path }) => path)).toEqual(
      views(3, 60)
        .slice(50)
        .map(({ path }) => path),
    )
  })

  it('404 for a visit that is not there, 400 without its id', async () => {
    const ask = (query: string) =>
      server.request('GET', `${profilePath}/pages?visitorId=reader${query}`, { key })
    expect((await ask('&sessionId=none')).status).toBe(404)
    expect(await ask('')).toMatchObject({
      status: 400,
      body: { error: { message: 'visitorId and sessionId are required' } },
    })
  })
})
