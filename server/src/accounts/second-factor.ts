import { randomBytes } from 'node:crypto'
import type { Account } from '../account.ts'
import { AppError } from '../errors.ts'
import type { AlsoWrite, ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { base32, matchingStep } from './one-time-code.ts'
import {
  deleteSecondFactor,
  findSecondFactor,
  saveConfirmed,
  saveUnconfirmed,
  takeRecoveryHash,
  takeStep,
} from './rows/second-factor-rows.ts'

/** Codes of an authenticator after the password (TOTP, RFC 6238), with recovery codes for its loss. */
export interface SecondFactors {
  /** A new secret for an authenticator; it counts once `confirm` has seen a code made with it. */
  begin(account: Account): Promise<{ secret: string; uri: string }>
  /** Turns it on, with what `also` writes, and returns the recovery codes, which are shown only this once. */
  confirm(account: Account, code: string, also: AlsoWrite): Promise<string[]>
  isOn(accountId: string): Promise<boolean>
  /** How many recovery codes are left. */
  recoveryCodesLeft(accountId: string): Promise<number>
  /** Accepts a code of the authenticator or a recovery code, each once. */
  accepts(accountId: string, code: string): Promise<boolean>
  /** Turns it off, with what `also` writes. */
  remove(accountId: string, also: AlsoWrite): Promise<void>
}

const recoveryCodes = 10

/** Derives the key that the secrets of authenticators are encrypted with. */
export const secondFactorPurpose = 'second factor'

export function secondFactors(
  store: ControlStore,
  secrets: Secrets,
  now: () => number,
): SecondFactors {
  const { db } = store
  const unseal = (sealed: string) =>
    Buffer.from(secrets.open(secondFactorPurpose, sealed), 'base64url')

  async function confirmed(accountId: string) {
    const found = await findSecondFactor(db, accountId)
    return found?.confirmedMs === undefined ? undefined : found
  }

  return {
    async begin({ id, email }) {
      // 160 bits: what RFC 4226 recommends.
      const secret = randomBytes(20)
      const sealed = secrets.seal(secondFactorPurpose, secret.toString('base64url'))
      const isSaved = await saveUnconfirmed(db, { accountId: id, secret: sealed, createdMs: now() })
      if (!isSaved) throw new AppError('conflict', 'Two-factor sign-in is on already')
      const label = `Tributary:${encodeURIComponent(email)}`
      const text = base32(secret)
      return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=Tributary` }
    },
    async confirm({ id }, code, also) {
      const found = await findSecondFactor(db, id)
      if (found === undefined || found.confirmedMs !== undefined) {
        throw new AppError('conflict', 'Begin to set up two-factor sign-in first')
      }
      const step = matchingStep(unseal(found.secret), tidy(code), now())
      if (step === undefined) throw wrongCode()
      const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
      const recoveryHashes = codes.map((one) => secrets.hash('recovery code', id + tidy(one)))
      await store.transaction(async (handle) => {
        if (!(await takeStep(handle, id, step))) throw wrongCode()
        await saveConfirmed(handle, { accountId: id, recoveryHashes, confirmedMs: now() })
        await also(handle)
      })
      return codes
    },
    isOn: async (accountId) => (await confirmed(accountId)) !== undefined,
    recoveryCodesLeft: async (accountId) =>
      (await confirmed(accountId))?.recoveryHashes.length ?? 0,
    async accepts(accountId, code) {
      const found = await confirmed(accountId)
      if (found === undefined) return false
      const step = matchingStep(unseal(found.secret), tidy(code), now())
      if (step !== undefined) return takeStep(db, accountId, step)
      const hash = secrets.hash('recovery code', accountId + tidy(code))
      return found.recoveryHashes.includes(hash) && takeRecoveryHash(db, found, hash)
    },
    remove: (accountId, also) =>
      store.transaction(async (handle) => {
        await deleteSecondFactor(handle, accountId)
        await also(handle)
      }),
  }
}

export function wrongCode(): AppError {
  return new AppError('invalid', 'This code is wrong, or it was used already')
}

/** 50 bits in two groups that can be read out. */
function newRecoveryCode(): string {
  const text = base32(randomBytes(7)).slice(0, 10).toLowerCase()
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

/** People type codes with spaces, dashes and capitals. */
function tidy(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase()
}
