import type { Account } from '../account.ts'
import { findMembershipRole, type SiteRole } from '../accounts/rows/account-rows.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { getSite, listSites } from './manage-sites.ts'
import { listMemberSiteRows } from './site-rows.ts'

const rank: Record<SiteRole, number> = { viewer: 1, admin: 2, owner: 3 }

/**
 * The site, if this person may act on it in this role or a higher one. Another person's site and one that never
 * existed give the same answer.
 */
export async function getSiteAs(
  store: ControlStore,
  account: Account,
  site: { id: string; role: SiteRole },
): Promise<Site> {
  const role = await findRoleOn(store, account, site.id)
  if (role === undefined) throw new AppError('not-found', 'Site not found')
  const found = await getSite(store, site.id)
  if (rank[role] >= rank[site.role]) return found
  throw new AppError('forbidden', `Only an ${site.role} of this site may do that`)
}

/** A person's role on a site; undefined without one. The owner of the installation is owner everywhere. */
export async function findRoleOn(
  store: ControlStore,
  account: Account,
  siteId: string,
): Promise<SiteRole | undefined> {
  if (account.installationRole === 'owner') return 'owner'
  return findMembershipRole(store.db, siteId, account.id)
}

/** The sites a person may see, the oldest first. */
export async function listSitesFor(store: ControlStore, account: Account): Promise<Site[]> {
  if (account.installationRole === 'owner') return listSites(store)
  return listMemberSiteRows(store.db, account.id)
}
