import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../test/server.ts'

let server: TestServer
let key: string
let siteId: string

beforeAll(async () => {
  server = await startTestServer()
  const made = await server.aSite()
  key = made.key
  siteId = made.site.id
})
afterAll(() => server.close())

const payment = { provider: 'stripe', providerPaymentId: 'pi_1', amount: 49.99 }
let serial = 0
const fresh = () => ({ ...payment, providerPaymentId: `pi_fresh_${++serial}` })
const post = (body: unknown, asKey = key) =>
  server.request('POST', '/api/v1/payment', { key: asKey, body })
const refusal = (message: string) => ({ status: 'error', error: { code: 400, message } })

async function record(body: object): Promise<string> {
  const reply = await post(body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { data: { paymentId: string } }).data.paymentId
}

async function read(query: string): Promise<Record<string, unknown>> {
  const reply = await server.request('GET', `/api/v1/payment?${query}`, { key })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return (reply.body as { data: Record<string, unknown> }).data
}

describe('POST /api/v1/payment', () => {
  describe('200', () => {
    it('answers the id of the payment and confirms it', async () => {
      const reply = await post(payment)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({
        status: 'success',
        data: {
          paymentId: expect.stringMatching(/^pay_[0-9A-Za-z]{20}$/),
          message: 'Payment recorded',
        },
      })
    })

    it('accepts every field, and treats null, blank or unknown ones as absent', async () => {
      const id = await record({
        provider: ' Paddle ',
        providerPaymentId: 'txn_all',
        amount: 12.5,
        currency: 'eur',
        customerEmail: 'Ana@Example.com',
        customerId: 'ctm_1',
        visitorId: null,
        sessionId: '  ',
        metadata: { plan: 'pro', seats: 3, nested: { a: [1, null, true] } },
        timestamp: '2026-11-01T10:00:00+01:00',
        refunded: false,
        renewal: false,
        trial: null,
        colour: 'green',
      })
      expect(await read(`paymentId=${id}`)).toMatchObject({
        paymentId: id,
        provider: 'paddle',
        providerPaymentId: 'txn_all',
        aliases: [],
        amount: 12.5,
        currency: 'EUR',
        netAmount: 12.5,
        refunds: [],
        status: 'paid',
        renewal: false,
        trial: false,
        timestamp: '2026-11-01T09:00:00.000Z',
        customerEmail: 'Ana@Example.com',
        customerId: 'ctm_1',
        metadata: { plan: 'pro', seats: 3, nested: { a: [1, null, true] } },
        visitorId: null,
        sessionId: null,
      })
    })

    it('accepts an amount of 0', async () => {
      const id = await record({ ...fresh(), amount: 0, trial: true })
      expect(await read(`paymentId=${id}`)).toMatchObject({ amount: 0, status: 'trial' })
    })

    it('assumes USD when no currency is given', async () => {
      const id = await record(fresh())
      expect(await read(`paymentId=${id}`)).toMatchObject({ amount: 49.99, currency: 'USD' })
    })

    it.each([
      [1500, 'jpy', 1500],
      [1.234, 'KWD', 1.234],
      [0.1, 'HUF', 0.1],
      [9999999999999.99, 'USD', 9999999999999.99],
    ])('keeps %d %s exactly', async (amount, currency, stored) => {
      const id = await record({ ...fresh(), amount, currency })
      expect(await read(`paymentId=${id}`)).toMatchObject({ amount: stored, netAmount: stored })
    })

    it('is one payment however often it is sent; the first amount counts and the other is noted', async () => {
      const first = fresh()
      const id = await record(first)
      expect(await record({ ...first, provider: 'STRIPE', customerId: 'cus_1' })).toBe(id)
      expect(await record({ ...first, amount: 60, customerId: 'cus_2' })).toBe(id)
      expect(await record({ ...first, amount: 60, customerId: 'cus_2' })).toBe(id)
      expect(await record({ ...first, renewal: true })).toBe(id)
      const found = await read(`paymentId=${id}`)
      expect(found).toMatchObject({ amount: 49.99, currency: 'USD', customerId: 'cus_1' })
      expect((found.receipt as { discrepancies: unknown[] }).discrepancies).toEqual([
        {
          field: 'amount',
          kept: { amount: 49.99, currency: 'USD' },
          told: { amount: 60, currency: 'USD' },
          source: 'api',
          timestamp: expect.any(String),
        },
        {
          field: 'customerId',
          kept: 'cus_1',
          told: 'cus_2',
          source: 'api',
          timestamp: expect.any(String),
        },
      ])
      // The history has each once, though another report followed.
      const { history } = found.receipt as { history: { kind: string; details: object }[] }
      expect(history.filter(({ kind }) => kind === 'discrepancy')).toMatchObject([
        { details: { field: 'amount' } },
        { details: { field: 'customerId' } },
      ])
    })

    it('is one payment when it is sent 200 times at once', async () => {
      const body = { ...fresh(), visitorId: 'v_many' }
      const ids = await Promise.all(Array.from({ length: 200 }, () => record(body)))
      expect(new Set(ids).size).toBe(1)
      await server.services.payments.flush()
      const rows = await server.services.engine.query<{ amount: string }>(
        'select sum(amount_minor) as amount from payment_entries final where payment_id = {id:String}',
        { id: ids[0] },
      )
      expect(rows).toEqual([{ amount: '4999' }])
    })

    it('counts partial refunds as the total so far, and a full one as all', async () => {
      const first = fresh()
      const id = await record(first)
      for (const refundedAmount of [10, 10, 15.5, 10]) {
        await record({ ...first, refunded: true, refundedAmount })
      }
      expect(await read(`paymentId=${id}`)).toMatchObject({
        netAmount: 34.49,
        status: 'partially-refunded',
        refunds: [
          { id: 'total:1000', amount: 10, timestamp: expect.any(String) },
          { id: 'total:1550', amount: 5.5, timestamp: expect.any(String) },
        ],
      })
      await record({ ...first, refunded: true })
      await record({ ...first, refunded: true })
      const found = await read(`paymentId=${id}`)
      expect(found).toMatchObject({ netAmount: 0, status: 'refunded' })
      expect(found.refunds).toHaveLength(3)
      await server.services.payments.flush()
      const rows = await server.services.engine.query(
        `select kind, toInt32(sum(amount_minor)) as minor from payment_entries final
         where payment_id = {id:String} group by kind order by kind`,
        { id },
      )
      expect(rows).toEqual([
        { kind: 'payment', minor: 4999 },
        { kind: 'refund', minor: -4999 },
      ])
    })

    it('does a request with an Idempotency-Key once and refuses the key for another body', async () => {
      const body = fresh()
      const headers = { 'idempotency-key': 'order-77' }
      const send = (given: object) =>
        server.request('POST', '/api/v1/payment', { key, body: given, headers })
      const first = await send(body)
      expect((await send(body)).body).toEqual(first.body)
      expect((await send({ ...body, amount: 5 })).status).toBe(409)
    })

    it("keeps another site's payment of the same id apart", async () => {
      const other = await server.aSite()
      const body = fresh()
      const id = await record(body)
      const reply = await post(body, other.key)
      expect(reply.body).not.toMatchObject({ data: { paymentId: id } })
      const hidden = await server.request('GET', `/api/v1/payment?paymentId=${id}`, {
        key: other.key,
      })
      expect(hidden.status).toBe(404)
    })
  })

  describe('400', () => {
    const required = 'provider, providerPaymentId, and amount are required'
    it.each([
      ['no body', undefined],
      ['an empty object', {}],
      ['no provider', { providerPaymentId: 'x', amount: 1 }],
      ['no providerPaymentId', { provider: 'x', amount: 1 }],
      ['no amount', { provider: 'x', providerPaymentId: 'x' }],
      ['a null provider', { ...payment, provider: null }],
      ['an empty providerPaymentId', { ...payment, providerPaymentId: '' }],
      ['a blank provider', { ...payment, provider: ' \t' }],
      ['a null amount', { ...payment, amount: null }],
    ])('refuses %s with the text of the contract', async (_name, body) => {
      const reply = await post(body)
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual(refusal(required))
    })

    const negative =
      'amount must not be negative. To record a refund, send the payment again with refunded: true, and refundedAmount when it was not refunded in full'
    const deep = JSON.parse(`${'{"a":'.repeat(6)}1${'}'.repeat(6)}`)
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1]))
    it.each([
      ['a negative amount', { amount: -1 }, negative],
      ['an amount as text', { amount: '49.99' }, 'amount must be a finite number'],
      ['a list as amount', { amount: [1] }, 'amount must be a finite number'],
      [
        'more decimals than the currency has',
        { amount: 1.999 },
        'amount must have at most 2 decimals, as many as USD has',
      ],
      [
        'decimals of a currency that has none',
        { amount: 100.5, currency: 'JPY' },
        'amount must have at most 0 decimals, as many as JPY has',
      ],
      [
        'an amount beyond what a number holds exactly',
        { amount: 1e14 },
        'amount must have at most 15 digits, decimals included',
      ],
      [
        'an unknown currency',
        { currency: 'EURO' },
        'currency must be an ISO 4217 code such as USD',
      ],
      ['a number as provider', { provider: 7 }, 'provider must be a string'],
      ['a long provider', { provider: 'p'.repeat(65) }, 'provider must be at most 64 characters'],
      [
        'a long id',
        { providerPaymentId: 'p'.repeat(256) },
        'providerPaymentId must be at most 255 characters',
      ],
      [
        'a long e-mail',
        { customerEmail: 'e'.repeat(321) },
        'customerEmail must be at most 320 characters',
      ],
      ['an object as visitorId', { visitorId: {} }, 'visitorId must be a string'],
      ['a list as metadata', { metadata: [1] }, 'metadata must be an object'],
      ['too many keys', { metadata: many }, 'metadata must have at most 50 keys'],
      [
        'a long key',
        { metadata: { ['k'.repeat(65)]: 1 } },
        'metadata must have keys of at most 64 characters',
      ],
      [
        'too much metadata',
        { metadata: { text: 'x'.repeat(16_400) } },
        'metadata must be at most 16384 bytes of JSON',
      ],
      ['deep metadata', { metadata: deep }, 'metadata must be nested at most 5 deep'],
      [
        'a time that is none',
        { timestamp: 'yesterday' },
        'timestamp must be an ISO 8601 time such as 2026-11-20T09:30:00.000Z',
      ],
      [
        'a day that no calendar has',
        { timestamp: '2026-02-30T09:30:00Z' },
        'timestamp must be an ISO 8601 time such as 2026-11-20T09:30:00.000Z',
      ],
      [
        'a time too far ahead',
        { timestamp: new Date(Date.now() + 24 * 3_600_000).toISOString() },
        'timestamp must be at most 5 minutes ahead',
      ],
      ['refunded as text', { refunded: 'yes' }, 'refunded must be true or false'],
      [
        'more refunded than paid',
        { refunded: true, refundedAmount: 50 },
        'refundedAmount must not be more than amount',
      ],
      [
        'a refund that is none',
        { refunded: false, refundedAmount: 5 },
        'refundedAmount must not be given when refunded is false',
      ],
    ])('refuses %s', async (_name, fields, message) => {
      const reply = await post({ ...payment, ...fields })
      expect(reply.body).toEqual(refusal(message))
      expect(reply.status).toBe(400)
    })

    it.each([
      [
        '1e400',
        '{"provider":"p","providerPaymentId":"p","amount":1e400}',
        'amount must be a finite number',
      ],
      ['NaN', '{"provider":"p","providerPaymentId":"p","amount":NaN}', 'Invalid JSON body'],
      ['a list', '[]', 'The body must be a JSON object'],
      [
        'a body nested deeper than any stack',
        `{"provider":"p","providerPaymentId":"p","amount":1,"metadata":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`,
        'metadata must be nested at most 5 deep',
      ],
    ])('refuses %s', async (_name, body, message) => {
      const reply = await post(body)
      expect(reply.status).toBe(400)
      expect(reply.body).toEqual(refusal(message))
    })

    it('refuses a partial refund in another currency than the payment', async () => {
      const first = fresh()
      await record(first)
      const reply = await post({ ...first, currency: 'EUR', refundedAmount: 5 })
      expect(reply.body).toEqual(
        refusal('refundedAmount must be in USD, the currency this payment was recorded in'),
      )
    })
  })

  it('401 without a key', async () => {
    expect((await server.request('POST', '/api/v1/payment', { body: payment })).body).toEqual({
      status: 'error',
      error: { code: 401, message: 'Unauthorized. Invalid or missing API key.' },
    })
  })

  it('403 with a key that may only read, which may read a payment', async () => {
    const paymentId = await record(fresh())
    const { token } = await server.services.apiKeys.create(siteId, {
      name: 'reader',
      scopes: ['stats:read'],
    })
    expect(await post(payment, token)).toMatchObject({
      status: 403,
      body: { error: { message: 'This API key does not have the scope payments:write.' } },
    })
    const path = `/api/v1/payment?paymentId=${paymentId}`
    expect((await server.request('GET', path, { key: token })).status).toBe(200)
  })
})

