import { expect } from 'vitest'
import type { Engine } from '../store/events/engine.ts'

/** Fails unless table `sessions` holds what the events add up to, of every site. */
export async function expectSessionsAgree(engine: Engine): Promise<void> {
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
