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
  /** Until when the events of builds were received. */
  received: ReceivedUntil
  /** Built days to which events came after that. The visits of whom they are of are worked out anew. */
  lateDays: readonly string[]
  /** Hashes of those visitors; undefined when they are too many to list. */
  lateVisitors: readonly string[] | undefined
}

/** The second until which the events of each day's build were received, for all days from one on; the last there is where no build is read. */
export interface ReceivedUntil {
  builtFrom: string
  builtUntil: readonly number[]
}

export const touchesMidnight = `toUInt8(
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
    and toUnixTimestamp(received_at) <= {until:UInt32} and origin != 'server'
  group by visitor_hash, session_hash`

/**
 * Of the rows of a plan, `settled` are those that stand in builds and cannot be changed by what happens
 * on open days or came late; `moving` are all others. Every row is one or the other. `built` hangs on nothing but the
 * builds: what is settled, and the rows as they were of those to whom events came late, which are
 * `outdated`.
 */
export type RowsPart = 'whole' | 'settled' | 'moving' | 'built' | 'outdated'

const built = `
    from session_days
    where site_id = {site:String} and day between {firstDay:Date} and {lastDay:Date}
      and build in {builds:Array(UInt64)}`

/** Whether an event is of open hours; an hour is enough to compare, as builds are of whole hours. */
const isOpenNow = `toDate(timestamp) in {openDays:Array(Date)}
      and toHour(timestamp) >= {openHours:Array(UInt8)}[indexOf({openDays:Array(Date)}, toDate(timestamp))]`

const openNow = `site_id = {site:String} and ${isOpenNow}`

const isInBuild = `toUnixTimestamp(received_at) <= {builtUntil:Array(UInt32)}[toDate(timestamp) - {builtFrom:Date} + 1]`

const isLateEvent = `toDate(timestamp) between {lateFrom:Date} and {lateTo:Date} and not (${isInBuild})
    and not ({lateToday:Bool} and ${isOpenNow})`

/** `from … where …` of the events that came after the builds of their days. */
export const lateEventsSql = `
  from events where site_id = {site:String} and ${isLateEvent}`

/**
 * A subquery of the hashes of everybody with late events: a list, or looked for once in a statement, so that
 * they are the same ones wherever it names them.
 */
const lateVisitorsSql = `(
  select arrayJoin(arrayConcat(
    arrayMap(visitor -> toUInt64(visitor), {lateVisitors:Array(String)}),
    (select groupUniqArray(visitor_hash) ${lateEventsSql} and {searchesLate:Bool}))) as visitor_hash)`

const isLate = `visitor_hash in ${lateVisitorsSql}`

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

/**
 * What SQL is written for: it is shorter where nothing came late, is built or is open. The engine takes 5 to 100 ms
 * of CPU to read a statement, which for most sites is more than to find the rows.
 */
export type PlanShape = Pick<DayPlan, 'lateDays' | 'builds' | 'openDays'>

const hasLate = ({ lateDays }: Pick<DayPlan, 'lateDays'>) => lateDays.length > 0

/** Whether there is anything that no build holds as it is now. */
export const isMoving = (days: Pick<DayPlan, 'lateDays' | 'openDays'>) =>
  days.openDays.length > 0 || hasLate(days)

/** A subquery of hashes: everybody who has a row that is moving, and others who were there when it was open. */
export function movingVisitorsSql(days: PlanShape): string {
  return `(
  select visitor_hash from events where ${openNow}
  union all
  select visitor_hash ${looseRows}
  ${hasLate(days) ? `union all select visitor_hash from ${lateVisitorsSql} as late` : ''}
)`
}

/** Whether a row is of somebody whose visits are worked out anew, as events came late to some of them. */
export const isLateSql = (days: PlanShape) => (hasLate(days) ? isLate : 'false')

/** Whether an event came late. */
export const isLateEventSql = (days: PlanShape) => (hasLate(days) ? isLateEvent : 'false')

/** All events of open days, and those that came late. */
export function recentEvents(days: PlanShape): string {
  const open = 'toDate(timestamp) in {openDays:Array(Date)}'
  return hasLate(days) ? `(${open} or ${isLateEvent})` : open
}

/** Events of a part, by their own time and when they came. */
export function eventsOfPart(days: PlanShape, part: RowsPart): string {
  if (part === 'whole') return ''
  if (part === 'outdated') return 'and false'
  if (part !== 'moving') return `and not (${isOpenNow}) and ${isInBuild}`
  return hasLate(days) ? `and (${isOpenNow} or ${isLateEvent})` : `and ${isOpenNow}`
}

/**
 * A subquery of session rows: `visitor_hash`, `session_hash` and the named columns. Parts that touch
 * midnight are joined to whole visits; built and open days give the same rows. `visitors`, when given,
 * is a subquery of the hashes to keep to. Binds what `sessionRowParams` gives.
 */
