import { randomUUID } from 'node:crypto'
import Type from 'typebox'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { rebuildSessions } from '../../store/events/sessions/rebuild-sessions.ts'
import { inTurn } from '../../store/events/sessions/turns.ts'
import { dayOf, dayText } from '../../store/events/utc-days.ts'

/** The source of a derived goal: page views by their path, clicks on links by their address. */
export interface DerivedGoal {
  site: string
  goal: string
  sources: readonly GoalSource[]
}

export interface GoalSource {
  /** A page view, or the name of the goal that the tracker sends for a link. */
  of: 'pageview' | 'outbound-link' | 'download'
  /** For the path or for host and path of the link, as a pattern of SQL's `like`. */
  like: string
}

/**
 * Identifies the hit that a derived goal was made from: the two agree in all of this, also after both were moved to
 * another session.
 */
const keyOfHit =
  'cityHash64(visitor_id, timestamp, path, session_id, session_day, import_id, origin)'

/**
 * Columns that a derived goal copies from its hit. The others have their defaults: it says nothing about its visit's
 * source.
 */
const copied = `site_id, timestamp, received_at, origin, visitor_id, session_id, session_day, given_session, host, path,
  query, title, device, browser, browser_version, os, os_version, country, region, city, screen_width, language, import_id`

const isOwn = "kind = 'goal' and name = {goal:String}"

/** UTC days with the number of a site's events on them. */
type Day = Type.Static<typeof dayRow>
const dayRow = Type.Object({ day: Type.String(), events: plainNumber })
const ofDay = 'toString(toDate(timestamp)) as day, toFloat64(count()) as events'

/** UTC days on which the derived goals do not match the sources: too many or too few. */
export function differingDays(engine: Engine, wanted: DerivedGoal): Promise<Day[]> {
  const source = sourceSql(wanted)
  const question = {
    name: 'derived-goal-days',
    sql: `
      select ${ofDay}
      from events
      where site_id = {site:String}
      group by day
      having sumIf(${keyOfHit}, ${isOwn} and derived) != sumIf(${keyOfHit}, ${source.sql})
      order by day`,
    params: { ...source.params, ...idsOf(wanted) },
    row: dayRow,
  }
  return ask(engine, question, { timeoutMs: 120_000 })
}

/** All UTC days of a site's events. */
export function daysOfEvents(engine: Engine, site: string): Promise<Day[]> {
  const sql = `select ${ofDay} from events where site_id = {site:String} group by day order by day`
  return ask(engine, { name: 'days-of-events', sql, params: { site }, row: dayRow })
}

/** Each portion rewrites parts once. */
const eventsAtOnce = 200_000
/**
 * An insert may go to 100 weeks of sessions; each of these days, and the one before it, may be in a different week.
 */
const daysAtOnce = 45

/** Splits days into portions, in their order. */
export function portionsOf(days: readonly Day[]): string[][] {
  const portions: string[][] = []
  let events = eventsAtOnce
  for (const one of days) {
    const isFull = portions.at(-1)?.length === daysAtOnce
    if (isFull || events + one.events > eventsAtOnce) {
      portions.push([])
      events = 0
    }
    events += one.events
    portions.at(-1)?.push(one.day)
  }
  return portions
}

/** Removes the goals on some days that no source derives any more. */
export async function removeUnfounded(
  engine: Engine,
  wanted: DerivedGoal,
  days: readonly string[],
): Promise<void> {
  const source = sourceSql(wanted)
  const scope = 'site_id = {site:String} and toDate(timestamp) in {days:Array(Date)}'
  const where = `${scope} and ${isOwn} and derived
    and ${keyOfHit} not in (select ${keyOfHit} from events where ${scope} and ${source.sql})`
  const params = { ...source.params, ...idsOf(wanted), days }
  const [found] = await ask(
    engine,
    {
      name: 'unfounded-goals',
      sql: `select toFloat64(count()) as goals from events where ${where}`,
      params,
      row: Type.Object({ goals: plainNumber }),
    },
    { timeoutMs: 120_000 },
  )
  if (found === undefined || found.goals === 0) return
  // Careful: not "delete from", which only hides rows.
  await engine.command(`alter table events delete where ${where}`, params)
}

/** Adds the missing goals of some days. A goal that was sent under the same name at that moment is not missing. */
export async function addMissing(
  engine: Engine,
  wanted: DerivedGoal,
  days: readonly string[],
): Promise<void> {
  const source = sourceSql(wanted)
  const scope = 'site_id = {site:String} and toDate(timestamp) in {days:Array(Date)}'
  // Small blocks on one thread, as when sessions are rebuilt; and no insert of hits in between.
  await inTurn(engine, () =>
    engine.command(
      `insert into events (${copied}, kind, name, properties, derived)
       select ${copied}, 'goal', {goal:String}, if(kind = 'goal', properties, ''), true
       from events
       where ${scope} and ${source.sql}
         and ${keyOfHit} not in (select ${keyOfHit} from events where ${scope} and ${isOwn})
       settings insert_deduplication_token = '${randomUUID()}', max_threads = 1, max_insert_threads = 1,
         max_block_size = 32768, min_insert_block_size_rows = 32768, min_insert_block_size_bytes = 0`,
      { ...source.params, ...idsOf(wanted), days },
    ),
  )
}

/** Makes the sessions match the events of some days, in their order; they may have begun on the day before each. */
export async function settleSessions(
  engine: Engine,
  site: string,
  days: readonly string[],
): Promise<void> {
  const before = days.map((day) => dayText(dayOf(Date.parse(day)) - 1))
  const all = [...new Set([...before, ...days])].sort()
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return
  await rebuildSessions(engine, {
    where: 'site_id = {site:String} and session_day in {days:Array(Date)}',
    params: { site, days: all },
    days: { first, last },
  })
}

function idsOf({ site, goal }: DerivedGoal) {
  return { site, goal }
}

/**
 * Whether an event is one of the sources. Careful: `goals/rules/derive-goals.ts` has the same condition for incoming
 * hits.
 */
function sourceSql({ sources }: DerivedGoal): { sql: string; params: Record<string, string> } {
  const link = "replaceRegexpOne(JSONExtractString(properties, 'url'), '^https?://', '')"
  const conditions = sources.map(({ of }, index) => {
    const like = `like {source${index}:String}`
    return of === 'pageview'
      ? `(kind = 'pageview' and path ${like})`
      : `(kind = 'goal' and name = '${of}' and not derived and ${link} ${like})`
  })
  return {
    sql:
      conditions.length === 0 ? 'false' : `(origin != 'server' and (${conditions.join(' or ')}))`,
    params: Object.fromEntries(sources.map(({ like }, index) => [`source${index}`, like])),
  }
}
