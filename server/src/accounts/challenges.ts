import type { ControlStore } from '../store/control/control-store.ts'
import { hashOpaqueToken } from './opaque-token.ts'
import {
  type ChallengeRow,
  deleteChallengesBefore,
  insertChallenge,
  takeChallengeRow,
} from './rows/challenge-rows.ts'

type Purpose = ChallengeRow['purpose']

interface NewChallenge {
  token: string
  purpose: Purpose
  accountId?: string
  content?: string
  /** Five minutes by default. */
  lifeMs?: number
}

/** Time for a person to find their phone; short enough that stored challenges do not pile up. */
const lifeMs = 5 * 60_000

/** Stores a browser's challenge, on every node, until it returns with the token. */
export async function openChallenge(
  { db }: Pick<ControlStore, 'db'>,
  nowMs: number,
  challenge: NewChallenge,
): Promise<void> {
  await deleteChallengesBefore(db, nowMs)
  await insertChallenge(db, {
    tokenHash: hashOpaqueToken(challenge.token),
    purpose: challenge.purpose,
    accountId: challenge.accountId,
    content: challenge.content ?? '',
    expiresMs: Math.floor(nowMs) + (challenge.lifeMs ?? lifeMs),
  })
}

/** The content of the challenge with this token, once; undefined if it was used, is too old or never existed. */
export async function takeChallenge(
  { db }: Pick<ControlStore, 'db'>,
  nowMs: number,
  { token, purpose }: { token: string; purpose: Purpose },
): Promise<ChallengeRow | undefined> {
  const found = await takeChallengeRow(db, { tokenHash: hashOpaqueToken(token), purpose })
  return found !== undefined && nowMs < found.expiresMs ? found : undefined
}
