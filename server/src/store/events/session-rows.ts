import { type SessionColumnName, sessionColumns } from './vocabulary.ts'

/**
 * Which UTC days of a site are read from its built sessions and which are worked out from events. Of an
 * open day the first hours may be built.
 */
export interface DayPlan {
  /** Both `2026-11-20`, first and last day that may hold a part of what is asked for. */
  firstDay: string
  lastDay: string
  /** Ids of the valid builds. */
  builds: readonly number[]
  /** Days that have events but no valid build of the whole day, and how many hours of each are built. */
  openDays: readonly string[]
  openHours: readonly number[]
  /** How many events those days hold together. */
  events: number
  /** How many of them are in no build. */
  openEvents: number
  /** How many events and which build each day has: two plans with the same text see the same events. */
  seen: string
  /** Whether visits that go on in what is open may have parts on other days than those beside it. */
  reachesFar: boolean
}

const touchesMidnight = `toUInt8(
    toUnixTimestamp(min(timestamp)) % 86400 < 1800 or toUnixTimestamp(max(timestamp)) % 86400 >= 84600)`

/** The columns of a part as the events of a day give them, for building and for reading alike. */
function partColumns(columns: readonly SessionColumnName[], prefix: string): string {
  return columns.map((name) => `${sessionColumns[name].fromEvents} as ${prefix}${name}`).join(', ')
}

