import type { AlertFormat, AppAlertHook, NewAlertHook } from '@tributary/contract/app/alerts.ts'
import type { AuditAction } from '@tributary/contract/app/audit.ts'
import type { ActionAuthor } from '../audit/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { randomBase62 } from '../base62.ts'
import { AppError } from '../errors.ts'
import { readOutsideUrl } from '../outside/request-outside.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { dayMs } from '../time/durations.ts'
import { type HookKeys, hookKeysPurpose, openHookKeys } from './hook.ts'
import {
  type AlertHookRow,
  deleteAlertHook,
  findAlertHook,
  insertAlertHook,
  listAlertHooks,
  saveAlertHookKeys,
} from './hook-rows.ts'

export interface HookStore {
  control: ControlStore
  secrets: Secrets
}

const mostHooks = 20
/** How long the old secret signs together with the new one. */
const overlapMs = dayMs
const newSecret = () => `whsec_${randomBase62(40)}`

/** Adds a webhook. Its secret is known now and never again. */
export async function addHook(
  { control, secrets }: HookStore,
  siteId: string,
  { name, format, url: text }: NewAlertHook,
  audit: ActionAuthor,
): Promise<{ hook: AppAlertHook; secret: string }> {
  const url = checkUrl(text)
  const id = `hook_${randomBase62(16)}`
  const secret = newSecret()
  const row: AlertHookRow = {
    id,
    site_id: siteId,
    name: name.trim(),
    format,
    host: url.host,
    keys: seal(secrets, id, { url: url.href, secret, oldSecret: null }),
    old_secret_until_ms: null,
    created_ms: Math.floor(audit.nowMs),
  }
  await control.transaction(async (db) => {
    if ((await listAlertHooks(db, siteId)).length >= mostHooks) {
      throw new AppError('conflict', `A site has at most ${mostHooks} webhooks. Remove some first.`)
    }
    await insertAlertHook(db, row)
    await note(db, 'alert-webhook.added', row, audit)
  })
  return { hook: presentHook(row), secret }
}

/** Gives a webhook another secret. For a day alerts are signed with both. */
export async function rotateHook(
  { control, secrets }: HookStore,
  place: { siteId: string; id: string },
  audit: ActionAuthor,
): Promise<{ hook: AppAlertHook; secret: string }> {
  const secret = newSecret()
  return control.transaction(async (db) => {
    const row = await getHook(db, place)
    const { url, secret: oldSecret } = openHookKeys(secrets, row)
    const changed = {
      keys: seal(secrets, row.id, { url, secret, oldSecret }),
      old_secret_until_ms: Math.floor(audit.nowMs) + overlapMs,
    }
    await saveAlertHookKeys(db, row.id, changed)
    await note(db, 'alert-webhook.secret-changed', row, audit)
    return { hook: presentHook({ ...row, ...changed }), secret }
  })
}

export async function removeHook(
  { control }: HookStore,
  place: { siteId: string; id: string },
  audit: ActionAuthor,
): Promise<void> {
  await control.transaction(async (db) => {
    const row = await getHook(db, place)
    await deleteAlertHook(db, row.id)
    await note(db, 'alert-webhook.removed', row, audit)
  })
}

export async function getHook(
  db: ControlStore['db'],
  place: { siteId: string; id: string },
): Promise<AlertHookRow> {
  const row = await findAlertHook(db, place)
  if (row === undefined) throw new AppError('not-found', 'Webhook not found')
  return row
}

export function presentHook(row: AlertHookRow): AppAlertHook {
  const { id, name, format, host, created_ms, old_secret_until_ms: untilMs } = row
  return {
    id,
    name,
    format: format as AlertFormat,
    host,
    createdAt: new Date(created_ms).toISOString(),
    oldSecretUntil: untilMs === null ? null : new Date(untilMs).toISOString(),
  }
}

function checkUrl(text: string): URL {
  try {
    return readOutsideUrl(text)
  } catch (cause) {
    throw new AppError('invalid', (cause as Error).message, { cause })
  }
}

function seal(secrets: Secrets, id: string, keys: HookKeys): string {
  return secrets.seal(hookKeysPurpose(id), JSON.stringify(keys))
}

function note(
  db: ControlStore['db'],
  action: AuditAction,
  { id, site_id: siteId, name }: AlertHookRow,
  { by, nowMs }: ActionAuthor,
): Promise<void> {
  return recordAudit(db, nowMs, { action, by, siteId, object: { id, name } })
}
