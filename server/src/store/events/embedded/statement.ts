import { RefusedStatement } from './exception.ts'

/** One parsed request to ClickHouse's HTTP interface. */
export interface Statement {
  kind: 'read' | 'insert' | 'definition' | 'other'
  sql: string
  database: string
  /** Format of the answer if the SQL itself names none. */
  format: string
  /** Values of {name:Type} as ClickHouse's HTTP interface takes them (escaped as in TSV). */
  params: ReadonlyMap<string, string>
  settings: ReadonlyMap<string, string>
  queryId: string
}

/** Parameters of the HTTP interface that are not settings and have no meaning here. */
const notSettings = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'user',
  'password',
  'role',
  'quota_key',
  'compress',
  'decompress',
  'buffer_size',
  'wait_end_of_query',
  'stacktrace',
  'enable_http_compression',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
])

const name = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/

/** Reads the URL's parameters and the SQL. Refuses parameter names that are not plain names. */
export function readStatement(search: URLSearchParams, body: string): Statement {
  const params = new Map<string, string>()
  const settings = new Map<string, string>()
  for (const [key, value] of search) {
    if (!name.test(key)) throw refused(`Unknown setting '${key}'`)
    if (key === 'session_id') throw refused('Sessions are not offered by the embedded engine')
    if (key.startsWith('param_')) params.set(key, value)
    else if (!notSettings.has(key)) settings.set(key, value)
  }
  const sql = [search.get('query') ?? '', body].filter((part) => part !== '').join('\n')
  const kind = kindOf(sql)
  if (kind !== 'insert') refuseFiles(sql)
  return {
    kind,
    sql,
    database: search.get('database') ?? '',
    format: search.get('default_format') ?? 'TabSeparated',
    params,
    settings,
    queryId: search.get('query_id') ?? '',
  }
}

/** An INSERT whose rows are the request's body. */
export interface InsertTarget {
  table: string
  columns: string[] | undefined
  format: string
}

const insertHead =
  /^\s*insert\s+into\s+(?:table\s+)?(?<table>[`"\w.]+)\s*(?:\((?<columns>[^()]*)\)\s*)?format\s+(?<format>\w+)\s*$/i

/** The rest of the INSERT for `?query=INSERT INTO … FORMAT …`, or undefined for any other statement. */
export function findInsertTarget(sql: string): InsertTarget | undefined {
  const groups = insertHead.exec(withoutComments(sql))?.groups
  if (groups === undefined) return undefined
  const { table = '', columns, format = '' } = groups
  return {
    table: bare(table),
    columns: columns?.split(',').map((column) => bare(column.trim())),
    format,
  }
}

/** The table that an INSERT of any kind writes to. */
export function findInsertedTable(sql: string): string {
  const match = /^\s*insert\s+into\s+(?:table\s+)?([`"\w.]+)/i.exec(withoutComments(sql))
  return bare(match?.[1] ?? '').replace(/^default\./, '')
}

const bare = (identifier: string) => identifier.replaceAll(/[`"]/g, '')

function kindOf(sql: string): Statement['kind'] {
  const text = withoutComments(sql).trimStart()
  if (/^(select|with|show|describe|desc|explain|exists)\b|^\(/i.test(text)) return 'read'
  if (/^insert\b/i.test(text)) return 'insert'
  if (/^(create|alter|drop|rename|exchange|attach|detach|truncate|undrop)\b/i.test(text)) {
    return 'definition'
  }
  return 'other'
}

/**
 * Two ways to the file system that grants do not cover in chDB. Everything else that reaches outside (url, s3,
 * remote, executable, other databases) is not granted: see engine-settings.ts.
 */
function refuseFiles(sql: string): void {
  const code = withoutComments(sql).replaceAll(/'(?:[^'\\]|\\.|'')*'/gs, "''")
  if (/\binto\s+outfile\b/i.test(code) || /\bfile\s*\(/i.test(code)) {
    throw new RefusedStatement(497, 'ACCESS_DENIED', 'Files are not within reach of a statement')
  }
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/'(?:[^'\\]|\\.|'')*'|\/\*.*?\*\/|--[^\n]*/gs, (part) =>
    part.startsWith("'") ? part : ' ',
  )
}

const refused = (message: string) => new RefusedStatement(115, 'UNKNOWN_SETTING', message)
