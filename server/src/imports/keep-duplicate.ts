import { providerName } from '../data/provider-name.ts'
import { countByHand, markAsDuplicate } from '../payments/duplicates/mark-duplicates.ts'
import { findPayment } from '../payments/ledger/find-payment.ts'
import { importSource } from '../payments/ledger/order-facts.ts'
import { findPrimaryProvider } from '../payments/rows/duplicate-rows.ts'
import { updateSite } from '../site-settings/change-site.ts'
import type { ItemOf, Keeping } from './keep-ledger.ts'
import { noteAdditions } from './rows/additions.ts'

/**
 * Marks a payment as a duplicate if the exported site did, or as counted if a person did so there, or returns why
 * not. A site without a primary provider takes over that of the file. Returns whether anything is new.
 */
export async function keepDuplicate(
  { stores, site, importId }: Keeping,
  { duplicate: given }: ItemOf<'duplicate'>,
): Promise<boolean | { problem: string }> {
  const { control, clock } = stores
  const { provider, providerPaymentId, of } = given
  const payment = await findPayment({ control }, site.id, given)
  const isKnown = of === null ? payment?.isCountedByHand : payment?.duplicate
  if (isKnown) return false
  const primary = await findPrimaryProvider(control.db, site.id)
  if (of !== null && primary !== null && primary !== providerName(of.provider)) {
    const choose = 'Choose it in Settings → Payment providers to count these payments once'
    return { problem: `the primary provider of the exported site is ${of.provider}. ${choose}` }
  }
  if (importId === undefined) return true
  const repeated = of === null ? payment : await findPayment({ control }, site.id, of)
  if (payment === undefined || repeated === undefined) {
    return { problem: `there is no payment ${providerPaymentId} of ${provider} to count once` }
  }
  const nowMs = clock.now()
  // What is done is noted before: when a run is interrupted in between, an undo still finds it.
  if (of === null) {
    await noteAdditions(control.db, importId, [{ kind: 'counted', key: payment.id }])
    const place = { siteId: site.id, paymentIds: [payment.id], nowMs }
    await countByHand(control, place, { accountId: importSource, count: true })
    return true
  }
  if (primary === null) {
    const key = providerName(of.provider)
    await noteAdditions(control.db, importId, [{ kind: 'primary', key }])
    await updateSite(control, site.id, { primaryProvider: of.provider })
  }
  await markAsDuplicate(control, payment.id, { paymentId: repeated.id, by: of.by }, nowMs)
  return true
}
