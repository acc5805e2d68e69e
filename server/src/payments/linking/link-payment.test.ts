import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Site } from '../../site.ts'
import type { StoredEvent } from '../../store/events/event.ts'
import { anEvent } from '../../test/an-event.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { dayMs, minuteMs } from '../../time/durations.ts'
import { paymentFact } from '../providers/wire/facts.ts'

let server: TestServer
/** A site per test: the candidates by time depend on all visitors of the site. */
let site: Site
let key: string
let serial = 0

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function aNewSite(identification = false): Promise<void> {
  const made = await server.aSite({ identification })
  site = made.site
  key = made.key
}

/** A page view some time ago. */
async function visit(visitorId: string, agoMs: number, more: Partial<StoredEvent> = {}) {
  const timestampMs = Date.now() - agoMs
  const sessionId = `s_${visitorId}`
  await server.services.events.append([
    anEvent({ siteId: site.id, visitorId, sessionId, timestampMs, ...more }),
  ])
}

async function pay(more: object = {}): Promise<string> {
  const body = { provider: 'stripe', providerPaymentId: `pi_${++serial}`, amount: 20, ...more }
  const reply = await server.request('POST', '/api/v1/payment', { key, body })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { data: { paymentId: string } }).data.paymentId
}

async function identify(body: object): Promise<void> {
  const reply = await server.request('POST', '/api/v1/identify', { key, body })
  expect(reply).toMatchObject({ status: 200, body: { data: { message: 'Visitor identified' } } })
}

interface Found {
  visitorId: string | null
  sessionId: string | null
  link: { method: string; confidence: number; probable: boolean; pathVisitorIds: string[] }
  receipt: {
    steps: { step: string; outcome: string; reason: string; candidates: unknown[] }[]
    history: { kind: string; details: { now?: unknown; before?: unknown } }[]
  }
}

async function read(paymentId: string): Promise<Found> {
  const reply = await server.request('GET', `/api/v1/payment?paymentId=${paymentId}`, { key })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { data: Found }).data
}

const outcomes = (found: Found) =>
  found.receipt.steps.map(({ step, outcome, reason }) => `${step} ${outcome}: ${reason}`)

describe('by ids', () => {
  beforeAll(() => aNewSite(true))

  it('links to the visitor and the session given', async () => {
    await visit('v_ids', 5 * minuteMs)
    const found = await read(await pay({ visitorId: 'v_ids', sessionId: 's_v_ids' }))
    expect(found).toMatchObject({
      visitorId: 'v_ids',
      sessionId: 's_v_ids',
      link: { method: 'ids', confidence: 1, probable: false, pathVisitorIds: ['v_ids'] },
    })
    expect(outcomes(found)).toEqual(['ids linked: visitor-id'])
  })

  it('takes the last session before the payment when none is given', async () => {
    await visit('v_last', 3 * dayMs, { sessionId: 's_old' })
    await visit('v_last', 2 * minuteMs, { sessionId: 's_recent' })
    expect(await read(await pay({ visitorId: 'v_last' }))).toMatchObject({ sessionId: 's_recent' })
  })

  it('finds the visitor of a session given alone', async () => {
    await visit('v_alone', minuteMs, { sessionId: 's_alone' })
    const found = await read(await pay({ sessionId: 's_alone' }))
    expect(found).toMatchObject({ visitorId: 'v_alone', sessionId: 's_alone' })
    expect(outcomes(found)).toEqual(['ids linked: session-id'])
  })

  it('drops the session of another visitor and says so', async () => {
    await visit('v_mine', minuteMs, { sessionId: 's_mine' })
    await visit('v_theirs', minuteMs, { sessionId: 's_theirs' })
    const found = await read(await pay({ visitorId: 'v_mine', sessionId: 's_theirs' }))
    expect(found).toMatchObject({ visitorId: 'v_mine', sessionId: 's_mine' })
    expect(found.receipt.steps[0]?.candidates).toEqual([
      { visitorId: 'v_mine', sessionId: 's_mine', rejected: null },
      { visitorId: 'v_theirs', sessionId: 's_theirs', rejected: 'session-of-another-visitor' },
    ])
  })

  it.each(['tributary_visitor_id', 'visitorId', 'datafast_visitor_id'])(
    'takes %s from the metadata',
    async (name) => {
      await visit(`v_${name}`, minuteMs)
      const found = await read(await pay({ metadata: { [name]: `v_${name}` } }))
      expect(found).toMatchObject({ visitorId: `v_${name}`, link: { method: 'ids' } })
    },
  )

  it('prefers the ids of the top level to those in the metadata', async () => {
    await visit('v_top', minuteMs)
    await visit('v_below', minuteMs)
    const metadata = { tributary_visitor_id: 'v_below' }
    expect(await read(await pay({ visitorId: 'v_top', metadata }))).toMatchObject({
      visitorId: 'v_top',
    })
  })

  it("does not take another site's visitor", async () => {
    const other = await server.aSite()
    await visit('v_elsewhere', minuteMs, { siteId: other.site.id })
    expect(await read(await pay({ visitorId: 'v_elsewhere' }))).toMatchObject({ visitorId: null })
  })

  it('keeps an unknown id, and links it at the first hit, not at a server goal', async () => {
    const paymentId = await pay({ visitorId: 'v_late', sessionId: 's_v_late' })
    const before = await read(paymentId)
    expect(before).toMatchObject({ visitorId: null, sessionId: null, link: { method: 'none' } })
    expect(outcomes(before)[0]).toBe('ids waiting: visitor-not-seen')
    await visit('v_late', 0, { kind: 'goal', origin: 'server', name: 'signup', sessionId: '' })
    expect(await read(paymentId)).toMatchObject({ visitorId: null })

    await visit('v_late', 0)
    const after = await read(paymentId)
    expect(after).toMatchObject({ visitorId: 'v_late', link: { method: 'ids', confidence: 1 } })
    expect(after.receipt.history.map((entry) => entry.kind)).toEqual(['recorded', 'linked'])
  })

  it('joins a late visitor before a report is read, without anyone asking for the payment', async () => {
    const paymentId = await pay({ visitorId: 'v_report' })
    await server.services.payments.flush()
    await visit('v_report', 0)
    await server.services.payments.flush()
    const rows = await server.services.engine.query(
      `select visitor_id, link_method, path_visitors = [sipHash64('v_report')] as path
       from payment_entries final where payment_id = {paymentId:String}`,
      { paymentId },
    )
    expect(rows).toEqual([{ visitor_id: 'v_report', link_method: 'ids', path: 1 }])
  })
})

