import type { GoalRule, NewGoalRule } from '@tributary/contract/app/goal-rules.ts'
import type { SeenGoal } from '@tributary/contract/app/goals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLine } from '../../audit/actor.ts'
import { takeLease } from '../../jobs/lease-rows.ts'
import { aPerson, type PersonHeaders } from '../../test/a-person.ts'
import { testClock } from '../../test/clock.ts'
import { describeOnControlStores, describeOnSqlite } from '../../test/control-stores.ts'
import { inLongForm, itInLongForm } from '../../test/long-form.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { expectSessionsAgree } from '../../test/sessions-agree.ts'
import { fillGoals } from './fill-goals.ts'
import { listGoalFills } from './goal-fill-rows.ts'
import { addRule, changeRule, listRules, removeRule } from './manage-rules.ts'

type Shop = Awaited<ReturnType<TestServer['aSite']>>

let server: TestServer
let shop: Shop
let admin: PersonHeaders
let viewer: PersonHeaders

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
  // The tests run the job's work themselves.
  const nowMs = Date.now()
  const lease = { name: 'fill-goals', owner: 'test', nowMs, everyMs: 1 }
  await takeLease(server.services.control.db, { ...lease, untilMs: nowMs + 3_600_000 })
})
afterAll(() => server?.close())
// Of all sites, and nothing repairs them meanwhile.
afterAll(async () => {
  await server.services.events.flush()
  await expectSessionsAgree(server.services.engine)
})

async function aShop(): Promise<void> {
  shop = await server.aSite()
  const siteId = shop.site.id
  admin = await aPerson(server.services, { role: 'admin', siteId })
  viewer = await aPerson(server.services, { role: 'viewer', siteId })
}

const rulesPath = () => `/api/app/sites/${shop.site.id}/goal-rules`

async function define(rule: NewGoalRule): Promise<GoalRule> {
  const reply = await server.request('POST', rulesPath(), { headers: admin, body: rule })
  expect(reply.body).toMatchObject({ status: 'success' })
  return (reply.body as { data: { rule: GoalRule } }).data.rule
}

async function remove({ ruleId }: GoalRule): Promise<void> {
  const path = `${rulesPath()}/${ruleId}`
  expect((await server.request('DELETE', path, { headers: admin })).status).toBe(200)
}

const fill = () => fillGoals(server.services)

/** Sites are cached for a second. */
const known = () => new Promise((resolve) => setTimeout(resolve, 1100))

async function ask<Data>(path: string, body: object): Promise<Data> {
  const reply = await server.request('POST', path, { key: shop.key, body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { data: Data }).data
}

async function change({ ruleId }: GoalRule, rule: NewGoalRule) {
  const path = `${rulesPath()}/${ruleId}`
  return server.request('PUT', path, { headers: admin, body: rule })
}

/** How often each goal was reached, and by how many visitors. */
async function goals(): Promise<Record<string, [count: number, visitors: number]>> {
  const { rows } = await ask<{ rows: { goal: string; count: number; visitors: number }[] }>(
    '/api/v1/goals',
    { dateRange: '90d' },
  )
  return Object.fromEntries(rows.map(({ goal, count, visitors }) => [goal, [count, visitors]]))
}

async function seen(): Promise<SeenGoal[]> {
  const path = `/api/app/sites/${shop.site.id}/goals/seen`
  const { body } = await server.request('GET', path, { headers: viewer })
  return (body as { data: { goals: SeenGoal[] } }).data.goals
}

const daysAgo = (days: number, minute = 0) =>
  new Date(Date.now() - days * 86_400_000 + minute * 60_000).toISOString()

const view = (visitorId: string, path: string, timestamp: string) => ({
  ...{ type: 'pageview', visitorId, timestamp, sessionId: `${visitorId}-1` },
  url: `https://shop.example${path}`,
})

async function send(...events: object[]): Promise<void> {
  const { accepted } = await ask<{ accepted: number }>('/api/v1/events', { events })
  expect(accepted).toBe(events.length)
}

async function hit(visitorId: string, path: string, more: object = {}) {
  const body = {
    ...{ siteId: shop.site.id, type: 'pageview', visitorId, sessionId: `${visitorId}-live` },
    ...{ url: `https://shop.example${path}`, ...more },
  }
  const reply = await fetch(`${server.url}/api/collect`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    },
  })
  expect(reply.status).toBe(202)
  return { dropped: reply.headers.get('x-tributary-dropped'), load: await reply.text() }
}

