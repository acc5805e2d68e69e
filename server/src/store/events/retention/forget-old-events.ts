import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { wholeNumber } from '../row-types.ts'

const oldEvents = defineQuery({
  name: 'old-events',
  params: Type.Object({ site: Type.String(), before: Type.String() }),
  row: Type.Object({ events: wholeNumber }),
  sql: `
    select count() as events
    from events
    where site_id = {site:String}
      and toStartOfHour(timestamp) < toDateTime({before:Date}, 'UTC')
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
  if (found === undefined || found.events === 0) return 0
  const params = { site, before }
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
     where site_id = {site:String} and timestamp < toDateTime64({before:Date}, 3, 'UTC')`,
    params,
  )
  return found.events
}
