import { timingSafeEqual } from 'node:crypto'
import type { ApiKeyScope } from '@tributary/contract/operation.ts'
import { randomBase62 } from '../base62.ts'
import { type Clock, systemClock } from '../clock.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import type { AlsoWrite, ControlStore } from '../store/control/control-store.ts'
import { dayMs } from '../time/durations.ts'
import { checkName } from './check-name.ts'
import { freshCache } from './fresh-cache.ts'
import {
  findKeyByHash,
  findKeyRow,
  findKeySiteId,
  insertKey,
  type KeyRow,
  listKeyRows,
  saveExpiry,
  saveKeyUse,
  saveRevocation,
} from './key-rows.ts'
import { chooseScopes, knownScopes } from './key-scopes.ts'
import { hashKeyToken, isKeyToken, keyPrefix, newKeyToken } from './key-token.ts'
import { keyUses } from './key-uses.ts'
import { findSiteRow } from './site-rows.ts'

/** A key as it is listed: without the key itself. */
export interface ApiKey {
  id: string
  siteId: string
  name: string
  prefix: string
  scopes: ApiKeyScope[]
  ratePerMinute: number
  createdMs: number
  expiresMs: number | undefined
  revokedMs: number | undefined
  lastUsedMs: number | undefined
}

export interface NewApiKey {
  name: string
  /** Goals, payments and visitors when absent. */
  scopes?: readonly string[] | undefined
  expiresMs?: number | undefined
  ratePerMinute?: number | undefined
}

/** What is absent stays as it is. */
export type ApiKeyChanges = Partial<Pick<NewApiKey, 'name' | 'scopes' | 'ratePerMinute'>>

/** The only time that the key itself is known. */
export interface MadeApiKey {
  key: ApiKey
  token: string
}

/** A site's API keys: created, listed, revoked, and verified at every request. */
export interface ApiKeys {
  /** The key and its site, unless it is mistyped, unknown, expired or (for a second at most) revoked. */
  find(token: string): Promise<{ key: ApiKey; site: Site } | undefined>
  /** Creates a key, together with what `also` writes. */
  create(siteId: string, input: NewApiKey, also?: AlsoWrite<ApiKey>): Promise<MadeApiKey>
  list(siteId: string): Promise<ApiKey[]>
  /** Changes the name, limit or scopes of a valid key. */
  change(siteId: string, keyId: string, changes: ApiKeyChanges): Promise<ApiKey>
  revoke(siteId: string, keyId: string): Promise<ApiKey>
  /** Replaces a key by a new one; the old one stays valid for 24 hours; with what `also` writes. */
  roll(siteId: string, keyId: string, also?: AlsoWrite<ApiKey>): Promise<MadeApiKey>
  /** For the operator, who names a key without its site. */
  siteIdOf(keyId: string): Promise<string>
  /** Stores the last uses that were not stored yet. */
  close(): Promise<void>
}

const defaultRatePerMinute = 100
const maxRatePerMinute = 1_000_000
const rollOverlapMs = dayMs

interface ApiKeysOptions {
  clock?: Clock
  onError?: (error: unknown) => void
  /** Finds the site of a key in use. */
  findSite?: (id: string) => Promise<Site | undefined>
}

export function apiKeys(store: ControlStore, options: ApiKeysOptions = {}): ApiKeys {
  const { clock = systemClock, onError = () => undefined } = options
  const { findSite = (id: string) => findSiteRow(store.db, id) } = options
  const cache = freshCache({
    load: (hash) => findRecognised(store, hash),
    clock,
    maxEntries: 20_000,
  })
  const uses = keyUses(store, { clock, onError })

  return {
    async find(token) {
      if (!isKeyToken(token)) return undefined
      const hash = hashKeyToken(token)
      const found = await cache.find(hash)
      if (found === undefined || !isSame(found.hash, hash)) return undefined
      if (!isValid(found.key, clock.now())) return undefined
      const site = await findSite(found.key.siteId)
      if (site === undefined) return undefined
      uses.note(found.key)
      return { key: found.key, site }
    },
    async create(siteId, input, also) {
      const row = newRow(siteId, input, clock.now())
      const key = toApiKey(row.stored)
      await store.transaction(async (db) => {
        if ((await findSiteRow(db, siteId)) === undefined) throw noSuchSite()
        await insertKey(db, row.stored)
        await also?.(db, key)
      })
      return { key, token: row.token }
    },
    async list(siteId) {
      return (await listKeyRows(store.db, siteId)).map(toApiKey)
    },
    async change(siteId, keyId, changes) {
      const changed = await changeKey(store, { siteId, id: keyId }, changes, clock.now())
      cache.forget(changed.hash)
      return toApiKey(changed)
    },
    async revoke(siteId, keyId) {
      await saveRevocation(store.db, { siteId, id: keyId }, clock.now())
      const row = await findKeyRow(store.db, siteId, keyId)
      if (row === undefined) throw noSuchKey()
      cache.forget(row.hash)
      return toApiKey(row)
    },
    async roll(siteId, keyId, also) {
      const rolled = await rollKey(store, { siteId, id: keyId }, { nowMs: clock.now(), also })
      cache.forget(rolled.oldHash)
      return rolled.made
    },
    async siteIdOf(keyId) {
      const siteId = await findKeySiteId(store.db, keyId)
      if (siteId === undefined) throw noSuchKey()
      return siteId
    },
    close: () => uses.close(),
  }
}

