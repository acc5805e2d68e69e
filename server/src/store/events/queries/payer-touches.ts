import Type from 'typebox'
import { askColumns } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { filterCondition } from '../filter-conditions.ts'
import { plainNumber } from '../row-types.ts'
import { sessionRowParams, sessionRowsSql, visitorsAreEverywhere } from '../session-rows.ts'
import {
  type SessionColumnName,
  type SessionDimensionName,
  sessionDimensions,
} from '../vocabulary.ts'
import { type MoneyScope, moneyParams, movedSql } from './money-entries.ts'
import type { VisitScope } from './visit-figures.ts'

/** A touch of somebody who paid. */
export interface PayerTouch {
  /** When the session began, or a campaign joined in its midst: milliseconds since 1970 UTC. */
  atMs: number
  /** Whether it is such a later touch of a session that is in the list already. */
  midVisit: boolean
  /** Whether it came from nowhere in particular: no referrer, no campaign. */
  isDirect: boolean
  /** Back from a checkout or a login. */
  isContinuation: boolean
  channel: string
  /** A value for each dimension asked for. */
  keys: readonly string[]
  /** Whether it passes the filters of the question. */
  passes: boolean
}

/** The touches of each visitor by the visitor's hash (text: up to 64 bits), oldest first. */
export type TouchesByVisitor = ReadonlyMap<string, readonly PayerTouch[]>

const texts = Type.Array(Type.String())
const flags = Type.Array(Type.Boolean())

const columns = Type.Object({
  visitor: texts,
  atMs: Type.Array(plainNumber),
  midVisit: flags,
  touch: texts,
  channel: texts,
  keys: Type.Array(texts),
  passes: flags,
})

/** What a campaign that joins in mid-session puts in place of the session's own. */
const sourceColumns = [
  'channel',
  'source',
  'medium',
  'campaign',
  'term',
  'content',
  'referrer_host',
  'click_id',
] as const satisfies SessionColumnName[]

/**
 * The touches of everybody whose money moved, on the days of the plan (which reach back as far as the
 * look-back does), named by the dimensions: each session, and each other source that led into one of them.
 */
export async function payerTouches(
  engine: Engine,
  scope: VisitScope,
  wanted: {
    dimensions: readonly SessionDimensionName[]
    money: Omit<MoneyScope, 'filters' | 'dimensions' | 'withFirsts'>
  },
): Promise<TouchesByVisitor> {
  const condition = filterCondition(scope.filters, scope.days)
  const named = wanted.dimensions.map((name) => sessionDimensions[name])
  const replaced: readonly string[] = ['touch', ...sourceColumns]
  const own = [...named, condition]
    .flatMap((part) => part.columns)
    .filter((name) => !replaced.includes(name))
  const kept = [...new Set<SessionColumnName>(['started_at', 'ended_at', ...own])]
  const visitors = `(
    select arrayJoin(path_visitors) from payment_entries as entry final
    where ${movedSql(wanted.money)})`
  const sql = `
    with joining as (
      select visitor_hash, session_hash, groupArray((joined_at, (${sourceColumns.join(', ')}))) as joined
      from (
        select visitor_hash, session_hash, min(timestamp) as joined_at,
          ${sourceColumns.map((name) => `toString(${name}) as ${name}`).join(', ')}
        from events
        where site_id = {site:String} and toDate(timestamp) between {firstDay:Date} and {lastDay:Date}
          and visitor_hash in ${visitors} and touch = 'source' and origin != 'server'
        group by visitor_hash, session_hash, ${sourceColumns.join(', ')}
      )
      group by visitor_hash, session_hash
    )
    select toString(visitor_hash) as visitor, toFloat64(toUnixTimestamp64Milli(touched_at)) as atMs,
      toBool(mid_visit) as midVisit, touch, if(channel = '', 'Direct', channel) as channel,
      [${named.map(({ sql: text }) => `toString(${text})`).join(', ')}]::Array(String) as keys,
      toBool(${condition.sql}) as passes
    from (
      select visitor_hash, session_hash, ${kept.join(', ')},
        one.1 as touched_at, one.2 as mid_visit, one.3 as touch,
        ${sourceColumns.map((name, index) => `one.4.${index + 1} as ${name}`).join(', ')}
      from (
        select visitor_hash, session_hash, ${kept.map((name) => `visits.${name} as ${name}`).join(', ')},
          (${sourceColumns.map((name) => `toString(visits.${name})`).join(', ')}) as source,
          arrayJoin(arrayPushFront(
            arrayMap(other -> (other.1, 1, 'source', other.2),
              arrayFilter(other -> other.1 > visits.started_at and other.2 != source, joined)),
            (visits.started_at, 0, toString(visits.touch), source))) as one
        from ${sessionRowsSql(scope.days, [...kept, 'touch', ...sourceColumns], { visitors })} as visits
        left join joining using (visitor_hash, session_hash)
      )
    )
    order by visitor_hash, touched_at, session_hash, ${sourceColumns.join(', ')}
    ${visitorsAreEverywhere}`
  const params = {
    ...sessionRowParams(scope.site, scope.days),
    ...condition.params,
    ...moneyParams(wanted.money),
    from: scope.fromMs,
    to: scope.toMs,
    zone: scope.zone,
  }
  const found = await askColumns(engine, { name: 'payer-touches', sql, params, columns })
  const byVisitor = new Map<string, PayerTouch[]>()
  for (const [row, visitor] of found.visitor.entries()) {
    const kind = found.touch[row] as string
    const touch: PayerTouch = {
      atMs: found.atMs[row] as number,
      midVisit: found.midVisit[row] as boolean,
      isDirect: kind === 'direct' || kind === 'internal',
      isContinuation: kind === 'continuation',
      channel: found.channel[row] as string,
      keys: found.keys[row] as string[],
      passes: found.passes[row] as boolean,
    }
    const known = byVisitor.get(visitor)
    if (known === undefined) byVisitor.set(visitor, [touch])
    else known.push(touch)
  }
  return byVisitor
}
