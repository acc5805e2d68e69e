import { hashesOfVisitors } from '../../store/events/visitor-hashes.ts'

/** Where a page of a time line begins: after the item of that moment and key. */
export interface TimelineAfter {
  atMs: number
  key: string
}

export interface TimelinePage {
  site: string
  visitors: readonly string[]
  order: 'newest' | 'oldest'
  after: TimelineAfter | undefined
  limit: number
}

const directions = {
  newest: { beyond: '<', order: 'desc' },
  oldest: { beyond: '>', order: 'asc' },
} as const

/** The order of all kinds of items: by moment, then by key, both in the same direction. */
export function timelineOrder({ order, after }: Pick<TimelinePage, 'order' | 'after'>) {
  const { beyond, order: direction } = directions[order]
  return {
    condition:
      after === undefined ? '1' : `(atMs, key) ${beyond} ({afterMs:Float64}, {afterKey:String})`,
    orderBy: `order by atMs ${direction}, key ${direction}`,
  }
}

export function timelineParams({ site, visitors, after, limit }: TimelinePage) {
  return {
    site,
    visitors,
    limit,
    ...(after && { afterMs: after.atMs, afterKey: after.key }),
  }
}

/** The events of the visitors that the condition after it selects. */
export const ofVisitorsSql = `
    prewhere visitor_hash in ${hashesOfVisitors}
    where site_id = {site:String} and visitor_id in {visitors:Array(String)}`
