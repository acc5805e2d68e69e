import type { Kysely, Selectable } from 'kysely'
import type { ApiKeysTable, Database } from '../store/control/tables.ts'
import { parseTextList } from '../store/control/text-list.ts'

/** An API key as the store keeps it: everything but the key. */
export interface KeyRow {
  id: string
  siteId: string
  name: string
  prefix: string
  hash: string
  scopes: string[]
  ratePerMinute: number
  createdMs: number
  expiresMs: number | undefined
  revokedMs: number | undefined
  lastUsedMs: number | undefined
}

const listLimit = 1000

export async function insertKey(db: Kysely<Database>, key: KeyRow): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      id: key.id,
      site_id: key.siteId,
      name: key.name,
      prefix: key.prefix,
      hash: key.hash,
      scopes: JSON.stringify(key.scopes),
      rate_per_minute: key.ratePerMinute,
      created_ms: key.createdMs,
      expires_ms: key.expiresMs ?? null,
      revoked_ms: key.revokedMs ?? null,
      last_used_ms: key.lastUsedMs ?? null,
    })
    .execute()
}

/** The key with this SHA-256, revoked and expired ones included. */
export async function findKeyByHash(
  db: Kysely<Database>,
  hash: string,
): Promise<KeyRow | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row && fromColumns(row)
}

export async function findKeyRow(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<KeyRow | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && fromColumns(row)
}

/** The site of a key, for the operator, who names keys without their site. */
export async function findKeySiteId(db: Kysely<Database>, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('api_keys')
    .select('site_id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.site_id
}

/** A site's keys, the newest first, invalid ones included. */
export async function listKeyRows(db: Kysely<Database>, siteId: string): Promise<KeyRow[]> {
  const rows = await db
    .selectFrom('api_keys')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_ms', 'desc')
    .orderBy('id')
    .limit(listLimit)
    .execute()
  return rows.map(fromColumns)
}

/** Revokes a key for good. The time of the first revocation stays. */
export async function saveRevocation(
  db: Kysely<Database>,
  key: { siteId: string; id: string },
  revokedMs: number,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_ms: revokedMs })
    .where('site_id', '=', key.siteId)
    .where('id', '=', key.id)
    .where('revoked_ms', 'is', null)
    .execute()
}

/** A key's name and permissions. */
export async function saveKeyUse(
  db: Kysely<Database>,
  key: Pick<KeyRow, 'siteId' | 'id' | 'name' | 'scopes' | 'ratePerMinute'>,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({
      name: key.name,
      scopes: JSON.stringify(key.scopes),
      rate_per_minute: key.ratePerMinute,
    })
    .where('site_id', '=', key.siteId)
    .where('id', '=', key.id)
    .execute()
}

export async function saveExpiry(
  db: Kysely<Database>,
  key: { siteId: string; id: string },
  expiresMs: number,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ expires_ms: expiresMs })
    .where('site_id', '=', key.siteId)
    .where('id', '=', key.id)
    .execute()
}

/** Several nodes write this without asking each other, so an older time never replaces a newer. */
export async function saveLastUse(
  db: Kysely<Database>,
  id: string,
  lastUsedMs: number,
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_ms: lastUsedMs })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('last_used_ms', 'is', null), where('last_used_ms', '<', lastUsedMs)]),
    )
    .execute()
}

function fromColumns(row: Selectable<ApiKeysTable>): KeyRow {
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    prefix: row.prefix,
    hash: row.hash,
    scopes: parseTextList(row.scopes),
    ratePerMinute: row.rate_per_minute,
    createdMs: row.created_ms,
    expiresMs: row.expires_ms ?? undefined,
    revokedMs: row.revoked_ms ?? undefined,
    lastUsedMs: row.last_used_ms ?? undefined,
  }
}
