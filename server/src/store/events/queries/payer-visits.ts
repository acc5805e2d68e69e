import Type, { type Static } from 'typebox'
import type { Engine } from '../engine.ts'
import { filterCondition } from '../filter-conditions.ts'
import { askOnce } from '../remember-answers.ts'
import { plainNumber } from '../row-types.ts'
import { seenByVisitors } from '../seen-by-visitors.ts'
import {
  type DayPlan,
  eventsOfPart,
  isLateSql,
  isMoving,
  paramsOfBuilt,
  type RowsPart,
  sessionRowParams,
  sessionRowsSql,
  visitorsAreEverywhere,
} from '../session-rows.ts'
import {
  type SessionColumnName,
  type SessionDimensionName,
  sessionDimensions,
} from '../vocabulary.ts'
import { type MoneyScope, moneyParams, movedSql } from './money-entries.ts'
import { looksAtEvents, type VisitScope } from './visit-figures.ts'

const payerTouch = Type.Object({
  visitor: Type.String(),
  session: Type.String(),
  /** When the visit began, or the moment a campaign joined in its midst. */
  startedMs: plainNumber,
  /** Whether it is such a later touch of a visit that is in the list already. */
  midVisit: Type.Boolean(),
  touch: Type.String(),
  channel: Type.String(),
  keys: Type.Array(Type.String()),
  /** Whether it passes the filters of the question. */
  passes: Type.Boolean(),
})

/** A touch of somebody who paid. */
export type PayerTouch = Static<typeof payerTouch>

/** `late`: of somebody with late events, whose built touches are outdated. */
const movingTouch = Type.Object({ ...payerTouch.properties, late: Type.Boolean() })

/** Touches as they are remembered: the same array for several questions, with more keys than each asks for. */
export interface SharedTouches {
  touches: readonly PayerTouch[]
  /** Where each dimension that was asked for stands in the keys. */
  places: readonly number[]
}

/** What a campaign that joins in mid-visit puts in place of the visit's own. */
const touchColumns = [
  'touch',
  'channel',
  'source',
  'medium',
  'campaign',
  'term',
  'content',
  'referrer_host',
  'click_id',
] as const satisfies SessionColumnName[]

/** As plain text, so that an entry and what joins later are of the same types. */
const asTexts = touchColumns.map((name) => `toString(${name}) as ${name}`).join(', ')

/** All but the kind of touch, which is `source` for whatever joins. Compared as one: the engine reads that sooner. */
const sourceColumns = touchColumns.slice(1)

/**
 * What the panels of a dashboard name touches by. They are asked for together and kept once: finding the
 * touches is what costs, and eight panels would each do it again.
 */
const sharedDimensions: readonly SessionDimensionName[] = [
  'channel',
  'source',
  'medium',
  'campaign',
  'referrer',
  'entryPage',
  'country',
  'device',
  'browser',
  'os',
]

/**
 * The touches of everybody whose money moved, on the days of the plan (which reach back as far as the
 * look-back does), named by the dimensions: each visit, and each other source that led into one of them.
 * `payments` is a text that is another one whenever that money or its payers are.
 */
