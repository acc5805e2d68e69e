import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { wholeNumber } from '../row-types.ts'
import { rebuildSessions } from '../sessions/rebuild-sessions.ts'

/** A session goes as a whole, when the day is too old on which it began. */
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
 * Removes a site's events of the UTC days before `before` (`2026-01-31`), and their built sessions, from
 * the disk. Answers how many events there were. Again after a crash, it goes on where it was; with nothing
 * to remove it rewrites nothing. Later days keep their builds: none is made from an earlier day's events.
 */
export async function forgetOldEvents(
  engine: Engine,
  { site, before }: { site: string; before: string },
): Promise<number> {
  const [found] = await oldEvents(engine, { site, before })
  const params = { site, before }
  const oldSessions = { where: 'site_id = {site:String} and session_day < {before:Date}', params }
  // A crash may have come between the events and their sessions.
  if (found === undefined || found.events === 0) {
    await rebuildSessions(engine, oldSessions)
    return 0
  }
  // What is built first: without its record a day is read from the events.
  await engine.command(
    'alter table session_builds delete where site_id = {site:String} and day < {before:Date}',
    params,
  )
  await engine.command(
    'alter table session_days delete where site_id = {site:String} and day < {before:Date}',
    params,
  )
  await engine.command(
    `alter table events delete
     where site_id = {site:String} and ${ofOldSessions}`,
    params,
  )
  await rebuildSessions(engine, oldSessions)
  return found.events
}