describe('a goal by page', () => {
  it('counts for the past and from now on, the same in goals, reports, filters and funnels', async () => {
    await aShop()
    await send(
      view('ana', '/', daysAgo(40)),
      view('ana', '/thanks/1', daysAgo(40, 1)),
      view('ana', '/thanks/2', daysAgo(40, 2)),
      view('ben', '/', daysAgo(3)),
      view('ben', '/thanks', daysAgo(3, 1)),
      view('chen', '/', daysAgo(2)),
      view('chen', '/thanks/3', daysAgo(2, 1)),
    )
    const rule = await define({ goal: 'Order', kind: 'page', pattern: '/thanks/*' })
    expect(rule).toMatchObject({ pattern: '/thanks/*', isFilling: true })
    await known()
    await hit('dora', '/')
    await hit('dora', '/thanks/4')
    await fill()
    expect(await goals()).toEqual({ Order: [4, 3] })

    const filters = [['is', 'goal', ['Order']]]
    const query = { metrics: ['visitors', 'goals'], dateRange: '90d', filters }
    expect(await ask('/api/v1/query', query)).toMatchObject({ totals: { visitors: 3, goals: 4 } })
    const steps = [
      { page: '/', match: 'is' },
      { goal: 'Order', match: 'is' },
    ]
    const funnel = await ask<{ steps: { count: number }[] }>('/api/v1/funnel', {
      steps,
      dateRange: '90d',
    })
    expect(funnel.steps.map(({ count }) => count)).toEqual([4, 3])
  })

  it('is counted once however often the past is looked through, also after a run that was cut off', async () => {
    await aShop()
    await send(view('ana', '/thanks', daysAgo(20)), view('ben', '/thanks', daysAgo(4)))
    await define({ goal: 'Order', kind: 'page', pattern: '/thanks' })
    let asked = 0
    await fillGoals(server.services, () => ++asked > 2)
    const [half] = await listGoalFills(server.services.control.db, shop.site.id)
    expect(half).toMatchObject({ filledMs: 0, isChanging: true })
    await fill()
    const [whole] = await listGoalFills(server.services.control.db, shop.site.id)
    expect(whole).toMatchObject({ isChanging: false })
    expect(await goals()).toEqual({ Order: [2, 2] })

    const later = { ...server.services, clock: testClock(Date.now() + 11 * 60_000) }
    await fillGoals(later)
    expect(await listGoalFills(server.services.control.db, shop.site.id)).toEqual([])
    expect(await goals()).toEqual({ Order: [2, 2] })
  })

  itInLongForm('reaches years back, also where there was little on a day', async () => {
    await aShop()
    // Each week is a separate partition, which takes most of this test's time.
    const step = inLongForm(8, 64)
    const days = Array.from({ length: 1040 / step }, (_, index) => step * index + 1)
    await send(...days.map((day) => view(`v${day}`, '/thanks', daysAgo(day))))
    const rule = await define({ goal: 'Order', kind: 'page', pattern: '/thanks' })
    await fill()
    expect((await seen()).find(({ goal }) => goal === 'Order')).toMatchObject({
      count: days.filter((day) => day <= 30).length,
    })
    const query = {
      metrics: ['goals'],
      dateRange: [daysAgo(1050).slice(0, 10), daysAgo(0).slice(0, 10)],
    }
    expect(await ask('/api/v1/query', query)).toMatchObject({
      totals: { goals: days.length },
    })
    await remove(rule)
    await fill()
    expect(await ask('/api/v1/query', query)).toMatchObject({ totals: { goals: 0 } })
  })

  itInLongForm('counts hits that come late, in the visit into which they are moved', async () => {
    await aShop()
    await define({ goal: 'Order', kind: 'page', pattern: '/thanks' })
    await known()
    const at = (minute: number) => daysAgo(5, minute)
    const bare = (path: string, minute: number) => {
      const { sessionId: _, ...event } = view('ana', path, at(minute))
      return event
    }
    await send(bare('/', 0), bare('/thanks', 50))
    // Between the two, so that they become one visit.
    await send(bare('/cart', 25))
    await server.services.collector.placeLateHits()
    await fill()
    expect(await goals()).toEqual({ Order: [1, 1] })
    const query = {
      metrics: ['sessions', 'goals'],
      dateRange: '90d',
      filters: [['is', 'page', ['/']]],
    }
    expect(await ask('/api/v1/query', query)).toMatchObject({ totals: { sessions: 1, goals: 1 } })
  })

  it('is gone with the visitor who is erased', async () => {
    await aShop()
    await send(view('ana', '/thanks', daysAgo(2)), view('ben', '/thanks', daysAgo(2)))
    await define({ goal: 'Order', kind: 'page', pattern: '/thanks' })
    await fill()
    const path = '/api/v1/visitor?visitorId=ana'
    expect((await server.request('DELETE', path, { key: shop.key })).status).toBe(200)
    expect(await goals()).toEqual({ Order: [1, 1] })
  })

  itInLongForm(
    'removes what it counted when it is removed, except what another rule or a page counted too',
    async () => {
      await aShop()
      await send(view('ana', '/thanks', daysAgo(9)), view('ana', '/danke', daysAgo(9, 1)), {
        ...view('ben', '/cart', daysAgo(8)),
        type: 'goal',
        name: 'Order',
      })
      const english = await define({ goal: 'Order', kind: 'page', pattern: '/thanks' })
      await define({ goal: 'Order', kind: 'page', pattern: '/d*' })
      await fill()
      expect(await goals()).toEqual({ Order: [3, 2] })
      await remove(english)
      await fill()
      expect(await goals()).toEqual({ Order: [2, 2] })
    },
  )

  it('counts the past by its new name and pattern when it is changed, and nothing by the old ones', async () => {
    await aShop()
    await send(
      view('ana', '/thanks', daysAgo(9)),
      view('ben', '/danke', daysAgo(8)),
      view('chen', '/danke', daysAgo(7)),
    )
    const rule = await define({ goal: 'Order', kind: 'page', pattern: '/thanks' })
    await fill()
    expect(await goals()).toEqual({ Order: [1, 1] })
    const moved = { goal: 'Purchase', kind: 'page', pattern: '/danke' } as const
    expect((await change(rule, moved)).body).toMatchObject({
      data: { rule: { ...moved, ruleId: rule.ruleId, createdAt: rule.createdAt, isFilling: true } },
    })
    await fill()
    expect(await goals()).toEqual({ Purchase: [2, 2] })
    // A form is reported from now on; derived goals are gone.
    await change(rule, { goal: 'Purchase', kind: 'form', pattern: 'checkout' })
    await fill()
    expect(await goals()).toEqual({})
    const audit = await server.request('GET', `/api/app/sites/${shop.site.id}/audit`, {
      headers: admin,
    })
    expect(audit.body).toMatchObject({
      data: {
        entries: [
          { action: 'goal-rule.changed', changes: { rule: ['page /danke', 'form checkout'] } },
          {
            action: 'goal-rule.changed',
            changes: { name: ['Order', 'Purchase'], rule: ['page /thanks', 'page /danke'] },
          },
          { action: 'goal-rule.added' },
        ],
      },
    })
  })

  itInLongForm(
    'counts a page view once that came after it was defined, when the past is looked through',
    async () => {
      await aShop()
      const timestamp = daysAgo(2)
      await define({ goal: 'Order', kind: 'page', pattern: '/thanks' })
      await known()
      await send(view('ana', '/thanks', timestamp))
      await fill()
      await fill()
      expect(await goals()).toEqual({ Order: [1, 1] })
    },
  )
})

