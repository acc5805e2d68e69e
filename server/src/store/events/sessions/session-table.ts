import { dayOf, dayText } from '../utc-days.ts'

/** How a column is read: of a session in one row, or of several rows that the engine merges while it reads. */
type Read = 'settled' | 'merged'

/** The columns of a session, as expressions over table `sessions`. */
const columns = {
  site_id: plain('site_id'),
  session_day: plain('session_day'),
  import_id: plain('import_id'),
  started_at: plain('started_at'),
  ended_at: plain('ended_at'),
  pageviews: plain('pageviews'),
  goals: plain('goals'),
  engaged_ms: plain('engaged_ms'),
  entry_path: element('entry_page', 'path'),
  entry_host: element('entry_page', 'host'),
  exit_path: element('exit_page', 'path'),
  ...elements('entry_source', ['touch', 'channel', 'source', 'medium', 'referrer_host']),
  ...elements('entry_campaign', ['campaign', 'term', 'content', 'click_id']),
  ...elements('entry_device', ['device', 'browser', 'os', 'screen_width']),
  ...elements('entry_version', ['browser_version', 'os_version', 'language']),
  ...elements('entry_place', ['country', 'region', 'city']),
  /** Array(String): the paths of its page views, each once; and how many page views each had. */
  page_paths: part('pages', 'keys'),
  page_views: part('pages', 'values'),
  /** Array(String): the names of its goals, each once, without server-reported ones; and how many each had. */
  reached_goals: part('goal_names', 'keys'),
  goal_counts: part('goal_names', 'values'),
  /**
   * Array(Tuple(at, texts)): each other source that led into the session after its entry, once, in time order. The
   * texts are channel, source, medium, campaign, term, content, referrer_host and click_id.
   */
  later_sources: laterSources,
  /** Whether there are any, which is known without reading their names. */
  has_later_sources: hasLaterSources,
} as const

export type SessionTableColumn = keyof typeof columns

/**
 * SQL of an array of UTC days (days since 1970) whose sessions may have several rows: days in more than one part, or
 * in a part that was never merged.
 */
const unsettledDays = (or = '') => `(
    select groupUniqArray(day)
    from (
      select hostName() as host, arrayJoin(range(toUInt16(min_date), toUInt16(max_date) + 1)) as day
      from system.parts
      where database = currentDatabase() and table = 'sessions' and active
      group by host, day
      having count() > 1 or min(level) = 0 ${or}
    ))`

export const daysToMerge = unsettledDays()

/**
 * A part counts as settled a few seconds after it was written: one that appears between the moments at which a
 * statement takes its parts and looks for these days has no effect on it. The engine evaluates equal scalars once per
 * statement, so every day is read in one of the two ways.
 */
export const daysToRead = unsettledDays('or max(modification_time) > now() - 5')

/** Columns that `payer_sessions` has, too: all but those that are sums. */
export type PayerSessionColumn = Exclude<
  SessionTableColumn,
  'ended_at' | 'pageviews' | 'goals' | 'engaged_ms' | 'page_views' | 'goal_counts'
>

/**
 * Which rows to read: of which visitors (a subquery of hashes, in brackets), whether to include those before the
 * range, and whether of the sites bound as `sites` rather than of one.
 */
interface SessionRowsWanted {
  visitors?: string | undefined
  sinceEver?: boolean
  ofSites?: boolean
}

/**
 * A subquery in brackets of sessions, one row each: `visitor_hash`, `session_hash`, `started_at` and the named
 * columns. Binds the values of `sessionTableParams` and reads one more day at either end, so callers compare
 * `started_at` with their range.
 *
 * `final` merges the rows of a session, for which it reads whole tuples and the key. Most days are settled: each session
 * is one row. Where that spares reading wide columns of all the others, only the rest is merged.
 */
export function sessionTableSql(
  wanted: readonly SessionTableColumn[],
  { visitors, sinceEver = false, ofSites = false }: SessionRowsWanted = {},
): string {
  const firstDay = sinceEver ? "toDate('1970-01-01')" : '{firstDay:Date} - 1'
  const site = ofSites ? 'site_id in {sites:Array(String)}' : 'site_id = {site:String}'
  const scope = `${site} and session_day between ${firstDay} and {lastDay:Date} + 1 and hits > 0`
  if (visitors !== undefined) {
    return `(${mergedRows('sessions', wanted, `prewhere visitor_hash in ${visitors} where ${scope}`)})`
  }
  if (!wanted.some(isOfWideColumn)) return `(${mergedRows('sessions', wanted, `where ${scope}`)})`
  return `(
  ${selected(wanted, 'settled')}
  from sessions
  where ${scope} and session_day not in (select arrayJoin(${daysToRead}))
  union all
  ${mergedRows('sessions', wanted, `where ${scope} and session_day in (select arrayJoin(${daysToRead}))`)})`
}

