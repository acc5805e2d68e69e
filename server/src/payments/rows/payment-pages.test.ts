import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { chunksOf } from '../../store/control/chunks.ts'
import { aPayment } from '../../test/a-payment.ts'
import { describeOnControlStores, describeOnSqlite } from '../../test/control-stores.ts'
import {
  listLargestPayments,
  listPaymentsPage,
  type PageFilter,
  selectOfVisitors,
} from './payment-pages.ts'
import { savePayments } from './payment-rows.ts'

describeOnSqlite('payments of a visitor', (stores) => {
  it('are found by the visitor, and those of others not read', async () => {
    const { db } = await stores.open()
    const plan = await selectOfVisitors(db, 'site', { visitorIds: ['v1'], limit: 10 }).explain<{
      detail: string
    }>(undefined, sql`query plan`)
    expect(plan[0]?.detail).toContain('payments_site_id_visitor_id')
  })
})

describeOnControlStores('the largest payments', (stores) => {
  it('are found in each currency, without those that repeat another one', async () => {
    const { db } = await stores.open()
    const paidAtMs = Date.UTC(2026, 10, 20)
    const sold = (id: string, amountMinor: number, overrides = {}) =>
      aPayment({ id, providerPaymentId: id, amountMinor, paidAtMs, ...overrides })
    const payments = [
      ...[sold('desk', 80), sold('lamp', 30), sold('sofa', 90), sold('free', 0)],
      ...[sold('yen', 9_000, { currency: 'JPY' }), sold('other', 999, { siteId: 'site_2' })],
      sold('again', 95, { duplicate: { paymentId: 'sofa', by: 'email' } }),
      ...[
        sold('before', 999, { paidAtMs: paidAtMs - 1 }),
        sold('after', 999, { paidAtMs: paidAtMs + 1 }),
      ],
    ]
    await savePayments(db, payments, 1)
    const day = { siteId: 'site_1', fromMs: paidAtMs, toMs: paidAtMs + 1 }
    const found = await listLargestPayments(db, day, 2)
    expect(found.map(({ id }) => id).toSorted()).toEqual(['desk', 'sofa', 'yen'])
  })
})

describeOnControlStores('pages of payments', (stores) => {
  it('have each payment of the range once, also of one moment, all of them or those with some ids', async () => {
    const { db } = await stores.open()
    const startMs = Date.UTC(2026, 10, 20)
    const ids = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7']
    // The first is before the range, the last at its end, and four are of the same moment.
    const laterMs = [-1, 0, 5, 5, 5, 5, 9]
    const payments = ids.map((id, index) =>
      aPayment({ id, providerPaymentId: id, paidAtMs: startMs + (laterMs[index] ?? 0) }),
    )
    await savePayments(db, payments, 1)
    const range = { siteId: 'site_1', fromMs: startMs, toMs: startMs + 9 }
    const pagesOf = async (filter: PageFilter) => {
      const found: string[] = []
      for (let after: PageFilter['after']; ; ) {
        const page = await listPaymentsPage(db, { ...filter, after }, 2)
        found.push(...page.map(({ id }) => id))
        after = page.at(-1)
        if (after === undefined) return found
      }
    }
    expect(await pagesOf(range)).toEqual(['p6', 'p5', 'p4', 'p3', 'p2'])
    expect(await pagesOf({ ...range, ids })).toEqual(['p6', 'p5', 'p4', 'p3', 'p2'])
    expect(await pagesOf({ ...range, ids: ['p1', 'p4', 'p6'] })).toEqual(['p6', 'p4'])
  })

  it('find the few that match among thousands, and let hits have their turn meanwhile', async () => {
    const { db } = await stores.open()
    const startMs = Date.UTC(2026, 10, 20)
    const theirs = [0, 1, 2_500, 4_998, 4_999]
    const payments = Array.from({ length: 5_000 }, (_, index) =>
      aPayment({
        ...{ id: `p${index}`, providerPaymentId: `p${index}` },
        // Hundreds of each moment.
        paidAtMs: startMs + Math.floor(index / 300),
        customerId: theirs.includes(index) ? 'cus_1' : 'cus_2',
      }),
    )
    for (const some of chunksOf(payments, 500)) await savePayments(db, some, 1)
    const search = {
      ids: ['none'],
      alias: 'none',
      customer: 'cus_1',
      emailHash: undefined,
      amounts: [],
    }
    const filter = { siteId: 'site_1', fromMs: 0, toMs: startMs + 1_000, search }
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    const first = await listPaymentsPage(db, filter, 3)
    const [last] = first.slice(-1)
    const rest = await listPaymentsPage(db, { ...filter, after: last }, 3)
    isDone = true
    expect(first.map(({ id }) => id)).toEqual(['p4999', 'p4998', 'p2500'])
    expect(rest.map(({ id }) => id)).toEqual(['p1', 'p0'])
    expect(turns).toBeGreaterThan(1)
  })
})
