import { type Kysely, sql } from 'kysely'
import type { ControlStore } from '../control-store.ts'
import type { Database } from '../tables.ts'
import { type SiteTable, siteTables } from './site-tables.ts'

/** A store, or one transaction of it. */
type Handle = Pick<ControlStore, 'db' | 'dialect'>

/**
 * Removes a site's data from the control store: what it collected, or, to delete it, also its settings and the site
 * itself, so that no more data can be added; `eraseLargeTables` removes the rest afterwards. Must run in the
 * transaction that records the erasure.
 */
export async function eraseSiteRows(
  handle: Handle,
  siteId: string,
  whole: 'reset' | 'delete',
): Promise<void> {
  const tables = siteTables.filter(({ holds, isLarge }) =>
    whole === 'reset' ? holds === 'data' : !isLarge,
  )
  for (const erase of steps(tables, siteId)) await untilDone(() => erase(handle))
  if (whole === 'delete') await handle.db.deleteFrom('sites').where('id', '=', siteId).execute()
}

/**
 * Removes the rest of a deleted site, a little at a time: a hundred thousand payments in one transaction made all
 * other requests wait for six seconds. After a crash it is run again.
 */
export async function eraseLargeTables(control: ControlStore, siteId: string): Promise<void> {
  const tables = siteTables.filter(({ isLarge }) => isLarge)
  for (const erase of steps(tables, siteId)) {
    await untilDone(() => control.transaction((db) => erase({ db, dialect: control.dialect })))
  }
}

async function untilDone(some: () => Promise<number>): Promise<void> {
  let removed: number
  do removed = await some()
  while (removed === atOnce)
}

/** A few ten milliseconds of SQLite's time. */
const atOnce = 500

/** Each removes some of a site's rows and returns how many; as many as allowed if there may be more. */
type Step = (handle: Handle) => Promise<number>

function steps(tables: readonly SiteTable[], siteId: string): Step[] {
  return tables.flatMap((one): Step[] => {
    // Deleted together with the rows that it refers to.
    if (one.by !== undefined) return []
    const children = tables.filter(({ by }) => by?.parent === one.table)
    return [
      children.length === 0
        ? (handle) => eraseSome(handle, siteId, one)
        : ({ db }) => eraseWithChildren(db, siteId, { parent: one, children }),
    ]
  })
}

async function eraseSome({ db, dialect }: Handle, siteId: string, one: SiteTable): Promise<number> {
  // The physical address of a row, in each store's terms.
  const place = sql.ref(dialect === 'sqlite' ? 'rowid' : 'ctid')
  const table = sql.table(one.table)
  const { numAffectedRows = 0n } = await sql`
    delete from ${table}
    where ${place} in (select ${place} from ${table} where site_id = ${siteId} limit ${atOnce})
  `.execute(db)
  return Number(numAffectedRows)
}

async function eraseWithChildren(
  db: Kysely<Database>,
  siteId: string,
  { parent, children }: { parent: SiteTable; children: readonly SiteTable[] },
): Promise<number> {
  const table = sql.table(parent.table)
  const { rows } = await sql<{ id: string }>`
    select id from ${table} where site_id = ${siteId} limit ${atOnce}
  `.execute(db)
  if (rows.length === 0) return 0
  const ids = sql.join(rows.map(({ id }) => id))
  for (const child of children) {
    const column = sql.ref(child.by?.column ?? 'id')
    await sql`delete from ${sql.table(child.table)} where ${column} in (${ids})`.execute(db)
  }
  await sql`delete from ${table} where id in (${ids})`.execute(db)
  return rows.length
}
