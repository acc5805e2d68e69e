import type { NewShare } from '@tributary/contract/app/share.ts'
import type { Kysely } from 'kysely'
import type { Account } from '../account.ts'
import { hashOpaqueToken, newOpaqueToken } from '../accounts/opaque-token.ts'
import { hashPassword } from '../accounts/password.ts'
import { personActor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { readFilters } from '../reports/read-filters.ts'
import { checkName } from '../sites/check-name.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Database } from '../store/control/tables.ts'
import { dayMs } from '../time/durations.ts'
import { readBrand } from './read-brand.ts'
import { type Share, toShare } from './share.ts'
import {
  findShareRow,
  insertShare,
  listShareRows,
  type ShareRow,
  saveShareToken,
  takeShare,
} from './share-rows.ts'

const mostShares = 200

interface Place {
  siteId: string
  id: string
}

/** The purpose that a link's token is encrypted for. */
export const shareTokenPurpose = (id: string) => `share token ${id}`

interface ShareStore {
  control: ControlStore
  secrets: Secrets
}

/** Makes a link. */
export async function makeShare(
  { control, secrets }: ShareStore,
  siteId: string,
  input: NewShare,
  { account, nowMs }: { account: Account; nowMs: number },
): Promise<{ share: Share; token: string }> {
  const { panels, showsMoney, filters = [], expiresInDays, allowsEmbed = false } = input
  readFilters(filters)
  if (filters.length > 0 && panels.includes('live')) {
    throw new AppError('invalid', 'live cannot be filtered; leave it out or share without filters')
  }
  const brand = readBrand(input)
  const id = `shr_${randomBase62(12)}`
  const { token, ...tokens } = newToken(secrets, id)
  const row: ShareRow = {
    ...brand,
    ...tokens,
    id,
    site_id: siteId,
    name: checkName(input.name),
    password_hash: input.password === undefined ? null : await hashPassword(input.password),
    panels: JSON.stringify([...new Set(panels)]),
    shows_money: Number(showsMoney),
    filters: JSON.stringify(filters),
    allows_embed: Number(allowsEmbed),
    created_by: account.email,
    created_ms: nowMs,
    expires_ms: expiresInDays === undefined ? null : nowMs + expiresInDays * dayMs,
  }
  await control.transaction(async (db) => {
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

/** The token of a link; undefined if it was not stored yet when the link was created. */
export async function showShareToken(
  { control, secrets }: ShareStore,
  place: Place,
): Promise<string | undefined> {
  const { id, sealed_token } = await findRow(control.db, place)
  return sealed_token === null ? undefined : secrets.open(shareTokenPurpose(id), sealed_token)
}

/** Replaces a link's token: the old one stops working, and open pages get no further answers. */
export async function renewShareToken(
  { control, secrets }: ShareStore,
  place: Place,
  { account, nowMs }: { account: Account; nowMs: number },
): Promise<string> {
  const { token, ...tokens } = newToken(secrets, place.id)
  await control.transaction(async (db) => {
    const { id, name } = await findRow(db, place)
    await saveShareToken(db, { id, ...tokens })
    await recordAudit(db, nowMs, {
      action: 'share.renewed',
      by: personActor(account),
      siteId: place.siteId,
      object: { id, name },
    })
  })
  return token
}

function newToken(secrets: Secrets, id: string) {
  const token = newOpaqueToken()
  const sealed_token = secrets.seal(shareTokenPurpose(id), token)
  return { token, token_hash: hashOpaqueToken(token), sealed_token }
}

async function findRow(db: Kysely<Database>, { siteId, id }: Place): Promise<ShareRow> {
  const row = await findShareRow(db, id)
  if (row?.site_id === siteId) return row
  throw new AppError('not-found', 'Share link not found')
}

/** A site's links, the oldest first, expired ones included. */
export async function listShares({ db }: ControlStore, siteId: string): Promise<Share[]> {
  return (await listShareRows(db, siteId)).map(toShare)
}

/** Revokes a link: open pages get no further answer. */
export async function revokeShare(
  store: ControlStore,
  place: Place,
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