export async function sharedTouches(
  engine: Engine,
  scope: VisitScope,
  wanted: {
    dimensions: readonly SessionDimensionName[]
    money: Omit<MoneyScope, 'filters' | 'dimensions' | 'withFirsts'>
    payments: string
  },
): Promise<SharedTouches> {
  const condition = filterCondition(scope.filters, scope.days)
  const isShared = wanted.dimensions.every((name) => sharedDimensions.includes(name))
  const dimensions = isShared ? sharedDimensions : wanted.dimensions
  const named = dimensions.map((name) => sessionDimensions[name])
  const others = [...named, condition]
    .flatMap((part) => part.columns)
    .filter((name) => !(touchColumns as readonly string[]).includes(name))
  const columns = [...new Set<SessionColumnName>(['started_at', 'ended_at', ...others])]
  const visitors = `(
    select arrayJoin(path_visitors) from payment_entries as entry final
    where ${movedSql(wanted.money)})`
  const sqlOf = (part: TouchesPart, days: DayPlan) => `
    with joining as (
      select visitor_hash, session_hash, groupArray((joined_at, 1, touch, (${sourceColumns.join(', ')}))) as joined
      from (
        select visitor_hash, session_hash, min(timestamp) as joined_at, ${asTexts}
        from events
        where site_id = {site:String} and ${daysOfPart(days, part)}
          and visitor_hash in ${visitors} and touch = 'source' and origin != 'server'
        group by visitor_hash, session_hash, ${touchColumns.join(', ')}
      )
      group by visitor_hash, session_hash
    )
    select toString(visitor_hash) as visitor, toString(session_hash) as session,
      toFloat64(toUnixTimestamp64Milli(touched_at)) as startedMs, toBool(mid_visit) as midVisit,
      touch, if(channel = '', 'Direct', channel) as channel,
      [${named.map(({ sql }) => `toString(${sql})`).join(', ')}]::Array(String) as keys,
      toBool(${condition.sql}) as passes${part === 'moving' ? `, toBool(${isLateSql(days)}) as late` : ''}
    from (
      select visitor_hash, session_hash, ${columns.join(', ')}, one.1 as touched_at, one.2 as mid_visit,
        one.3 as touch, ${sourceColumns.map((name, index) => `one.4.${index + 1} as ${name}`).join(', ')}
      from (
        select visitor_hash, session_hash, ${columns.map((name) => `visits.${name} as ${name}`).join(', ')},
          (visits.started_at, 0, toString(visits.touch),
            (${sourceColumns.map((name) => `toString(visits.${name})`).join(', ')})) as entry,
          arrayJoin(arrayPushFront(
            arrayFilter(other -> other.1 > entry.1 and other.4 != entry.4, joined), entry)) as one
        from ${sessionRowsSql(days, [...columns, ...touchColumns], { visitors, part })} as visits
        left join joining using (visitor_hash, session_hash)
      )
    )
    order by touched_at, visitor_hash, session_hash, ${sourceColumns.join(', ')}
    ${visitorsAreEverywhere}`
  const paramsFor = (days: DayPlan) => ({
    ...sessionRowParams(scope.site, days),
    ...condition.params,
    ...moneyParams(wanted.money),
    from: scope.fromMs,
    to: scope.toMs,
    zone: scope.zone,
  })
  const { site, days } = scope
  const whose = wanted.payments
  const asked = (part: TouchesPart, of: DayPlan) => {
    return { name: `payer-visits-${part}`, sql: sqlOf(part, of), params: paramsFor(of) }
  }
  const places = wanted.dimensions.map((name) => dimensions.indexOf(name))
  // A word that looks at events may look beyond the days and the people of the plan.
  if ([...named, condition].some(looksAtEvents)) {
    const question = { ...asked('whole', days), row: payerTouch }
    return { touches: await askOnce(engine, `${days.seen} ${whose}`, question), places }
  }
  const { seen, isLate } = isMoving(days)
    ? await seenByVisitors(
        engine,
        { site, days, whose },
        { visitors, params: moneyParams(wanted.money) },
      )
    : { seen: '', isLate: false }
  // What came late of others is none of theirs.
  const ofPayers = isLate ? days : { ...days, lateDays: [], lateVisitors: [] }
  const ofBuilds = asked('built', days)
  const [built, moving] = await Promise.all([
    days.builds.length === 0
      ? noTouches
      : askOnce(
          engine,
          [...days.builds, whose].join(' '),
          { ...ofBuilds, params: paramsOfBuilt(ofBuilds.params), row: payerTouch },
          'settled',
        ),
    isMoving(ofPayers)
      ? askOnce(engine, seen, { ...asked('moving', ofPayers), row: movingTouch })
      : noTouches,
  ])
  return { touches: inOrder(built, moving), places }
}

/** Where the sources of visits are looked for that joined in their midst. */
function daysOfPart(days: DayPlan, part: TouchesPart): string {
  const all = 'toDate(timestamp) between {firstDay:Date} and {lastDay:Date}'
  if (part !== 'moving') return `${all} ${eventsOfPart(days, part)}`
  return `(toDate(timestamp) in {edgeDays:Array(Date)} or ${all} and ${isLateSql(days)})`
}

/** Where nothing need be asked: always the same array, as an answer that is remembered. */
const noTouches: readonly Static<typeof movingTouch>[] = []

type TouchesPart = Exclude<RowsPart, 'settled' | 'outdated'>

const ordered = new WeakMap<readonly PayerTouch[], WeakMap<object, readonly PayerTouch[]>>()

/**
 * Those that are good of both in the order of time, as one array for the same two: what is remembered of it stays good
 * while nobody who paid comes back.
 */
function inOrder(
  built: readonly PayerTouch[],
  moving: readonly Static<typeof movingTouch>[],
): readonly PayerTouch[] {
  if (moving.length === 0) return built
  const known = ordered.get(built)?.get(moving)
  if (known !== undefined) return known
  const late = new Set(moving.flatMap((touch) => (touch.late ? [touch.visitor] : [])))
  const settled = late.size === 0 ? built : built.filter(({ visitor }) => !late.has(visitor))
  const others = moving.map(({ late: _late, ...touch }) => touch)
  const all = [...settled, ...others].sort((a, b) => a.startedMs - b.startedMs)
  ordered.set(built, (ordered.get(built) ?? new WeakMap()).set(moving, all))
  return all
}

/** The same touches, with the keys of the dimensions that were asked for and no others. */
export function withOwnKeys({ touches, places }: SharedTouches): PayerTouch[] {
  return touches.map((touch) => ({ ...touch, keys: places.map((at) => touch.keys[at] ?? '') }))
}