/**
 * `sessionTableSql` for the sessions of some payers (a subquery of visitor hashes, in brackets), from the table that
 * only has payers' sessions.
 */
export function payerSessionsSql(wanted: readonly PayerSessionColumn[], payers: string): string {
  const scope =
    'site_id = {site:String} and session_day between {firstDay:Date} - 1 and {lastDay:Date} + 1 and hits > 0'
  return `(${mergedRows('payer_sessions', wanted, `prewhere visitor_hash in ${payers} where ${scope}`)})`
}

/**
 * Sessions of rows that are merged while they are read. A session's rows are in one partition, as its day is part of
 * the key. Under `final` the engine moves nothing into `prewhere` by itself; the visitor is part of the key, so all
 * rows of a session are read or none.
 */
function mergedRows(
  table: 'sessions' | 'payer_sessions',
  wanted: readonly SessionTableColumn[],
  conditions: string,
): string {
  return `${selected(wanted, 'merged')}
  from ${table} final
  ${conditions}
  settings do_not_merge_across_partitions_select_final = 1`
}

/** Many texts in one column: to read all of one takes longer than to tell settled days from others. */
const wideColumns = /\b(entry_(page|source|campaign|device|version)|pages)\b/

const isOfWideColumn = (name: SessionTableColumn) => wideColumns.test(columns[name]('merged'))

function selected(wanted: readonly SessionTableColumn[], read: Read): string {
  const names = [...new Set<SessionTableColumn>(['started_at', ...wanted])]
  return `select visitor_hash, session_hash, ${names.map((name) => `${columns[name](read)} as ${name}`).join(', ')}`
}

/** The UTC days of a range of milliseconds since 1970, from included, to excluded. */
export function sessionTableParams(site: string, range: { fromMs: number; toMs: number }) {
  const { fromMs, toMs } = range
  const firstDay = dayText(dayOf(fromMs))
  const lastDay = dayText(Math.max(dayOf(fromMs), dayOf(toMs - 1)))
  return { site, firstDay, lastDay }
}

type ColumnSql = (read: Read) => string

function plain(name: string): ColumnSql {
  return () => name
}

/**
 * Careful: for merged rows always tupleElement(). Under `final` the engine treats a subcolumn as a separate column
 * and returns the value of any of the merged rows.
 */
function element(tuple: string, name: string): ColumnSql {
  return (read) => (read === 'settled' ? `${tuple}.${name}` : `tupleElement(${tuple}, '${name}')`)
}

/** One of the two arrays of a map. */
function part(map: string, name: 'keys' | 'values'): ColumnSql {
  const whole = name === 'keys' ? `mapKeys(${map})` : `mapValues(${map})`
  return (read) => (read === 'settled' ? `${map}.${name}` : whole)
}

function elements<Name extends string>(
  tuple: string,
  names: readonly Name[],
): Record<Name, ColumnSql> {
  const named = names.map((name) => [name, element(tuple, name)])
  return Object.fromEntries(named) as Record<Name, ColumnSql>
}

/** Milliseconds since 1970 UTC of the event that is a session's entry, as the view stored it in `at`. */
function entryMs(read: Read): string {
  const at = element('entry_source', 'at')(read)
  return `(intDiv(${at} % 281474976710656, 65536) + (toInt64(session_day) - 1) * 86400000)`
}

function hasLaterSources(read: Read): string {
  const times = part('sources', 'values')(read)
  const count = read === 'settled' ? 'sources.size0' : 'length(sources)'
  // Most sessions have no source but their entry's, which the sizes alone show.
  return `(${count} > toUInt8(${element('entry_source', 'touch')(read)} = 'source')
      and arrayExists(at -> toUnixTimestamp64Milli(at) > ${entryMs(read)}, ${times}))`
}

/**
 * The sources that first led into the session after its entry; the entry's own did so with it. The view joins
 * a source's texts by zero bytes.
 */
function laterSources(read: Read): string {
  const [texts, times] = [part('sources', 'keys')(read), part('sources', 'values')(read)]
  return `arrayMap(joined -> (joined.1, splitByChar('\\0', joined.2)),
      arraySort(arrayFilter(joined -> toUnixTimestamp64Milli(joined.1) > ${entryMs(read)},
        arrayMap((text, at) -> (at, text), ${texts}, ${times}))))`
}
