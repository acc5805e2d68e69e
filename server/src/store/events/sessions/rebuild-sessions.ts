import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import Type from 'typebox'
import { ask } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { EngineUnavailable, timeoutExceeded } from '../engine-errors.ts'
import { plainNumber } from '../row-types.ts'
import { rebuildRows } from './read-whole.ts'
import { aloneInTurn } from './turns.ts'

/**
 * Some sessions: a condition over columns that `events` and `sessions` both have (site_id, session_day,
 * visitor_hash, import_id), and what it binds. `days`, as `2026-11-20`, bounds what is read of events.
 */
export interface SessionScope {
  where: string
  params: Record<string, unknown>
  days?: { first: string; last: string }
  /** Rebuilds the rows even if the sums agree, because these do not include sources. */
  isKnownToDiffer?: boolean
}

/** Other nodes' inserts may interfere; after this many attempts, that is not the reason. */
const mostAttempts = 8
/** The engine may lack memory for a moment, or restart. Until a later run, the rows would be missing. */
const mostFailures = 3
const pauseMs = 1_000

/**
 * Makes the rows of some sessions match their events, if they do not. Returns whether that was necessary. Interrupted
 * at any moment, it continues when it is run again; events inserted meanwhile count once.
 */
export async function rebuildSessions(engine: Engine, scope: SessionScope): Promise<boolean> {
  if (!scope.isKnownToDiffer) {
    const { ofEvents, ofSessions } = await compare(engine, scope)
    if (ofEvents === ofSessions) return false
  }
  // Without a site it is the fill after an upgrade, during which reports are incomplete anyway.
  const site = String(scope.params.site ?? '')
  return aloneInTurn(engine, () => rebuildRows(engine, site, () => rebuild(engine, scope)))
}

async function rebuild(engine: Engine, scope: SessionScope): Promise<boolean> {
  let mustReplace = scope.isKnownToDiffer ?? false
  let failures = 0
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const { ofEvents, ofSessions, rows, payerRows } = await compare(engine, scope)
    if (ofEvents === ofSessions && !mustReplace) return attempt > 0
    try {
      await replaceRows(engine, scope, { rows, payerRows, hasEvents: ofEvents !== noEvents })
      mustReplace = false
    } catch (error) {
      if (!passesSoon(error) || ++failures === mostFailures) throw error
      await delay(pauseMs)
    }
  }
  throw new Error('sessions could not be brought in line with their events')
}

/** A statement that timed out would only time out again. */
function passesSoon(error: unknown): boolean {
  return error instanceof EngineUnavailable && error.code !== timeoutExceeded
}

async function replaceRows(
  engine: Engine,
  scope: SessionScope,
  { rows, payerRows, hasEvents }: { rows: number; payerRows: number; hasEvents: boolean },
): Promise<void> {
  const { where, params } = scope
  // Removed first: if it is interrupted afterwards, the sums of `sessions` still show that there is work to do.
  if (payerRows > 0) {
    await engine.command(`alter table payer_sessions delete where ${where}`, params)
  }
  if (rows > 0) await engine.command(`alter table sessions delete where ${where}`, params)
  if (hasEvents) await insertRows(engine, scope)
}

/** The sums of no events at all. */
const noEvents = '0 0'

/**
 * A checksum of sessions that both tables can compute: the number and kinds of each one's events, and the engaged
 * time. Text, as it does not fit a number.
 */
async function compare(
  engine: Engine,
  scope: SessionScope,
): Promise<{ ofEvents: string; ofSessions: string; rows: number; payerRows: number }> {
  const key = 'cityHash64(site_id, session_day, visitor_hash, session_hash)'
  const [found] = await ask(
    engine,
    {
      name: 'compare-sessions',
      sql: `
        select events.1 as ofEvents, sessions.1 as ofSessions, toFloat64(sessions.2) as rows, toFloat64(payer_rows) as payerRows
        from (
          select
            (select tuple(concat(toString(count()), ' ', toString(sum(
                ${key} * (1 + 3 * (kind = 'pageview') + 5 * (kind = 'goal') + 7 * toUInt64(engaged_ms))))))
              from events where origin != 'server' and ${boundedWhere(scope)}) as events,
            (select (concat(toString(sum(sessions.events)), ' ', toString(sum(
                ${key} * (sessions.events + 3 * pageviews + 5 * goals + 7 * engaged_ms)))), count())
              from sessions where ${scope.where}) as sessions,
            (select count() from payer_sessions where ${scope.where}) as payer_rows
        )`,
      params: { ...scope.params, ...boundParams(scope) },
      row: Type.Object({
        ofEvents: Type.String(),
        ofSessions: Type.String(),
        rows: plainNumber,
        payerRows: plainNumber,
      }),
    },
    { timeoutMs: 120_000 },
  )
  return found ?? { ofEvents: noEvents, ofSessions: noEvents, rows: 0, payerRows: 0 }
}

/** A session's events are on its day and on the adjacent days. */
function boundedWhere({ where, days }: SessionScope): string {
  return days === undefined
    ? where
    : `${where} and toDate(timestamp) between {firstDay:Date} - 1 and {lastDay:Date} + 2`
}

function boundParams({ days }: SessionScope): Record<string, string> {
  return days === undefined ? {} : { firstDay: days.first, lastDay: days.last }
}

const viewFile = new URL('../schema/views/events-to-sessions.sql', import.meta.url)

/** Adds rows in the form of the view. A new token each time: earlier rows may have been removed. */
async function insertRows(engine: Engine, scope: SessionScope): Promise<void> {
  const view = await readFile(viewFile, 'utf8')
  const select = view.slice(view.search(/^with$/m))
  // Small blocks on one thread: memory stays flat, and reports and collection have the other core.
  await engine.command(
    `insert into sessions ${columnsOf(select)} ${select} and ${boundedWhere(scope)}
     settings insert_deduplication_token = '${randomUUID()}', max_threads = 1, max_insert_threads = 1,
       max_block_size = 32768, min_insert_block_size_rows = 32768, min_insert_block_size_bytes = 0`,
    { ...scope.params, ...boundParams(scope) },
  )
}

/** The names that the view gives its columns, for an insert that goes by them. */
function columnsOf(select: string): string {
  const names = [...select.slice(select.search(/^select$/m)).matchAll(/\bas (\w+)(?:,\n|\nfrom)/g)]
  return `(${names.map((name) => name[1]).join(', ')})`
}