describe('by e-mail', () => {
  beforeAll(() => aNewSite(true))

  it('links to the identified visitor, the address in any case', async () => {
    await visit('v_mail', 10 * minuteMs)
    await identify({ visitorId: 'v_mail', email: 'Ana@Example.com ' })
    const found = await read(await pay({ customerEmail: ' ana@EXAMPLE.com' }))
    expect(found).toMatchObject({
      visitorId: 'v_mail',
      link: { method: 'email', confidence: 0.97, pathVisitorIds: ['v_mail'] },
    })
    expect(outcomes(found)).toEqual([
      'ids skipped: no-ids',
      'inherited skipped: not-a-renewal',
      'email linked: identified-by-server',
    ])
  })

  it('takes the device whose session came last before the payment; all devices form the path', async () => {
    await visit('v_phone', 3 * dayMs)
    await visit('v_laptop', 20 * minuteMs)
    await visit('v_tablet', 2 * dayMs)
    for (const visitorId of ['v_phone', 'v_laptop', 'v_tablet']) {
      await identify({ visitorId, email: 'ben@example.com' })
    }
    const found = await read(await pay({ customerEmail: 'ben@example.com' }))
    expect(found).toMatchObject({
      visitorId: 'v_laptop',
      link: { pathVisitorIds: ['v_laptop', 'v_tablet', 'v_phone'] },
    })
    expect(found.receipt.steps[2]?.candidates).toEqual([
      { visitorId: 'v_laptop', sessionId: 's_v_laptop', rejected: null },
      { visitorId: 'v_tablet', sessionId: 's_v_tablet', rejected: 'earlier-session' },
      { visitorId: 'v_phone', sessionId: 's_v_phone', rejected: 'earlier-session' },
    ])
  })

  it('joins an identify that comes after the payment', async () => {
    await visit('v_later', 10 * minuteMs)
    const paymentId = await pay({ customerEmail: 'chen@example.com' })
    const before = await read(paymentId)
    expect(before).toMatchObject({ visitorId: null })
    expect(outcomes(before)[2]).toBe('email waiting: email-not-identified')
    await identify({ visitorId: 'v_later', email: 'chen@example.com' })
    expect(await read(paymentId)).toMatchObject({ visitorId: 'v_later', link: { method: 'email' } })
  })

  it('trusts a browser less than a server', async () => {
    const collect = (hit: object) =>
      server.request('POST', '/api/collect', {
        body: {
          siteId: site.id,
          visitorId: 'v_browser',
          sessionId: 's_browser',
          url: 'https://shop.example/welcome',
          ...hit,
        },
        headers: { origin: 'https://shop.example' },
      })
    expect(await collect({ type: 'pageview' })).toMatchObject({ status: 202 })
    const paymentId = await pay({ customerEmail: 'fay@example.com' })
    expect(await collect({ type: 'identify', email: 'fay@example.com' })).toMatchObject({
      status: 202,
    })
    expect(await read(paymentId)).toMatchObject({
      visitorId: 'v_browser',
      sessionId: 's_browser',
      link: { method: 'email', confidence: 0.85 },
    })
  })

  it('is replaced by ids that come later, and history keeps both', async () => {
    await visit('v_guess', 10 * minuteMs)
    await visit('v_sure', 10 * minuteMs)
    await identify({ visitorId: 'v_guess', email: 'dora@example.com' })
    const body = { providerPaymentId: 'pi_upgrade', customerEmail: 'dora@example.com' }
    const paymentId = await pay(body)
    expect(await read(paymentId)).toMatchObject({ visitorId: 'v_guess' })
    expect(await pay({ ...body, visitorId: 'v_sure' })).toBe(paymentId)
    const found = await read(paymentId)
    expect(found).toMatchObject({ visitorId: 'v_sure', link: { method: 'ids' } })
    expect(found.receipt.history.map((entry) => entry.kind)).toEqual([
      'recorded',
      'linked',
      'filled',
      'linked',
    ])
    expect(found.receipt.history[3]?.details).toMatchObject({
      now: { method: 'ids', visitorId: 'v_sure' },
      before: { method: 'email', visitorId: 'v_guess' },
    })
  })

  it('is not linked by an address that many visitors share', async () => {
    for (let index = 0; index < 6; index++) {
      await visit(`v_shared_${index}`, 10 * minuteMs)
      await identify({ visitorId: `v_shared_${index}`, email: 'support@example.com' })
    }
    const found = await read(await pay({ customerEmail: 'support@example.com' }))
    expect(found).toMatchObject({ visitorId: null })
    expect(outcomes(found)[2]).toBe('email rejected: shared-address')
  })

  it('is disabled where the site does not identify its users', async () => {
    await aNewSite(false)
    await visit('v_off', 2 * dayMs)
    const reply = await server.request('POST', '/api/v1/identify', {
      key,
      body: { visitorId: 'v_off', email: 'eve@example.com' },
    })
    expect(reply.body).toMatchObject({
      data: {
        message: 'User identification is off for this site, so the e-mail address was not stored',
      },
    })
    const found = await read(await pay({ customerEmail: 'eve@example.com' }))
    expect(found).toMatchObject({ visitorId: null })
    expect(outcomes(found)[2]).toBe('email skipped: identification-off')
  })
})

