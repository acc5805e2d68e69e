import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aShopWith, type Shop } from '../../test/providers/webhook-sender.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { dayMs } from '../../time/durations.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const startMs = Date.now() - 60 * dayMs
const ids = { tributary_visitor_id: 'ana', tributary_session_id: 'ana_s' }

/** Page views of Ana: one before the trial began, and one between the trial and its first charge. */
async function visits(shop: Shop): Promise<void> {
  const view = (atMs: number, source: string, sessionId: string) => ({
    ...{ type: 'pageview', visitorId: 'ana', sessionId, path: `/?utm_source=${source}` },
    timestamp: new Date(atMs).toISOString(),
  })
  const events = [
    view(startMs - 60_000, 'radio', 'ana_s'),
    view(startMs + 7 * dayMs, 'receipt', 'ana_t'),
  ]
  const reply = await server.request('POST', '/api/v1/events', { key: shop.key, body: { events } })
  expect(reply.body).toMatchObject({ data: { accepted: 2 } })
}

const seconds = (ms: number) => Math.floor(ms / 1000)
const stripe = (type: string, object: { id: string }, atMs: number) => ({
  ...{ id: `evt_${type}_${object.id}`, type, created: seconds(atMs), livemode: true },
  data: { object },
})
const invoice = (id: string, atMs: number, metadata = {}) =>
  stripe(
    'invoice.paid',
    {
      ...{ id, currency: 'usd', amount_paid: 1900, billing_reason: 'subscription_cycle' },
      parent: { subscription_details: { subscription: 'sub_1', metadata } },
      status_transitions: { paid_at: seconds(atMs) },
    } as { id: string },
    atMs,
  )
const trialBy = (metadata: object) =>
  stripe(
    'checkout.session.completed',
    {
      ...{ id: 'cs_1', mode: 'subscription', payment_status: 'no_payment_required' },
      ...{ subscription: 'sub_1', currency: 'usd', amount_total: 0, metadata },
    } as { id: string },
    startMs,
  )

const lemon = (event_name: string, [type, id]: string[], atMs: number, fields: object) => ({
  meta: { event_name, custom_data: event_name === 'subscription_created' ? ids : {} },
  data: {
    ...{ type, id },
    attributes: {
      ...{ currency: 'USD', total: 1900, total_formatted: '$19.00', ...fields },
      created_at: new Date(atMs).toISOString(),
      updated_at: new Date(atMs).toISOString(),
    },
  },
})
const lemonInvoice = (id: string, atMs: number) =>
  lemon('subscription_payment_success', ['subscription-invoices', id], atMs, {
    ...{ subscription_id: 31, billing_reason: 'renewal', status: 'paid' },
  })

const firstMs = startMs + 14 * dayMs
const renewalMs = startMs + 44 * dayMs
const stories = [
  {
    ...{ provider: 'stripe', trial: 'trial:sub_1', first: 'in_2', renewal: 'in_3' },
    events: [trialBy(ids), invoice('in_2', firstMs), invoice('in_3', renewalMs)],
  },
  {
    provider: 'lemonsqueezy',
    ...{ trial: 'trial:31', first: 'subscription-invoice:92', renewal: 'subscription-invoice:93' },
    events: [
      lemon('subscription_created', ['subscriptions', '31'], startMs, { status: 'on_trial' }),
      lemonInvoice('92', firstMs),
      lemonInvoice('93', renewalMs),
    ],
  },
]

interface Linked {
  renewal: boolean
  link: { method: string; firstPaymentId: string | null }
  visitorId: string | null
  receipt: { credit: Record<string, unknown>; touches: { source: string }[] }
}

