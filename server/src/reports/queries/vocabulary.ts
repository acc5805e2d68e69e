/**
 * The metrics and dimensions of reports, as SQL. A request may only name a key of these tables, so no text from
 * outside ever becomes SQL.
 */

import {
  type PayerSessionColumn,
  sessionTableSql,
} from '../../store/events/sessions/session-table.ts'

/** An entry attribute is the first page view's; of a visit without one, the first event's. */
const entryOrder = "toUnixTimestamp64Milli(timestamp) + if(kind = 'pageview', 0, 1000000000000000)"
/** A value of a visit's first page view, for a statement that groups the events of visits. */
export const entryOf = (columns: string) => `argMin(${columns}, ${entryOrder})`
interface SessionDimension {
  sql: string
  columns: readonly PayerSessionColumn[]
}

const plain = (column: PayerSessionColumn): SessionDimension => ({ sql: column, columns: [column] })
const orDirect = (column: PayerSessionColumn): SessionDimension => ({
  sql: `if(${column} = '', 'Direct', ${column})`,
  columns: [column],
})
/** Times come as Unix seconds or as text of a date; the reports write them for people. */
const started = (sql: string): SessionDimension => ({ sql, columns: ['started_at'] })

const screenClass = `multiIf(screen_width = 0, '', screen_width < 600, 'small',
    screen_width < 1024, 'medium', screen_width < 1600, 'large', 'huge')`

/** Whether a visit is its visitor's very first. Binds the values of `sessionTableParams`. */
const visitorType = `if((visitor_hash, started_at) in (
    select visitor_hash, min(started_at) from ${sessionTableSql([], { sinceEver: true })} group by visitor_hash),
    'new', 'returning')`

/** The value of a visit for each dimension. */
export const sessionDimensions = {
  channel: orDirect('channel'),
  source: orDirect('source'),
  medium: plain('medium'),
  campaign: plain('campaign'),
  term: plain('term'),
  content: plain('content'),
  referrer: plain('referrer_host'),
  clickId: plain('click_id'),
  entryPage: plain('entry_path'),
  exitPage: plain('exit_path'),
  hostname: plain('entry_host'),
  country: plain('country'),
  region: plain('region'),
  city: plain('city'),
  device: plain('device'),
  browser: plain('browser'),
  browserVersion: plain('browser_version'),
  os: plain('os'),
  osVersion: plain('os_version'),
  screen: { sql: screenClass, columns: ['screen_width'] },
  language: plain('language'),
  visitorType: { sql: visitorType, columns: ['started_at'] },
  hour: started('toUnixTimestamp(toStartOfHour(toTimeZone(started_at, {zone:String})))'),
  day: started('toDate(started_at, {zone:String})'),
  week: started('toStartOfWeek(started_at, 1, {zone:String})'),
  month: started('toStartOfMonth(started_at, {zone:String})'),
} satisfies Record<string, SessionDimension>

export type SessionDimensionName = keyof typeof sessionDimensions

/** A dimension's value as text, computed once for each group: for each row it costs more than everything else. */
export function asText(name: SessionDimensionName | EventDimensionName, sql: string): string {
  return name === 'month' ? `substring(toString(${sql}), 1, 7)` : `toString(${sql})`
}

/** The value of a goal's property; binds its name as `parameter`. Text has no quotes. */
const propertySql = (parameter: string) =>
  `if(JSONType(properties, {${parameter}:String}) = 'String',
    JSONExtractString(properties, {${parameter}:String}), JSONExtractRaw(properties, {${parameter}:String}))`

/** Dimensions of single events rather than of visits; `where` selects the events that have one at all. */
export const eventDimensions = {
  page: { kind: 'pageview', sql: () => 'path', where: () => '1' },
  goal: { kind: 'goal', sql: () => 'name', where: () => '1' },
  property: {
    kind: 'goal',
    sql: propertySql,
    where: (parameter: string) => `JSONHas(properties, {${parameter}:String})`,
  },
} as const

export type EventDimensionName = keyof typeof eventDimensions

/** The time dimensions, for events that are counted at their own time. */
export const timeDimensions = [
  'hour',
  'day',
  'week',
  'month',
] as const satisfies SessionDimensionName[]