describe('by time', () => {
  it('links to the only session of the half hour before, marked probable', async () => {
    await aNewSite()
    await visit('v_only', 10 * minuteMs)
    await visit('v_before', 31 * minuteMs)
    const found = await read(await pay())
    expect(found).toMatchObject({
      visitorId: 'v_only',
      link: { method: 'time', probable: true, pathVisitorIds: ['v_only'] },
    })
    expect(found.link.confidence).toBeGreaterThanOrEqual(0.9)
    expect(found.link.confidence).toBeLessThan(1)
  })

  it('links to no visitor when two sessions could be the payer', async () => {
    await aNewSite()
    await visit('v_one', 10 * minuteMs)
    await visit('v_two', 20 * minuteMs)
    const found = await read(await pay())
    expect(found).toMatchObject({ visitorId: null, link: { method: 'none', confidence: 0 } })
    expect(found.receipt.steps[3]).toMatchObject({
      reason: 'several-sessions',
      candidates: [
        { visitorId: 'v_one', rejected: 'several-sessions' },
        { visitorId: 'v_two', rejected: 'several-sessions' },
      ],
    })
  })

  it.each([
    ['a checkout page', { path: '/checkout/step-2' }],
    ['a goal', { kind: 'goal', name: 'begin_checkout' }],
    [
      'a click that leads to the gateway',
      { kind: 'goal', name: 'outbound-link', properties: '{"url":"https://buy.stripe.com/x"}' },
    ],
  ] as const)('lets %s rule out the other sessions', async (_name, intent) => {
    await aNewSite()
    await visit('v_looker', 5 * minuteMs)
    await visit('v_buyer', 10 * minuteMs, intent)
    await visit('v_click', 4 * minuteMs, {
      kind: 'goal',
      name: 'outbound-link',
      properties: '{"url":"https://stripe.com.example.net/"}',
    })
    const found = await read(await pay())
    expect(found).toMatchObject({ visitorId: 'v_buyer', link: { method: 'time' } })
    expect(outcomes(found)[3]).toBe('time linked: only-session-with-checkout-intent')
  })

  it('does not link on a busy site, where being alone in the window is chance', async () => {
    await aNewSite()
    const busy = Array.from({ length: 300 }, (_, index) => {
      const timestampMs = Date.now() - 40 * minuteMs - index * 25 * minuteMs
      const visitorId = `v_busy_${index}`
      return anEvent({ siteId: site.id, visitorId, sessionId: visitorId, timestampMs })
    })
    await server.services.events.append(busy)
    await visit('v_alone_now', 10 * minuteMs)
    const found = await read(await pay())
    expect(found).toMatchObject({ visitorId: null })
    expect(outcomes(found)[3]).toBe('time rejected: precision-too-low')
  })

  it.each([
    ['a renewal', { renewal: true }, 'renewal'],
    ['a refund', { refunded: true }, 'refunded'],
    ['amount 0', { amount: 0 }, 'no-amount'],
    ['a back-dated payment', { timestamp: '2026-01-01T00:00:00Z' }, 'back-dated'],
  ])('never links %s', async (_name, fields, reason) => {
    await aNewSite()
    await visit('v_near', 5 * minuteMs)
    const found = await read(await pay(fields))
    expect(found).toMatchObject({ visitorId: null })
    expect(outcomes(found)[3]).toBe(`time skipped: ${reason}`)
  })

  it('never links a payment that was imported from an account, however recent it is', async () => {
    await aNewSite()
    await visit('v_near', 5 * minuteMs)
    const nowMs = Date.now()
    const fact = paymentFact({
      ...{ provider: 'stripe', ids: [`pi_${++serial}`], amountMinor: 2_000, currency: 'EUR' },
      paidAtMs: nowMs - minuteMs,
    })
    const source = { source: 'sync:stripe', nowMs }
    const [paymentId = ''] = await server.services.payments.recordFacts(site.id, [fact], source)
    const found = await read(paymentId)
    expect(found).toMatchObject({ visitorId: null })
    expect(outcomes(found)[3]).toBe('time skipped: imported')
  })

  it('does not give one session to two payments', async () => {
    await aNewSite()
    await visit('v_single', 5 * minuteMs)
    expect(await read(await pay())).toMatchObject({ visitorId: 'v_single' })
    const second = await read(await pay())
    expect(second).toMatchObject({ visitorId: null })
    expect(outcomes(second)[3]).toBe('time rejected: another-payment')
  })

  it('is replaced by an id that arrives later', async () => {
    await aNewSite()
    await visit('v_probable', 5 * minuteMs)
    const paymentId = await pay({ visitorId: 'v_true' })
    expect(await read(paymentId)).toMatchObject({ visitorId: 'v_probable' })
    await visit('v_true', 0)
    expect(await read(paymentId)).toMatchObject({ visitorId: 'v_true', link: { method: 'ids' } })
  })
})

