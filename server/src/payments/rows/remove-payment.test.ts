import { expect, it } from 'vitest'
import { chunksOf } from '../../store/control/chunks.ts'
import { aPayment } from '../../test/a-payment.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { noLink } from './payment.ts'
import { savePayments } from './payment-rows.ts'
import { listLinkedSince, listPaymentsOfVisitors } from './remove-payment.ts'

const sinceMs = Date.UTC(2026, 10, 20)

/** A payment of the visitor `v`, linked by its ids since then. */
function linked(at: number, overrides: Parameters<typeof aPayment>[0] = {}) {
  const id = `p${String(at).padStart(4, '0')}`
  const link = { ...noLink(sinceMs), method: 'ids' as const, visitorId: 'v' }
  return aPayment({ id, providerPaymentId: id, link, updatedMs: sinceMs, ...overrides })
}

describeOnControlStores('payments that were linked while an import is undone', (stores) => {
  it('are found among thousands, each once, without those linked by hand, earlier or elsewhere', async () => {
    const { db } = await stores.open()
    const theirs = [0, 1_999, 2_000, 4_000, 4_099]
    const byHand = { ...noLink(sinceMs), method: 'manual' as const, visitorId: 'v' }
    const payments = Array.from({ length: 4_100 }, (_, at) => {
      if (theirs.includes(at)) return linked(at)
      if (at === 1) return linked(at, { link: byHand })
      if (at === 2) return linked(at, { updatedMs: sinceMs - 1 })
      if (at === 3) return linked(at, { siteId: 'site_2' })
      return linked(at, { link: noLink(sinceMs) })
    })
    for (const some of chunksOf(payments, 500)) await savePayments(db, some, 1)
    const found: string[] = []
    for await (const part of listLinkedSince(db, 'site_1', sinceMs)) found.push(...part)
    expect(found).toEqual(theirs.map((at) => linked(at).id))
    const ofVisitor = await listPaymentsOfVisitors(db, 'site_1', ['v'])
    expect(ofVisitor).toEqual([...theirs, 2].sort((a, b) => a - b).map((at) => linked(at).id))
  })
})
