import type { GoalRule } from '@tributary/contract/app/goal-rules.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPerson, type PersonHeaders } from '../../test/a-person.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
let siteId: string
let admin: PersonHeaders

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

/** Calls the dashboard's API of the site and returns the data. */
async function call<Data>(method: string, path: string, body?: object): Promise<Data> {
  const reply = await server.request(method, `/api/app/sites/${siteId}/${path}`, {
    headers: admin,
    ...(body && { body }),
  })
  expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
  return (reply.body as { data: Data }).data
}

const orders = { goal: 'Order', kind: 'page', pattern: '/thanks' } as const

async function aShopWithOrders(): Promise<GoalRule> {
  const { site } = await server.aSite()
  siteId = site.id
  admin = await aPerson(server.services, { role: 'admin', siteId })
  const { rule } = await call<{ rule: GoalRule }>('POST', 'goal-rules', orders)
  await call('PATCH', 'goals', { goal: 'Order', shown: 'pinned' })
  await call('POST', 'funnels', {
    name: 'To the order',
    steps: [{ page: '/' }, { goal: 'Order' }, { goal: 'Ord', match: 'begins_with' }],
  })
  const filters = [
    [
      'or',
      [
        ['is', 'goal', ['Order', 'signup']],
        ['not', ['is', 'goal', ['Order']]],
      ],
    ],
    ['contains', 'goal', ['Order']],
    ['is', 'page', ['Order']],
  ]
  for (const scope of ['site', 'person']) {
    await call('POST', 'views', { name: 'Buyers', scope, isDefault: false, params: {}, filters })
  }
  await call('POST', 'shares', {
    name: 'For buyers',
    panels: ['figures'],
    showsMoney: false,
    filters: [['is', 'goal', ['Order']]],
  })
  return rule
}

interface Named {
  steps: object[]
  filters: unknown[]
  goal: string
}

/** Everything that refers to a goal by name. */
async function names() {
  const [{ funnels }, { views }, { shares }, { goals }] = await Promise.all([
    call<{ funnels: Named[] }>('GET', 'funnels'),
    call<{ views: Named[] }>('GET', 'views'),
    call<{ shares: Named[] }>('GET', 'shares'),
    call<{ goals: Named[] }>('GET', 'goals'),
  ])
  return {
    funnel: funnels[0]?.steps,
    views: views.map(({ filters }) => filters),
    share: shares[0]?.filters,
    pinned: goals.map(({ goal }) => goal),
  }
}

it('keeps funnels, views, share links and pins of a goal that gets another name', async () => {
  const { ruleId } = await aShopWithOrders()
  await call('PUT', `goal-rules/${ruleId}`, { ...orders, goal: 'Purchase' })
  const filters = [
    [
      'or',
      [
        ['is', 'goal', ['Purchase', 'signup']],
        ['not', ['is', 'goal', ['Purchase']]],
      ],
    ],
    ['contains', 'goal', ['Order']],
    ['is', 'page', ['Order']],
  ]
  expect(await names()).toEqual({
    funnel: [{ page: '/' }, { goal: 'Purchase' }, { goal: 'Ord', match: 'begins_with' }],
    views: [filters, filters],
    share: [['is', 'goal', ['Purchase']]],
    pinned: ['Purchase'],
  })
})

it('keeps the old name while another rule counts under it, or only the pattern changes', async () => {
  const rule = await aShopWithOrders()
  const before = await names()
  await call('PUT', `goal-rules/${rule.ruleId}`, { ...orders, pattern: '/thank-you' })
  await call('POST', 'goal-rules', { ...orders, pattern: '/danke' })
  await call('PUT', `goal-rules/${rule.ruleId}`, { ...orders, goal: 'Purchase' })
  expect(await names()).toEqual(before)
})
