import type { Kysely } from 'kysely'
import type { Database } from '../store/control/tables.ts'

/** Identifies a request: a site's key for one kind of operation. */
export interface RequestName {
  siteId: string
  operation: string
  key: string
}

/** One attempt to process the request. */
export interface Attempt {
  fingerprint: string
  owner: string
  nowMs: number
  /** Until when no other attempt may start. */
  leaseUntilMs: number
  /** Older keys are forgotten. */
  forgetBeforeMs: number
}

/** The state of a request when an attempt claims it. */
export type Claim =
  /** No attempt so far. */
  | { state: 'new'; startedMs: number }
  /** An earlier attempt may or may not have finished; this one takes over. */
  | { state: 'interrupted'; startedMs: number }
  /** Somebody is at it. */
  | { state: 'busy' }
  | { state: 'done'; reply: string }
  /** The key was used for another body. */
  | { state: 'other-body' }

/** Claims a request. Of any number of simultaneous attempts, on any node, one gets it. */
export async function claimRequest(
  db: Kysely<Database>,
  name: RequestName,
  attempt: Attempt,
): Promise<Claim> {
  await drop(db, name).where('created_ms', '<', attempt.forgetBeforeMs).execute()
  const inserted = await db
    .insertInto('idempotency_keys')
    .values({
      site_id: name.siteId,
      operation: name.operation,
      key: name.key,
      fingerprint: attempt.fingerprint,
      owner: attempt.owner,
      lease_until_ms: attempt.leaseUntilMs,
      reply: null,
      created_ms: attempt.nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return { state: 'new', startedMs: attempt.nowMs }
  return claimKnown(db, name, attempt)
}

async function claimKnown(
  db: Kysely<Database>,
  name: RequestName,
  attempt: Attempt,
): Promise<Claim> {
  const known = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'owner', 'lease_until_ms', 'reply', 'created_ms'])
    .where('site_id', '=', name.siteId)
    .where('operation', '=', name.operation)
    .where('key', '=', name.key)
    .executeTakeFirst()
  // Deleted between the two statements: the next attempt finds it new.
  if (known === undefined) return { state: 'busy' }
  if (known.fingerprint !== attempt.fingerprint) return { state: 'other-body' }
  if (known.reply !== null) return { state: 'done', reply: known.reply }
  if (known.lease_until_ms > attempt.nowMs) return { state: 'busy' }
  const taken = await update(db, name, known.owner)
    .set({ owner: attempt.owner, lease_until_ms: attempt.leaseUntilMs })
    .where('reply', 'is', null)
    .where('lease_until_ms', '=', known.lease_until_ms)
    .executeTakeFirst()
  if (taken.numUpdatedRows !== 1n) return { state: 'busy' }
  return { state: 'interrupted', startedMs: known.created_ms }
}

/** Stores the reply for every repeat. False if another attempt has taken over since. */
export async function saveReply(
  db: Kysely<Database>,
  name: RequestName,
  owner: string,
  reply: string,
): Promise<boolean> {
  const saved = await update(db, name, owner).set({ reply }).executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

/** Lets the next attempt begin at once, as `interrupted`. */
export async function giveUpRequest(
  db: Kysely<Database>,
  name: RequestName,
  owner: string,
): Promise<void> {
  await update(db, name, owner).set({ lease_until_ms: 0 }).execute()
}

/** Deletes every older key, of all sites. */
export async function forgetRequests(db: Kysely<Database>, beforeMs: number): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_ms', '<', beforeMs).execute()
}

function update(db: Kysely<Database>, name: RequestName, owner: string) {
  return db
    .updateTable('idempotency_keys')
    .where('site_id', '=', name.siteId)
    .where('operation', '=', name.operation)
    .where('key', '=', name.key)
    .where('owner', '=', owner)
}

function drop(db: Kysely<Database>, name: RequestName) {
  return db
    .deleteFrom('idempotency_keys')
    .where('site_id', '=', name.siteId)
    .where('operation', '=', name.operation)
    .where('key', '=', name.key)
}