describe('a goal by link or download', () => {
  it('counts clicks that the script reported, before and after', async () => {
    await aShop()
    const click = (visitorId: string, name: string, url: string) =>
      hit(visitorId, '/', { type: 'goal', name, properties: { url } })
    await click('ana', 'outbound-link', 'https://calendly.com/team/intro')
    await click('ana', 'outbound-link', 'https://other.example/calendly.com/')
    await define({ goal: 'Booking', kind: 'link', pattern: 'https://Calendly.com' })
    await define({ goal: 'Guide', kind: 'download', pattern: 'guide.pdf' })
    await known()
    await click('ben', 'outbound-link', 'https://calendly.com/')
    await click('ben', 'download', 'https://shop.example/files/guide.pdf')
    await fill()
    expect(await goals()).toEqual({
      'outbound-link': [3, 2],
      download: [1, 1],
      Booking: [2, 2],
      Guide: [1, 1],
    })
  })
})

describe('a goal by form or selector', () => {
  it('is sent to pages only in the answer to their page views, and only while it is defined', async () => {
    await aShop()
    expect(await hit('ana', '/')).toEqual({ dropped: null, load: '' })
    const rule = await define({ goal: 'Newsletter', kind: 'form', pattern: '#subscribe' })
    await define({ goal: 'Add to cart', kind: 'selector', pattern: 'button.add' })
    await known()
    const { load } = await hit('ana', '/')
    expect(load).toMatch(
      new RegExp(`^${server.url}/js/goals\\.js\\?${shop.site.id}\\.[0-9a-f]{12}$`),
    )
    expect((await hit('ana', '/', { type: 'engagement', engagedMs: 500 })).load).toBe('')
    await remove(rule)
    await known()
    expect((await hit('ana', '/')).load).not.toBe(load)
  })
})

