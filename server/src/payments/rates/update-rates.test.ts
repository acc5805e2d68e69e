import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { takeLease } from '../../jobs/lease-rows.ts'
import { aPerson } from '../../test/a-person.ts'
import { type TestClock, testClock } from '../../test/clock.ts'
import { inLongForm } from '../../test/long-form.ts'
import {
  type RatesAnswer,
  type RatesServer,
  ratesXml,
  startRatesServer,
  zipOf,
} from '../../test/rates-server.ts'
import type { TestServer } from '../../test/server.ts'
import { describeOnServers, describeOnSqliteServer } from '../../test/server-stores.ts'
import { hourMs, minuteMs } from '../../time/durations.ts'
import { updateRates } from './update-rates.ts'

inLongForm(describeOnServers, describeOnSqliteServer)('exchange rates', (start) => {
  let bank: RatesServer
  let clock: TestClock
  let server: TestServer

  beforeAll(async () => {
    bank = await startRatesServer()
    clock = testClock() // Noon of Friday, 2026-11-20.
    server = await start({ own: true, clock, config: { exchangeRates: bank.url } })
    await keepJobAway()
  })
  afterAll(async () => {
    await server.close()
    await bank.close()
  })
  beforeEach(() => {
    bank.asked.length = 0
  })

  /** So that requests depend only on the test. */
  const keepJobAway = () =>
    takeLease(server.services.control.db, {
      ...{ name: 'exchange-rates', owner: 'test', everyMs: 0 },
      nowMs: Number.MAX_SAFE_INTEGER,
      untilMs: Number.MAX_SAFE_INTEGER,
    })
  const update = () => updateRates(server.services)
  /** Long enough for any retry, not for another day's file. */
  const updateLater = async () => {
    clock.pass(6 * hourMs)
    await update()
  }

  interface Paid {
    amount: number
    currency: string
    timestamp: string
  }
  let serial = 0
  async function siteWith(currency: string, payments: Paid[], timezone = 'UTC') {
    const { site, key } = await server.aSite({ currency, timezone })
    const pay = async (payment: Paid) => {
      const body = { provider: 'custom', providerPaymentId: `order-${++serial}`, ...payment }
      const reply = await server.request('POST', '/api/v1/payment', { key, body })
      expect(reply.status).toBe(200)
    }
    for (const payment of payments) await pay(payment)
    return {
      pay,
      async money() {
        const body = { metrics: ['revenue'], dateRange: ['2024-01-01', '2026-12-31'] }
        const reply = await server.request('POST', '/api/v1/query', { key, body })
        const { totals, unconverted, staleRates } = (reply.body as { data: Answer }).data
        return { revenue: totals.revenue, unconverted, staleRates: staleRates?.length ?? 0 }
      },
      async settings() {
        const headers = await aPerson(server.services, { role: 'viewer', siteId: site.id })
        const path = `/api/app/sites/${site.id}/exchange-rates`
        const reply = await server.request('GET', path, { headers })
        return (reply.body as { data: { exchangeRates: Record<string, unknown> } }).data
          .exchangeRates
      },
    }
  }
  interface Answer {
    totals: { revenue: number }
    unconverted: unknown[]
    staleRates?: unknown[]
  }

  it('contacts no server while all money is in the currencies of its sites', async () => {
    const shop = await siteWith('USD', [
      { amount: 10, currency: 'USD', timestamp: '2026-11-20T10:00:00Z' },
    ])
    expect(await shop.money()).toEqual({ revenue: 10, unconverted: [], staleRates: 0 })
    await update()
    expect(bank.asked).toEqual([])
    expect(await shop.settings()).toMatchObject({ source: 'mirror', isNeeded: false, error: null })
  })

  it('converts what was paid before as soon as the source has rates, and tries until then', async () => {
    // A Saturday, before the history that the program brings along.
    const timestamp = '2024-03-02T10:00:00Z'
    const payments = [
      { amount: 100, currency: 'USD', timestamp },
      { amount: 1.234, currency: 'KWD', timestamp },
      { amount: 5000, currency: 'CLP', timestamp },
    ]
    const shop = await siteWith('EUR', payments)
    const inYen = await siteWith('JPY', [payments[0] as Paid])
    const inDinars = await siteWith('KWD', [payments[0] as Paid])
    const leftOut = [
      { currency: 'CLP', amount: 5000 },
      { currency: 'KWD', amount: 1.234 },
      { currency: 'USD', amount: 100 },
    ]
    expect(await shop.money()).toEqual({ revenue: 0, unconverted: leftOut, staleRates: 0 })

    bank.files.set('eurofxref-hist.zip', { status: 429, headers: { 'retry-after': '300' } })
    await update()
    expect(await shop.settings()).toEqual({
      source: 'mirror',
      host: new URL(bank.url).host,
      isNeeded: true,
      lastDay: '2026-09-29',
      fetchedAt: null,
      error: {
        kind: 'unreachable',
        detail: 'HTTP 429',
        nextAt: new Date(clock.now() + 5 * minuteMs).toISOString(),
      },
    })
    clock.pass(4 * minuteMs)
    await update()
    expect(bank.asked).toEqual(['eurofxref-hist.zip'])

    bank.files.set(
      'eurofxref-hist.zip',
      zipOf(
        'Date,USD,JPY,KWD,\n' +
          '2026-11-19,1.1400,179.00,0.3500,\n2024-03-04,9,9,9,\n' +
          '2024-03-01,1.0834,162.71,0.3321,\n2024-02-29,9,9,9,\n',
      ),
    )
    clock.pass(minuteMs)
    await update()
    // 100 / 1.0834 = 92.302…, 1.234 / 0.3321 = 3.715…
    const [pesos] = leftOut
    expect(await shop.money()).toEqual({ revenue: 96.02, unconverted: [pesos], staleRates: 0 })
    // 100 × 162.71 / 1.0834 = 15,018.4…; 100 × 0.3321 / 1.0834 = 30.65349…
    expect((await inYen.money()).revenue).toBe(15_018)
    expect((await inDinars.money()).revenue).toBe(30.653)
    expect(await shop.settings()).toMatchObject({
      lastDay: '2026-11-19',
      fetchedAt: new Date(clock.now()).toISOString(),
      error: null,
    })
  })

  it('fetches one day’s file twice a day, and what is missing after a pause', async () => {
    const aThird = { amount: 114, currency: 'USD' }
    const friday = [{ ...aThird, timestamp: '2026-11-20T09:00:00Z' }]
    const shop = await siteWith('EUR', friday, 'America/New_York')
    expect((await shop.money()).revenue).toBe(100)
    await update()
    expect(bank.asked).toEqual([])
    bank.files.set('eurofxref-daily.xml', ratesXml({ '2026-11-20': { USD: '1.2000' } }))
    clock.pass(15 * hourMs)
    // Saturday in UTC, still Friday in New York.
    await shop.pay({ ...aThird, timestamp: '2026-11-21T03:00:00Z' })
    await update()
    expect(bank.asked).toEqual(['eurofxref-daily.xml'])
    // A payment that was being copied to the reports meanwhile is converted with the next run.
    await shop.money()
    await update()
    expect((await shop.money()).revenue).toBe(190)

    await server.restart()
    await update()
    expect(bank.asked).toEqual(['eurofxref-daily.xml'])
    clock.pass(36 * hourMs)
    await shop.pay({ ...aThird, timestamp: '2026-11-22T12:00:00Z' })
    expect((await shop.money()).revenue).toBe(285)

    const days = { '2026-11-27': { USD: '1.25' }, '2026-11-23': { USD: '1.24' } }
    bank.files.set('eurofxref-hist-90d.xml', ratesXml({ ...days, '2026-11-20': { USD: '1.3' } }))
    clock.pass(7 * 24 * hourMs)
    await update()
    expect(bank.asked).toEqual(['eurofxref-daily.xml', 'eurofxref-hist-90d.xml'])
    // Rates that were published for a day and used stay.
    expect((await shop.money()).revenue).toBe(285)
    expect(await shop.settings()).toMatchObject({ lastDay: '2026-11-27' })
  })

  it.each<[string, RatesAnswer, Record<string, unknown>]>([
    ['is down', { status: 503 }, { kind: 'unreachable', detail: 'HTTP 503' }],
    [
      'sends half a file',
      ratesXml({ '2026-11-27': { USD: '9' } }).slice(0, -25),
      { kind: 'unreadable', detail: expect.stringContaining('XML') },
    ],
    [
      'sends a page',
      '<!doctype html><p>Back soon',
      { kind: 'unreadable', detail: expect.stringContaining('XML') },
    ],
    [
      'sends without end',
      Buffer.alloc(25 * 2 ** 20, ' '),
      { kind: 'unreadable', detail: 'it is larger than 24 MiB' },
    ],
  ])('keeps using the last rates while the source %s', async (_what, answer, error) => {
    const shop = await siteWith('EUR', [
      { amount: 125, currency: 'USD', timestamp: new Date(clock.now()).toISOString() },
    ])
    clock.pass(12 * hourMs)
    for (const name of bank.files.keys()) bank.files.set(name, answer)
    await update()
    await updateLater()
    expect(bank.asked.length).toBe(2)
    expect((await shop.money()).revenue).toBe(100)
    expect(await shop.settings()).toMatchObject({ lastDay: '2026-11-27', error })
  })

  it('fetches nothing when it is off, names rates that are old, and a currency that is no longer quoted has none', async () => {
    clock.pass(30 * 24 * hourMs)
    const { exchangeRates } = readConfig({ EXCHANGE_RATES: 'off', SECRET: 'x'.repeat(32) })
    await updateRates({ ...server.services, config: { exchangeRates } })
    expect(bank.asked).toEqual([])
    const timestamp = '2026-12-20T10:00:00Z'
    const shop = await siteWith('EUR', [
      { amount: 125, currency: 'USD', timestamp },
      // Last quoted in September, while the dollar was quoted later.
      { amount: 100, currency: 'GBP', timestamp },
    ])
    expect(await shop.money()).toEqual({
      revenue: 100,
      unconverted: [{ currency: 'GBP', amount: 100 }],
      staleRates: 1,
    })
  })
})
