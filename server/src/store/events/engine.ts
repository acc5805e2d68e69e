import { Readable } from 'node:stream'
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client'
import { type ClickHouseReader, clickHouseReader } from './clickhouse-reader.ts'
import { type EngineError, type EngineUnavailable, engineFailure } from './engine-errors.ts'
import { awaitPostponed } from './postponed-mutation.ts'

/** A column of an answer, with ClickHouse's name for its type. */
export interface AnswerColumn {
  type: string
  cells: unknown[]
}

/** How long a read may take. */
export interface ReadLimits {
  /** 30 seconds by default. */
  timeoutMs?: number | undefined
  /** Ends the statement, and the call rejects with its reason. */
  signal?: AbortSignal | undefined
}

/**
 * The rest of the server's interface to ClickHouse, embedded or not. Failures throw an `EngineError` (the engine
 * refused) or an `EngineUnavailable` (it may work later).
 */
export interface Engine {
  /**
   * Rows of one SELECT, which may change nothing. params are bound as {name:Type}. 64-bit integers
   * arrive as strings: the callers' row schemas decode them.
   */
  query<Row>(sql: string, params?: Record<string, unknown>, limits?: ReadLimits): Promise<Row[]>
  /** `query` for answers with many rows: an array for each column, by name. They are read several times as fast. */
  queryColumns(
    sql: string,
    params?: Record<string, unknown>,
    limits?: ReadLimits,
  ): Promise<Record<string, AnswerColumn>>
  /**
   * The answer to one SELECT as a stream, in the format that its text names. An embedded engine holds all of it
   * before the first byte.
   */
  read(
    sql: string,
    params?: Record<string, unknown>,
    limits?: Pick<ReadLimits, 'timeoutMs'>,
  ): Promise<Readable>
  /** A statement without rows. What it created or altered survives a power cut when it resolves. */
  command(sql: string, params?: Record<string, unknown>): Promise<void>
  /**
   * Inserts JSONEachRow lines (newline-terminated) unchanged; durable when it resolves. Repeating a token does
   * nothing, so after any failure the same lines may be sent again.
   */
  insertLines(
    table: string,
    lines: Buffer | Readable,
    options: { deduplicationToken: string },
  ): Promise<void>
  ping(): Promise<boolean>
  close(): Promise<void>
}

/** On a small machine, a page of a large site takes this long; a late answer is better than none. */
const defaultTimeoutMs = 30_000
/** Migrations and erasures rewrite parts; inserts wait for the disk. Neither may hang for ever. */
const writeTimeoutMs = 120_000
/** Added to the engine's own limit for the HTTP request, so that the engine's error comes first. */
const graceMs = 5_000

export interface EngineOptions {
  /** Connections for reports, and as many for all other statements. */
  maxConnections?: number
  /** In addition to those of each kind of statement. */
  settings?: ClickHouseSettings
}

/** Connects to any ClickHouse HTTP endpoint, `http(s)://user:password@host:port/database`. */
export function connectEngine(url: string, options: EngineOptions = {}): Engine {
  const { maxConnections = 16, settings = {} } = options
  const client = createClient({
    url,
    application: 'tributary',
    max_open_connections: maxConnections,
    clickhouse_settings: settings,
    request_timeout: writeTimeoutMs + graceMs,
    // Every failure is thrown to the caller, who logs it with its own context.
    log: { level: ClickHouseLogLevel.OFF },
  })
  const reader = clickHouseReader(url, { maxConnections, settings })
  const rows = <Row>(sql: string, params?: Record<string, unknown>, limits?: ReadLimits) =>
    query(reader, { sql, params, ...limits }, 'JSONEachRow') as Promise<Row[]>
  return {
    query: rows,
    queryColumns: (sql, params, limits) => queryColumns(reader, { sql, params, ...limits }),
    read: (sql, params, limits) => read(client, { sql, params, ...limits }),
    command: (sql, params) =>
      command(client, sql, params).catch((failure: EngineError | EngineUnavailable) =>
        awaitPostponed(rows, { sql, failure, patienceMs: writeTimeoutMs }),
      ),
    insertLines: (table, lines, given) =>
      insertLines(client, { table, lines, token: given.deduplicationToken }),
    ping: async () => (await client.ping()).success,
    async close() {
      reader.close()
      await client.close()
    },
  }
}

