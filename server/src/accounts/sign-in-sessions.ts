import { type Clock, systemClock } from '../clock.ts'
import {
  deleteExpiredSignIns,
  deleteSignIn,
  findSignIn,
  insertSignIn,
  saveLastSeen,
} from '../store/control/accounts/sign-in-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { type Account, toAccount } from './account.ts'
import { hashOpaqueToken, newOpaqueToken } from './opaque-token.ts'

/** Who is signed in, kept in the store: ending a session ends it at once, on every node. */
export interface SignInSessions {
  /** A new session's token; the browser gets it as a cookie and nobody else sees it. */
  start(accountId: string): Promise<string>
  find(token: string): Promise<Account | undefined>
  end(token: string): Promise<void>
}

const dayMs = 24 * 60 * 60_000
export const absoluteLifeMs = 30 * dayMs
const idleLifeMs = 14 * dayMs
/** Being seen is written down this rarely, so that reading a dashboard writes almost nothing. */
const lastSeenStepMs = 5 * 60_000

export function signInSessions(
  store: ControlStore,
  options: { clock?: Clock } = {},
): SignInSessions {
  const clock = options.clock ?? systemClock
  return {
    async start(accountId) {
      const nowMs = clock.now()
      await deleteExpiredSignIns(store.db, {
        createdMs: nowMs - absoluteLifeMs,
        lastSeenMs: nowMs - idleLifeMs,
      })
      const token = newOpaqueToken()
      await insertSignIn(store.db, { tokenHash: hashOpaqueToken(token), accountId, nowMs })
      return token
    },
    async find(token) {
      const tokenHash = hashOpaqueToken(token)
      const nowMs = clock.now()
      const found = await findSignIn(store.db, tokenHash)
      if (found === undefined) return undefined
      if (nowMs >= found.createdMs + absoluteLifeMs) return undefined
      if (nowMs >= found.lastSeenMs + idleLifeMs) return undefined
      if (nowMs >= found.lastSeenMs + lastSeenStepMs) {
        await saveLastSeen(store.db, tokenHash, nowMs)
      }
      return toAccount(found.account)
    },
    end: (token) => deleteSignIn(store.db, hashOpaqueToken(token)),
  }
}
