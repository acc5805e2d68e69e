import { type Account, toAccount } from '../account.ts'
import type { ActionAuthor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../errors.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { typedEmail } from './email-address.ts'
import {
  countInstallationOwners,
  findAccountByEmail,
  listAccountRows,
  saveInstallationRole,
} from './rows/account-rows.ts'

/** Everybody who may sign in, by e-mail address. */
export async function listAccounts({ db }: ControlStore): Promise<Account[]> {
  return (await listAccountRows(db)).map(toAccount)
}

/** Grants or revokes ownership of the installation. The last owner cannot be revoked. */
export async function changeInstallationRole(
  store: ControlStore,
  change: { email: string; role: Account['installationRole'] },
  audit: ActionAuthor,
): Promise<Account> {
  const { role } = change
  return store.transaction(async (db) => {
    const account = await findAccountByEmail(db, typedEmail(change.email))
    if (account === undefined) throw new AppError('not-found', 'Account not found')
    const isOwner = account.installationRole === 'owner' && !account.isDisabled
    if (isOwner && role !== 'owner' && (await countInstallationOwners(db)) < 2) {
      throw new AppError(
        'conflict',
        'An installation keeps at least one owner. Make somebody else an owner first.',
      )
    }
    await saveInstallationRole(db, account.id, role)
    await recordAudit(db, audit.nowMs, {
      action: 'account.role-changed',
      by: audit.by,
      object: { id: account.id, name: account.email },
      changes: { installationRole: [account.installationRole, role] },
    })
    return toAccount({ ...account, installationRole: role })
  })
}

/** Refuses accounts that may not change the installation itself, such as adding sites. */
export function requireOwner(account: Account): void {
  if (account.installationRole === 'owner') return
  throw new AppError('forbidden', 'Only an owner of this installation may do that')
}
