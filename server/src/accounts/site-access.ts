import { AppError } from '../errors.ts'
import { getSite, listSites } from '../sites/manage-sites.ts'
import type { Site } from '../sites/site.ts'
import { listMemberSiteRows } from '../sites/site-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Account } from './account.ts'
import { findMembershipRole, type SiteRole } from './rows/account-rows.ts'

const rank: Record<SiteRole, number> = { viewer: 1, admin: 2, owner: 3 }

/**
 * The site, if this person may act on it in this role or a higher one. Another's site and one that
 * never was give the same answer.
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

/** What a person is on a site; undefined where they are not on it. The installation's owner is owner everywhere. */
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

/** Refuses accounts that may not change the installation itself, such as adding sites. */
export function requireOwner(account: Account): void {
  if (account.installationRole === 'owner') return
  throw new AppError('forbidden', 'Only an owner of this installation may do that')
}
