import type { NewShare } from '@tributary/contract/app-share.ts'
import type { Account } from '../accounts/account.ts'
import { hashOpaqueToken, newOpaqueToken } from '../accounts/opaque-token.ts'
import { hashPassword } from '../accounts/password.ts'
import { personActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { readFilters } from '../reports/read-filters.ts'
import { checkName } from '../sites/check-name.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import {
  insertShare,
  listShareRows,
  type ShareRow,
  takeShare,
} from '../store/control/sharing/share-rows.ts'
import { type Share, toShare } from './share.ts'

const dayMs = 86_400_000
const mostShares = 200

/** Makes a link. Its token is known now and never again. */
export async function makeShare(
  store: ControlStore,
  siteId: string,
  input: NewShare,
  { account, nowMs }: { account: Account; nowMs: number },
): Promise<{ share: Share; token: string }> {
  const { panels, showsMoney, filters = [], expiresInDays, allowsEmbed = false } = input
  readFilters(filters)
  if (filters.length > 0 && panels.includes('live')) {
    throw new AppError('invalid', 'live cannot be filtered; leave it out or share without filters')
  }
  const token = newOpaqueToken()
  const row: ShareRow = {
    id: `shr_${randomBase62(12)}`,
    site_id: siteId,
    name: checkName(input.name),
    token_hash: hashOpaqueToken(token),
    password_hash: input.password === undefined ? null : await hashPassword(input.password),
    panels: JSON.stringify([...new Set(panels)]),
    shows_money: Number(showsMoney),
    filters: JSON.stringify(filters),
    allows_embed: Number(allowsEmbed),
    created_by: account.email,
    created_ms: nowMs,
    expires_ms: expiresInDays === undefined ? null : nowMs + expiresInDays * dayMs,
  }
  await store.transaction(async (db) => {
    if ((await listShareRows(db, siteId)).length >= mostShares) {
      throw new AppError('conflict', 'There are too many share links. Revoke some first.')
    }
    await insertShare(db, row)
    await recordAudit(db, nowMs, {
      action: 'share.made',
      by: personActor(account),
      siteId,
      object: { id: row.id, name: row.name },
      changes: {
        panels: [null, panels],
        showsMoney: [null, showsMoney],
        allowsEmbed: [null, allowsEmbed],
        hasPassword: [null, row.password_hash !== null],
      },
    })
  })
  return { share: toShare(row), token }
}

/** A site's links, the oldest first, those that have expired too. */
export async function listShares({ db }: ControlStore, siteId: string): Promise<Share[]> {
  return (await listShareRows(db, siteId)).map(toShare)
}

/** Revokes a link: open pages get no further answer. */
export async function revokeShare(
  store: ControlStore,
  place: { siteId: string; id: string },
  { account, nowMs }: { account: Account; nowMs: number },
): Promise<void> {
  await store.transaction(async (db) => {
    const ended = await takeShare(db, place)
    if (ended === undefined) throw new AppError('not-found', 'Share link not found')
    await recordAudit(db, nowMs, {
      action: 'share.revoked',
      by: personActor(account),
      siteId: place.siteId,
      object: { id: ended.id, name: ended.name },
    })
  })
}