/** All parts of the first hours of one site's day, in the order of table session_days after site_id, day and build. */
export const partsOfDaySql = `
  select visitor_hash, session_hash, ${touchesMidnight} as touches_midnight,
    ${partColumns(Object.keys(sessionColumns) as SessionColumnName[], '')}
  from events
  where site_id = {site:String} and toDate(timestamp) = {day:Date} and toHour(timestamp) < {hours:UInt8}
    and origin != 'server'
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

/** Whether an event is of open hours; an hour is enough to compare, as builds are of whole hours. */
const isOpenNow = `toDate(timestamp) in {openDays:Array(Date)}
      and toHour(timestamp) >= {openHours:Array(UInt8)}[indexOf({openDays:Array(Date)}, toDate(timestamp))]`

const openNow = `site_id = {site:String} and ${isOpenNow}`

/**
 * The rows of built visits that may go on in what is open: those of the last half hour before it, on the same
 * day or across midnight. Only days at its edge have any, unless visits reach further than that.
 */
const looseRows = `${built} and day in {edgeDays:Array(Date)} and (
        {reachesFar:Bool} and touches_midnight
        or day in {begunDays:Array(Date)}
          and toUnixTimestamp(ended_at) % 86400 >= 3600 * {openHours:Array(UInt8)}[indexOf({openDays:Array(Date)}, day)] - 1800
        or touches_midnight and toUnixTimestamp(started_at) % 86400 < 1800 and day - 1 in {openDays:Array(Date)}
        or touches_midnight and toUnixTimestamp(ended_at) % 86400 >= 84600 and day + 1 in {unbuiltDays:Array(Date)})`

const loose = `session_hash in (select session_hash ${looseRows})`

/**
 * How many built visits of begun days are taken for over and yet are in what is open, and how many that may
 * go on there come from further away than the days beside it.
 */
export const odditiesSql = `
  select
    toFloat64(countIf(day in {begunDays:Array(Date)} and not is_loose and is_open)) as goingOn,
    toFloat64(countIf(is_loose and touches_midnight and toUnixTimestamp(started_at) % 86400 < 1800
      and toUnixTimestamp(ended_at) % 86400 >= 84600)) as passingThrough
  from (
    select day, touches_midnight, started_at, ended_at, ${loose} as is_loose,
      session_hash in (select session_hash from events where ${openNow} and origin != 'server') as is_open
    ${built} and day in {edgeDays:Array(Date)} and (touches_midnight or day in {begunDays:Array(Date)})
  )`

/**
 * For the end of a statement that keeps to visitors by a subquery. Thousands of hashes lie everywhere, so
 * looking up which stretches of the table have none costs more than reading them: 240 ms of CPU instead of
 * 140 for 57,000 hashes in 1.1 M rows.
 */
export const visitorsAreEverywhere = 'settings use_index_for_in_with_subqueries = 0'

/** A subquery of hashes: everybody who has a row that is moving, and others who were there when it was open. */
export const movingVisitorsSql = `(
  select visitor_hash from events where ${openNow}
  union all
  select visitor_hash ${looseRows}
)`

/** Events that are settled, or not, by their own time. */
export const eventsOfPart = {
  whole: '',
  settled: `and not (${isOpenNow})`,
  moving: `and ${isOpenNow}`,
}

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
  // What keeps to few rows is read first, and all other columns for these alone.
  const first = visitors === undefined ? '' : `prewhere visitor_hash in ${visitors}`
  const fromBuilds = built.replace('where', `${first} where`)
  const parts = `
    select visitor_hash, session_hash, day, touches_midnight,
      ${names.map((name) => `${name} as p_${name}`).join(', ')}
    ${fromBuilds}`
  const joined = (parts: string) => `
  select visitor_hash, session_hash,
    ${names.map((name) => `${sessionColumns[name].fromParts} as ${name}`).join(', ')}
  from (${parts})
  group by visitor_hash, session_hash, if(touches_midnight, toDate(0), day)`
  const mayBeLoose = 'day in {edgeDays:Array(Date)}'
  const touching = `${parts} and touches_midnight`
  const plain = `
  select visitor_hash, session_hash, ${names.join(', ')}
  ${fromBuilds} and not touches_midnight`
  // Of few visitors, joining everything costs less than looking for their rows three times.
  const settled =
    visitors === undefined
      ? `${plain} and day not in {begunDays:Array(Date)}
  union all ${plain} and day in {begunDays:Array(Date)} and not (${loose})
  union all ${joined(`${touching} and not (${mayBeLoose} and ${loose})`)}`
      : joined(`${parts}
    and not ((touches_midnight or day in {begunDays:Array(Date)}) and ${mayBeLoose} and ${loose})`)
  // Of a day that is begun, visits that may go on are worked out from all of their events.
  const moving =
    joined(`${parts} and ${mayBeLoose} and day not in {begunDays:Array(Date)} and ${loose}
    union all
    select visitor_hash, session_hash, toDate(timestamp) as day, ${touchesMidnight} as touches_midnight,
      ${partColumns(names, 'p_')}
    from events
    prewhere toDate(timestamp) in {openDays:Array(Date)} and (${isOpenNow} or ${loose})
      ${visitors === undefined ? '' : `and visitor_hash in ${visitors}`}
    where site_id = {site:String} and origin != 'server'
    group by toDate(timestamp), visitor_hash, session_hash`)
  if (part === 'settled') return `(${settled}\n)`
  return part === 'moving' ? `(${moving}\n)` : `(${settled}\n  union all ${moving}\n)`
}

export function sessionRowParams(site: string, days: DayPlan): Record<string, unknown> {
  const { firstDay, lastDay, builds, openDays, openHours, reachesFar } = days
  const begunDays = openDays.filter((_, index) => openHours[index] !== 0)
  const unbuiltDays = openDays.filter((_, index) => openHours[index] === 0)
  return {
    site,
    firstDay,
    lastDay,
    builds,
    openDays,
    openHours,
    begunDays,
    unbuiltDays,
    edgeDays: edgeDays(days),
    reachesFar,
  }
}

/** Days that may hold a part of a built visit that goes on in what is open, in order. */
export function edgeDays({ firstDay, lastDay, openDays, reachesFar }: DayPlan): string[] {
  if (reachesFar) return daysBetween(firstDay, lastDay)
  const near = openDays.flatMap((day) => [shifted(day, -1), day, shifted(day, 1)])
  return [...new Set(near)].sort()
}

const shifted = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

function daysBetween(firstDay: string, lastDay: string): string[] {
  const days: string[] = []
  for (let day = firstDay; day <= lastDay; day = shifted(day, 1)) days.push(day)
  return days
}
