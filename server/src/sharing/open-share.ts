import { timingSafeEqual } from 'node:crypto'
import { hashOpaqueToken } from '../accounts/opaque-token.ts'
import { isPassword } from '../accounts/password.ts'
import { type SignInGuard, throttled } from '../accounts/sign-in.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import { findSiteRow } from '../sites/site-rows.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { hourMs } from '../time/durations.ts'
import { type Share, toShare } from './share.ts'
import { findShareByToken, findShareRow } from './share-rows.ts'

/** A page that stays open asks to be opened again after this long. */
const accessLifeMs = 12 * hourMs

/** The link with this token, if it is valid. */
export async function findOpenShare(
  { db }: ControlStore,
  token: string,
  nowMs: number,
): Promise<Share | undefined> {
  const row = await findShareByToken(db, hashOpaqueToken(token))
  return row && isOpen(toShare(row), nowMs)
}

/** The link in a page's address: by its id, or for older links by its token. */
export async function findShareOfPage(
  store: ControlStore,
  name: string,
  nowMs: number,
): Promise<Share | undefined> {
  if (!/^shr_\w{12}$/.test(name)) return findOpenShare(store, name, nowMs)
  const row = await findShareRow(store.db, name)
  return row && isOpen(toShare(row), nowMs)
}

/**
 * Whether a password opens a link; undefined if one is needed and missing. Guessing is limited as for accounts, but
 * counted separately.
 */
export async function passSharePassword(
  guard: SignInGuard,
  share: Share,
  { password, address }: { password: string | undefined; address: string },
): Promise<boolean | undefined> {
  const { passwordHash } = share
  if (passwordHash === null) return true
  if (password === undefined) return undefined
  const attempt = { email: `share ${share.id}`, address }
  return throttled(guard, attempt, () => isPassword(password, passwordHash))
}

/** The token for the page's further questions, without the link's token or password. */
export function shareAccess(secrets: Secrets, share: Share, nowMs: number): string {
  const untilMs = Math.floor(nowMs) + accessLifeMs
  return `${share.id}.${untilMs}.${sealOf(secrets, share, untilMs)}`
}

/** The link and the site of an access token, unless it is forged, too old, or the link was revoked. */
export async function findByAccess(
  { db }: ControlStore,
  secrets: Secrets,
  access: string,
  nowMs: number,
): Promise<{ share: Share; site: Site } | undefined> {
  const [, id, until, seal] = /^(shr_\w{12})\.(\d{1,15})\.([\w-]{43})$/.exec(access) ?? []
  if (id === undefined || until === undefined || seal === undefined) return undefined
  const row = await findShareRow(db, id)
  const share = row && isOpen(toShare(row), nowMs)
  if (share === undefined || nowMs >= Number(until)) return undefined
  const [given, wanted] = [seal, sealOf(secrets, share, Number(until))].map((one) =>
    Buffer.from(one),
  )
  if (!given || !wanted || given.length !== wanted.length) return undefined
  if (!timingSafeEqual(given, wanted)) return undefined
  const site = await findSiteRow(db, share.siteId)
  return site && { share, site }
}

/** The one error for links that never existed, were revoked, or have expired. */
export function closedShare(): AppError {
  return new AppError('forbidden', 'This link has expired or was revoked.')
}

function isOpen(share: Share, nowMs: number): Share | undefined {
  return share.expiresMs === null || nowMs < share.expiresMs ? share : undefined
}

function sealOf(secrets: Secrets, { id, tokenHash, passwordHash }: Share, untilMs: number) {
  return secrets.hash('share access', JSON.stringify([id, untilMs, tokenHash, passwordHash]))
}
