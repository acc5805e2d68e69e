import { type Account, toAccount } from '../account.ts'
import { randomBase62 } from '../base62.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { AlsoWrite, ControlStore } from '../store/control/control-store.ts'
import { dayMs } from '../time/durations.ts'
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts'
import { saveLastSignIn } from './rows/account-rows.ts'
import {
  deleteExpiredSignIns,
  deleteOtherSignIns,
  deleteSignIn,
  deleteSignInById,
  findSignIn,
  insertSignIn,
  listSignIns,
  saveIdentityConfirmed,
  saveLastSeen,
  saveWay,
} from './rows/sign-in-rows.ts'
import { type FactorStatus, factorStatus, type SignInWay } from './second-factor-requirement.ts'

/** The signed-in sessions, in the store: ending a session takes effect at once on every node. */
export interface SignInSessions {
  /** A new session's token; only the browser gets it, as a cookie. */
  start(accountId: string, begun?: Begun, also?: AlsoWrite): Promise<string>
  find(token: string): Promise<SignedIn | undefined>
  /** Records that the person has just used a passkey; with `handle`, in its transaction. */
  strengthen(token: string, handle?: ControlStore['db']): Promise<void>
  /** Records that the person has just proved their identity again. */
  confirmIdentity(token: string): Promise<void>
  /** Whether they signed in or proved it within the last ten minutes. */
  isRecent(token: string): Promise<boolean>
  end(token: string): Promise<void>
  /** Where an account is signed in, the latest first; `token` is that of the requesting session. */
  list(accountId: string, token: string): Promise<SignedInDevice[]>
  endOne(accountId: string, id: string): Promise<void>
  /** Ends every session of the account but this one; with `handle`, in its transaction. */
  endOthers(accountId: string, token: string, handle?: ControlStore['db']): Promise<void>
}

/** How a session begins. */
interface Begun {
  device?: string
  way?: SignInWay
  /** Of the dashboard. */
  language?: string
}

export interface SignedIn {
  account: Account
  /** Whether they have met the requirement for factors; never `closed`, because then there is no session. */
  factorStatus: FactorStatus
  /** How the session began. */
  way: string
}

interface SignedInDevice {
  id: string
  /** Browser and system; empty when unknown. */
  device: string
  createdMs: number
  lastSeenMs: number
  isThisOne: boolean
}

export const absoluteLifeMs = 30 * dayMs
const idleLifeMs = 14 * dayMs
const recentMs = 10 * 60_000
/** How often activity is recorded at most, so that reading a dashboard writes almost nothing. */
const lastSeenStepMs = 5 * 60_000

export function signInSessions(
  store: ControlStore,
  options: { clock?: Clock } = {},
): SignInSessions {
  const clock = options.clock ?? systemClock
  const { db } = store
  const forgetExpired = () =>
    deleteExpiredSignIns(db, {
      createdMs: clock.now() - absoluteLifeMs,
      lastSeenMs: clock.now() - idleLifeMs,
    })
  return {
    async start(accountId, { device = '', way = 'password', language = '' } = {}, also) {
      await forgetExpired()
      const token = newOpaqueToken()
      const nowMs = clock.now()
      const signIn = { tokenHash: hashOpaqueToken(token), id: `sgn_${randomBase62(12)}` }
      await store.transaction(async (handle) => {
        await insertSignIn(handle, { ...signIn, device, way, accountId, nowMs })
        await saveLastSignIn(handle, accountId, { nowMs, language })
        await also?.(handle)
      })
      return token
    },
    async find(token) {
      const tokenHash = hashOpaqueToken(token)
      const nowMs = clock.now()
      const found = await findSignIn(db, tokenHash)
      if (found === undefined || found.account.isDisabled) return undefined
      const status = factorStatus(found)
      if (status === 'closed') return undefined
      if (nowMs >= found.createdMs + absoluteLifeMs) return undefined
      if (nowMs >= found.lastSeenMs + idleLifeMs) return undefined
      if (nowMs >= found.lastSeenMs + lastSeenStepMs) {
        await saveLastSeen(db, tokenHash, nowMs)
      }
      return { account: toAccount(found.account), factorStatus: status, way: found.way }
    },
    strengthen: (token, handle = db) =>
      saveWay(handle, hashOpaqueToken(token), 'passkey' satisfies SignInWay),
    confirmIdentity: (token) => saveIdentityConfirmed(db, hashOpaqueToken(token), clock.now()),
    async isRecent(token) {
      const found = await findSignIn(db, hashOpaqueToken(token))
      if (found === undefined) return false
      return clock.now() < Math.max(found.createdMs, found.provedMs) + recentMs
    },
    end: (token) => deleteSignIn(db, hashOpaqueToken(token)),
    async list(accountId, token) {
      await forgetExpired()
      const own = hashOpaqueToken(token)
      const found = await listSignIns(db, accountId)
      return found.map(({ tokenHash, ...device }) => ({ ...device, isThisOne: tokenHash === own }))
    },
    endOne: (accountId, id) => deleteSignInById(db, accountId, id),
    endOthers: (accountId, token, handle = db) =>
      deleteOtherSignIns(handle, accountId, hashOpaqueToken(token)),
  }
}
