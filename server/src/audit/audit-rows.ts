import type { Kysely, Selectable } from 'kysely'
import type { AuditEntriesTable } from '../store/control/tables/audit-table.ts'
import type { Database } from '../store/control/tables.ts'

/** An entry of the audit log as the store keeps it. */
export type AuditRow = Selectable<AuditEntriesTable>

/** The position of an entry in the log, the latest first. */
export interface AuditPlace {
  atMs: number
  id: string
}

export interface AuditSearch {
  /** Undefined for the whole installation's log. */
  siteId: string | undefined
  action: string | undefined
  /** Only entries after this one in the log, which are older. */
  after: AuditPlace | undefined
  limit: number
}

export async function insertAuditRow(db: Kysely<Database>, row: AuditRow): Promise<void> {
  await db.insertInto('audit_entries').values(row).execute()
}

/** Entries of the log, the latest first. */
export async function listAuditRows(
  db: Kysely<Database>,
  { siteId, action, after, limit }: AuditSearch,
): Promise<AuditRow[]> {
  let query = db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (siteId !== undefined) query = query.where('site_id', '=', siteId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (after !== undefined) {
    query = query.where((where) =>
      where.or([
        where('at_ms', '<', after.atMs),
        where.and([where('at_ms', '=', after.atMs), where('id', '<', after.id)]),
      ]),
    )
  }
  return query.execute()
}

/** Which accounts did one of these actions to which things of a site, as far back as the log reaches. */
export async function listDoers(
  db: Kysely<Database>,
  siteId: string,
  actions: readonly string[],
): Promise<{ objectId: string; actorId: string | null }[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['object_id', 'actor_id'])
    .distinct()
    .where('site_id', '=', siteId)
    .where('action', 'in', actions)
    .where('object_id', 'is not', null)
    .execute()
  return rows.map((row) => ({ objectId: row.object_id ?? '', actorId: row.actor_id }))
}

const mostDepartures = 200

/** The accounts that one of these actions removed from a site, with the last time of each, the latest first. */
export async function listDepartures(
  db: Kysely<Database>,
  siteId: string,
  actions: readonly string[],
): Promise<{ accountId: string; email: string; atMs: number }[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['object_id', 'object_name', 'at_ms'])
    .where('site_id', '=', siteId)
    .where('action', 'in', actions)
    .where('object_id', 'is not', null)
    .orderBy('at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(mostDepartures)
    .execute()
  const latest = new Map<string, { accountId: string; email: string; atMs: number }>()
  for (const { object_id, object_name: email, at_ms: atMs } of rows) {
    const accountId = object_id ?? ''
    if (!latest.has(accountId)) latest.set(accountId, { accountId, email, atMs })
  }
  return [...latest.values()]
}

/** Deletes the entries from before a moment and returns how many there were. */
export async function deleteAuditRowsBefore(db: Kysely<Database>, atMs: number): Promise<number> {
  const result = await db.deleteFrom('audit_entries').where('at_ms', '<', atMs).executeTakeFirst()
  return Number(result.numDeletedRows)
}
