import type { Kysely, Selectable } from 'kysely'
import type { Site } from '../site.ts'
import type { Database, SitesTable } from '../store/control/tables.ts'
import { parseTextList } from '../store/control/text-list.ts'

/** More sites than any list shows; an installation with more needs paging first. */
const listLimit = 10_000

export async function insertSite(db: Kysely<Database>, site: Site): Promise<void> {
  await db.insertInto('sites').values(toColumns(site)).execute()
}

/** Replaces everything that is stored about the site. */
export async function saveSite(db: Kysely<Database>, site: Site): Promise<void> {
  await db.updateTable('sites').set(toColumns(site)).where('id', '=', site.id).execute()
}

export async function findSiteRow(db: Kysely<Database>, id: string): Promise<Site | undefined> {
  const row = await db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromColumns(row)
}

/** Every site, the oldest first. */
export async function listSiteRows(db: Kysely<Database>): Promise<Site[]> {
  const rows = await db
    .selectFrom('sites')
    .selectAll()
    .orderBy('created_ms')
    .orderBy('id')
    .limit(listLimit)
    .execute()
  return rows.map(fromColumns)
}

/** The sites that an account is a member of, the oldest first. */
export async function listMemberSiteRows(db: Kysely<Database>, accountId: string): Promise<Site[]> {
  const rows = await db
    .selectFrom('sites')
    .innerJoin('memberships', 'memberships.site_id', 'sites.id')
    .selectAll('sites')
    .where('memberships.account_id', '=', accountId)
    .orderBy('sites.created_ms')
    .orderBy('sites.id')
    .limit(listLimit)
    .execute()
  return rows.map(fromColumns)
}

function toColumns(site: Site) {
  return {
    id: site.id,
    name: site.name,
    domains: JSON.stringify(site.domains),
    timezone: site.timezone,
    currency: site.currency,
    identification: site.identification ? 1 : 0,
    privacy_mode: site.privacyMode,
    respect_do_not_track: site.respectDoNotTrack ? 1 : 0,
    retention_days: site.retentionDays,
    excluded_addresses: JSON.stringify(site.excludedAddresses),
    excluded_paths: JSON.stringify(site.excludedPaths),
    require_signed_identify: site.requireSignedIdentify ? 1 : 0,
    identity_key_version: site.identityKeyVersion,
    primary_provider: site.primaryProvider,
    created_ms: site.createdMs,
  }
}

function fromColumns(row: Selectable<SitesTable>): Site {
  return {
    id: row.id,
    name: row.name,
    domains: parseTextList(row.domains),
    timezone: row.timezone,
    currency: row.currency,
    identification: row.identification === 1,
    privacyMode: row.privacy_mode === 'cookieless' ? 'cookieless' : 'cookies',
    respectDoNotTrack: row.respect_do_not_track === 1,
    retentionDays: row.retention_days,
    excludedAddresses: parseTextList(row.excluded_addresses),
    excludedPaths: parseTextList(row.excluded_paths),
    requireSignedIdentify: row.require_signed_identify === 1,
    identityKeyVersion: row.identity_key_version,
    primaryProvider: row.primary_provider,
    createdMs: row.created_ms,
  }
}
