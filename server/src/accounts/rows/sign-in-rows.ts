import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { type AccountRow, fromColumns } from './account-rows.ts'
import { factorRequired } from './installation-setting-rows.ts'

/** A person's sign-in session together with the account it belongs to. */
export interface SignInRow {
  createdMs: number
  lastSeenMs: number
  /** When the person last proved their identity again; 0 for never since it began. */
  provedMs: number
  /** How it began; empty if that was not recorded. */
  way: string
  account: AccountRow
  /** Whether signing in requires a code in addition to the password. */
  hasCodes: boolean
  hasPasskeys: boolean
  /** Whether everybody here needs a second factor. */
  isFactorRequired: boolean
}

interface NewSignIn {
  tokenHash: string
  id: string
  device: string
  way: string
  accountId: string
  nowMs: number
}

export async function insertSignIn(db: Kysely<Database>, signIn: NewSignIn): Promise<void> {
  await db
    .insertInto('sign_in_sessions')
    .values({
      token_hash: signIn.tokenHash,
      id: signIn.id,
      device: signIn.device,
      way: signIn.way,
      account_id: signIn.accountId,
      created_ms: signIn.nowMs,
      last_seen_ms: signIn.nowMs,
    })
    .execute()
}

export async function findSignIn(
  db: Kysely<Database>,
  tokenHash: string,
): Promise<SignInRow | undefined> {
  const row = await db
    .selectFrom('sign_in_sessions')
    .innerJoin('accounts', 'accounts.id', 'sign_in_sessions.account_id')
    .selectAll('accounts')
    .select([
      'sign_in_sessions.created_ms as begun_ms',
      'sign_in_sessions.last_seen_ms',
      'way',
      'proved_ms',
    ])
    .select(({ selectFrom, fn }) => [
      selectFrom('second_factors')
        .whereRef('second_factors.account_id', '=', 'accounts.id')
        .where('confirmed_ms', 'is not', null)
        .select(fn.countAll().as('count'))
        .as('codes'),
      selectFrom('passkeys')
        .whereRef('passkeys.account_id', '=', 'accounts.id')
        .select(fn.countAll().as('count'))
        .as('passkeys'),
      selectFrom('installation_settings')
        .where('name', '=', factorRequired)
        .where('value', '=', 'on')
        .select(fn.countAll().as('count'))
        .as('duty'),
    ])
    .where('sign_in_sessions.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return (
    row && {
      createdMs: row.begun_ms,
      lastSeenMs: row.last_seen_ms,
      provedMs: row.proved_ms,
      way: row.way,
      account: fromColumns(row),
      hasCodes: Number(row.codes) > 0,
      hasPasskeys: Number(row.passkeys) > 0,
      isFactorRequired: Number(row.duty) > 0,
    }
  )
}

/** Records that the person of a session has just proved their identity. */
export async function saveIdentityConfirmed(
  db: Kysely<Database>,
  tokenHash: string,
  provedMs: number,
): Promise<void> {
  await db
    .updateTable('sign_in_sessions')
    .set({ proved_ms: provedMs })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Records a further factor that a signed-in session has verified. */
export async function saveWay(db: Kysely<Database>, tokenHash: string, way: string): Promise<void> {
  await db
    .updateTable('sign_in_sessions')
    .set({ way })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function saveLastSeen(
  db: Kysely<Database>,
  tokenHash: string,
  lastSeenMs: number,
): Promise<void> {
  await db
    .updateTable('sign_in_sessions')
    .set({ last_seen_ms: lastSeenMs })
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function deleteSignIn(db: Kysely<Database>, tokenHash: string): Promise<void> {
  await db.deleteFrom('sign_in_sessions').where('token_hash', '=', tokenHash).execute()
}

/** One of an account's sessions, without the account. */
interface SignedInRow {
  tokenHash: string
  id: string
  device: string
  createdMs: number
  lastSeenMs: number
}

const mostListed = 200

/** Where an account is signed in, the latest seen first. */
export async function listSignIns(db: Kysely<Database>, accountId: string): Promise<SignedInRow[]> {
  const rows = await db
    .selectFrom('sign_in_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('last_seen_ms', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute()
  return rows.map((row) => ({
    tokenHash: row.token_hash,
    id: row.id,
    device: row.device,
    createdMs: row.created_ms,
    lastSeenMs: row.last_seen_ms,
  }))
}

export async function deleteSignInById(
  db: Kysely<Database>,
  accountId: string,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('sign_in_sessions')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Ends every session of an account. Returns how many. */
export async function deleteSignInsOf(db: Kysely<Database>, accountId: string): Promise<number> {
  const deleted = await db
    .deleteFrom('sign_in_sessions')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

export async function deleteOtherSignIns(
  db: Kysely<Database>,
  accountId: string,
  tokenHash: string,
): Promise<void> {
  await db
    .deleteFrom('sign_in_sessions')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', tokenHash)
    .execute()
}

/** Deletes expired sessions. */
export async function deleteExpiredSignIns(
  db: Kysely<Database>,
  before: { createdMs: number; lastSeenMs: number },
): Promise<void> {
  await db
    .deleteFrom('sign_in_sessions')
    .where((where) =>
      where.or([
        where('created_ms', '<=', before.createdMs),
        where('last_seen_ms', '<=', before.lastSeenMs),
      ]),
    )
    .execute()
}
