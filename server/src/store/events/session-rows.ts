import { type SessionColumnName, sessionColumns } from './vocabulary.ts'

/**
 * Which UTC days of a site are read from its built sessions and which are worked out from events. A
 * day is in at most one of the two.
 */
export interface DayPlan {
  /** Both `2026-11-20`, first and last day that may hold a part of what is asked for. */
  firstDay: string
  lastDay: string
  /** Ids of the valid builds. */
  builds: readonly number[]
  /** Days that have events but no valid build. */
  openDays: readonly string[]
  /** How many events those days hold together. */
  events: number
  /** How many events each day has: two plans with the same text see the same events. */
  seen: string
}

const touchesMidnight = `toUInt8(
    toUnixTimestamp(min(timestamp)) % 86400 < 1800 or toUnixTimestamp(max(timestamp)) % 86400 >= 84600)`

/** The columns of a part as the events of a day give them, for building and for reading alike. */
function partColumns(columns: readonly SessionColumnName[], prefix: string): string {
  return columns.map((name) => `${sessionColumns[name].fromEvents} as ${prefix}${name}`).join(', ')
}

/** All parts of one site's day, in the order of table session_days after site_id, day and build. */
export const partsOfDaySql = `
  select visitor_hash, session_hash, ${touchesMidnight} as touches_midnight,
    ${partColumns(Object.keys(sessionColumns) as SessionColumnName[], '')}
  from events
  where site_id = {site:String} and toDate(timestamp) = {day:Date} and origin != 'server'
  group by visitor_hash, session_hash`

/**
 * Of the rows of a plan, `settled` are those that stand in builds and cannot be changed by what happens
 * on open days; `moving` are all others. Every row is one or the other.
 */
export type RowsPart = 'whole' | 'settled' | 'moving'

const built = `
    from session_days
    where site_id = {site:String} and day between {firstDay:Date} and {lastDay:Date}
      and build in {builds:Array(UInt64)}`

/**
 * For the end of a statement that keeps to visitors by a subquery. Thousands of hashes lie everywhere, so
 * looking up which stretches of the table have none costs more than reading them: 240 ms of CPU instead of
 * 140 for 57,000 hashes in 1.1 M rows.
 */
export const visitorsAreEverywhere = 'settings use_index_for_in_with_subqueries = 0'

/** A subquery of hashes: everybody who has a row that is moving, and others who were there on open days. */
export const movingVisitorsSql = `(
  select visitor_hash from events
  where site_id = {site:String} and toDate(timestamp) in {openDays:Array(Date)}
  union all
  select visitor_hash ${built} and touches_midnight
)`

/**
 * A subquery of session rows: `visitor_hash`, `session_hash` and the named columns. Parts that touch
 * midnight are joined to whole visits; built and open days give the same rows. `visitors`, when given,
 * is a subquery of the hashes to keep to. Binds what `sessionRowParams` gives.
 */
export function sessionRowsSql(
  columns: readonly SessionColumnName[],
  { visitors, part = 'whole' }: { visitors?: string | undefined; part?: RowsPart } = {},
): string {
  const names = [...new Set<SessionColumnName>(['started_at', 'ended_at', ...columns])]
  const onlyThese = visitors === undefined ? '' : `and visitor_hash in ${visitors}`
  const settled = `
  select visitor_hash, session_hash, ${names.join(', ')}
  ${built} ${onlyThese} and not touches_midnight`
  const moving = `
  select visitor_hash, session_hash,
    ${names.map((name) => `${sessionColumns[name].fromParts} as ${name}`).join(', ')}
  from (
    select visitor_hash, session_hash, day, touches_midnight,
      ${names.map((name) => `${name} as p_${name}`).join(', ')}
    ${built} ${onlyThese} and touches_midnight
    union all
    select visitor_hash, session_hash, toDate(timestamp) as day, ${touchesMidnight} as touches_midnight,
      ${partColumns(names, 'p_')}
    from events
    where site_id = {site:String} and toDate(timestamp) in {openDays:Array(Date)}
      and origin != 'server' ${onlyThese}
    group by toDate(timestamp), visitor_hash, session_hash
  )
  group by visitor_hash, session_hash, if(touches_midnight, toDate(0), day)`
  if (part !== 'whole')
    return `(${part === 'settled' ? settled : moving}
)`
  return `(${settled}
  union all${moving}
)`
}

export function sessionRowParams(site: string, days: DayPlan): Record<string, unknown> {
  const { firstDay, lastDay, builds, openDays } = days
  return { site, firstDay, lastDay, builds, openDays }
}
