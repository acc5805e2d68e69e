import type { Kysely } from 'kysely'
import { type Account, toAccount } from '../account.ts'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../store/control/tables.ts'
import { checkEmail } from './email-address.ts'
import { insertAccount } from './rows/account-rows.ts'

export interface NewAccount {
  email: string
  /** From `hashPassword`, which takes too long inside a transaction. Undefined without a password. */
  passwordHash: string | undefined
  /** Owner of the installation by default. */
  installationRole?: Account['installationRole']
  /** Whether the address is verified. */
  isEmailVerified?: boolean
}

/** Adds an account. An address that has one already is a conflict. */
export async function createAccount(
  db: Kysely<Database>,
  nowMs: number,
  input: NewAccount,
): Promise<Account> {
  const row = {
    id: `acc_${randomBase62(12)}`,
    email: checkEmail(input.email),
    passwordHash: input.passwordHash,
    installationRole: input.installationRole ?? 'owner',
    createdMs: nowMs,
    isEmailUnverified: input.isEmailVerified !== true,
  }
  if (!(await insertAccount(db, row))) {
    throw new AppError('conflict', 'There is an account with this e-mail address already')
  }
  return toAccount(row)
}