describe.each(stories)('a trial at $provider with ids on its own events only', (story) => {
  it.each([
    ['in order', (events: object[]) => events],
    ['in reverse', (events: object[]) => events.toReversed()],
  ])('gives its visitor and path to the first charge and to renewals, %s', async (_how, order) => {
    const shop = await aShopWith(server, story.provider)
    for (const event of order(story.events)) {
      expect((await shop.send(event)).status).toBe(200)
      await server.services.payments.sweep()
    }
    await visits(shop)
    for (let round = 0; round < 3; round++) await server.services.payments.sweep()
    const [trial, first, renewal] = (await Promise.all(
      [story.trial, story.first, story.renewal].map((id) => shop.payment(id)),
    )) as unknown as Linked[]
    expect(trial).toMatchObject({ visitorId: 'ana', link: { method: 'ids' } })
    expect(first).toMatchObject({ visitorId: 'ana', renewal: false, link: { method: 'inherited' } })
    expect(renewal).toMatchObject({
      visitorId: 'ana',
      renewal: true,
      link: { method: 'inherited' },
    })
    // The visit in the middle of the trial came after the decision.
    const sources = (payment: Linked | undefined) =>
      payment?.receipt.touches.map(({ source }) => source)
    expect(sources(first)).toEqual(['radio'])
    expect(sources(renewal)).toEqual(['radio'])
  })
})

it('follows the path of the trial also where the first charge has ids of its own', async () => {
  const shop = await aShopWith(server, 'stripe')
  await visits(shop)
  for (const event of [trialBy(ids), invoice('in_2', firstMs, ids), invoice('in_3', renewalMs)]) {
    await shop.send(event)
  }
  for (let round = 0; round < 3; round++) await server.services.payments.sweep()
  for (const [id, method] of [
    ['in_2', 'ids'],
    ['in_3', 'inherited'],
  ] as const) {
    const payment = (await shop.payment(id)) as unknown as Linked
    expect(payment).toMatchObject({ visitorId: 'ana', link: { method } })
    expect(payment.receipt.touches.map(({ source }) => source)).toEqual(['radio'])
  }
})

it('gives renewals the visitor of the first charge where the trial has none', async () => {
  const shop = await aShopWith(server, 'stripe')
  await visits(shop)
  for (const event of [invoice('in_3', renewalMs), invoice('in_2', firstMs, ids), trialBy({})]) {
    await shop.send(event)
  }
  for (let round = 0; round < 3; round++) await server.services.payments.sweep()
  expect(await shop.payment('in_2')).toMatchObject({ visitorId: 'ana', link: { method: 'ids' } })
  expect(await shop.payment('in_3')).toMatchObject({
    ...{ visitorId: 'ana', renewal: true, link: { method: 'inherited' } },
  })
})

describe('client_reference_id', () => {
  const session = (client_reference_id: string, metadata: object = {}) =>
    stripe(
      'checkout.session.completed',
      {
        ...{ id: 'cs_9', mode: 'payment', payment_status: 'paid', payment_intent: 'pi_9' },
        ...{ amount_total: 2900, currency: 'usd', client_reference_id, metadata },
      } as { id: string },
      startMs,
    )
  const intent = stripe(
    'payment_intent.succeeded',
    { ...{ id: 'pi_9', amount_received: 2900, currency: 'usd' }, metadata: ids } as { id: string },
    startMs,
  )

  it('of the shop’s own does not displace the ids in metadata', async () => {
    for (const events of [
      [session('user_42'), intent],
      [intent, session('user_42')],
    ]) {
      const shop = await aShopWith(server, 'stripe')
      await visits(shop)
      for (const event of events) await shop.send(event)
      const link = { visitorId: 'ana', sessionId: 'ana_s', link: { method: 'ids' } }
      expect(await shop.payment('pi_9')).toMatchObject(link)
    }
  })

  it('names the visitor once such a visitor was seen, also after the payment', async () => {
    const shop = await aShopWith(server, 'stripe')
    await shop.send(session('ana'))
    await server.services.payments.sweep()
    expect(await shop.payment('pi_9')).toMatchObject({ visitorId: null, link: { method: 'none' } })
    await visits(shop)
    await server.services.payments.sweep()
    expect(await shop.payment('pi_9')).toMatchObject({ visitorId: 'ana', link: { method: 'ids' } })
  })
})
