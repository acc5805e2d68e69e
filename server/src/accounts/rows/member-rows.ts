import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import type { SiteRole } from './account-rows.ts'

/** A person with access to a site, by a membership or as an owner of the whole installation. */
export interface MemberRow {
  accountId: string
  email: string
  role: SiteRole
  isInstallationOwner: boolean
  /** A disabled account may not sign in, and gets no e-mails. */
  isDisabled: boolean
  /** The dashboard's language at their last sign-in; empty when unknown. */
  language: string
}

/** More people than any site has. */
const listLimit = 1000

/** A site's members and the installation's owners, by e-mail address. */
export async function listMemberRows(db: Kysely<Database>, siteId: string): Promise<MemberRow[]> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.account_id', '=', 'accounts.id')
        .on('memberships.site_id', '=', siteId),
    )
    .select(['accounts.id', 'accounts.email', 'accounts.installation_role', 'memberships.role'])
    .select(['accounts.disabled_ms', 'accounts.language'])
    .where((where) =>
      where.or([
        where('memberships.role', 'is not', null),
        where('accounts.installation_role', '=', 'owner'),
      ]),
    )
    .orderBy('accounts.email')
    .limit(listLimit)
    .execute()
  return rows.map((row) => {
    const isInstallationOwner = row.installation_role === 'owner'
    const role = isInstallationOwner ? 'owner' : ((row.role ?? 'viewer') as SiteRole)
    const isDisabled = row.disabled_ms !== null
    const { id: accountId, email, language } = row
    return { accountId, email, role, isInstallationOwner, isDisabled, language }
  })
}

/** How many owners a site has itself, not counting the installation's. */
export async function countSiteOwners(db: Kysely<Database>, siteId: string): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('site_id', '=', siteId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Makes an account a member of a site, or gives a member another role. */
export async function saveMembership(
  db: Kysely<Database>,
  { siteId, accountId, role }: { siteId: string; accountId: string; role: SiteRole },
): Promise<void> {
  await db
    .insertInto('memberships')
    .values({ site_id: siteId, account_id: accountId, role })
    .onConflict((conflict) => conflict.columns(['account_id', 'site_id']).doUpdateSet({ role }))
    .execute()
}

/** Ends a membership, and deletes what the member saved for themselves on the site. */
export async function deleteMembership(
  db: Kysely<Database>,
  { siteId, accountId }: { siteId: string; accountId: string },
): Promise<void> {
  for (const table of ['saved_views', 'memberships'] as const) {
    await db
      .deleteFrom(table)
      .where('site_id', '=', siteId)
      .where('account_id', '=', accountId)
      .execute()
  }
}
