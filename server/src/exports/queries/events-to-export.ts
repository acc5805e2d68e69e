import Type from 'typebox'
import { askColumns, type CellsOf, defineQuery } from '../../store/events/define-query.ts'
import type { Engine, ReadLimits } from '../../store/events/engine.ts'
import { timeMs, wholeNumber } from '../../store/events/row-types.ts'

/** The number of events of each UTC day of a site, from `firstDay` to `lastDay`. */
export const daysToExport = defineQuery({
  name: 'days-to-export',
  params: Type.Object({ site: Type.String(), firstDay: Type.String(), lastDay: Type.String() }),
  row: Type.Object({ day: Type.String(), events: wholeNumber }),
  sql: `
    select toString(toDate(timestamp)) as day, count() as events
    from events
    where site_id = {site:String} and toDate(timestamp) between {firstDay:Date} and {lastDay:Date}
    group by day
    order by day`,
})

/** The first and the last UTC day of a site's events; no row if there are none. */
export const rangeToExport = defineQuery({
  name: 'range-to-export',
  params: Type.Object({ site: Type.String() }),
  row: Type.Object({ firstMs: timeMs, lastMs: timeMs }),
  sql: `
    select min(timestamp) as firstMs, max(timestamp) as lastMs
    from events
    where site_id = {site:String}
    having count() > 0`,
})

/** The fields of an event that are left out if they are empty, in the order of its lines. */
const fields = {
  visitorId: 'text',
  sessionId: 'text',
  host: 'text',
  path: 'text',
  query: 'text',
  title: 'text',
  name: 'text',
  value: 'fraction',
  properties: 'text',
  engagedMs: 'number',
  touch: 'text',
  referrer: 'text',
  referrerHost: 'text',
  source: 'text',
  medium: 'text',
  campaign: 'text',
  term: 'text',
  content: 'text',
  channel: 'text',
  clickId: 'text',
  device: 'text',
  browser: 'text',
  browserVersion: 'text',
  os: 'text',
  osVersion: 'text',
  country: 'text',
  region: 'text',
  city: 'text',
  screenWidth: 'number',
  language: 'text',
} as const

export const fieldNames = Object.keys(fields) as (keyof typeof fields)[]

const columns = {
  timestampMs: 'number',
  receivedMs: 'number',
  kind: 'text',
  origin: 'text',
  ...fields,
  /** With the time, an event's position in the order of a day. */
  visitorHash: 'text',
  tie: 'text',
} as const

/** Events as they are exported: a list for each column. */
export type EventColumns = CellsOf<typeof columns>

/** The columns of an event by the names they have outside of the store. */
export const exportColumns = `
      visitor_id as visitorId, session_id as sessionId, host, path, query, title, name, value, properties,
      toFloat64(engaged_ms) as engagedMs,
      touch, referrer, referrer_host as referrerHost, source, medium, campaign, term, content, channel,
      click_id as clickId, device, browser, browser_version as browserVersion, os,
      os_version as osVersion, country, region, city, toFloat64(screen_width) as screenWidth, language`

/**
 * A portion of a UTC day: the visitors with hashes in a range (both ends included), by visitor and time, after a
 * position in that order. Identical events come together ("with ties"), or a portion could end between two of them
 * and the next one would miss the second.
 */
export function eventsToExport(
  engine: Engine,
  portion: PortionOfDay,
  limits: ReadLimits,
): Promise<EventColumns> {
  const asked = { name: 'events-to-export', sql: portionSql, params: { ...portion }, columns }
  return askColumns(engine, asked, limits)
}

interface PortionOfDay {
  site: string
  day: string
  fromHash: string
  toHash: string
  afterHash: string
  afterMs: number
  afterTie: string
  most: number
}

const portionSql = `
    select
      toFloat64(toUnixTimestamp64Milli(timestamp)) as timestampMs,
      toFloat64(toUnixTimestamp(received_at)) * 1000 as receivedMs,
      kind, origin, ${exportColumns},
      toString(visitor_hash) as visitorHash,
      toString(cityHash64(
        received_at, kind, origin, session_id, host, path, query, title, name, ifNull(value, 0.5),
        properties, engaged_ms, touch, referrer, source, medium, campaign, term, content, channel, click_id
      )) as tie
    from events
    where site_id = {site:String}
      and toDate(timestamp) = {day:Date}
      and visitor_hash between {fromHash:UInt64} and {toHash:UInt64}
      and (visitor_hash, toUnixTimestamp64Milli(timestamp), toUInt64(tie))
        > ({afterHash:UInt64}, {afterMs:Int64}, {afterTie:UInt64})
    order by visitor_hash, timestamp, toUInt64(tie)
    limit {most:UInt32} with ties`
