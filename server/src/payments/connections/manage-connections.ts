import type { AuditAction } from '@tributary/contract/app/audit.ts'
import { connectionMonths } from '@tributary/contract/app/connection.ts'
import type { ActionAuthor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { randomBase62 } from '../../base62.ts'
import { providerName } from '../../data/provider-name.ts'
import { AppError } from '../../errors.ts'
import { getSite } from '../../sites/manage-sites.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Secrets } from '../../store/control/secrets.ts'
import {
  type ConnectionRow,
  deleteConnection,
  findConnectionRow,
  insertConnection,
  makeConnectionDue,
  saveConnectionKey,
} from '../rows/connection-rows.ts'
import { hintOf, openCredentials, sealCredentials } from './connection.ts'
import { type Credentials, KeyProblem, type ProviderApi, ProviderApiError } from './provider-api.ts'

/** Where connections are stored, the keys that protect them, and the providers that can be read. */
export interface ConnectionStore {
  control: ControlStore
  secrets: Secrets
  apis: readonly ProviderApi[]
}

const defaultMonths = 12

/** Connects a site with an account whose key was checked; reading its past begins. */
export async function connectProvider(
  store: ConnectionStore,
  siteId: string,
  input: { provider: string; months?: number | undefined } & GivenCredentials,
  { by, nowMs }: ActionAuthor,
): Promise<ConnectionRow> {
  const { control, secrets } = store
  const api = apiOf(store, input.provider)
  await getSite(control, siteId)
  const credentials = await checkedCredentials(api, input)
  const months = input.months ?? defaultMonths
  if (!Number.isInteger(months) || months < 1 || months > connectionMonths) {
    throw new AppError('invalid', `months must be a whole number from 1 to ${connectionMonths}`)
  }
  const id = `pcn_${randomBase62(20)}`
  const fromMs = monthsBefore(nowMs, months)
  const row: ConnectionRow = {
    ...{ id, site_id: siteId, provider: api.name },
    ...keyColumns(secrets, id, credentials, nowMs),
    from_ms: fromMs,
    created_ms: nowMs,
    cursor: JSON.stringify(api.firstCursor(fromMs, nowMs)),
    ...{ progress: 0, objects: 0, skipped: 0, last_skipped: null, synced_ms: null },
    ...{ attempts: 0, error: null, error_detail: null, error_since_ms: null },
    ...{ statement_until_ms: null, compared_ms: null, differing_days: '[]', alerted_days: '[]' },
  }
  await control.transaction(async (db) => {
    if (!(await insertConnection(db, row))) {
      throw new AppError(
        'conflict',
        `This site is connected with ${api.title} already: change that key, or disconnect it first`,
      )
    }
    await note(db, 'provider.connected', { connection: row, api }, { by, nowMs })
  })
  return row
}

/** Replaces a connection's key by another key of the same account; reading continues where it was. */
export async function replaceConnectionKey(
  store: ConnectionStore,
  place: { siteId: string; id: string },
  given: GivenCredentials,
  { by, nowMs }: ActionAuthor,
): Promise<ConnectionRow> {
  const { control, secrets } = store
  const before = await getConnection(store, place)
  const api = apiOf(store, before.provider)
  const present = openCredentials(secrets, before)
  const credentials = await checkedCredentials(api, { details: present.details, ...given })
  await control.transaction(async (db) => {
    await saveConnectionKey(db, before.id, keyColumns(secrets, before.id, credentials, nowMs))
    await note(db, 'provider.key-changed', { connection: before, api }, { by, nowMs })
  })
  return getConnection(store, place)
}

/** Requests that an account is read now rather than when it is due. */
export async function syncNow(
  store: ConnectionStore,
  place: { siteId: string; id: string },
  nowMs: number,
): Promise<ConnectionRow> {
  const { id } = await getConnection(store, place)
  await makeConnectionDue(store.control.db, id, nowMs)
  return getConnection(store, place)
}

/** Deletes an account's key. What was read from the account stays. */
export async function disconnectProvider(
  store: ConnectionStore,
  place: { siteId: string; id: string },
  { by, nowMs }: ActionAuthor,
): Promise<ConnectionRow> {
  const row = await getConnection(store, place)
  await store.control.transaction(async (db) => {
    await deleteConnection(db, row.id)
    await note(
      db,
      'provider.disconnected',
      { connection: row, api: apiOf(store, row.provider) },
      { by, nowMs },
    )
  })
  return row
}

export function apiOf({ apis }: Pick<ConnectionStore, 'apis'>, provider: string): ProviderApi {
  const name = providerName(provider)
  const api = apis.find((one) => one.name === name)
  if (api !== undefined) return api
  const names = apis.map((one) => one.name).join(', ')
  throw new AppError('invalid', `provider must be one of ${names}`)
}

/** Throws if the site has no such connection. */
export async function getConnection(
  { control }: Pick<ConnectionStore, 'control'>,
  { siteId, id }: { siteId: string; id: string },
): Promise<ConnectionRow> {
  const row = await findConnectionRow(control.db, siteId, id)
  if (row === undefined) throw new AppError('not-found', 'Provider connection not found')
  return row
}

/** The credentials that a person enters for an account. */
export interface GivenCredentials {
  key: string
  details?: Credentials['details'] | undefined
}

async function checkedCredentials(
  api: ProviderApi,
  { key, details = {} }: GivenCredentials,
): Promise<Credentials> {
  const given = api.details.flatMap(({ name }) => {
    const value = details[name]?.trim() ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  const missing = api.details
    .filter(({ name, isOptional }) => !isOptional && !given.some(([known]) => known === name))
    .map(({ name }) => name)
  if (missing.length > 0) {
    throw new AppError('invalid', `${api.title} needs ${missing.join(' and ')} in details`)
  }
  const credentials = { key: key.trim(), details: Object.fromEntries(given) }
  try {
    await api.checkKey(credentials)
    return credentials
  } catch (error) {
    if (error instanceof KeyProblem) throw new AppError('invalid', error.message)
    if (error instanceof ProviderApiError) {
      const message = `${api.title} could not be asked about this key (${error.message}). Try again later.`
      throw new AppError('unavailable', message, { retryAfterSeconds: 60 })
    }
    throw error
  }
}

function keyColumns(secrets: Secrets, id: string, credentials: Credentials, nowMs: number) {
  return {
    keys: sealCredentials(secrets, id, credentials),
    key_hint: hintOf(credentials.key),
    key_set_ms: nowMs,
    due_ms: nowMs,
  }
}

function monthsBefore(nowMs: number, months: number): number {
  const date = new Date(nowMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)
}

function note(
  db: ControlStore['db'],
  action: AuditAction,
  { connection, api }: { connection: ConnectionRow; api: ProviderApi },
  { by, nowMs }: ActionAuthor,
): Promise<void> {
  const object = { id: connection.id, name: api.title }
  return recordAudit(db, nowMs, { action, by, siteId: connection.site_id, object })
}
