import {
  type FilterInput,
  type Model,
  models,
  type QueryAnswer,
} from '@tributary/contract/query.ts'
import type { SpendFigures, SpendReport, SpendRow } from '@tributary/contract/spend.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPaymentEntries } from '../payments/queries/insert-payment-entries.ts'
import { saveRates } from '../payments/rows/exchange-rate-rows.ts'
import { eventLine } from '../store/events/event-line.ts'
import { describeOnControlStores, describeOnSqlite } from '../test/control-stores.ts'
import { inLongForm } from '../test/long-form.ts'
import { randomTraffic, type Traffic } from '../test/random-traffic.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { slowReport } from '../test/slow-reports/slow-report.ts'
import { type SlowSpend, slowSpend } from '../test/slow-reports/slow-spend.ts'
import { getSpend, putSpend, removeSpend } from './manage-spend.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)

inLongForm(describeOnControlStores, describeOnSqlite)('spend', (stores) => {
  const site = { id: 'site_a', currency: 'EUR' }
  const row = { day: '2026-11-02', source: 'google', campaign: 'Brand', amount: 12.5 }

  it('is replaced by a report for the same day and UTM values, of one site only', async () => {
    const control = await stores.open()
    const put = (rows: (typeof row & { clicks?: number })[], own = site) =>
      putSpend(control, own, { rows, nowMs })
    expect(await put([row, { ...row, amount: 13 }])).toEqual({ saved: 1, replaced: 0 })
    expect(await put([{ ...row, amount: 14, clicks: 7 }])).toEqual({ saved: 1, replaced: 1 })
    await put([{ ...row, amount: 99 }], { ...site, id: 'site_b' })
    const { rows } = await getSpend(control, site.id, {})
    expect(rows).toEqual([
      {
        spendId: expect.stringMatching(/^spend_[0-9a-f]{32}$/),
        day: '2026-11-02',
        source: 'google',
        medium: '',
        campaign: 'brand',
        term: '',
        content: '',
        currency: 'EUR',
        amount: 14,
        clicks: 7,
        impressions: null,
      },
    ])
  })

  it('is listed in pages without loss, and deleted and put back whole', async () => {
    const control = await stores.open()
    const rows = Array.from({ length: 25 }, (_, index) => ({
      ...row,
      day: `2026-11-${String(1 + Math.floor(index / 5)).padStart(2, '0')}`,
      campaign: `c${index}`,
    }))
    await putSpend(control, site, { rows, nowMs })
    const all = await getSpend(control, site.id, { limit: 1000 })
    const walked: SpendRow[] = []
    let cursor: string | undefined
    do {
      const page = await getSpend(control, site.id, { limit: 7, ...(cursor && { cursor }) })
      walked.push(...page.rows)
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(walked).toEqual(all.rows)
    const days = { from: '2026-11-02', to: '2026-11-03' }
    const gone = await removeSpend(control, site.id, { ...days, campaign: 'C5' })
    expect(gone).toMatchObject({ deleted: 1, rows: [{ campaign: 'c5' }] })
    const more = await removeSpend(control, site.id, days)
    expect(more.deleted).toBe(9)
    const back = [...gone.rows, ...more.rows].map(({ clicks: _, impressions: _i, ...row }) => row)
    await putSpend(control, site, { rows: back, nowMs })
    expect((await getSpend(control, site.id, { limit: 1000 })).rows).toEqual(all.rows)
  })
})

describe('/api/v1/spend', () => {
  let server: TestServer
  let key: string
  let siteId: string
  let made: Traffic
  let spend: SlowSpend[]
  const range = { first: '2026-10-21', last: '2026-10-28' }
  const zone = 'Europe/Berlin'
  const path = '/api/v1/spend'

  beforeAll(async () => {
    server = await startTestServer()
    const { site, key: own } = await server.aSite({ currency: 'EUR', timezone: zone })
    ;[key, siteId] = [own, site.id]
    const { control, engine } = server.services
    const days = Array.from({ length: 12 }, (_, index) => `2026-10-${18 + index}`)
    const rates = days.map((day) => ({ day, currency: 'USD', perEur: '1.25' }))
    await saveRates(control.db, rates, 'operator')
    made = randomTraffic(siteId, { seed: 11, fromMs: Date.UTC(2026, 9, 20), days: 10, visits: 200 })
    const insert = (table: string, lines: string[]) =>
      engine.insertLines(table, Buffer.from(lines.join('')), { deduplicationToken: table })
    await insert('events', made.events.map(eventLine))
    await insertPaymentEntries(engine, made.entries)
    spend = await addSpend(days)
  })
  afterAll(() => server?.close())

  const ask = (method: string, address: string, body?: unknown, as = key) =>
    server.request(method, address, { key: as, ...(body !== undefined && { body }) })

  async function dataOf<Data>(reply: Promise<{ body: unknown; status: number }>): Promise<Data> {
    const { body, status } = await reply
    expect([status, body]).toEqual([200, expect.anything()])
    return (body as { data: Data }).data
  }

  /** Spend for every day and UTM value of the traffic, and for campaigns without visits. */
  async function addSpend(days: string[]): Promise<SlowSpend[]> {
    let seed = 5
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const pick = <Value>(values: readonly Value[]) => values[random(values.length)] as Value
    const rows = new Map<string, SlowSpend & { currency: string; amountMinor: number }>()
    for (let index = 0; index < 120; index++) {
      const words = {
        day: pick(days),
        source: pick(['google', 'reddit', 'newsletter', 'unvisited']),
        medium: pick(['', 'cpc', 'organic']),
        campaign: pick(['', 'autumn 100%', 'unseen']),
      }
      const currency = pick(['EUR', 'EUR', 'USD'])
      const amountMinor = random(10) === 0 ? 0 : random(4000)
      rows.set(JSON.stringify(words), {
        ...words,
        currency,
        amountMinor,
        minor: currency === 'EUR' ? amountMinor : Math.round(amountMinor / 1.25),
        clicks: random(3) === 0 ? null : random(50),
      })
    }
    const body = {
      rows: [...rows.values()].map(({ minor: _, amountMinor, clicks, ...row }) => ({
        ...row,
        amount: amountMinor / 100,
        ...(clicks !== null && { clicks }),
      })),
    }
    await dataOf(ask('PUT', path, body))
    return [...rows.values()]
  }

  const report = (question: object) =>
    dataOf<SpendReport>(
      ask('POST', `${path}/report`, {
        dateRange: [range.first, range.last],
        limit: 1000,
        ...question,
      }),
    )

  const cents = (amount: number | null) => Math.round((amount ?? 0) * 100)
  const costs = ['tax', 'fees', 'takeHome'] as const
  type Summed = 'spend' | 'revenue' | 'cohortRevenue' | (typeof costs)[number]
  const sumOf = (rows: readonly SpendFigures[], name: Summed) =>
    rows.reduce((sum, row) => sum + cents(row[name]), 0)

  it.each(['source', 'medium', 'day'] as const)(
    'agrees with the slow and obvious computation by %s',
    async (dimension) => {
      const answer = await report({ dimensions: [dimension] })
      const slow = slowSpend(made, spend, { dimension, ...range, zone })
      const money = slowReport(made, { dimension, ...range, zone, filters: [] })
      expect(answer.rows.map((row) => row[dimension]).sort()).toEqual([...slow.keys()].sort())
      for (const row of answer.rows) {
        const name = String(row[dimension])
        const figures = money.rows.find((one) => one[dimension] === name)
        const revenue = Number(figures?.revenue ?? 0)
        const newCustomers = Number(figures?.newCustomers ?? 0)
        const expected = slow.get(name)
        const spent = cents(expected?.spend ?? null)
        expect([name, row]).toMatchObject([
          name,
          {
            ...expected,
            revenue,
            tax: figures?.tax ?? 0,
            fees: figures?.fees ?? 0,
            takeHome: figures?.takeHome ?? 0,
            feesKnown: figures?.feesKnown ?? null,
            newCustomers,
            sessions: figures?.sessions ?? 0,
            cac: newCustomers === 0 ? null : Math.round(spent / newCustomers) / 100,
            roas: spent === 0 ? null : Math.round((cents(revenue) / spent) * 1e6) / 1e6,
            profit: (cents(revenue) - spent) / 100,
          },
        ])
      }
    },
  )

  it('comes to the same spend and, with everything in it, to the same revenue, however it is divided', async () => {
    const within = spend.filter(({ day }) => day >= range.first && day <= range.last)
    const spent = within.reduce((sum, { minor }) => sum + minor, 0)
    for (const dimensions of [
      ['source', 'medium', 'campaign'],
      ['campaign'],
      ['day', 'source'],
      ['month'],
    ]) {
      const all = await report({ dimensions, include: 'all' })
      const query = await dataOf<{ totals: { revenue: number } }>(
        ask('POST', '/api/v1/query', {
          metrics: ['revenue'],
          dateRange: [range.first, range.last],
        }),
      )
      expect([dimensions, sumOf(all.rows, 'spend'), sumOf(all.rows, 'revenue')]).toEqual([
        dimensions,
        spent,
        cents(query.totals.revenue),
      ])
      const onlySpend = await report({ dimensions })
      expect(sumOf(onlySpend.rows, 'spend')).toBe(cents(onlySpend.totals.spend))
      expect(sumOf(onlySpend.rows, 'revenue')).toBe(cents(onlySpend.totals.revenue))
    }
  })

  it.each(inLongForm<readonly Model[]>(models, ['last-non-direct', 'linear', 'shapley']))(
    'divides tax, fees and take-home by %s to the cent, with the share of known fees',
    async (model) => {
      const costsOf = async (filters: FilterInput[]) => {
        const metrics = [...costs, 'feesKnown']
        const question = { metrics, dateRange: [range.first, range.last], model, filters }
        return (await dataOf<QueryAnswer>(ask('POST', '/api/v1/query', question))).totals
      }
      const all = await costsOf([])
      for (const dimensions of [['source'], ['day', 'source']]) {
        const { rows } = await report({ model, dimensions, include: 'all' })
        for (const name of costs) {
          expect([name, sumOf(rows, name)]).toEqual([name, cents(Number(all[name]))])
        }
      }
      const { rows, totals } = await report({ model, dimensions: ['source'] })
      const sources = rows.map(({ source }) => String(source))
      const { feesKnown, ...sums } = await costsOf([['is', 'source', sources]])
      expect(totals).toMatchObject(sums)
      expect(totals.feesKnown).toBeCloseTo(Number(feesKnown), 5)
    },
  )

  it('compares the revenue of the days with spend where that is asked for', async () => {
    const all = await report({ dimensions: ['day'], include: 'all' })
    expect(all.coverage).toEqual({ spendDays: 8, days: 8 })
    const some = `${path}?from=2026-10-24&to=2026-10-26`
    const { rows } = await dataOf<{ rows: object[] }>(ask('DELETE', some))
    const isCovered = ({ day = '' }: { day?: string }) => day < '2026-10-24' || day > '2026-10-26'
    expect(sumOf(all.rows.filter(isCovered), 'revenue')).toBeLessThan(sumOf(all.rows, 'revenue'))
    for (const dimensions of [['source'], ['source', 'day'], ['month']]) {
      const asked = { dimensions, include: 'all' }
      const covered = await report({ ...asked, revenueDays: 'spend' })
      expect(covered.coverage).toEqual({ spendDays: 5, days: 8 })
      for (const name of ['revenue', 'cohortRevenue', ...costs] as const) {
        const sum = sumOf(all.rows.filter(isCovered), name)
        expect([dimensions, name, sumOf(covered.rows, name)]).toEqual([dimensions, name, sum])
      }
      const whole = await report(asked)
      expect(sumOf(whole.rows, 'revenue')).toBe(sumOf(all.rows, 'revenue'))
      expect(sumOf(whole.rows, 'spend')).toBe(sumOf(covered.rows, 'spend'))
    }
    await dataOf(
      ask('PUT', path, {
        rows: rows.map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(([name, value]) => name !== 'spendId' && value !== null),
          ),
        ),
      }),
    )
  })

  it('lists campaigns without visits, and distinguishes unknown spend from none', async () => {
    const { rows } = await report({ dimensions: ['source'], include: 'all' })
    expect(rows.find(({ source }) => source === 'unvisited')).toMatchObject({
      sessions: 0,
      revenue: 0,
      cac: null,
      roas: 0,
    })
    expect(rows.find(({ source }) => source === 'Direct')).toMatchObject({
      spend: null,
      clicks: null,
      costPerClick: null,
      cac: null,
      roas: null,
      profit: null,
      paybackDays: null,
    })
    const free = { day: '2026-10-19', source: 'free', amount: 0 }
    await dataOf(ask('PUT', path, { rows: [free] }))
    const own = await report({ dimensions: ['source'], dateRange: ['2026-10-19', '2026-10-19'] })
    const row = own.rows.find(({ source }) => source === 'free')
    expect(row).toMatchObject({ spend: 0, roas: null, profit: 0, paybackDays: 0 })
    await dataOf(ask('DELETE', `${path}?from=2026-10-19&to=2026-10-19&source=free`))
  })

  it('names the fallback when Markov has too little data', async () => {
    const { modelFallback, query, totals } = await report({ model: 'markov' })
    expect(query.model).toBe('markov')
    expect(modelFallback).toMatchObject({
      used: 'linear',
      reason: expect.stringMatching(/^Markov/),
    })
    const linear = await report({ model: 'linear' })
    expect([linear.modelFallback, linear.totals]).toEqual([undefined, totals])
  })

  it('names spend without a rate, and counts it in no figure', async () => {
    const before = await report({ dimensions: ['source'] })
    const row = { day: '2026-10-22', source: 'far away', currency: 'MNT', amount: 5000 }
    await dataOf(ask('PUT', path, { rows: [row] }))
    const after = await report({ dimensions: ['source'] })
    expect(after).toEqual({ ...before, unconverted: [{ currency: 'MNT', amount: 5000 }] })
    await dataOf(ask('DELETE', `${path}?from=2026-10-22&to=2026-10-22&source=far%20away`))
  })

  it.each([
    ['no rows', {}, 'rows parameter is required'],
    [
      'a day that is none',
      { rows: [{ day: '2026-02-30', source: 'a', amount: 1 }] },
      'rows[0].day must be a calendar day such as 2026-11-20',
    ],
    [
      'more decimals than there are',
      { rows: [{ day: '2026-11-02', source: 'a', amount: 1.005 }] },
      'rows[0].amount has more decimals than EUR has',
    ],
    [
      'less than nothing',
      { rows: [{ day: '2026-11-02', source: 'a', amount: -1 }] },
      'rows[0].amount must be at least 0',
    ],
    [
      'a currency that is none',
      { rows: [{ day: '2026-11-02', source: 'a', amount: 1, currency: 'XYZ' }] },
      'rows[0].currency must be an ISO 4217 code such as USD',
    ],
    [
      'a blank source',
      { rows: [{ day: '2026-11-02', source: ' ', amount: 1 }] },
      'rows[0].source must not be empty',
    ],
  ])('400 for %s', async (_name, body, message) => {
    expect(await ask('PUT', path, body)).toMatchObject({
      status: 400,
      body: { error: { message } },
    })
  })

  it('400 for a deletion of everything, 404 for a row that is not there, 403 without the scope', async () => {
    expect(await ask('DELETE', path)).toMatchObject({
      status: 400,
      body: { error: { message: 'spendId, or from and to, must say what to delete' } },
    })
    expect((await ask('DELETE', `${path}?spendId=spend_none`)).status).toBe(404)
    const { token } = await server.services.apiKeys.create(siteId, {
      name: 'reader',
      scopes: ['stats:read'],
    })
    expect((await ask('PUT', path, { rows: [] }, token)).status).toBe(403)
    expect((await ask('GET', path, undefined, token)).status).toBe(200)
  })

  it('imports an export: first previewed, then saved, and again without counting twice', async () => {
    const csv = 'Date;Quelle;Source;Cost\n2026-09-01;x;Bing;"1.204,50"\n2026-09-02;x;Bing;3,10\n'
    const look = await dataOf(ask('POST', `${path}/import`, { csv, dryRun: true }))
    expect(look).toMatchObject({ rows: 2, saved: 0, totals: [{ currency: 'EUR', amount: 1207.6 }] })
    const days = `${path}?from=2026-09-01&to=2026-09-02`
    expect(await dataOf(ask('GET', days))).toEqual({ rows: [] })
    expect(await dataOf(ask('POST', `${path}/import`, { csv }))).toMatchObject({
      saved: 2,
      replaces: 0,
    })
    expect(await dataOf(ask('POST', `${path}/import`, { csv }))).toMatchObject({ replaces: 2 })
    expect(await dataOf(ask('GET', days))).toMatchObject({
      rows: [{ source: 'bing', amount: 3.1 }, { amount: 1204.5 }],
    })
    const broken = `${csv}2026-09-03;x;Bing;much\n`
    expect(await ask('POST', `${path}/import`, { csv: broken })).toMatchObject({
      status: 400,
      body: {
        error: { message: expect.stringContaining('Nothing was imported. Line 4: much is no') },
      },
    })
    const skipping = await dataOf(ask('POST', `${path}/import`, { csv: broken, skipErrors: true }))
    expect(skipping).toMatchObject({ saved: 2, errorCount: 1 })
  })
})