async function queryColumns(
  reader: ClickHouseReader,
  question: AskedQuestion,
): Promise<Record<string, AnswerColumn>> {
  const answer = (await query(reader, question, 'JSONColumnsWithMetadata')) as {
    meta: { name: string; type: string }[]
    data: Record<string, unknown[]>
  }
  // Of an answer without rows, columns are only in the metadata.
  return Object.fromEntries(
    answer.meta.map(({ name, type }) => [name, { type, cells: answer.data[name] ?? [] }]),
  )
}

/**
 * Looking up a set of a million in the index takes two seconds on one core, and finds that nearly every granule
 * matches. Sets of a few visitors are looked up.
 */
const settingsOfSets: ClickHouseSettings = {
  use_index_for_in_with_subqueries_max_values: '10000',
}

const readSettings: ClickHouseSettings = {
  // 2 forbids changes but lets the request set other settings.
  readonly: '2',
  // An aborted answer has an error status, and does not end in the middle.
  wait_end_of_query: 1,
  // An answer that no one waits for is not read to its end. The embedded engine does so without a setting.
  cancel_http_readonly_queries_on_client_close: 1,
}

interface AskedQuestion extends ReadLimits {
  sql: string
  params: Record<string, unknown> | undefined
}

async function query(
  reader: ClickHouseReader,
  question: AskedQuestion,
  format: 'JSONEachRow' | 'JSONColumnsWithMetadata',
): Promise<unknown> {
  const { sql, params = {}, timeoutMs = defaultTimeoutMs, signal } = question
  const tooLong = AbortSignal.timeout(timeoutMs + graceMs)
  try {
    const answer = await reader.read({
      sql,
      params,
      format,
      settings: {
        ...readSettings,
        max_execution_time: timeoutMs / 1000,
        output_format_json_array_of_rows: 1,
        output_format_json_quote_64bit_integers: 1,
        output_format_json_quote_denormals: 0,
        ...settingsOfSets,
      },
      signal: signal === undefined ? tooLong : AbortSignal.any([tooLong, signal]),
    })
    return JSON.parse(answer)
  } catch (error) {
    signal?.throwIfAborted()
    throw engineFailure(error, params)
  }
}

async function read(client: ClickHouseClient, question: AskedQuestion): Promise<Readable> {
  const { sql, params, timeoutMs = defaultTimeoutMs } = question
  try {
    const answer = await client.exec({
      query: sql,
      ...(params && { query_params: params }),
      clickhouse_settings: { ...readSettings, max_execution_time: timeoutMs / 1000 },
    })
    return answer.stream as Readable
  } catch (error) {
    throw engineFailure(error, params)
  }
}

async function command(
  client: ClickHouseClient,
  sql: string,
  params?: Record<string, unknown>,
): Promise<void> {
  try {
    await client.command({
      query: sql,
      ...(params && { query_params: params }),
      clickhouse_settings: {
        max_execution_time: writeTimeoutMs / 1000,
        // A mutation or an ALTER is done when this resolves, not only queued.
        mutations_sync: '2',
        alter_sync: '2',
        // Replicas that select the rows to change themselves find the same ones: they have the same rows.
        allow_nondeterministic_mutations: 1,
      },
    })
  } catch (error) {
    throw engineFailure(error, params)
  }
}

const insertSettings: ClickHouseSettings = {
  input_format_skip_unknown_fields: 1,
  date_time_input_format: 'best_effort',
  async_insert: 0,
  // Merges add up the rows of a session anyway. Doing so in the insert as well took a fifth of its time.
  optimize_on_insert: 0,
  // A repeat completes what a crash left out between `events` and the sessions made from it, and doubles nothing.
  deduplicate_blocks_in_dependent_materialized_views: 1,
  max_execution_time: writeTimeoutMs / 1000,
  // Nothing is answered before the rows are in, so a failure always has its own status.
  wait_end_of_query: 1,
  // Back-filled events may span many months at once.
  max_partitions_per_insert_block: '1000',
}

async function insertLines(
  client: ClickHouseClient,
  insert: { table: string; lines: Buffer | Readable; token: string },
): Promise<void> {
  if (!/^\w+$/.test(insert.table)) throw new TypeError(`${insert.table} is no table's name`)
  const values = Buffer.isBuffer(insert.lines)
    ? Readable.from([insert.lines], { objectMode: false })
    : insert.lines
  try {
    const answer = await client.exec({
      query: `INSERT INTO ${insert.table} FORMAT JSONEachRow`,
      values,
      clickhouse_settings: { ...insertSettings, insert_deduplication_token: insert.token },
    })
    // Only a completely read answer returns its connection to the pool.
    for await (const _ of answer.stream);
  } catch (error) {
    throw engineFailure(error)
  }
}
