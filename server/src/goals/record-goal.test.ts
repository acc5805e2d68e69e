import type { GoalSetting, SeenGoal } from '@tributary/contract/app/goals.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLine } from '../audit/actor.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { aPerson, type PersonHeaders } from '../test/a-person.ts'
import { describeOnControlStores } from '../test/control-stores.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { changeGoalSetting, listGoalSettings } from './goal-settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The goals of a site in the engine; the public API cannot read them. */
async function storedGoals(siteId: string) {
  const { engine, events } = server.services
  await events.flush()
  return engine.query(
    `select name, value, visitor_id, session_id, path, toString(origin) as origin from events
     where site_id = {siteId:String} and kind = 'goal' order by timestamp, name`,
    { siteId },
  )
}

const post = (key: string, body: unknown, headers: Record<string, string> = {}) =>
  server.request('POST', '/api/v1/goal', { key, body, headers })

const refusal = (message: string) => ({ status: 'error', error: { code: 400, message } })

describe('POST /api/v1/goal', () => {
  describe('200', () => {
    it("keeps the goal under the key's own site, at path / when none is given", async () => {
      const { site, key } = await server.aSite()
      const reply = await post(key, { event: 'signup', siteId: 'site_000000000000' })
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({
        status: 'success',
        data: { message: 'Goal "signup" tracked' },
      })
      expect(await storedGoals(site.id)).toEqual([
        {
          name: 'signup',
          value: null,
          visitor_id: '',
          session_id: '',
          path: '/',
          origin: 'server',
        },
      ])
    })

    it('keeps every field that was sent', async () => {
      const { site, key } = await server.aSite()
      const goal = { event: 'buy', value: 49.99, visitorId: 'v-1', sessionId: 's_1', path: '/end' }
      expect((await post(key, goal)).status).toBe(200)
      expect(await storedGoals(site.id)).toEqual([
        {
          name: 'buy',
          value: 49.99,
          visitor_id: 'v-1',
          session_id: 's_1',
          path: '/end',
          origin: 'server',
        },
      ])
    })

    it.each([
      ['a value of 0', { value: 0 }, { value: 0 }],
      ['a negative value', { value: -3.5 }, { value: -3.5 }],
      ['the largest value there may be', { value: 1e12 }, { value: 1e12 }],
      [
        'null for every optional field',
        { value: null, visitorId: null, path: null },
        { value: null, path: '/' },
      ],
      [
        'blank optional texts',
        { visitorId: ' ', sessionId: '', path: '' },
        { visitor_id: '', path: '/' },
      ],
      [
        'a path of 2,048 characters',
        { path: `/${'p'.repeat(2047)}` },
        { path: `/${'p'.repeat(2047)}` },
      ],
      [
        '255 characters beyond the first plane',
        { visitorId: '🛒'.repeat(255) },
        { visitor_id: '🛒'.repeat(255) },
      ],
      ['right-to-left text', { visitorId: 'مرحبا‮' }, { visitor_id: 'مرحبا‮' }],
    ])('takes %s', async (_case, fields, stored) => {
      const { site, key } = await server.aSite()
      expect((await post(key, { event: 'g', ...fields })).status).toBe(200)
      expect(await storedGoals(site.id)).toMatchObject([{ name: 'g', ...stored }])
    })

    it('takes the last value of a repeated name, and __proto__ as a name like any other', async () => {
      const { site, key } = await server.aSite()
      const body = '{"event":"one","event":"two","__proto__":{"value":7},"constructor":{"value":8}}'
      expect((await post(key, body)).body).toEqual({
        status: 'success',
        data: { message: 'Goal "two" tracked' },
      })
      expect(await storedGoals(site.id)).toMatchObject([{ name: 'two', value: null }])
    })

    it('takes JSON with a charset and any case of the type', async () => {
      const { key } = await server.aSite()
      for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
        const reply = await post(key, { event: 'g' }, { 'content-type': type })
        expect([type, reply.status]).toEqual([type, 200])
      }
    })

    it('takes a body of 65,536 bytes', async () => {
      const { key } = await server.aSite()
      expect((await post(key, bodyOf(65_536))).status).toBe(200)
    })
  })

  describe('400', () => {
    it.each([
      ['no body', undefined],
      ['an empty body', ''],
      ['an empty object', {}],
      ['null', { event: null }],
      ['an empty event', { event: '' }],
      ['a blank event', { event: ' \t\n\u00a0' }],
      ['an event only inherited', '{"__proto__":{"event":"x"}}'],
      ['another wrong field', { value: 'x' }],
    ])('says that event is required: %s', async (_case, body) => {
      const { site, key } = await server.aSite()
      const reply = await post(key, body)
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual(refusal('event parameter is required'))
      expect(await storedGoals(site.id)).toEqual([])
    })

    const text = 'must be a string'
    const number = 'must be a finite number'
    it.each([
      ['a number as event', { event: 7 }, `event ${text}`],
      ['0 as event', { event: 0 }, `event ${text}`],
      ['false as event', { event: false }, `event ${text}`],
      ['an object as event', { event: {} }, `event ${text}`],
      ['a list as event', { event: ['a'] }, `event ${text}`],
      [
        'an event of 256 characters',
        { event: 'e'.repeat(256) },
        'event must be at most 255 characters',
      ],
      ['text as value', { event: 'g', value: '5' }, `value ${number}`],
      ['NaN spelled out', { event: 'g', value: 'NaN' }, `value ${number}`],
      ['a truth value as value', { event: 'g', value: true }, `value ${number}`],
      ['an infinite value', '{"event":"g","value":1e400}', `value ${number}`],
      ['a number as visitorId', { event: 'g', visitorId: 5 }, `visitorId ${text}`],
      [
        'a long visitorId',
        { event: 'g', visitorId: 'v'.repeat(256) },
        'visitorId must be at most 255 characters',
      ],
      [
        'a long sessionId',
        { event: 'g', sessionId: 'v'.repeat(256) },
        'sessionId must be at most 255 characters',
      ],
      ['a list as sessionId', { event: 'g', sessionId: [] }, `sessionId ${text}`],
      [
        'a long path',
        { event: 'g', path: `/${'p'.repeat(2048)}` },
        'path must be at most 2048 characters',
      ],
      ['a NUL', { event: 'g\0' }, 'event must not contain a NUL character'],
      ['half a surrogate pair', '{"event":"\\ud83d"}', 'event must be well-formed Unicode'],
      ['a list', [], 'The body must be a JSON object'],
      ['a text', '"event"', 'The body must be a JSON object'],
      ['null as body', 'null', 'The body must be a JSON object'],
      ['NaN as a word', '{"event":"g","value":NaN}', 'Invalid JSON body'],
      ['a body cut off', '{"event":"g"', 'Invalid JSON body'],
      ['two values', '{"event":"g"}{}', 'Invalid JSON body'],
      ['a byte order mark', '\ufeff{"event":"g"}', 'Invalid JSON body'],
      ['a form', 'event=g', 'Invalid JSON body'],
    ])('names the field and the rule: %s', async (_case, body, message) => {
      const { site, key } = await server.aSite()
      const reply = await post(key, body)
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual(refusal(message))
      expect(await storedGoals(site.id)).toEqual([])
    })

    it('refuses bytes that are not valid UTF-8 rather than replace them', async () => {
      const { key } = await server.aSite()
      const bytes = Buffer.concat([
        Buffer.from('{"event":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}'),
      ])
      const reply = await fetch(`${server.url}/api/v1/goal`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: bytes,
      })
      expect(reply.status).toBe(400)
      expect(await reply.json()).toEqual(refusal('Invalid JSON body'))
    })

    it('refuses an ignored field nested deeper than any stack only by its size', async () => {
      const { key } = await server.aSite()
      const deep = `{"event":"g","extra":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
      expect((await post(key, deep)).status).toBe(200)
    })
  })
})

function bodyOf(bytes: number): string {
  const frame = '{"event":"g","extra":""}'
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`)
}

describe('/api/app/sites/:siteId/goals', () => {
  const people = new Map<string, PersonHeaders>()
  const ask = (role: 'viewer' | 'admin', method: string, path: string, body?: object) => {
    const headers = { ...people.get(role) }
    return server.request(method, path, { headers, ...(body && { body }) })
  }

  it('shows viewers which goals were seen and how they are displayed; only admins change that', async () => {
    const { site, key } = await server.aSite()
    const path = `/api/app/sites/${site.id}/goals`
    for (const role of ['viewer', 'admin'] as const)
      people.set(role, await aPerson(server.services, { role, siteId: site.id }))
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString()
    const goal = { type: 'goal', name: 'signup', url: 'https://shop.example/' }
    const events = [
      { ...goal, visitorId: 'ana', timestamp: at(1), value: 10, properties: { plan: 'pro' } },
      { ...goal, visitorId: 'ben', timestamp: at(2), properties: { plan: 'free', seats: 2 } },
      { ...goal, visitorId: 'chen', timestamp: at(40), value: 99, properties: { old: true } },
      { ...goal, visitorId: 'chen', timestamp: at(50), name: 'demo' },
    ]
    const sent = await server.request('POST', '/api/v1/events', { key, body: { events } })
    expect(sent.status).toBe(200)
    const seen = await ask('viewer', 'GET', `${path}/seen`)
    expect((seen.body as { data: { goals: SeenGoal[] } }).data.goals).toEqual([
      {
        goal: 'signup',
        count: 2,
        visitors: 2,
        values: 1,
        valueSum: 10,
        properties: ['plan', 'seats'],
        lastSeenAt: events[0]?.timestamp,
      },
      {
        goal: 'demo',
        count: 0,
        visitors: 0,
        values: 0,
        valueSum: 0,
        properties: [],
        lastSeenAt: events[3]?.timestamp,
      },
    ])

    const pinned: GoalSetting = { goal: 'signup', name: 'Sign-ups', shown: 'pinned' }
    const hidden: GoalSetting = { goal: 'demo', name: '', shown: 'hidden' }
    expect((await ask('viewer', 'PATCH', path, pinned)).status).toBe(403)
    expect((await ask('admin', 'PATCH', path, pinned)).body).toMatchObject({
      data: { goals: [pinned] },
    })
    const saysNothing: GoalSetting = { goal: 'x', name: ' x ', shown: 'listed' }
    await ask('admin', 'PATCH', path, saysNothing)
    await ask('admin', 'PATCH', path, hidden)
    expect((await ask('admin', 'PATCH', path, { ...hidden, shown: 'lost' })).status).toBe(400)
    const stored = (await ask('viewer', 'GET', path)).body as { data: { goals: GoalSetting[] } }
    expect(stored.data.goals).toEqual([pinned, hidden])
    const audit = await ask('admin', 'GET', `/api/app/sites/${site.id}/audit`)
    expect(audit.body).toMatchObject({
      data: {
        entries: [
          { action: 'goals.changed', changes: { hidden: [[], ['demo']] } },
          {
            action: 'goals.changed',
            changes: { pinned: [[], ['signup']], names: [[], ['signup: Sign-ups']] },
          },
        ],
      },
    })
  })
})

describeOnControlStores('how goals are shown', (stores) => {
  it('is stored in its order, separately for each site', async () => {
    const store = await stores.open()
    const said = { by: commandLine, nowMs: 1 }
    const [a, b] = [
      { id: 'site_a', name: 'A' },
      { id: 'site_b', name: 'B' },
    ]
    for (const goal of ['z', 'a', 'm']) {
      await changeGoalSetting(store, a, { goal, shown: 'pinned' }, said)
    }
    await changeGoalSetting(store, b, { goal: 'z', shown: 'pinned' }, said)
    await changeGoalSetting(store, a, { goal: 'm', move: -1 }, said)
    await changeGoalSetting(store, a, { goal: 'z', move: -1 }, said)
    expect(await namesOf(store, 'site_a')).toEqual(['z', 'm', 'a'])
    await changeGoalSetting(store, a, { goal: 'z', move: 1 }, said)
    expect(await namesOf(store, 'site_a')).toEqual(['m', 'z', 'a'])
    await changeGoalSetting(store, a, { goal: 'm', shown: 'listed' }, said)
    expect(await namesOf(store, 'site_a')).toEqual(['z', 'a'])
    expect(await namesOf(store, 'site_b')).toEqual(['z'])
  })

  it('keeps what several people change at once', async () => {
    const store = await stores.open()
    const said = { by: commandLine, nowMs: 1 }
    const site = { id: 'site_a', name: 'A' }
    await changeGoalSetting(store, site, { goal: 'demo', name: 'Demos' }, said)
    await Promise.all([
      changeGoalSetting(store, site, { goal: 'signup', shown: 'pinned' }, said),
      changeGoalSetting(store, site, { goal: 'scrolled', shown: 'hidden' }, said),
      changeGoalSetting(store, site, { goal: 'demo', shown: 'hidden' }, said),
    ])
    const stored = await listGoalSettings(store, 'site_a')
    expect(stored.sort((one, other) => (one.goal < other.goal ? -1 : 1))).toEqual([
      { goal: 'demo', name: 'Demos', shown: 'hidden' },
      { goal: 'scrolled', name: '', shown: 'hidden' },
      { goal: 'signup', name: '', shown: 'pinned' },
    ])
  })
})

async function namesOf(store: ControlStore, siteId: string): Promise<string[]> {
  return (await listGoalSettings(store, siteId)).map(({ goal }) => goal)
}
