import Type, { type Static } from 'typebox'
import { ask } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { plainNumber } from '../row-types.ts'
import { sessionTableParams, sessionTableSql } from '../sessions/session-table.ts'

const step = Type.Object({ from: Type.String(), to: Type.String(), count: plainNumber })

/**
 * How often visitors who did not pay in a range went from one channel to the next: their visits that
 * began in it, repeats of a channel taken as one. `''` is the beginning, NUL the end. Without direct
 * visits, unless a visitor had no others.
 */
export async function channelSteps(
  engine: Engine,
  scope: { site: string; fromMs: number; toMs: number; includeDirect: boolean },
): Promise<Static<typeof step>[]> {
  // Most visitors have one visit, and few journeys are unlike all others: each is taken apart once.
  const sql = `
    select pair.1 as from, pair.2 as to, toFloat64(sum(visitors)) as count
    from (
      select journey, count() as visitors
      from (
        select
          arraySort(groupArray((started_at, if(channel = '', 'Direct', channel),
            {includeDirect:Bool} or touch not in ('direct', 'internal')))) as all,
          arrayFilter(visit -> visit.3, all) as sources,
          arrayCompact(arrayMap(visit -> visit.2, if(empty(sources), all, sources))) as journey
        from ${sessionTableSql(['touch', 'channel'])}
        where started_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
          and started_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
          and touch != 'continuation'
          and visitor_hash not in (
            select arrayJoin(path_visitors) from payment_entries final
            where site_id = {site:String} and kind = 'payment' and amount_minor > 0 and not renewal
              and paid_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
              and paid_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
        group by visitor_hash
      )
      group by journey
    )
    array join arrayZip(arrayPushFront(journey, ''), arrayPushBack(journey, '\\0')) as pair
    group by pair
    order by pair`
  const { includeDirect, fromMs: from, toMs: to } = scope
  const params = { ...sessionTableParams(scope.site, scope), includeDirect, from, to }
  return ask(engine, { name: 'channel-steps', sql, params, row: step })
}
