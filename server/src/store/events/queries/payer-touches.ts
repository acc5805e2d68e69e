import Type from 'typebox'
import { askColumns } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { filterCondition } from '../filter-conditions.ts'
import { plainNumber } from '../row-types.ts'
import {
  type SessionTableColumn,
  sessionTableParams,
  sessionTableSql,
} from '../sessions/session-table.ts'
import { type SessionDimensionName, sessionDimensions } from '../vocabulary.ts'
import { type MoneyScope, moneyParams, movedSql } from './money-entries.ts'
import { scopeParams, type VisitScope } from './visit-scope.ts'

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

/** What a campaign that joins in mid-session puts in place of the session's own, in the order of `later_sources`. */
const sourceColumns = [
  'channel',
  'source',
  'medium',
  'campaign',
  'term',
  'content',
  'referrer_host',
  'click_id',
] as const satisfies SessionTableColumn[]

const isOfSource = (name: SessionTableColumn) =>
  (sourceColumns as readonly SessionTableColumn[]).includes(name)

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

/**
 * The touches of everybody whose money moved, named by the dimensions: each session within reach, and each
 * other source that led into one of them.
 */
export async function payerTouches(
  engine: Engine,
  scope: VisitScope,
  wanted: {
    dimensions: readonly SessionDimensionName[]
    money: Omit<MoneyScope, 'filters' | 'dimensions' | 'withFirsts'>
    /** Where sessions are looked for: as far back as the look-back reaches. */
    reach: { fromMs: number; toMs: number }
  },
): Promise<TouchesByVisitor> {
  const condition = filterCondition(scope.filters)
  const named = wanted.dimensions.map((name) => sessionDimensions[name])
  const names = new Set<SessionTableColumn>([
    ...(['started_at', 'channel'] as const),
    ...named.flatMap((part) => part.columns),
    ...condition.columns,
  ])
  names.delete('touch')
  const visitors = `(
    select arrayJoin(path_visitors) from payment_entries as entry final
    where ${movedSql(wanted.money)})`
  const sessions = (columns: SessionTableColumn[]) => sessionTableSql(columns, { visitors })
  const ofLater = [...names].map((name) => {
    const place = (sourceColumns as readonly SessionTableColumn[]).indexOf(name)
    return place < 0 ? name : `later.${place + 2} as ${name}`
  })
  const own = [...names].filter((name) => !isOfSource(name))
  // Only what is asked for is read: a payer's sessions lie in every part of the table.
  const sql = `
    select toString(visitor_hash) as visitor, toFloat64(toUnixTimestamp64Milli(touched_at)) as atMs,
      toBool(nth > 0) as midVisit, toString(touch) as touch, if(channel = '', 'Direct', channel) as channel,
      [${named.map(({ sql: text }) => `toString(${text})`).join(', ')}]::Array(String) as keys,
      toBool(${condition.sql}) as passes
    from (
      select visitor_hash, session_hash, started_at as touched_at, 0 as nth, toString(touch) as touch,
        ${[...names].join(', ')}
      from ${sessions(['touch', ...names])}
      union all
      select visitor_hash, session_hash, later.1 as touched_at, nth, 'source' as touch, ${ofLater.join(', ')}
      from (
        select * from ${sessions([...own, 'later_sources', 'has_later_sources'])} where has_later_sources)
      array join later_sources as later, arrayEnumerate(later_sources) as nth
    )
    order by visitor_hash, touched_at, session_hash, nth`
  const params = {
    ...scopeParams(scope),
    ...sessionTableParams(scope.site, wanted.reach),
    ...condition.params,
    ...moneyParams(wanted.money),
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
