import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

async function aShop() {
  const { key } = await server.aSite({ currency: 'USD', identification: true })
  async function post(path: string, body: unknown) {
    const reply = await server.request('POST', `/api/v1/${path}`, { key, body })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return (reply.body as { data: { rows: object[] } }).data
  }
  return {
    post,
    revenue: async (model: string, filters: unknown[]) => {
      const asked = { metrics: ['revenue'], dimensions: ['source'], dateRange: '7d' }
      return (await post('query', { ...asked, model, filters })).rows
    },
  }
}

const view = (visitorId: string, hours: number, source: string, country: string) => ({
  ...{ type: 'pageview', visitorId, sessionId: `${visitorId}-s`, country },
  ...{
    timestamp: hoursAgo(hours),
    url: `https://shop.example/for/${visitorId}?utm_source=${source}`,
  },
})

it('a payment after visits from two devices keeps both parts, each under the filter of its own', async () => {
  const { post, revenue } = await aShop()
  await post('events', [view('phone', 30, 'podcast', 'DE'), view('desk', 20, 'letter', 'US')])
  for (const visitorId of ['phone', 'desk']) {
    await post('identify', { visitorId, email: 'ana@mail.example' })
  }
  await post('events', [view('other', 20, 'podcast', 'FR')])
  const paid = { provider: 'stripe', amount: 10, timestamp: hoursAgo(1) }
  await post('payment', {
    ...paid,
    providerPaymentId: 'pi_1',
    customerEmail: 'ana@mail.example',
  })
  await post('payment', { ...paid, providerPaymentId: 'pi_2', visitorId: 'other' })
  const under = (country: string) => revenue('linear', [['is', 'country', [country]]])
  expect(await under('DE')).toEqual([{ source: 'podcast', revenue: 5 }])
  expect(await under('US')).toEqual([{ source: 'letter', revenue: 5 }])
  expect(await under('FR')).toEqual([{ source: 'podcast', revenue: 10 }])
  const onPages = (...pages: string[]) => revenue('linear', [['is', 'page', pages]])
  expect(await onPages('/for/phone')).toEqual([{ source: 'podcast', revenue: 5 }])
  expect(await onPages('/for/desk', '/for/other')).toEqual([
    { source: 'podcast', revenue: 10 },
    { source: 'letter', revenue: 5 },
  ])
  // Money that no matching visit led to is in no row.
  expect(await revenue('linear', [['is_not', 'country', ['DE', 'US', 'FR']]])).toEqual([])
})

it('a campaign that joins in the middle of a visit is credited under a filter of its own', async () => {
  const { post, revenue } = await aShop()
  await post('events', [view('ana', 2, 'podcast', 'DE'), view('ana', 1.9, 'letter', 'DE')])
  const paid = { provider: 'stripe', providerPaymentId: 'pi_1', amount: 10, visitorId: 'ana' }
  await post('payment', { ...paid, timestamp: hoursAgo(1) })
  for (const [model, letter, podcast] of [
    ['last', [{ source: 'letter', revenue: 10 }], []],
    ['linear', [{ source: 'letter', revenue: 5 }], [{ source: 'podcast', revenue: 5 }]],
  ] as const) {
    const of = async (source: string) =>
      (await revenue(model, [['is', 'source', [source]]])).filter(
        (row) => (row as { revenue: number }).revenue !== 0,
      )
    expect([model, await of('letter'), await of('podcast')]).toEqual([model, letter, podcast])
  }
})