describe('the element picker', () => {
  it('loads for the token of the own site alone, whose page views are not counted', async () => {
    await aShop()
    const path = `/api/app/sites/${shop.site.id}/goal-picks`
    expect((await server.request('POST', path, { headers: viewer })).status).toBe(403)
    const made = await server.request('POST', path, { headers: admin })
    const { fragment } = (made.body as { data: { fragment: string } }).data
    const token = fragment.replace('tributary_pick=', '')
    expect(await hit('ana', `/#${fragment}`)).toEqual({
      dropped: null,
      load: `${server.url}/js/pick.js?${token}`,
    })
    const other = shop
    await aShop()
    expect((await hit('ana', `/#${fragment}`)).load).toBe('')
    expect((await hit('ana', `/#${fragment}x`)).load).toBe('')
    shop = other
    const query = { metrics: ['pageviews'], dateRange: 'today' }
    expect(await ask('/api/v1/query', query)).toMatchObject({ totals: { pageviews: 0 } })
  })
})

describe('/api/app/sites/:siteId/goal-rules', () => {
  it('is read by viewers and changed by admins, which the audit log records', async () => {
    await aShop()
    const body = { goal: ' Order ', kind: 'page', pattern: 'https://shop.example/thanks?x=1#y' }
    const refused = await server.request('POST', rulesPath(), { headers: viewer, body })
    expect(refused.status).toBe(403)
    const rule = await define(body as NewGoalRule)
    expect(rule).toMatchObject({ goal: 'Order', pattern: '/thanks' })
    const listed = await server.request('GET', rulesPath(), { headers: viewer })
    expect(listed.body).toMatchObject({ data: { rules: [rule] } })
    const same = await change(rule, rule)
    expect(same.body).toMatchObject({ data: { rule: { ruleId: rule.ruleId } } })
    await remove(rule)
    expect((await change(rule, rule)).status).toBe(404)
    const again = await server.request('DELETE', `${rulesPath()}/${rule.ruleId}`, {
      headers: admin,
    })
    expect(again.status).toBe(404)
    const audit = await server.request('GET', `/api/app/sites/${shop.site.id}/audit`, {
      headers: admin,
    })
    expect(audit.body).toMatchObject({
      data: {
        entries: [
          { action: 'goal-rule.removed', changes: { rule: ['page /thanks', null] } },
          { action: 'goal-rule.added', changes: { rule: [null, 'page /thanks'] } },
        ],
      },
    })
  })

  it.each([
    ['no name', { goal: ' ', kind: 'page', pattern: '/' }, 'goal parameter is required'],
    ['no pattern', { goal: 'a', kind: 'selector', pattern: ' ' }, 'pattern parameter is required'],
    [
      'the name of what the script records',
      { goal: 'download', kind: 'page', pattern: '/' },
      'goal must not be download, which the script records',
    ],
    [
      'an id that would end its selector',
      { goal: 'a', kind: 'form', pattern: 'x"], body, [y="' },
      'pattern must be the id of a form',
    ],
    ['an unknown kind', { goal: 'a', kind: 'scroll', pattern: '50' }, expect.any(String)],
  ])('refuses %s', async (_, body, message) => {
    await aShop()
    const reply = await server.request('POST', rulesPath(), { headers: admin, body })
    expect([reply.status, reply.body]).toEqual([
      400,
      { status: 'error', error: { code: 400, message } },
    ])
  })
})

