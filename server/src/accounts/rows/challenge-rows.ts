import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** The challenge of a browser that is signing in. */
export interface ChallengeRow {
  tokenHash: string
  purpose: 'passkey-add' | 'passkey-sign-in' | 'oidc' | 'email'
  accountId: string | undefined
  content: string
  expiresMs: number
}

export async function insertChallenge(
  db: Kysely<Database>,
  challenge: ChallengeRow,
): Promise<void> {
  await db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: challenge.tokenHash,
      purpose: challenge.purpose,
      account_id: challenge.accountId ?? null,
      content: challenge.content,
      expires_ms: challenge.expiresMs,
    })
    .execute()
}

/** Removes and returns a challenge, so that it is used once; undefined when it does not exist any more. */
export async function takeChallengeRow(
  db: Kysely<Database>,
  { tokenHash, purpose }: Pick<ChallengeRow, 'tokenHash' | 'purpose'>,
): Promise<ChallengeRow | undefined> {
  const row = await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .returningAll()
    .executeTakeFirst()
  return (
    row && {
      tokenHash,
      purpose,
      accountId: row.account_id ?? undefined,
      content: row.content,
      expiresMs: row.expires_ms,
    }
  )
}

/** Deletes an account's challenges for one purpose. */
export async function deleteChallengesOf(
  db: Kysely<Database>,
  { accountId, purpose }: { accountId: string; purpose: ChallengeRow['purpose'] },
): Promise<void> {
  await db
    .deleteFrom('sign_in_challenges')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .execute()
}

export async function deleteChallengesBefore(db: Kysely<Database>, nowMs: number): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_ms', '<=', nowMs).execute()
}
