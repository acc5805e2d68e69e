import { enqueueSite } from '../payments/rows/payment-rate-rows.ts'
import { eraseLargeTables, eraseSiteRows } from '../store/control/erasures/erase-site-rows.ts'
import { confirmErasure, type SiteErasure } from '../store/control/erasures/erasure-rows.ts'
import { findPaymentIds } from '../store/control/erasures/known-payments.ts'
import {
  countSitePast,
  eraseEntries,
  eraseSitePast,
  paymentsInReports,
} from '../store/events/erase-site.ts'
import { dayMs } from '../time/durations.ts'
import type { Traces } from './erase-visitor.ts'

/** Removes, or continues to remove, a site's past from all stores. */
export async function applySiteErasure(traces: Traces, erasure: SiteErasure): Promise<void> {
  const { control, engine, events, clock } = traces
  const { siteId, whole } = erasure
  // Earlier acknowledged events may still be in the journal; erased ones are left out when it is shipped.
  await events.flush()
  await events.eraseDeadLetters([erasure])
  if (whole === 'delete') {
    // Work that was in progress when the site was deleted, such as a webhook.
    const { dialect } = control
    await control.transaction((db) => eraseSiteRows({ db, dialect }, siteId, whole))
    await eraseLargeTables(control, siteId)
  }
  await eraseSitePast(engine, erasure)
  await eraseEntries(engine, siteId)
  // Later payments stay: the engine's copy of them is made again.
  await enqueueSite(control.db, siteId)
  await confirmErasure(control.db, erasure, clock.now())
}

/** Payments are looked up among this many. */
const most = 10_000

/** Whether something of a site's past exists again: from a backup, or because it was in progress. */
export async function isSiteBack(
  { control, engine, clock }: Traces,
  erasure: SiteErasure,
): Promise<boolean> {
  if ((await countSitePast(engine, erasure)) > 0) return true
  // After this long, nothing is in progress any more.
  if (erasure.whole === 'reset' && clock.now() - erasure.erasedMs > dayMs) return false
  const copied = await paymentsInReports(engine, erasure.siteId, most)
  const known = new Set(await findPaymentIds(control.db, erasure.siteId, copied))
  return copied.some((id) => !known.has(id))
}
