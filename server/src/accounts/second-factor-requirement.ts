import type { ActionAuthor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../errors.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { factorRequired, isSettingOn, saveSetting } from './rows/installation-setting-rows.ts'
import { listPasskeyRows } from './rows/passkey-rows.ts'
import { findSecondFactor } from './rows/second-factor-rows.ts'
import type { SignInRow } from './rows/sign-in-rows.ts'

/** How a person proved their identity when a session began. */
export type SignInWay = 'password' | 'passkey' | 'oidc' | 'reset-link' | 'set-up' | 'invitation'

/** A passkey counts as both factors, and the operator's provider asks for its own. */
const strongWays: readonly string[] = ['passkey', 'oidc'] satisfies SignInWay[]

/** What the requirement for a second factor means for a session. */
export type FactorStatus =
  /** Two factors were used, or the next password will need a code. */
  | 'strong'
  /** Only a password, which is enough here. */
  | 'weak'
  /** Only a password: the person may only set up a factor. */
  | 'lacking'
  /** Only a password, though the person has a passkey and must use it. */
  | 'closed'

export function factorStatus(session: FactorFacts): FactorStatus {
  if (session.hasCodes || strongWays.includes(session.way)) return 'strong'
  if (!session.isFactorRequired) return 'weak'
  return session.hasPasskeys ? 'closed' : 'lacking'
}

type FactorFacts = Pick<SignInRow, 'way' | 'hasCodes' | 'hasPasskeys' | 'isFactorRequired'>

/** Whether everybody who signs in here needs a second factor. */
export function isFactorRequired({ db }: Pick<ControlStore, 'db'>): Promise<boolean> {
  return isSettingOn(db, factorRequired)
}

/** Requires a second factor of everybody, or leaves it to each person again. */
export async function setFactorRequired(
  store: ControlStore,
  { isRequired, factorStatus, by, nowMs }: RequirementChange,
): Promise<void> {
  if (isRequired && factorStatus !== 'strong') {
    throw new AppError(
      'conflict',
      'Set up a second factor of your own first, or sign in with your passkey: this would shut you out',
    )
  }
  await store.transaction(async (db) => {
    const wasRequired = await isSettingOn(db, factorRequired)
    if (wasRequired === isRequired) return
    await saveSetting(db, { name: factorRequired, isOn: isRequired, nowMs: Math.floor(nowMs) })
    const changes = { secondFactorRequired: [wasRequired, isRequired] as [boolean, boolean] }
    await recordAudit(db, nowMs, { action: 'installation.changed', by, changes })
  })
}

interface RequirementChange extends ActionAuthor {
  isRequired: boolean
  /** The factor status of the requesting owner. */
  factorStatus: FactorStatus
}

/**
 * Refuses a sign-in with only a password if a second factor is required for everybody and the person has a passkey.
 * People without any factor may sign in and set one up.
 */
export async function refusePasswordAlone(store: ControlStore, accountId: string): Promise<void> {
  if (!(await isFactorRequired(store))) return
  const factor = await findSecondFactor(store.db, accountId)
  if (factor?.confirmedMs !== undefined) return
  if ((await listPasskeyRows(store.db, accountId)).length === 0) return
  throw new AppError('forbidden', 'A password alone is not enough here. Sign in with your passkey.')
}
