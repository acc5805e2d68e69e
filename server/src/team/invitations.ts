import { type AppInvitationShown, addressUnverifiedMessage } from '@tributary/contract/app/team.ts'
import type { Account } from '../account.ts'
import { checkEmail } from '../accounts/email-address.ts'
import { hashOpaqueToken, newOpaqueToken } from '../accounts/opaque-token.ts'
import { hashPassword } from '../accounts/password.ts'
import { acceptAs, makeMember } from '../accounts/people/join-invited.ts'
import {
  findAccountByEmail,
  findAccountById,
  type SiteRole,
} from '../accounts/rows/account-rows.ts'
import {
  findInvitationByToken,
  type InvitationRow,
  listInvitationRows,
  saveInvitation,
  takeInvitation,
} from '../accounts/rows/invitation-rows.ts'
import { listMemberRows } from '../accounts/rows/member-rows.ts'
import { personActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { findSiteRow } from '../sites/site-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { dayMs } from '../time/durations.ts'
import { refuseAbove, type TeamActor } from './members.ts'

/** Long enough for a holiday, short enough that a forgotten e-mail opens nothing. */
const invitationLifeMs = 7 * dayMs
const mostInvitations = 200

export type Invitation = InvitationRow

/** Sends an invitation's token to its address, in the transaction that makes the invitation. */
export type SendInvitation = (db: Handle, invitation: Invitation, token: string) => Promise<void>

/**
 * Invites an address to a site. The token is returned only now; an earlier one stops working. With `send`, only the
 * recipient of that e-mail learns the token.
 */
export async function invite(
  store: ControlStore,
  siteId: string,
  { send, ...input }: { email: string; role: SiteRole; send?: SendInvitation | undefined },
  actor: TeamActor,
): Promise<{ invitation: Invitation; token: string }> {
  refuseAbove(input.role, actor)
  const token = newOpaqueToken()
  const invitation: Invitation = {
    id: `inv_${randomBase62(12)}`,
    siteId,
    email: checkEmail(input.email),
    role: input.role,
    tokenHash: hashOpaqueToken(token),
    invitedBy: actor.account.email,
    isMailed: send !== undefined,
    createdMs: actor.nowMs,
    expiresMs: actor.nowMs + invitationLifeMs,
  }
  await store.transaction(async (db) => {
    const members = await listMemberRows(db, siteId)
    if (members.some(({ email }) => email === invitation.email)) {
      throw new AppError('conflict', `${invitation.email} may see this site already`)
    }
    if ((await listInvitationRows(db, siteId)).length >= mostInvitations) {
      throw new AppError('conflict', 'There are too many open invitations. Revoke some first.')
    }
    await saveInvitation(db, invitation)
    await recordAudit(db, actor.nowMs, {
      action: 'invitation.made',
      by: personActor(actor.account),
      siteId,
      object: { id: invitation.id, name: invitation.email },
      changes: { role: [null, invitation.role] },
    })
    await send?.(db, invitation, token)
  })
  return { invitation, token }
}

/** The pending invitations of a site, expired ones too. */
export function listInvitations({ db }: ControlStore, siteId: string): Promise<Invitation[]> {
  return listInvitationRows(db, siteId)
}

/** Revokes an invitation: its link no longer works. */
export async function revokeInvitation(
  store: ControlStore,
  place: { siteId: string; id: string },
  actor: TeamActor,
): Promise<void> {
  await store.transaction(async (db) => {
    const ended = await takeInvitation(db, place)
    if (ended === undefined) throw new AppError('not-found', 'Invitation not found')
    refuseAbove(ended.role, actor)
    await recordAudit(db, actor.nowMs, {
      action: 'invitation.revoked',
      by: personActor(actor.account),
      siteId: place.siteId,
      object: { id: ended.id, name: ended.email },
    })
  })
}

/** An invitation as shown to the holder of its link. */
export async function showInvitation(
  { db }: ControlStore,
  token: string,
  nowMs: number,
): Promise<AppInvitationShown> {
  const { siteId, role, email, invitedBy } = await getOpen(db, token, nowMs)
  const site = await findSiteRow(db, siteId)
  if (site === undefined) throw closedInvitation()
  const hasAccount = (await findAccountByEmail(db, email)) !== undefined
  return { siteName: site.name, role, email, invitedBy, hasAccount }
}

interface Acceptance {
  token: string
  /** The signed-in person, if any. */
  account: Account | undefined
  /** For the account that is created without a session. */
  password: string | undefined
  /** Whether this installation can verify an address: by e-mail or through a provider. */
  canVerifyEmail: boolean
}

/**
 * Makes the invited person a member: the signed-in person with the invited address, or a new account. Works once.
 * The link alone gives no access to an existing account.
 */
export async function acceptInvitation(
  store: ControlStore,
  { token, account: signedIn, password, canVerifyEmail }: Acceptance,
  nowMs: number,
): Promise<{ account: Account; siteId: string }> {
  const { email } = await getOpen(store.db, token, nowMs)
  if (signedIn !== undefined && signedIn.email !== email) {
    throw new AppError('conflict', `This invitation is for ${email}. Sign in with that address.`)
  }
  if (signedIn === undefined && password === undefined) {
    throw new AppError('invalid', 'password parameter is required')
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return store.transaction(async (db) => {
    const { id, siteId, role, isMailed } = await getOpen(db, token, nowMs)
    if (signedIn !== undefined && canVerifyEmail) await refuseUnverified(db, signedIn)
    const isEmailVerified = isMailed
    const account =
      signedIn ?? (await makeMember(db, { email, passwordHash, isEmailVerified }, nowMs))
    const by = personActor(account)
    if (signedIn === undefined) await recordAudit(db, nowMs, { action: 'account.created', by })
    await acceptAs(db, account, { id, siteId, role }, nowMs)
    return { account, siteId }
  })
}

type Handle = ControlStore['db']

/** Refuses accounts with an unverified address: somebody may have created one in another's name. */
async function refuseUnverified(db: Handle, { id }: Account): Promise<void> {
  const row = await findAccountById(db, id)
  if (row?.isEmailUnverified) throw new AppError('forbidden', addressUnverifiedMessage)
}

async function getOpen(db: Handle, token: string, nowMs: number): Promise<Invitation> {
  const found = await findInvitationByToken(db, hashOpaqueToken(token))
  if (found === undefined || nowMs >= found.expiresMs) throw closedInvitation()
  return found
}

function closedInvitation(): AppError {
  return new AppError(
    'forbidden',
    'This invitation was used or revoked, or is too old. Ask for a new one.',
  )
}
