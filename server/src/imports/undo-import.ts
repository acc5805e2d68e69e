import { countByHand } from '../payments/duplicates/mark-duplicates.ts'
import { forgetFacts } from '../payments/ledger/forget-facts.ts'
import { unlinkVanished } from '../payments/linking/unlink-vanished.ts'
import { findPrimaryProvider } from '../payments/rows/duplicate-rows.ts'
import { findPayment } from '../payments/rows/payment-rows.ts'
import { listLinkedSince, listPaymentsOfVisitors } from '../payments/rows/remove-payment.ts'
import type { Site } from '../site.ts'
import { updateSite } from '../site-settings/change-site.ts'
import { chunksOf } from '../store/control/chunks.ts'
import type { ImportStores } from './import-stores.ts'
import { Stopped } from './patiently.ts'
import { removeImported, visitorsOfImport } from './queries/remove-import.ts'
import { identityOf } from './record-imported.ts'
import { removeIdentity } from './remove-identity.ts'
import { type Addition, forgetAdditions, listAdditions, noteAdditions } from './rows/additions.ts'
import { removeImportedDays } from './rows/imported-day-rows.ts'

const atOnce = 200
const visitorsAtOnce = 1_000

/**
 * Removes what one import added, and nothing else: what other sources reported about the same payments stays, and so
 * do earlier events. Continues where it was when it is run again.
 */
export async function undoImport(
  stores: ImportStores,
  { site, importId }: Undoing,
  shouldStop: () => boolean,
): Promise<void> {
  const { control, engine, events, payments, clock } = stores
  const sinceMs = clock.now()
  await events.flush()
  // The reports' copy of what is removed must be complete, to be removed completely.
  await payments.sweep()
  const each = (kind: Addition['kind'], work: (keys: string[]) => Promise<void>) =>
    eachAddition(stores, importId, kind, (keys) => {
      if (shouldStop()) throw new Stopped()
      return work(keys)
    })
  await each('link', async (paymentIds) => {
    for (const id of paymentIds) {
      const payment = await findPayment(control.db, site.id, id)
      if (payment?.link.method !== 'manual' || payment.erasedMs !== null) continue
      await payments.linkByHand(site, id, { accountId: 'undo' })
    }
  })
  await each('counted', async (paymentIds) => {
    const place = { siteId: site.id, paymentIds, nowMs: clock.now() }
    await countByHand(control, place, { accountId: 'undo', count: false })
  })
  await each('primary', async ([provider]) => {
    const isStill = (await findPrimaryProvider(control.db, site.id)) === provider
    if (isStill) await updateSite(control, site.id, { primaryProvider: null })
  })
  await each('fact', (keys) => forgetFacts({ control, engine }, site.id, keys, clock.now()))
  await each('identity', async (keys) => {
    for (const key of keys) {
      await removeIdentity(stores, { siteId: site.id, ...identityOf(key) })
    }
  })
  await removeImportedDays(control.db, importId)
  await noteLinkedPayments(stores, site.id, importId)
  await removeImported(engine, { site: site.id, importId })
  const unlink = (ids: readonly string[]) =>
    unlinkVanished({ control, engine }, site.id, ids, clock.now())
  await each('payment', unlink)
  // Linking in the meantime may have read events that are gone by now.
  await payments.sweep()
  for await (const part of listLinkedSince(control.db, site.id, sinceMs)) {
    for (const ids of chunksOf(part, atOnce)) await unlink(ids)
  }
  await payments.sweep()
}

interface Undoing {
  site: Site
  importId: string
}

async function eachAddition(
  { control }: ImportStores,
  importId: string,
  kind: Addition['kind'],
  work: (keys: string[]) => Promise<void>,
): Promise<void> {
  for (;;) {
    const keys = await listAdditions(control.db, importId, kind, atOnce)
    if (keys.length === 0) return
    await work(keys)
    await forgetAdditions(control.db, importId, kind, keys)
  }
}

/** Records which payments are linked to the import's visitors, who may be gone with their events. */
async function noteLinkedPayments(
  { engine, control }: ImportStores,
  siteId: string,
  importId: string,
): Promise<void> {
  for (let after = ''; ; ) {
    const asked = { site: siteId, import: importId, after, most: visitorsAtOnce }
    const visitors = (await visitorsOfImport(engine, asked)).map(({ visitorId }) => visitorId)
    const linked = await listPaymentsOfVisitors(control.db, siteId, visitors)
    await noteAdditions(
      control.db,
      importId,
      linked.map((key) => ({ kind: 'payment', key })),
    )
    after = visitors.at(-1) ?? ''
    if (visitors.length < visitorsAtOnce) return
  }
}