inLongForm(describeOnControlStores, describeOnSqlite)('rules of goals', (stores) => {
  const site = { id: 'site_a', name: 'A' }
  const audit = { by: commandLine, nowMs: 1 }
  const page = { goal: 'Order', kind: 'page', pattern: '/thanks' } as const

  it('are each there once, and separate for each site', async () => {
    const store = await stores.open()
    const { ruleId } = await addRule(store, site, page, audit)
    await expect(addRule(store, site, page, audit)).rejects.toThrow('defined already')
    const later = { ...audit, nowMs: 2 }
    const other = await addRule(store, site, { ...page, pattern: '/danke' }, later)
    const changed = { ruleId: other.ruleId, given: page }
    await expect(changeRule({ control: store, renames: [] }, site, changed, audit)).rejects.toThrow(
      'defined already',
    )
    const elsewhere = { id: 'site_b', name: 'B' }
    await expect(
      changeRule({ control: store, renames: [] }, elsewhere, changed, audit),
    ).rejects.toThrow('Goal not found')
    const given = { ...page, goal: 'Purchase' }
    await changeRule({ control: store, renames: [] }, site, { ...changed, given }, audit)
    expect(await listRules(store, 'site_a')).toMatchObject([page, given])
    await removeRule(store, site, other.ruleId, audit)
    await addRule(store, { id: 'site_b', name: 'B' }, page, audit)
    await expect(removeRule(store, { id: 'site_b', name: 'B' }, ruleId, audit)).rejects.toThrow(
      'Goal not found',
    )
    await removeRule(store, site, ruleId, audit)
    expect(await listRules(store, 'site_a')).toEqual([])
    expect(await listRules(store, 'site_b')).toHaveLength(1)
  })

  it('are refused beyond the number that is matched against every hit', async () => {
    const store = await stores.open()
    const wanted = Array.from({ length: 51 }, (_, index) => ({ ...page, goal: `g${index}` }))
    for (const rule of wanted.slice(0, 50)) await addRule(store, site, rule, audit)
    await expect(addRule(store, site, { ...page, goal: 'g50' }, audit)).rejects.toThrow(
      'at most 50',
    )
  })
})