export function sessionRowsSql(
  days: PlanShape,
  columns: readonly SessionColumnName[],
  { visitors, part = 'whole' }: { visitors?: string | undefined; part?: RowsPart } = {},
): string {
  if (part === 'outdated') {
    return sessionRowsSql(days, columns, { visitors: lateVisitorsSql, part: 'built' })
  }
  const names = [...new Set<SessionColumnName>(['started_at', 'ended_at', ...columns])]
  const joined = (parts: string) => `
  select visitor_hash, session_hash,
    ${names.map((name) => `${sessionColumns[name].fromParts} as ${name}`).join(', ')}
  from (${parts})
  group by visitor_hash, session_hash, if(touches_midnight, toDate(0), day)`
  const fromEvents = (first: string) => `
    select visitor_hash, session_hash, toDate(timestamp) as day, ${touchesMidnight} as touches_midnight,
      ${partColumns(names, 'p_')}
    from events
    prewhere ${first} ${visitors === undefined ? '' : `and visitor_hash in ${visitors}`}
    where site_id = {site:String} and origin != 'server'`
  const byVisit = 'group by toDate(timestamp), visitor_hash, session_hash'
  if (days.builds.length === 0 && (part === 'whole' || part === 'moving')) {
    return `(${joined(`${fromEvents('toDate(timestamp) in {openDays:Array(Date)}')} ${byVisit}`)}\n)`
  }
  // What keeps to few rows is read first, and all other columns for these alone.
  const first = visitors === undefined ? '' : `prewhere visitor_hash in ${visitors}`
  const fromBuilds = built.replace('where', `${first} where`)
  const parts = `
    select visitor_hash, session_hash, day, touches_midnight,
      ${names.map((name) => `${name} as p_${name}`).join(', ')}
    ${fromBuilds}`
  const touching = `${parts} and touches_midnight`
  const plain = `
  select visitor_hash, session_hash, ${names.join(', ')}
  ${fromBuilds} and not touches_midnight`
  const hasOpen = days.openDays.length > 0
  const mayBeLoose = 'day in {edgeDays:Array(Date)}'
  const ofBuilds = (whose: string) => {
    // Of few visitors, joining everything costs less than looking for their rows three times.
    if (visitors !== undefined) {
      const fixed = `
    and not ((touches_midnight or day in {begunDays:Array(Date)}) and ${mayBeLoose} and ${loose})`
      return joined(`${parts}${whose} ${hasOpen ? fixed : ''}`)
    }
    if (!hasOpen) return `${plain}${whose} union all ${joined(`${touching}${whose}`)}`
    return `${plain}${whose} and day not in {begunDays:Array(Date)}
  union all ${plain}${whose} and day in {begunDays:Array(Date)} and not (${loose})
  union all ${joined(`${touching}${whose} and not (${mayBeLoose} and ${loose})`)}`
  }
  const notLate = hasLate(days) ? ` and not (${isLate})` : ''
  const settled = ofBuilds(notLate)
  // Late days have a statement of their own, as few visitors are all that is read of them.
  const anew = `
    ${parts} and ${isLate} and day not in {lateDays:Array(Date)} ${hasOpen ? `and not (day in {begunDays:Array(Date)} and ${loose})` : ''}
    union all
    ${fromEvents(isLate)} and toDate(timestamp) in {lateDays:Array(Date)} ${byVisit}`
  const open = `toDate(timestamp) in {openDays:Array(Date)} and (${isOpenNow} or ${loose})`
  const notLateToday = `and not ({lateToday:Bool} and toDate(timestamp) in {lateDays:Array(Date)} and ${isLate})`
  // Of a day that is begun, visits that may go on are worked out from all of their events. So is each late day
  // of whoever has late events; their other days' rows are read, as their visits may cross midnight.
  const goingOn = `
    ${parts}${notLate} and ${mayBeLoose} and day not in {begunDays:Array(Date)} and ${loose}
    union all
    ${fromEvents(open)} ${hasLate(days) ? notLateToday : ''} ${byVisit}`
  if (part === 'built') return `(${ofBuilds('')}\n)`
  const isSettled = part === 'settled' || (part === 'whole' && !isMoving(days))
  if (isSettled) return `(${settled}\n)`
  const late = hasLate(days) ? [anew] : []
  const moving = joined(
    [...late, ...(hasOpen || late.length === 0 ? [goingOn] : [])].join('\n    union all'),
  )
  return part === 'moving' ? `(${moving}\n)` : `(${settled}\n  union all ${moving}\n)`
}

export function sessionRowParams(site: string, days: DayPlan): Record<string, unknown> {
  const { firstDay, lastDay, builds, openDays, openHours, reachesFar, lateVisitors } = days
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
    ...days.received,
    ...lateParams(days),
    lateVisitors: lateVisitors ?? [],
    searchesLate: lateVisitors === undefined,
  }
}

/** What tells late events; `lateDays` in order. */
export function lateParams({ lateDays, openDays }: Pick<DayPlan, 'lateDays' | 'openDays'>) {
  return {
    lateDays,
    lateFrom: lateDays.at(0) ?? '1970-01-01',
    lateTo: lateDays.at(-1) ?? '1970-01-01',
    // Of a day that is begun, hours that are not built have no late events.
    lateToday: lateDays.some((day) => openDays.includes(day)),
  }
}

/** Of those, what rows hang on that are `built`. */
export function paramsOfBuilt(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).filter(([name]) => !/^(late|searches)/.test(name)),
  )
}

/** Days that may hold a part of a built visit that goes on in what is open, in order. */
export function edgeDays({ firstDay, lastDay, openDays, reachesFar }: DayPlan): string[] {
  if (reachesFar) return daysBetween(firstDay, lastDay)
  const near = openDays.flatMap((day) => [shifted(day, -1), day, shifted(day, 1)])
  return [...new Set(near)].sort()
}

/** The day so many days after another, both `2026-11-20`. */
export const shifted = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export function daysBetween(firstDay: string, lastDay: string): string[] {
  const days: string[] = []
  for (let day = firstDay; day <= lastDay; day = shifted(day, 1)) days.push(day)
  return days
}
