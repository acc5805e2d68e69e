import { visitorsReachedBy } from '../identities/find-person.ts'
import { deleteIdentity, type Identity } from '../identities/identity-rows.ts'
import { unlinkPayment } from '../payments/linking/save-links.ts'
import {
  listLinkedByEmail,
  makeEmailLinkingDue,
  makeVisitorLinkingDue,
} from '../payments/rows/link-rows.ts'
import type { ImportStores } from './import-stores.ts'

/** Removes what an import said of a visitor, and has the payments linked again that were linked by it. */
export async function removeIdentity(
  { control, clock }: Pick<ImportStores, 'control' | 'clock'>,
  identity: Omit<Identity, 'origin'>,
): Promise<void> {
  const { siteId, kind, value } = identity
  const reached = await visitorsReachedBy(control.db, identity)
  await deleteIdentity(control.db, siteId, identity)
  await makeVisitorLinkingDue(control.db, siteId, reached)
  if (kind !== 'email') return
  // A link that nothing supports any more would stay, as linking never replaces a link by none.
  const nowMs = clock.now()
  for (const paymentId of await listLinkedByEmail(control.db, identity)) {
    await control.run(unlinkPayment, { paymentId, present: new Set<string>(), nowMs })
  }
  await makeEmailLinkingDue(control.db, siteId, value)
}
