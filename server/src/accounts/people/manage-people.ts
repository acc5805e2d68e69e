import type { AuditAction } from '@tributary/contract/app/audit.ts'
import type { Account } from '../../account.ts'
import { type ActionAuthor, personActor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { AppError } from '../../errors.ts'
import { dropWaitingMailsTo } from '../../mail/mail-rows.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { type AccountRow, countInstallationOwners, findAccountById } from '../rows/account-rows.ts'
import { deleteAccountRows, listSitesOwnedAlone, saveDisabled } from '../rows/people-rows.ts'
import { deleteResetLinksOf } from '../rows/reset-link-rows.ts'
import { deleteSignInsOf } from '../rows/sign-in-rows.ts'

/** The account with this id; throws if there is none. */
export async function getPerson(
  { db }: Pick<ControlStore, 'db'>,
  accountId: string,
): Promise<AccountRow> {
  const found = await findAccountById(db, accountId)
  if (found === undefined) throw new AppError('not-found', 'Account not found')
  return found
}

/** Disables an account and signs the person out at once, or enables it again. */
export async function setDisabled(
  store: ControlStore,
  accountId: string,
  { isDisabled, by, nowMs }: ActionAuthor & { isDisabled: boolean },
): Promise<void> {
  await store.transaction(async (db) => {
    const person = await getPerson({ db }, accountId)
    if (person.isDisabled === isDisabled) return
    if (isDisabled) {
      if (by.id === accountId) throw new AppError('conflict', 'You cannot disable yourself')
      await keepOneOwner(db, person)
      await deleteSignInsOf(db, accountId)
      await deleteResetLinksOf(db, accountId)
      const error = 'the account was disabled'
      await dropWaitingMailsTo(db, { recipient: person.email, error, nowMs: Math.floor(nowMs) })
    }
    await saveDisabled(db, accountId, isDisabled ? Math.floor(nowMs) : null)
    await note(db, isDisabled ? 'account.disabled' : 'account.enabled', person, { by, nowMs })
  })
}

/** Signs a person out everywhere. Returns the number of sessions. */
export async function signOutPerson(
  store: ControlStore,
  accountId: string,
  author: ActionAuthor,
): Promise<number> {
  return store.transaction(async (db) => {
    const person = await getPerson({ db }, accountId)
    const ended = await deleteSignInsOf(db, accountId)
    await note(db, 'account.signed-out-by-owner', person, author)
    return ended
  })
}

/** Removes a person's own account. Their entries in the audit log stay. */
export async function deleteOwnAccount(
  store: ControlStore,
  account: Account,
  nowMs: number,
): Promise<void> {
  await store.transaction(async (db) => {
    const person = await getPerson({ db }, account.id)
    await keepOneOwner(db, person)
    const [alone] =
      person.installationRole === 'owner' ? [] : await listSitesOwnedAlone(db, account.id)
    if (alone !== undefined) {
      throw new AppError(
        'conflict',
        `${alone} has no other owner. Make somebody else one, or delete the site, first.`,
      )
    }
    await deleteAccountRows(db, account.id)
    await recordAudit(db, nowMs, { action: 'account.deleted', by: personActor(account) })
  })
}

async function keepOneOwner(db: ControlStore['db'], person: AccountRow): Promise<void> {
  if (person.installationRole !== 'owner' || person.isDisabled) return
  if ((await countInstallationOwners(db)) > 1) return
  throw new AppError(
    'conflict',
    'An installation keeps at least one owner. Make somebody else an owner first.',
  )
}

function note(
  db: ControlStore['db'],
  action: AuditAction,
  { id, email }: AccountRow,
  { by, nowMs }: ActionAuthor,
): Promise<void> {
  return recordAudit(db, nowMs, { action, by, object: { id, name: email } })
}