describe('GET /api/v1/payment', () => {
  it('200 by provider and its id, in any case of the provider', async () => {
    const body = fresh()
    const paymentId = await record(body)
    const query = `provider=Stripe&providerPaymentId=${body.providerPaymentId}`
    expect(await read(query)).toEqual({
      paymentId,
      provider: 'stripe',
      providerPaymentId: body.providerPaymentId,
      aliases: [],
      amount: 49.99,
      currency: 'USD',
      netAmount: 49.99,
      refunds: [],
      disputes: [],
      status: 'paid',
      ...{ duplicate: null, countedByHand: false },
      renewal: false,
      trial: false,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      customerEmail: null,
      customerId: null,
      subscriptionId: null,
      product: null,
      ...{ tax: null, fees: null, takeHome: null },
      metadata: {},
      visitorId: null,
      sessionId: null,
      link: {
        method: 'none',
        confidence: 0,
        probable: false,
        pathVisitorIds: [],
        firstPaymentId: null,
      },
      receipt: {
        given: { visitorId: null, sessionId: null },
        steps: [
          { step: 'ids', outcome: 'skipped', reason: 'no-ids', candidates: [] },
          { step: 'inherited', outcome: 'skipped', reason: 'not-a-renewal', candidates: [] },
          { step: 'email', outcome: 'skipped', reason: 'no-email', candidates: [] },
          { step: 'time', outcome: 'rejected', reason: 'no-session-in-window', candidates: [] },
        ],
        discrepancies: [],
        touches: [],
        credit: {},
        ...{ fees: [], netTax: null, exchange: null },
        history: [
          {
            timestamp: expect.any(String),
            source: 'api',
            kind: 'recorded',
            details: { amount: 49.99, currency: 'USD', paidAt: expect.any(String) },
          },
        ],
      },
    })
  })

  it.each([
    ['paymentId=a&paymentId=a', 'paymentId must be given only once'],
    ['provider=a&provider=b&providerPaymentId=c', 'provider must be given only once'],
    [`paymentId=${'p'.repeat(256)}`, 'paymentId must be at most 255 characters'],
    [
      'provider=stripe&providerPaymentId=a%00',
      'providerPaymentId must not contain a NUL character',
    ],
    ['paymentid=pay_1', 'paymentId, or provider and providerPaymentId, are required'],
    [
      'provider=%20&providerPaymentId=a',
      'paymentId, or provider and providerPaymentId, are required',
    ],
  ])('400 ?%s', async (query, message) => {
    const reply = await server.request('GET', `/api/v1/payment?${query}`, { key })
    expect([reply.status, reply.body]).toEqual([400, refusal(message)])
  })

  it("404 for another site's payment, by whatever name", async () => {
    const body = fresh()
    const paymentId = await record(body)
    const other = (await server.aSite()).key
    for (const query of [
      `paymentId=${paymentId}`,
      `provider=stripe&providerPaymentId=${body.providerPaymentId}`,
    ]) {
      const reply = await server.request('GET', `/api/v1/payment?${query}`, { key: other })
      const error = { code: 404, message: 'Payment not found' }
      expect([reply.status, reply.body]).toEqual([404, { status: 'error', error }])
    }
  })

  it('400 when it names no payment, 404 when there is none', async () => {
    const get = (query: string) => server.request('GET', `/api/v1/payment${query}`, { key })
    expect((await get('')).body).toEqual(
      refusal('paymentId, or provider and providerPaymentId, are required'),
    )
    expect((await get('?provider=stripe')).status).toBe(400)
    expect(await get('?paymentId=pay_00000000000000000000')).toMatchObject({
      status: 404,
      body: { status: 'error', error: { code: 404, message: 'Payment not found' } },
    })
  })
})
