import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inLongForm } from '../../test/long-form.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { minuteMs } from '../../time/durations.ts'

let server: TestServer
let serial = 0

beforeAll(async () => {
  server = await startTestServer({ sharesEngine: true })
})
afterAll(() => server.close())

/** One person whose visit, identify and payment are reported in some order. */
interface Person {
  key: string
  visitorId: string
  email: string
  visitMs: number
  paymentMs: number
  paymentId: string
}

type Step = 'visit' | 'identify' | 'payment'

function aPerson(key: string, paidAfterMs: number): Person {
  const visitorId = `v_${++serial}`
  const visitMs = Date.now() - 3 * 60 * minuteMs
  return {
    ...{ key, visitorId, email: `${visitorId}@shop.test`, visitMs },
    ...{ paymentMs: visitMs + paidAfterMs, paymentId: '' },
  }
}

async function post(person: Person, path: string, body: object): Promise<unknown> {
  const reply = await server.request('POST', path, { key: person.key, body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { data: unknown }).data
}

const steps: Record<Step, (person: Person) => Promise<void>> = {
  async visit(person) {
    const timestamp = new Date(person.visitMs).toISOString()
    const visit = { type: 'pageview', visitorId: person.visitorId, path: '/', timestamp }
    expect(await post(person, '/api/v1/events', { events: [visit] })).toMatchObject({ accepted: 1 })
  },
  async identify({ visitorId, email, ...person }) {
    await post({ visitorId, email, ...person }, '/api/v1/identify', { visitorId, email })
  },
  async payment(person) {
    const data = await post(person, '/api/v1/payment', {
      ...{ provider: 'custom', providerPaymentId: person.visitorId, amount: 20 },
      ...{ customerEmail: person.email, timestamp: new Date(person.paymentMs).toISOString() },
    })
    person.paymentId = (data as { paymentId: string }).paymentId
  },
}

/** The links of the payments as stored: reading one would link it. */
async function linksOf(people: readonly Person[]) {
  const rows = await server.services.control.db
    .selectFrom('payments')
    .select(['id', 'link_method', 'visitor_id'])
    .where(
      'id',
      'in',
      people.map((person) => person.paymentId),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, `${row.link_method} ${row.visitor_id}`]))
  return people.map((person) => byId.get(person.paymentId))
}

/** Waits for the background to link all, a few seconds at most. */
async function expectLinked(people: readonly Person[]): Promise<void> {
  const wanted = people.map((person) => `email ${person.visitorId}`)
  const until = performance.now() + 15_000
  for (;;) {
    const links = await linksOf(people)
    if (links.every((link, index) => link === wanted[index])) return
    if (performance.now() > until) {
      expect(links).toEqual(wanted)
      return
    }
    await setTimeout(100)
  }
}

describe('a payment by e-mail', () => {
  it('finds its visitor for each of many people who visit, are identified and pay back to back', async () => {
    const { key } = await server.aSite({ identification: true })
    const people = Array.from({ length: inLongForm(40, 15) }, () => aPerson(key, 60 * minuteMs))
    for (const person of people) {
      for (const step of ['visit', 'identify', 'payment'] as const) await steps[step](person)
    }
    await expectLinked(people)
  })

  it('finds its visitor whatever the order of visit, identify and payment, with restarts between', async () => {
    const orders = fc.shuffledSubarray<Step>(['visit', 'identify', 'payment'], { minLength: 3 })
    const scenario = fc.record({
      orders: fc.array(orders, { minLength: 6, maxLength: 12 }),
      /** Before which of the three steps the server is restarted; 3: after all of them. */
      restarts: fc.subarray([1, 2, 3]),
      pauseMs: fc.constantFrom(0, 300),
    })
    await fc.assert(
      fc.asyncProperty(scenario, async ({ orders, restarts, pauseMs }) => {
        const { key } = await server.aSite({ identification: true })
        const people = orders.map((order) => ({ order, person: aPerson(key, 60 * minuteMs) }))
        for (let round = 0; round < 3; round++) {
          if (restarts.includes(round)) await server.restart()
          for (const { order, person } of people) await steps[order[round] as Step](person)
          await setTimeout(pauseMs)
        }
        if (restarts.includes(3)) await server.restart()
        await expectLinked(people.map(({ person }) => person))
      }),
      { numRuns: inLongForm(4, 2), endOnFailure: true },
    )
  }, 240_000)
})

