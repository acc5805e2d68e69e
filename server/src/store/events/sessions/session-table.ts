import { dayMs, dayOf } from '../utc-days.ts'

/**
 * The columns of a final session row, as expressions over a row of table `sessions`.
 *
 * Careful: always tupleElement(), never `entry_source.source`. Under `final` the engine takes a subcolumn for a
 * column of its own and answers with that of any of the rows that belong together.
 */
const columns = {
  session_day: 'session_day',
  import_id: 'import_id',
  started_at: 'started_at',
  ended_at: 'ended_at',
  pageviews: 'pageviews',
  goals: 'goals',
  engaged_ms: 'engaged_ms',
  ...elements('entry_page', { entry_path: 'path', entry_host: 'host' }),
  exit_path: element('exit_page', 'path'),
  ...elements('entry_source', {
    touch: 'touch',
    channel: 'channel',
    source: 'source',
    medium: 'medium',
    referrer_host: 'referrer_host',
  }),
  ...elements('entry_campaign', {
    campaign: 'campaign',
    term: 'term',
    content: 'content',
    click_id: 'click_id',
  }),
  ...elements('entry_device', {
    device: 'device',
    browser: 'browser',
    os: 'os',
    screen_width: 'screen_width',
  }),
  ...elements('entry_version', {
    browser_version: 'browser_version',
    os_version: 'os_version',
    language: 'language',
  }),
  ...elements('entry_place', { country: 'country', region: 'region', city: 'city' }),
  /** Map(String, UInt64): page views by path. */
  pages: 'pages',
  /** Map(String, UInt64): goals by name, without those that servers reported. */
  goal_names: 'goal_names',
  /**
   * Array(Tuple(at, channel, source, medium, campaign, term, content, referrer_host, click_id)): each other
   * source that led into the session after its entry, once, in the order of time.
   */
  later_sources: laterSources(),
} as const

export type SessionTableColumn = keyof typeof columns

/** Which rows: of whom (a subquery of visitor hashes, in brackets), and whether those before the range are among them. */
interface SessionRowsWanted {
  visitors?: string | undefined
  sinceEver?: boolean
}

/**
 * A subquery in brackets of final session rows: `visitor_hash`, `session_hash`, `started_at` and the named columns.
 * Binds what `sessionTableParams` gives and reads one day more at either end, so callers compare `started_at`
 * with the range they mean.
 */
export function sessionTableSql(
  wanted: readonly SessionTableColumn[],
  { visitors, sinceEver = false }: SessionRowsWanted = {},
): string {
  const firstDay = sinceEver ? "toDate('1970-01-01')" : '{firstDay:Date} - 1'
  const names = [...new Set<SessionTableColumn>(['started_at', ...wanted])]
  return `(
  select visitor_hash, session_hash, ${names.map((name) => `${columns[name]} as ${name}`).join(', ')}
  from sessions final
  where site_id = {site:String} and session_day between ${firstDay} and {lastDay:Date} + 1
    ${visitors === undefined ? '' : `and visitor_hash in ${visitors}`}
    and hits > 0
  settings do_not_merge_across_partitions_select_final = 1
)`
}

/** The UTC days of a range of milliseconds since 1970, from included, to excluded. */
export function sessionTableParams(site: string, range: { fromMs: number; toMs: number }) {
  const { fromMs, toMs } = range
  const firstDay = isoDay(dayOf(fromMs))
  const lastDay = isoDay(Math.max(dayOf(fromMs), dayOf(toMs - 1)))
  return { site, firstDay, lastDay }
}

const isoDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

function element(tuple: string, name: string): string {
  return `tupleElement(${tuple}, '${name}')`
}

function elements<Names extends Record<string, string>>(
  tuple: string,
  names: Names,
): Record<keyof Names, string> {
  const named = Object.entries(names).map(([as, name]) => [as, element(tuple, name)])
  return Object.fromEntries(named) as Record<keyof Names, string>
}

/** The view joins a source's texts by zero bytes, in this order. */
function laterSources(): string {
  const entry = [
    ...['channel', 'source', 'medium'].map((name) => element('entry_source', name)),
    ...['campaign', 'term', 'content'].map((name) => element('entry_campaign', name)),
    element('entry_source', 'referrer_host'),
    element('entry_campaign', 'click_id'),
  ]
  const texts = entry.map((_, index) => `splitByChar('\\0', joined.2)[${index + 1}]`).join(', ')
  return `arrayMap(joined -> (joined.1, ${texts}),
      arraySort(arrayFilter(
        joined -> joined.1 > started_at and joined.2 != concat(${entry.join(", '\\0', ")}),
        arrayMap((text, at) -> (at, text), mapKeys(sources), mapValues(sources)))))`
}