describe('renewals', () => {
  beforeAll(() => aNewSite(true))

  it('inherit visitor and path of the first payment, also when that is linked later', async () => {
    const first = await pay({ customerId: 'cus_1', visitorId: 'v_sub' })
    const renewal = await pay({ customerId: 'cus_1', renewal: true })
    expect(outcomes(await read(renewal))[1]).toBe('inherited waiting: first-payment-not-linked')
    await visit('v_sub', 0)
    expect(await read(first)).toMatchObject({ visitorId: 'v_sub' })
    expect(await read(renewal)).toMatchObject({
      visitorId: 'v_sub',
      link: { method: 'inherited', confidence: 1, firstPaymentId: first },
    })
    await server.services.payments.flush()
    const rows = await server.services.engine.query(
      `select countDistinct(path_at) as paths, countDistinct(paid_at) as payments
       from payment_entries final where payment_id in {ids:Array(String)}`,
      { ids: [first, renewal] },
    )
    expect(rows).toEqual([{ paths: '1', payments: '2' }])
  })

  it('wait for a first payment that is reported after them', async () => {
    await visit('v_order', 5 * minuteMs)
    const renewal = await pay({ metadata: { subscription_id: 'sub_9' }, renewal: true })
    expect(outcomes(await read(renewal))[1]).toBe('inherited waiting: no-first-payment')
    await pay({
      metadata: { subscription_id: 'sub_9' },
      visitorId: 'v_order',
      timestamp: new Date(Date.now() - dayMs).toISOString(),
    })
    await server.services.payments.flush()
    expect(await read(renewal)).toMatchObject({
      visitorId: 'v_order',
      link: { method: 'inherited' },
    })
  })
})
