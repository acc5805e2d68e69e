import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { wholeNumber } from '../../store/events/row-types.ts'
import { rebuildSessions } from '../../store/events/sessions/rebuild-sessions.ts'

/** A session is deleted as a whole, when the day on which it began is too old. */
const ofOldSessions = 'session_day < {before:Date} and toDate(timestamp) <= {before:Date} + 1'

const oldEvents = defineQuery({
  name: 'old-events',
  params: Type.Object({ site: Type.String(), before: Type.String() }),
  row: Type.Object({ events: wholeNumber }),
  sql: `
    select count() as events
    from events
    where site_id = {site:String}
      and ${ofOldSessions}
  `,
})

/**
 * Deletes a site's sessions that began on UTC days before `before` (`2026-01-31`), and their events. Returns the
 * number of events. It is run again after a crash; without anything to remove it rewrites nothing.
 */
export async function forgetOldEvents(
  engine: Engine,
  { site, before }: { site: string; before: string },
): Promise<number> {
  const [found] = await oldEvents(engine, { site, before })
  const params = { site, before }
  const oldSessions = { where: 'site_id = {site:String} and session_day < {before:Date}', params }
  const events = found?.events ?? 0
  if (events > 0) {
    await engine.command(
      `alter table events delete where site_id = {site:String} and ${ofOldSessions}`,
      params,
    )
  }
  // Also without events: a crash may have happened between deleting them and their sessions.
  await rebuildSessions(engine, oldSessions)
  return events
}
