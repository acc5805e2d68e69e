import type { Engine } from '../store/events/engine.ts'

const sessionKey = 'site_id, session_day, visitor_hash, session_hash, import_id'

/** A session in both tables; sums are only in `sessions`. */
const sharedColumns = `${sessionKey}, hits > 0, started_at, entry_page, entry_source, entry_campaign, entry_device,
  entry_version, entry_place, exit_page, mapKeys(pages), mapKeys(goal_names), sources`

const ofPayers = `(site_id, visitor_hash) in (
  select site_id, arrayJoin(path_visitors) from payment_entries final)`

/** Sessions, of every site, whose rows are not the sum of their events, or differ between the tables. */
export async function differingSessions(engine: Engine): Promise<object[]> {
  const fromEvents = await engine.query<object>(`
    select ${sessionKey}, groupArray(figures) as found
    from (
      select ${sessionKey}, (count(), countIf(kind = 'pageview'), sum(engaged_ms), min(timestamp), max(timestamp)) as figures
      from events where origin != 'server' group by ${sessionKey}
      union all
      select ${sessionKey}, (events, pageviews, engaged_ms, started_at, ended_at) as figures from sessions final
    )
    group by ${sessionKey}
    having length(found) != 2 or found[1] != found[2]`)
  const ofPayersAlone = await engine.query<object>(`
    select row, groupArray(place) as found
    from (
      select toString(tuple(${sharedColumns})) as row, 'sessions' as place
      from sessions final where ${ofPayers}
      union all
      select toString(tuple(${sharedColumns})) as row, 'payer_sessions' as place
      from payer_sessions final where ${ofPayers}
    )
    group by row
    having length(found) != 2`)
  const withoutSession = await engine.query<object>(`
    select site_id, visitor_hash, session_day from payer_sessions
    where (site_id, visitor_hash) not in (select site_id, visitor_hash from payers)
      or (${sessionKey}) not in (select ${sessionKey} from sessions)`)
  return [...fromEvents, ...ofPayersAlone, ...withoutSession]
}
