import { listIdentitiesOf, listSealedEmailsOf } from '../identities/identity-rows.ts'
import { customerEmailPurpose } from '../payments/ledger/known-fact.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'

/**
 * The displayed identity of some visitors: the site's own ID, or else the address of their latest payment. Every
 * list of the dashboard names a visitor by this. Addresses are ignored without user identification.
 */
export async function nameVisitors(
  { control, secrets }: { control: Pick<ControlStore, 'db'>; secrets: Secrets },
  site: Pick<Site, 'id' | 'identification'>,
  visitorIds: readonly string[],
): Promise<Map<string, string>> {
  const [identities, emails] = await Promise.all([
    listIdentitiesOf(control.db, site.id, visitorIds),
    site.identification ? listSealedEmailsOf(control.db, site.id, visitorIds) : [],
  ])
  const names = new Map<string, string>()
  for (const { kind, visitorId, value } of identities) {
    if (kind === 'user' && !names.has(visitorId)) names.set(visitorId, value)
  }
  for (const { visitorId, sealed } of emails) {
    if (!names.has(visitorId))
      names.set(visitorId, secrets.open(customerEmailPurpose(site.id), sealed))
  }
  return names
}