interface Recognised {
  hash: string
  key: ApiKey
}

async function findRecognised(store: ControlStore, hash: string): Promise<Recognised | undefined> {
  const row = await findKeyByHash(store.db, hash)
  return row && { hash: row.hash, key: toApiKey(row) }
}

interface KeyPlace {
  siteId: string
  id: string
}

async function changeKey(
  store: ControlStore,
  place: KeyPlace,
  changes: ApiKeyChanges,
  nowMs: number,
): Promise<KeyRow> {
  return store.transaction(async (db) => {
    const old = await findKeyRow(db, place.siteId, place.id)
    if (old === undefined) throw noSuchKey()
    if (!isValid(old, nowMs)) {
      throw new AppError('conflict', 'This API key no longer works, so it cannot be changed')
    }
    const { name, scopes, ratePerMinute } = changes
    const changed: KeyRow = {
      ...old,
      name: checkName(name ?? old.name),
      scopes: scopes === undefined ? old.scopes : chooseScopes(scopes),
      ratePerMinute: checkRate(ratePerMinute ?? old.ratePerMinute),
    }
    await saveKeyUse(db, changed)
    return changed
  })
}

async function rollKey(
  store: ControlStore,
  place: KeyPlace,
  { nowMs, also }: { nowMs: number; also: AlsoWrite<ApiKey> | undefined },
) {
  return store.transaction(async (db) => {
    const old = await findKeyRow(db, place.siteId, place.id)
    if (old === undefined) throw noSuchKey()
    if (!isValid(old, nowMs)) {
      throw new AppError('conflict', 'This API key no longer works, so it cannot be rolled')
    }
    // The successor lives as long as the old one was meant to, counted from now.
    const expiresMs = old.expiresMs && nowMs + (old.expiresMs - old.createdMs)
    const { stored, token } = newRow(place.siteId, { ...old, expiresMs }, nowMs)
    await insertKey(db, stored)
    await saveExpiry(db, place, Math.min(old.expiresMs ?? Infinity, nowMs + rollOverlapMs))
    await also?.(db, toApiKey(stored))
    return { made: { key: toApiKey(stored), token }, oldHash: old.hash }
  })
}

function newRow(
  siteId: string,
  input: NewApiKey,
  nowMs: number,
): { stored: KeyRow; token: string } {
  const token = newKeyToken()
  const stored: KeyRow = {
    id: `key_${randomBase62(12)}`,
    siteId,
    name: checkName(input.name),
    prefix: keyPrefix(token),
    hash: hashKeyToken(token),
    scopes: chooseScopes(input.scopes),
    ratePerMinute: checkRate(input.ratePerMinute ?? defaultRatePerMinute),
    createdMs: nowMs,
    expiresMs: checkExpiry(input.expiresMs, nowMs),
    revokedMs: undefined,
    lastUsedMs: undefined,
  }
  return { stored, token }
}

function checkRate(ratePerMinute: number): number {
  if (Number.isInteger(ratePerMinute) && ratePerMinute >= 1 && ratePerMinute <= maxRatePerMinute) {
    return ratePerMinute
  }
  throw new AppError(
    'invalid',
    `ratePerMinute must be a whole number from 1 to ${maxRatePerMinute}`,
  )
}

function checkExpiry(expiresMs: number | undefined, nowMs: number): number | undefined {
  if (expiresMs === undefined) return undefined
  if (Number.isSafeInteger(expiresMs) && expiresMs > nowMs) return expiresMs
  throw new AppError('invalid', 'expiresAt must lie in the future')
}

function isValid(key: Pick<ApiKey, 'expiresMs' | 'revokedMs'>, nowMs: number): boolean {
  return key.revokedMs === undefined && (key.expiresMs === undefined || nowMs < key.expiresMs)
}

function isSame(storedHash: string, hash: string): boolean {
  const [a, b] = [Buffer.from(storedHash), Buffer.from(hash)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function toApiKey(row: KeyRow): ApiKey {
  const { hash: _, scopes, ...rest } = row
  return { ...rest, scopes: knownScopes(scopes) }
}

function noSuchKey(): AppError {
  return new AppError('not-found', 'API key not found')
}

function noSuchSite(): AppError {
  return new AppError('not-found', 'Site not found')
}
