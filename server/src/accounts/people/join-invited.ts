import type { Account } from '../../account.ts'
import { personActor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { AppError } from '../../errors.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { createAccount, type NewAccount } from '../create-account.ts'
import { findAccountByEmail } from '../rows/account-rows.ts'
import { type InvitationRow, listInvitationsTo, takeInvitation } from '../rows/invitation-rows.ts'
import { saveMembership } from '../rows/member-rows.ts'

type Handle = ControlStore['db']

/**
 * Creates an account for an invited person whose address the operator's provider has verified, and accepts all their
 * invitations: the provider's verification is stronger than an invitation link.
 */
export async function joinInvited(
  db: Handle,
  email: string,
  nowMs: number,
): Promise<Account | undefined> {
  const open = await listOpenInvitations(db, email, nowMs)
  if (open.length === 0) return undefined
  const given = { email, passwordHash: undefined, isEmailVerified: true }
  const account = await makeMember(db, given, nowMs)
  await recordAudit(db, nowMs, { action: 'account.created', by: personActor(account) })
  await acceptOpenInvitations(db, account, nowMs)
  return account
}

/** Accepts every invitation to the address of an account, which the operator's provider has verified. */
export async function acceptOpenInvitations(
  db: Handle,
  account: Account,
  nowMs: number,
): Promise<void> {
  for (const invitation of await listOpenInvitations(db, account.email, nowMs)) {
    await acceptAs(db, account, invitation, nowMs)
  }
}

async function listOpenInvitations(db: Handle, email: string, nowMs: number) {
  return (await listInvitationsTo(db, email)).filter(({ expiresMs }) => nowMs < expiresMs)
}

/** Makes an account a member of the site that an invitation is about, and ends the invitation. */
export async function acceptAs(
  db: Handle,
  account: Account,
  { id, siteId, role }: Pick<InvitationRow, 'id' | 'siteId' | 'role'>,
  nowMs: number,
): Promise<void> {
  await takeInvitation(db, { siteId, id })
  await saveMembership(db, { siteId, accountId: account.id, role })
  await recordAudit(db, nowMs, {
    action: 'invitation.accepted',
    by: personActor(account),
    siteId,
    object: { id, name: account.email },
    changes: { role: [null, role] },
  })
}

/** A new account without a role on the installation; refuses an address that has one. */
export async function makeMember(
  db: Handle,
  given: Omit<NewAccount, 'installationRole'>,
  nowMs: number,
): Promise<Account> {
  if ((await findAccountByEmail(db, given.email)) !== undefined) {
    throw new AppError('conflict', `${given.email} has an account. Sign in with it to accept.`)
  }
  return createAccount(db, nowMs, { ...given, installationRole: 'member' })
}
