import { personActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { AccountRow } from './rows/account-rows.ts'
import {
  type CredentialTable,
  credentialTables,
  deleteCredentials,
  saveEmailVerified,
} from './rows/people-rows.ts'

/**
 * Marks an account's address as verified by its owner. Somebody else may have created the account, so every earlier
 * credential is removed, except those that the owner has just used (`except`).
 */
export async function verifyAddress(
  db: ControlStore['db'],
  account: AccountRow,
  { nowMs, except = [] }: { nowMs: number; except?: readonly CredentialTable[] },
): Promise<void> {
  const ended = credentialTables.filter((table) => !except.includes(table))
  await deleteCredentials(db, account.id, ended)
  await saveEmailVerified(db, account.id)
  await recordAudit(db, nowMs, {
    action: 'account.email-proved',
    by: personActor(account),
    changes: { otherCredentials: ['kept', 'ended'] },
  })
}
