import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import { hourMs } from '../../time/durations.ts'
import type { Ledger } from '../ledger/known-fact.ts'
import type { Payments } from '../payments.ts'
import {
  type ConnectionRow,
  findDueConnection,
  type SyncState,
  saveSyncState,
} from '../rows/connection-rows.ts'
import { openCredentials } from './connection.ts'
import { apiOf, type ConnectionStore } from './manage-connections.ts'
import {
  type ApiErrorCode,
  type Change,
  type ChangesPage,
  ProviderApiError,
  type SyncCursor,
} from './provider-api.ts'
import { recordChanges } from './record-changes.ts'

/** What reading accounts needs. */
export interface Syncing {
  connections: ConnectionStore
  ledger: Ledger
  payments: Pick<Payments, 'wake'>
  clock: Clock
  logger: Pick<Logger, 'error'>
}

/** From the end of one sync to the next. */
const syncEveryMs = 15 * 60_000
/** How many accounts are read at the same time, so that a slow one does not delay the others. */
const lanes = 3
/** Pages of one account, before another due account has its turn. */
const pagesPerTurn = 20

/** Reads all accounts that are due: the rest of their past, or what changed since the last time. */
export async function syncConnections(syncing: Syncing, shouldStop: () => boolean): Promise<void> {
  const busy = new Set<string>()
  const { control } = syncing.connections
  const readInTurn = async () => {
    while (!shouldStop()) {
      const row = await findDueConnection(control.db, syncing.clock.now(), [...busy])
      if (row === undefined) return
      if (busy.has(row.id)) continue
      busy.add(row.id)
      try {
        await syncOne(syncing, row, shouldStop)
      } finally {
        busy.delete(row.id)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, readInTurn))
}

async function syncOne(
  syncing: Syncing,
  row: ConnectionRow,
  shouldStop: () => boolean,
): Promise<void> {
  const { connections, clock, logger } = syncing
  try {
    await readPages(syncing, row, shouldStop)
  } catch (error) {
    const nowMs = clock.now()
    const isApi = error instanceof ProviderApiError
    if (!isApi || error.code === 'unexpected') {
      const place = { site: row.site_id, provider: row.provider }
      logger.error({ err: error, ...place }, 'a provider’s account could not be read; trying again')
    }
    await saveSyncState(connections.control.db, row, failure(row, error, nowMs))
  }
}

/** Reads one page after the other, and begins the next one while one is recorded. */
async function readPages(
  { connections, ledger, payments, clock }: Syncing,
  row: ConnectionRow,
  shouldStop: () => boolean,
): Promise<void> {
  const api = apiOf(connections, row.provider)
  const credentials = openCredentials(connections.secrets, row)
  const ask = (cursor: SyncCursor) => api.listChanges(credentials, cursor, clock.now())
  let asked: Promise<ChangesPage> = ask(JSON.parse(row.cursor) as SyncCursor)
  let counts = { objects: row.objects, skipped: row.skipped }
  for (let turn = 1; ; turn++) {
    const page = await asked
    const isLast = page.isUpToDate || turn >= pagesPerTurn
    if (!isLast) {
      asked = ask(page.cursor)
      // The next round awaits it, if there is one.
      asked.catch(() => undefined)
    }
    if (!(await recordChanges(ledger, row, page.changes, clock.now()))) return
    payments.wake()
    const skipped = page.changes.filter(({ problem }) => problem !== null)
    counts = {
      objects: counts.objects + page.changes.length,
      skipped: counts.skipped + skipped.length,
    }
    const nowMs = clock.now()
    const isSaved = await saveSyncState(connections.control.db, row, {
      ...counts,
      ...lastSkipped(skipped),
      cursor: JSON.stringify(page.cursor),
      progress: Math.floor(page.progress * 1000),
      due_ms: page.isUpToDate ? nowMs + syncEveryMs : nowMs,
      ...(page.isUpToDate && { synced_ms: nowMs }),
      ...(page.statementUntilMs !== null && { statement_until_ms: page.statementUntilMs }),
      ...{ attempts: 0, error: null, error_detail: null, error_since_ms: null },
    })
    if (isLast || !isSaved || shouldStop()) return
  }
}

const longestProblem = 300

function lastSkipped(skipped: readonly Change[]): Partial<SyncState> {
  const last = skipped.at(-1)
  return last === undefined
    ? {}
    : { last_skipped: `${last.id}: ${last.problem}`.slice(0, longestProblem) }
}

const firstRetryMs = 10_000
const retryMs: Record<ApiErrorCode, { atLeast: number; atMost: number }> = {
  // A person has to act first.
  'key-refused': { atLeast: hourMs, atMost: hourMs },
  'not-permitted': { atLeast: hourMs, atMost: hourMs },
  'rate-limited': { atLeast: 0, atMost: 15 * 60_000 },
  unavailable: { atLeast: 0, atMost: 15 * 60_000 },
  unexpected: { atLeast: 0, atMost: hourMs },
}

function failure(row: ConnectionRow, error: unknown, nowMs: number): Partial<SyncState> {
  const isApi = error instanceof ProviderApiError
  const code = isApi ? error.code : 'unexpected'
  const { atLeast, atMost } = retryMs[code]
  const waitMs = Math.min(Math.max(firstRetryMs * 2 ** Math.min(row.attempts, 20), atLeast), atMost)
  const askedMs = isApi ? (error.retryAfterMs ?? 0) : 0
  return {
    attempts: row.attempts + 1,
    due_ms: nowMs + Math.max(waitMs, askedMs),
    error: code,
    error_detail: isApi ? error.message.slice(0, longestProblem) : null,
    error_since_ms: row.error_since_ms ?? nowMs,
  }
}
