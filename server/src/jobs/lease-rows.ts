import type { Kysely } from 'kysely'
import type { Database } from '../store/control/tables.ts'

/** One process's request to run a job. */
export interface LeaseClaim {
  name: string
  owner: string
  nowMs: number
  /** Until when no other node may start. */
  untilMs: number
  /** The time that must pass since it was last finished, by any node. */
  everyMs: number
}

/** Takes the lease of a job that is due. Of any number of simultaneous requests, on any node, one gets it. */
export async function takeLease(db: Kysely<Database>, claim: LeaseClaim): Promise<boolean> {
  const { name, owner, nowMs, untilMs, everyMs } = claim
  const taken = await db
    .insertInto('leases')
    .values({ name, owner, until_ms: untilMs, done_ms: 0 })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ owner, until_ms: untilMs })
        .where('leases.until_ms', '<=', nowMs)
        .where('leases.done_ms', '<=', nowMs - everyMs),
    )
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows === 1n
}

/** Renews a lease; false if it was lost meanwhile. */
export async function renewLease(
  db: Kysely<Database>,
  { name, owner, untilMs }: Pick<LeaseClaim, 'name' | 'owner' | 'untilMs'>,
): Promise<boolean> {
  const renewed = await db
    .updateTable('leases')
    .set({ until_ms: untilMs })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .executeTakeFirst()
  return renewed.numUpdatedRows === 1n
}

/** Releases a lease; with `doneMs` if the job was finished, without it if another node should try soon. */
export async function giveBackLease(
  db: Kysely<Database>,
  { name, owner }: Pick<LeaseClaim, 'name' | 'owner'>,
  doneMs: number | undefined,
): Promise<void> {
  await db
    .updateTable('leases')
    .set({ until_ms: 0, ...(doneMs !== undefined && { done_ms: doneMs }) })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .execute()
}
