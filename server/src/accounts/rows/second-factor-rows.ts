import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { parseTextList } from '../../store/control/text-list.ts'

/** An account's second factor as the store keeps it. */
interface SecondFactorRow {
  accountId: string
  /** Sealed. */
  secret: string
  recoveryHashes: string[]
  lastStep: number
  createdMs: number
  confirmedMs: number | undefined
}

export async function findSecondFactor(
  db: Kysely<Database>,
  accountId: string,
): Promise<SecondFactorRow | undefined> {
  const row = await db
    .selectFrom('second_factors')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return (
    row && {
      accountId,
      secret: row.secret,
      recoveryHashes: parseTextList(row.recovery_hashes),
      lastStep: row.last_step,
      createdMs: row.created_ms,
      confirmedMs: row.confirmed_ms ?? undefined,
    }
  )
}

/** Begins setting up a factor; a confirmed one stays, and then nothing is saved. */
export async function saveUnconfirmed(
  db: Kysely<Database>,
  factor: { accountId: string; secret: string; createdMs: number },
): Promise<boolean> {
  const fresh = {
    secret: factor.secret,
    recovery_hashes: '[]',
    last_step: 0,
    created_ms: factor.createdMs,
  }
  const saved = await db
    .insertInto('second_factors')
    .values({ account_id: factor.accountId, confirmed_ms: null, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet(fresh)
        .where('second_factors.confirmed_ms', 'is', null),
    )
    .executeTakeFirst()
  return saved.numInsertedOrUpdatedRows === 1n
}

export async function saveConfirmed(
  db: Kysely<Database>,
  factor: { accountId: string; recoveryHashes: readonly string[]; confirmedMs: number },
): Promise<void> {
  await db
    .updateTable('second_factors')
    .set({
      confirmed_ms: factor.confirmedMs,
      recovery_hashes: JSON.stringify(factor.recoveryHashes),
    })
    .where('account_id', '=', factor.accountId)
    .execute()
}

/** Uses up the code of a time step; false if the code of that step, or of a later one, was used before. */
export async function takeStep(
  db: Kysely<Database>,
  accountId: string,
  step: number,
): Promise<boolean> {
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

/** Uses up one recovery code; false when a simultaneous request took it. */
export async function takeRecoveryHash(
  db: Kysely<Database>,
  { accountId, recoveryHashes }: SecondFactorRow,
  hash: string,
): Promise<boolean> {
  const left = recoveryHashes.filter((one) => one !== hash)
  const taken = await db
    .updateTable('second_factors')
    .set({ recovery_hashes: JSON.stringify(left) })
    .where('account_id', '=', accountId)
    .where('recovery_hashes', '=', JSON.stringify(recoveryHashes))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export async function deleteSecondFactor(db: Kysely<Database>, accountId: string): Promise<void> {
  await db.deleteFrom('second_factors').where('account_id', '=', accountId).execute()
}
