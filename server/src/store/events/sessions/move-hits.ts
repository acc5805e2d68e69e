import type { Engine } from '../engine.ts'
import type { Acquisition } from '../event.ts'
import { dayOf, dayText } from '../utc-days.ts'

/** A stored hit, by its content, and its new fields. */
export interface HitMove {
  key: string
  timestampMs: number
  sessionId: string
  /** Days since 1970. */
  sessionDay: number
  /** See `StoredEvent`: what the session's new id no longer contains. */
  givenSession: string
  /** Absent where it stays. */
  acquisition: Readonly<Acquisition> | undefined
}

/**
 * Identifies an event by everything that decides its place, as text: a moved event has another key, so repeating a
 * move, or moving after another one, changes nothing.
 */
export const contentKey = `toString(cityHash64(
        visitor_id, toUnixTimestamp64Milli(timestamp), toString(kind), session_id, toString(session_day), given_session,
        return_landing, toString(touch), referrer, referrer_host, source, medium, campaign, term, content, channel,
        click_id, path, name))`

/** Columns of an event by the fields of its acquisition. */
const acquisitionColumns: Record<keyof Acquisition, string> = {
  touch: 'touch',
  referrer: 'referrer',
  referrerHost: 'referrer_host',
  source: 'source',
  medium: 'medium',
  campaign: 'campaign',
  term: 'term',
  content: 'content',
  channel: 'channel',
  clickId: 'click_id',
}

/** Parameters travel in the address, of which ClickHouse takes 1 MiB. */
const mostBytes = 300_000

/** Moves stored hits of some visitors of one site into other sessions. */
export async function moveHits(
  engine: Engine,
  of: { site: string; visitors: readonly string[] },
  moves: readonly HitMove[],
): Promise<void> {
  const [staying, changing] = [
    moves.filter(({ acquisition }) => acquisition === undefined),
    moves.filter(({ acquisition }) => acquisition !== undefined),
  ]
  for (const some of portions(staying)) await move(engine, of, { some, withSource: false })
  for (const some of portions(changing)) await move(engine, of, { some, withSource: true })
}

async function move(
  engine: Engine,
  of: { site: string; visitors: readonly string[] },
  { some, withSource }: { some: readonly HitMove[]; withSource: boolean },
): Promise<void> {
  const times = some.map(({ timestampMs }) => timestampMs)
  const fields = withSource
    ? (Object.entries(acquisitionColumns) as [keyof Acquisition, string][])
    : []
  const updates = [
    `session_id = transform(${contentKey}, {keys:Array(String)}, {sessions:Array(String)}, session_id)`,
    `session_day = toDate(transform(${contentKey}, {keys:Array(String)}, {days:Array(String)}, toString(session_day)))`,
    `given_session = transform(${contentKey}, {keys:Array(String)}, {given:Array(String)}, given_session)`,
    ...fields.map(
      ([field, column]) =>
        `${column} = transform(${contentKey}, {keys:Array(String)}, {${field}:Array(String)}, toString(${column}))`,
    ),
  ]
  await engine.command(
    `alter table events update ${updates.join(', ')}
     where site_id = {site:String}
       and toDate(timestamp) between toDate({first:String}) and toDate({last:String})
       and visitor_hash in arrayMap(id -> sipHash64(id), {visitors:Array(String)})
       and origin != 'server' and import_id = ''
       and ${contentKey} in {keys:Array(String)}`,
    {
      ...{ site: of.site, visitors: of.visitors },
      ...{ first: dayText(dayOf(Math.min(...times))), last: dayText(dayOf(Math.max(...times))) },
      keys: some.map(({ key }) => key),
      sessions: some.map(({ sessionId }) => sessionId),
      given: some.map(({ givenSession }) => givenSession),
      days: some.map(({ sessionDay }) => dayText(sessionDay)),
      ...Object.fromEntries(
        fields.map(([field]) => [field, some.map(({ acquisition }) => acquisition?.[field] ?? '')]),
      ),
    },
  )
}

/** As many at a time as fit. */
function portions(moves: readonly HitMove[]): HitMove[][] {
  const found: HitMove[][] = []
  let bytes = mostBytes
  for (const one of moves) {
    const texts = [one.sessionId, one.givenSession, ...Object.values(one.acquisition ?? {})]
    const size = texts.reduce((sum, text) => sum + encodeURIComponent(text).length + 10, 80)
    if (bytes + size > mostBytes) {
      found.push([])
      bytes = 0
    }
    bytes += size
    found.at(-1)?.push(one)
  }
  return found
}
