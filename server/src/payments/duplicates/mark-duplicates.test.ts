import { expect, it } from 'vitest'
import { updateSite } from '../../site-settings/change-site.ts'
import { createSite } from '../../sites/manage-sites.ts'
import { deriveSecrets } from '../../store/control/secrets.ts'
import { describeOnControlStores } from '../../test/control-stores.ts'
import { recordFacts } from '../ledger/record-facts.ts'
import { paymentFact } from '../providers/wire/facts.ts'
import { countDuplicates, countEqualPayments } from '../rows/equal-payments.ts'
import { markDueDuplicates } from './mark-duplicates.ts'
import { sameMoneyWithinMs } from './pair-duplicates.ts'

const nowMs = Date.UTC(2026, 10, 20)

describeOnControlStores('payments that two systems report', (stores) => {
  it('are found, marked a few at a time and counted again in the ledger', async () => {
    const control = await stores.open()
    const ledger = { control, secrets: deriveSecrets('a secret of this test alone, long enough') }
    const { id: siteId } = await createSite(control.db, nowMs, { domains: ['shop.example'] })
    const money = { amountMinor: 2900, currency: 'USD', paidAtMs: nowMs }
    for (const [provider, id] of ['woocommerce', 'stripe'].flatMap((name) =>
      ['1', '2', '3'].map((number) => [name, `${name}-${number}`] as const),
    )) {
      const customerEmail = `${id.at(-1)}@shop.example`
      const fact = paymentFact({ provider, ids: [id], customerEmail, ...money })
      await recordFacts(ledger, siteId, [fact], { source: `webhook:${provider}`, nowMs })
    }
    const compared = { siteId, withinMs: sameMoneyWithinMs, latest: 500 }
    expect(await countEqualPayments(control.db, compared)).toEqual([
      { providers: ['stripe', 'woocommerce'], payments: 3 },
    ])

    const work = async () => {
      while (await markDueDuplicates(control, nowMs, 2));
      return countDuplicates(control.db, siteId)
    }
    expect(await work()).toBe(0)
    await updateSite(control, siteId, { primaryProvider: 'stripe' })
    expect(await work()).toBe(3)
    await updateSite(control, siteId, { primaryProvider: 'woocommerce' })
    expect(await work()).toBe(3)
    const marked = await control.db
      .selectFrom('payments')
      .select('provider')
      .distinct()
      .where('duplicate_of', 'is not', null)
      .execute()
    expect(marked).toEqual([{ provider: 'stripe' }])
    await updateSite(control, siteId, { primaryProvider: null })
    expect(await work()).toBe(0)
  })
})
