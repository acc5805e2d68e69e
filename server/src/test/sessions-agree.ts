import { expect } from 'vitest'
import type { Engine } from '../store/events/engine.ts'

/** Fails unless the tables of sessions hold what the events add up to, of every site. */
export async function expectSessionsAgree(engine: Engine): Promise<void> {
  await expectPayerSessionsAgree(engine)
  const key = 'site_id, session_day, visitor_hash, session_hash, import_id'
  const differing = await engine.query(`
    select ${key}, groupArray(figures) as found
    from (
      select ${key}, (count(), countIf(kind = 'pageview'), sum(engaged_ms), min(timestamp), max(timestamp)) as figures
      from events where origin != 'server' group by ${key}
      union all
      select ${key}, (events, pageviews, engaged_ms, started_at, ended_at) as figures from sessions final
    )
    group by ${key}
    having length(found) != 2 or found[1] != found[2]`)
  expect(differing).toEqual([])
}

/** Those of everybody behind a payment that reports know. */
async function expectPayerSessionsAgree(engine: Engine): Promise<void> {
  const shared = `site_id, session_day, visitor_hash, session_hash, import_id, hits > 0, started_at, entry_page,
    entry_source, entry_campaign, entry_device, entry_version, entry_place, exit_page, mapKeys(pages),
    mapKeys(goal_names), sources`
  const differing = await engine.query(`
    select row, groupArray(place) as found
    from (
      select toString(tuple(${shared})) as row, 'sessions' as place from sessions final
      where (site_id, visitor_hash) in (
        select site_id, arrayJoin(path_visitors) from payment_entries final)
      union all
      select toString(tuple(${shared})) as row, 'payer_sessions' as place from payer_sessions final
      where (site_id, visitor_hash) in (
        select site_id, arrayJoin(path_visitors) from payment_entries final)
    )
    group by row
    having length(found) != 2`)
  expect(differing).toEqual([])
  const orphans = await engine.query(`
    select site_id, visitor_hash from payer_sessions
    where (site_id, visitor_hash) not in (select site_id, visitor_hash from payers)
      or (site_id, session_day, visitor_hash, session_hash, import_id) not in (
        select site_id, session_day, visitor_hash, session_hash, import_id from sessions)`)
  expect(orphans).toEqual([])
}
