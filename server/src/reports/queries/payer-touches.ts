import { askColumns, type CellsOf } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import {
  type PayerSessionColumn,
  payerSessionsSql,
  sessionTableParams,
} from '../../store/events/sessions/session-table.ts'
import { type Condition, filterCondition } from './filter-conditions.ts'
import { type MoneyScope, moneyParams, movedSql } from './money-entries.ts'
import { scopeParams, type VisitScope } from './visit-scope.ts'
import { type SessionDimensionName, sessionDimensions } from './vocabulary.ts'

/** A touch of a payer. */
export interface PayerTouch {
  /** When the session began, or a campaign joined during it: milliseconds since 1970 UTC. */
  atMs: number
  /** Whether it is a later touch of a session that is already in the list. */
  midVisit: boolean
  /** Whether it had no source: no referrer, no campaign. */
  isDirect: boolean
  /** A return from a checkout or a login. */
  isContinuation: boolean
  channel: string
  /** A value for each requested dimension. */
  keys: readonly string[]
  /** Whether it passes the filters of the question. */
  passes: boolean
}

/** The touches of each visitor by the visitor's hash (text: up to 64 bits), oldest first. */
export type TouchesByVisitor = ReadonlyMap<string, readonly PayerTouch[]>

/**
 * The columns that a campaign which joins in mid-session replaces in the session's own, in the order of
 * `later_sources`.
 */
const sourceColumns = [
  'channel',
  'source',
  'medium',
  'campaign',
  'term',
  'content',
  'referrer_host',
  'click_id',
] as const satisfies PayerSessionColumn[]

const placeOf = (name: PayerSessionColumn) =>
  (sourceColumns as readonly PayerSessionColumn[]).indexOf(name)

/** Touches that differ only in their visitor and time are one row: its texts are written and read once. */
const columns = {
  midVisit: 'flag',
  touch: 'text',
  channel: 'text',
  keys: 'texts',
  passes: 'flag',
  visitors: 'texts',
  times: 'numbers',
  /** Where each is in the order of all touches. */
  places: 'numbers',
} as const

/**
 * The touches of everybody whose money moved, named by the dimensions: each session within the look-back, and each
 * further source that led into one of them. With `passingOnly`, touches of payments without a touch that passes the
 * filters may be missing.
 */
export async function payerTouches(
  engine: Engine,
  scope: VisitScope,
  wanted: {
    dimensions: readonly SessionDimensionName[]
    money: Omit<MoneyScope, 'filters' | 'dimensions' | 'withFirsts'>
    /** The span in which sessions are read: as far back as the look-back reaches. */
    reach: { fromMs: number; toMs: number }
    passingOnly: boolean
  },
): Promise<TouchesByVisitor> {
  const payersWhere = (more = '') => `(
    select arrayJoin(path_visitors) from payment_entries as entry final
    where ${movedSql(wanted.money)} ${more})`
  const all = payersWhere()
  const condition = filterCondition(scope.filters, { payers: all })
  const payers =
    wanted.passingOnly && scope.filters.length > 0
      ? payersWhere(
          `and arrayExists(visitor -> visitor in ${passingVisitors(condition, all)}, path_visitors)`,
        )
      : all
  const named = wanted.dimensions.map((name) => sessionDimensions[name])
  const names = new Set<PayerSessionColumn>([
    'channel',
    ...named.flatMap((part) => part.columns),
    ...condition.columns,
  ])
  names.delete('touch')
  names.delete('started_at')
  // A session's own source first, then the others that led into it; which columns they put in its place.
  const ownSource = sourceColumns.map((name) => (names.has(name) ? name : "''")).join(', ')
  const ofTouch = [...names].map((name) => {
    const place = placeOf(name)
    return place < 0 ? name : `came.2[${place + 1}] as ${name}`
  })
  const others = [...names].filter((name) => placeOf(name) < 0)
  const keys = named.map((_, index) => `key${index}`)
  const grouped = ['mid_visit', 'own_touch', 'channel', 'passing', ...keys].join(', ')
  // The engine keeps the order of a subquery for a function that numbers its rows.
  const sql = `
    select toBool(mid_visit) as midVisit, if(mid_visit, 'source', own_touch) as touch,
      if(channel = '', 'Direct', channel) as channel,
      [${keys.map((key) => `toString(${key})`).join(', ')}]::Array(String) as keys, toBool(passing) as passes,
      groupArray(toString(visitor_hash)) as visitors,
      groupArray(toFloat64(toUnixTimestamp64Milli(touched_at))) as times,
      groupArray(toFloat64(place)) as places
    from (
      select visitor_hash, touched_at, ${grouped}, rowNumberInAllBlocks() as place
      from (
        select visitor_hash, touched_at, nth > 1 as mid_visit, own_touch, channel, ${condition.sql} as passing
          ${named.map(({ sql: key }, index) => `, ${key} as ${keys[index]}`).join('')}
        from (
          select visitor_hash, session_hash, started_at, own_touch, came.1 as touched_at, nth, ${ofTouch.join(', ')}
          from (
            select ${['visitor_hash', 'session_hash', 'started_at', ...others].join(', ')}, toString(touch) as own_touch,
              arrayPushFront(if(has_later_sources, later_sources, []), (started_at, [${ownSource}])) as sources_in_turn
            from ${payerSessionsSql(['touch', 'later_sources', 'has_later_sources', ...names], payers)}
          )
          array join sources_in_turn as came, arrayEnumerate(sources_in_turn) as nth
        )
        order by visitor_hash, touched_at, session_hash, nth
      )
    )
    group by ${grouped}`
  const params = {
    ...scopeParams(scope),
    ...sessionTableParams(scope.site, wanted.reach),
    ...condition.params,
    ...moneyParams(wanted.money),
  }
  const found = await askColumns(engine, { name: 'payer-touches', sql, params, columns })
  return byVisitor(found)
}

/** The touches of an answer, in their order. */
function byVisitor(found: CellsOf<typeof columns>): TouchesByVisitor {
  const count = found.places.reduce((sum, places) => sum + places.length, 0)
  const touches = new Array<PayerTouch>(count)
  const visitors = new Array<string>(count)
  for (const [row, places] of found.places.entries()) {
    const kind = found.touch[row] as string
    const [midVisit, passes] = [found.midVisit[row] as boolean, found.passes[row] as boolean]
    const [channel, keys] = [found.channel[row] as string, found.keys[row] as string[]]
    for (const [index, place] of places.entries()) {
      visitors[place] = found.visitors[row]?.[index] as string
      touches[place] = {
        atMs: found.times[row]?.[index] as number,
        midVisit,
        isDirect: kind === 'direct' || kind === 'internal',
        isContinuation: kind === 'continuation',
        channel,
        keys,
        passes,
      }
    }
  }
  const touchesOf = new Map<string, PayerTouch[]>()
  for (const [place, touch] of touches.entries()) {
    const visitor = visitors[place] as string
    const known = touchesOf.get(visitor)
    if (known === undefined) touchesOf.set(visitor, [touch])
    else known.push(touch)
  }
  return touchesOf
}

/** A subquery, in brackets, of the payers with a touch that passes, and of some without. */
function passingVisitors({ sql, columns }: Condition, payers: string): string {
  // A campaign that joins in mid-session may pass though the session's own source does not.
  const mayPass = columns.some((name) => placeOf(name) >= 0) ? `${sql} or has_later_sources` : sql
  const sessions = payerSessionsSql([...columns, 'has_later_sources'], payers)
  return `(select visitor_hash from ${sessions} where ${mayPass})`
}
