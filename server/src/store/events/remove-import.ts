import Type from 'typebox'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'
import { plainNumber } from './row-types.ts'
import { newBuild } from './sessions/build-day.ts'
import { rebuildSessions } from './sessions/rebuild-sessions.ts'

const eventsOfImport = defineQuery({
  name: 'events-of-import',
  params: Type.Object({ site: Type.String(), import: Type.String() }),
  row: Type.Object({ events: plainNumber }),
  sql: `
    select toFloat64(count()) as events
    from events
    where site_id = {site:String} and import_id = {import:String}`,
})

/** The visitors of an import, in portions by their ids. */
export const visitorsOfImport = defineQuery({
  name: 'visitors-of-import',
  params: Type.Object({
    site: Type.String(),
    import: Type.String(),
    after: Type.String(),
    most: Type.Integer(),
  }),
  row: Type.Object({ visitorId: Type.String() }),
  sql: `
    select distinct visitor_id as visitorId
    from events
    where site_id = {site:String} and import_id = {import:String} and visitor_id > {after:String}
    order by visitorId
    limit {most:UInt32}`,
})

/**
 * Removes the events that one import added. The days it touched lose their builds, by a build that no
 * day's events fit. Again after a crash, it goes on where it was.
 */
export async function removeImported(
  engine: Engine,
  { site, importId, days }: { site: string; importId: string; days: readonly string[] },
  nowMs: number,
): Promise<void> {
  const [found] = await eventsOfImport(engine, { site, import: importId }, { timeoutMs: 60_000 })
  if (found !== undefined && found.events > 0) {
    // Careful: not "delete from", which only hides rows, and refuses tables with a projection.
    await engine.command(
      'alter table events delete where site_id = {site:String} and import_id = {import:String}',
      { site, import: importId },
    )
  }
  await rebuildSessions(engine, {
    where: 'site_id = {site:String} and import_id = {import:String}',
    params: { site, import: importId },
  })
  // Careful: after the removal. A day that gets as many other events before its next build would
  // otherwise fit the build of before.
  const build = newBuild(nowMs, 0)
  const none = { events: 0, hours: 24 }
  const lines = days.map((day) => `${JSON.stringify({ site_id: site, day, build, ...none })}\n`)
  if (lines.length > 0) {
    await engine.insertLines('session_builds', Buffer.from(lines.join('')), {
      deduplicationToken: `undo-${importId}-${build}`,
    })
  }
}
