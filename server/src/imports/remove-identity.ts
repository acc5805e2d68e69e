import { visitorsReachedBy } from '../identities/find-person.ts'
import { deleteIdentity, type Identity } from '../identities/identity-rows.ts'
import { endEmailLinksCommand } from '../payments/linking/unlink-payment.ts'
import { linkingDue } from '../payments/rows/link-rows.ts'
import type { ImportStores } from './import-stores.ts'

/** Removes an identity that an import added, and makes the payments due that were linked by it. */
export async function removeIdentity(
  { control, clock }: Pick<ImportStores, 'control' | 'clock'>,
  identity: Omit<Identity, 'origin'>,
): Promise<void> {
  const { siteId, kind } = identity
  const reached = await visitorsReachedBy(control.db, identity)
  await deleteIdentity(control.db, siteId, identity)
  await linkingDue.ofVisitors(control.db, siteId, reached)
  if (kind !== 'email') return
  await control.run(endEmailLinksCommand, { ...identity, nowMs: clock.now() })
}
