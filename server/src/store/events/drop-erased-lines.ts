import { isOfSitePast, type SitePast } from './erase-site.ts'
import { isOfPast, type Past } from './erase-visitor.ts'
import type { StoredEvent } from './event.ts'

const lineEnd = 10

/** A visitor's past, or a whole site's. */
export type ErasedPast = Past & Partial<Pick<SitePast, 'whole'>>

/**
 * The journal lines without those of erased pasts. There are nearly always none, and then the lines are only
 * searched for the ids.
 */
export function dropErasedLines(lines: Buffer, pasts: readonly ErasedPast[]): Buffer {
  const present = pasts.filter((past) => lines.includes(fieldOf(past)))
  if (present.length === 0) return lines
  const remaining: Buffer[] = []
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(lineEnd, start)
    const next = end === -1 ? lines.length : end + 1
    const line = lines.subarray(start, next)
    if (!present.some((past) => isErasedLine(line, past))) remaining.push(line)
    start = next
  }
  return Buffer.concat(remaining)
}

/** Whether a line belongs to an erased past. An unreadable line counts when it contains the id. */
export function isErasedLine(line: Buffer, past: ErasedPast): boolean {
  if (!line.includes(fieldOf(past))) return false
  const event = eventOf(line)
  if (event === undefined) return true
  const { whole } = past
  if (whole !== undefined) {
    return event.siteId === past.siteId && isOfSitePast({ ...past, whole }, event.receivedMs)
  }
  return (
    event.siteId === past.siteId &&
    event.visitorId === past.visitorId &&
    isOfPast(past.erasedMs, event)
  )
}

type LineEvent = Pick<StoredEvent, 'siteId' | 'visitorId' | 'timestampMs' | 'receivedMs' | 'origin'>

interface Columns {
  site_id: string
  visitor_id: string
  timestamp: number
  received_at: number
  origin: StoredEvent['origin']
}

function eventOf(line: Buffer): LineEvent | undefined {
  try {
    const columns = JSON.parse(line.toString('utf8')) as Columns
    return {
      siteId: columns.site_id,
      visitorId: columns.visitor_id,
      timestampMs: columns.timestamp,
      receivedMs: columns.received_at * 1000,
      origin: columns.origin,
    }
  } catch {
    return undefined
  }
}

/** In a line's spelling: `JSON.stringify` made both. */
function fieldOf({ siteId, visitorId, whole }: ErasedPast): string {
  return whole === undefined
    ? `"visitor_id":${JSON.stringify(visitorId)}`
    : `"site_id":${JSON.stringify(siteId)}`
}
