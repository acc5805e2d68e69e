import Type from 'typebox'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { momentSql } from '../../store/events/hit-times.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { sessionTableParams, sessionTableSql } from '../../store/events/sessions/session-table.ts'

/** How often journeys went from one channel to the next; `undefined` is their beginning and end. */
export interface ChannelStep {
  from: string | undefined
  to: string | undefined
  count: number
}

const step = Type.Object({ from: plainNumber, to: plainNumber, count: plainNumber })
/** The start and the end of a journey; a channel is its index in the list. */
const outside = 255

/**
 * How often visitors who did not pay in a range went from one channel to the next: their visits that began in it,
 * with repeats of a channel taken as one. Without direct visits, unless a visitor had no others. `channels` are all
 * that visits may have, 255 at most; `unnamed`, one of them, is used for visits without one.
 */
export async function channelSteps(
  engine: Engine,
  scope: { site: string; fromMs: number; toMs: number; includeDirect: boolean },
  { channels, unnamed }: { channels: readonly string[]; unnamed: string },
): Promise<ChannelStep[]> {
  // A visit is one number: its time, its channel and whether it counts as a source. Most visitors have one visit,
  // and few journeys are unique: each distinct one is decoded once.
  const sql = `
    select toFloat64(pair.1) as from, toFloat64(pair.2) as to, toFloat64(sum(visitors)) as count
    from (
      select journey, count() as visitors
      from (
        select
          arraySort(groupArray(
            bitShiftLeft(toUInt64(toUnixTimestamp64Milli(started_at)), 9)
            + 2 * transform(channel, {channels:Array(String)}, {places:Array(UInt8)}, {unnamed:UInt8})
            + ({includeDirect:Bool} or touch not in ('direct', 'internal')))) as all,
          arrayFilter(visit -> toBool(visit % 2), all) as sources,
          arrayCompact(arrayMap(visit -> toUInt8(intDiv(visit % 512, 2)), if(empty(sources), all, sources))) as journey
        from ${sessionTableSql(['touch', 'channel'])}
        where started_at >= ${momentSql('from')}
          and started_at < ${momentSql('to')}
          and touch != 'continuation'
          and visitor_hash not in (
            select arrayJoin(path_visitors) from payment_entries final
            where site_id = {site:String} and kind = 'payment' and amount_minor > 0 and not renewal
              and paid_at >= ${momentSql('from')}
              and paid_at < ${momentSql('to')})
        group by visitor_hash
      )
      group by journey
    )
    array join arrayZip(arrayPushFront(journey, ${outside}), arrayPushBack(journey, ${outside})) as pair
    group by pair
    order by pair`
  const { includeDirect, fromMs: from, toMs: to } = scope
  const params = {
    ...sessionTableParams(scope.site, scope),
    ...{ includeDirect, from, to, channels, unnamed: channels.indexOf(unnamed) },
    places: [...channels.keys()],
  }
  const found = await ask(engine, { name: 'channel-steps', sql, params, row: step })
  return found.map((row) => ({ from: channels[row.from], to: channels[row.to], count: row.count }))
}