describe('payments of one customer that are linked together', () => {
  it('make the path of one without a visitor pass through the devices of the others', async () => {
    const { key } = await server.aSite({ identification: true })
    const people = Array.from({ length: 8 }, () => aPerson(key, 60 * minuteMs))
    const devices = people.map(({ visitorId }) => [`${visitorId}_phone`, `${visitorId}_laptop`])
    for (const [index, person] of people.entries()) {
      for (const visitorId of devices[index] ?? []) await steps.visit({ ...person, visitorId })
    }
    const paid = people.flatMap(({ email, paymentMs }, index) =>
      [...(devices[index] ?? []), undefined].map((visitorId) => ({
        ...{ provider: 'custom', providerPaymentId: visitorId ?? email, amount: 20 },
        ...{ customerEmail: email, timestamp: new Date(paymentMs).toISOString() },
        ...(visitorId !== undefined && { visitorId }),
      })),
    )
    await Promise.all(paid.map((body) => post({ ...aPerson(key, 0) }, '/api/v1/payment', body)))
    await server.services.payments.flush()
    const rows = await server.services.control.db
      .selectFrom('payments')
      .select(['provider_payment_id as id', 'path_visitor_ids as path'])
      .where('given_visitor_id', 'is', null)
      .execute()
    const paths = new Map(rows.map(({ id, path }) => [id, (JSON.parse(path) as string[]).sort()]))
    expect(people.map(({ email }) => paths.get(email))).toEqual(devices.map((two) => two.sort()))
  })
})

describe('a payment by visitor ID', () => {
  const pathOf = async (key: string, paymentId: string) => {
    const path = `/api/v1/payment?provider=custom&providerPaymentId=${paymentId}`
    const reply = await server.request('GET', path, { key })
    return (reply.body as { data: { link: { pathVisitorIds: string[] } } }).data.link.pathVisitorIds
  }

  it('has every device on its path, also one that is only known through another', async () => {
    const { key } = await server.aSite({ identification: true })
    const person = aPerson(key, 60 * minuteMs)
    const { visitorId: phone, email } = person
    const [laptop, tablet] = [`${phone}_laptop`, `${phone}_tablet`]
    for (const visitorId of [phone, laptop, tablet]) await steps.visit({ ...person, visitorId })
    await steps.identify(person)
    await post(person, '/api/v1/identify', { visitorId: laptop, email, userId: phone })
    const paid = { provider: 'custom', providerPaymentId: phone, amount: 20, visitorId: phone }
    await post(person, '/api/v1/payment', paid)
    await server.services.payments.flush()
    expect(await pathOf(key, phone)).toEqual([phone, laptop])
    await post(person, '/api/v1/identify', { visitorId: tablet, userId: phone })
    await server.services.payments.flush()
    expect(await pathOf(key, phone)).toEqual([phone, laptop, tablet])
  })
})

describe('a payment without e-mail', () => {
  it('is linked by time when its only visit is reported after it', async () => {
    const { key, site } = await server.aSite()
    const person = aPerson(key, 0)
    const paid = { provider: 'custom', providerPaymentId: 'late', amount: 5 }
    const { paymentId } = (await post(person, '/api/v1/payment', paid)) as { paymentId: string }
    await server.services.payments.flush()
    const timestamp = new Date(Date.now() - 5 * minuteMs).toISOString()
    const visit = { type: 'pageview', visitorId: 'late', path: '/', timestamp }
    await post(person, '/api/v1/events', { events: [visit] })
    await server.services.payments.flush()
    const { siteId, link_method, visitor_id } = await server.services.control.db
      .selectFrom('payments')
      .select(['site_id as siteId', 'link_method', 'visitor_id'])
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    expect({ siteId, link_method, visitor_id }).toEqual({
      ...{ siteId: site.id, link_method: 'time', visitor_id: 'late' },
    })
  })
})
