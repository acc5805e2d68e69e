import {
  type SessionTableColumn,
  sessionTableSql,
} from '../../store/events/sessions/session-table.ts'
import { isInRange } from './visit-scope.ts'

/*
 * Single page views and goals as reports count them: with their visit, at the moment it began. Only goals that a
 * server reported without a visit count by themselves.
 */

/**
 * Hits that belong to visits which began on the days of a scope, however long these lasted. No hit is before its visit,
 * so the table's order by `timestamp` only serves to read less: comparing it in each row took as long as all else.
 */
export const partsOfVisits = `site_id = {site:String} and indexHint(toDate(timestamp) >= {firstDay:Date} - 1)
  and session_day between {firstDay:Date} - 1 and {lastDay:Date} + 1 and origin != 'server'`

/** Goals that a server reported since the first day of a scope; a visit's goals may come days after it began. */
const serverGoals = `site_id = {site:String} and indexHint(toDate(timestamp) >= {firstDay:Date} - 1)
  and kind = 'goal' and origin = 'server'`

const columnsOfHit =
  'visitor_hash, session_hash, session_id, timestamp, kind, name, value, properties, path'
/** What identifies a visit: a site may use an id again on another day. */
const keyOfVisit = 'session_day, visitor_hash, session_hash, import_id'
/** The visit of a hit in a statement that needs no sorting key: `session_hash` contains the visitor. */
const visit = 'session_day, session_hash'
/**
 * The same as one number, which takes a sixth to a third less where millions of hits are looked up, grouped or counted. No
 * index has it (docs/decisions/0114-name-a-visit-by-one-number.md).
 */
export const visitNumber = 'bitXor(session_hash, toUInt64(session_day) * 11400714819323198485)'
/**
 * How long before a visit its server-reported goal may be. After a day of silence, an id belongs to another visit.
 */
const hoursBeforeVisit = 12

export interface HitsSql {
  /** Columns of the visit that the outer statement uses; empty without one. */
  columns?: readonly SessionTableColumn[]
  /** A condition on the visit, such as one made of filters. */
  condition?: string
  /** A condition on the hit itself. */
  where?: string
}

/** A subquery of page views (`kind = 'pageview'`) or goals that are part of visits, with `at` and the visit's columns. */
export function hitsOfVisitsSql(
  kinds: readonly ('pageview' | 'goal')[],
  { columns = [], condition = '1', where = '1' }: HitsSql,
): string {
  const wanted = `${partsOfVisits} and kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}) and (${where})`
  const names = columnsWithStart(columns)
  return `(
    select ${columnsOfHit}, true as of_visit, started_at as at, ${names.join(', ')}
    from (select session_day, import_id, ${columnsOfHit} from events where ${wanted}) as hits
    inner join ${sessionTableSql(names, { visitors: `(select visitor_hash from events where ${wanted})` })} as visits
      using (${keyOfVisit})
    where ${isInRange('started_at')} and (${condition}))`
}

/**
 * A subquery of the goals that servers reported: `of_visit` when they named a known visit, then with its
 * `session_day`. `onlyOfVisits` leaves out the others. Of several visits with one id, the last that had begun counts.
 * `inRange` is a condition on `timestamp` or `at`, which is when the visit began.
 */
export function serverGoalsSql(
  { columns = [], condition = '1', where = '1' }: HitsSql,
  { onlyOfVisits, inRange = isInRange('at') }: { onlyOfVisits: boolean; inRange?: string },
): string {
  const wanted = `${serverGoals} and (${where})`
  const names = columnsWithStart(columns)
  // The visit of a goal may have begun long before the range.
  const visits = sessionTableSql(names, {
    visitors: `(select visitor_hash from events where ${wanted} and session_id != '')`,
    sinceEver: true,
  })
  return `(
    select ${columnsOfHit}, toUnixTimestamp(started_at) > 0 as of_visit,
      if(toUnixTimestamp(started_at) > 0, started_at, timestamp) as at, ${names.join(', ')}
    from (
      select ${columnsOfHit}, timestamp + toIntervalHour(${hoursBeforeVisit}) as latest_start
      from events where ${wanted}
    ) as hits
    asof left join (select *, started_at as latest_start from ${visits}) as visits
      using (visitor_hash, session_hash, latest_start)
    where ${inRange} and (${onlyOfVisits ? `of_visit and (${condition})` : condition}))`
}

/** All goals of a scope. */
export function goalsSql(wanted: HitsSql, { onlyOfVisits }: { onlyOfVisits: boolean }): string {
  return `(
    select * from ${hitsOfVisitsSql(['goal'], wanted)}
    union all
    select * from ${serverGoalsSql(wanted, { onlyOfVisits })})`
}

/** A condition on session rows, for which these need their `session_day`. */
export const hadServerGoal = (where = '1') =>
  `(${visit}) in (select ${visit} from ${serverGoalsSql({ where }, { onlyOfVisits: true })})`

/** The condition that a visit had a page view or goal that meets `where`. */
export const hadHit = (where: string) => `(${visit}) in (
    select ${visit} from events where ${partsOfVisits} and (${where})
    union all
    select ${visit} from ${serverGoalsSql({ where }, { onlyOfVisits: true })})`

function columnsWithStart(columns: readonly SessionTableColumn[]): SessionTableColumn[] {
  return [...new Set<SessionTableColumn>(['session_day', 'import_id', 'started_at', ...columns])]
}
