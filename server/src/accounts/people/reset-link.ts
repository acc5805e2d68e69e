import { type Account, toAccount } from '../../account.ts'
import { type Actor, personActor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { AppError } from '../../errors.ts'
import type { AlsoWrite, ControlStore } from '../../store/control/control-store.ts'
import { dayMs } from '../../time/durations.ts'
import { hashOpaqueToken, newOpaqueToken } from '../opaque-token.ts'
import { hashPassword } from '../password.ts'
import { type AccountRow, findAccountById, savePasswordHash } from '../rows/account-rows.ts'
import {
  deleteResetLinksOf,
  findResetLink,
  type ResetLinkRow,
  saveResetLink,
} from '../rows/reset-link-rows.ts'
import { deleteSignInsOf } from '../rows/sign-in-rows.ts'
import { refuseDisabled } from '../sign-in.ts'
import { verifyAddress } from '../verify-address.ts'

const linkLifeMs = dayMs

/** Without a session, a link can only be requested by e-mail, which goes only to the account's address. */
const makers: Record<Actor['kind'], ResetLinkRow['madeBy']> = {
  'command-line': 'command-line',
  account: 'account',
  key: 'account',
  nobody: 'mail',
}

/**
 * A link for setting a new password of an account, valid once and for a day; it replaces an earlier one. Second
 * factors stay and are asked for. The creator passes it on, or it is mailed to the account's address.
 */
export async function makeResetLink(
  store: ControlStore,
  account: Pick<Account, 'id' | 'email'>,
  { by, nowMs, publicUrl }: { by: Actor; nowMs: number; publicUrl: string },
): Promise<string> {
  const token = newOpaqueToken()
  await store.transaction(async (db) => {
    await saveResetLink(db, {
      tokenHash: hashOpaqueToken(token),
      accountId: account.id,
      madeBy: makers[by.kind],
      expiresMs: Math.floor(nowMs) + linkLifeMs,
    })
    const object = { id: account.id, name: account.email }
    await recordAudit(db, nowMs, { action: 'account.reset-link-made', by, object })
  })
  // In the fragment (`#`), so that the token reaches no server log and no referrer.
  return `${publicUrl}/reset-password#token=${token}`
}

/** The account of a link, and who made the link. */
export async function openResetLink(
  { db }: Pick<ControlStore, 'db'>,
  token: string,
  nowMs: number,
): Promise<{ account: AccountRow; madeBy: ResetLinkRow['madeBy'] }> {
  const link = await findResetLink(db, hashOpaqueToken(token))
  const account = link && (await findAccountById(db, link.accountId))
  if (link === undefined || account === undefined || nowMs >= link.expiresMs) {
    throw new AppError(
      'forbidden',
      'This link was used or is too old. Ask an owner of this installation for a new one.',
    )
  }
  refuseDisabled(account)
  return { account, madeBy: link.madeBy }
}

/**
 * Sets a new password by a link; every session of the account ends. A link that was mailed also verifies the
 * address. What `also` writes is in the same transaction.
 */
export async function resetPassword(
  store: ControlStore,
  { token, password, nowMs }: { token: string; password: string; nowMs: number },
  also: AlsoWrite<Account>,
): Promise<Account> {
  const passwordHash = await hashPassword(password)
  return store.transaction(async (db) => {
    const { account, madeBy } = await openResetLink({ db }, token, nowMs)
    if (madeBy === 'mail' && account.isEmailUnverified) {
      // The second factor stays: its code was just asked for, if there is one.
      await verifyAddress(db, account, { nowMs, except: ['second_factors'] })
    }
    await deleteResetLinksOf(db, account.id)
    await savePasswordHash(db, account.id, passwordHash)
    await deleteSignInsOf(db, account.id)
    await recordAudit(db, nowMs, { action: 'account.password-reset', by: personActor(account) })
    await also(db, toAccount(account))
    return toAccount(account)
  })
}
