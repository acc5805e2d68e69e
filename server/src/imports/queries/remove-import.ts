import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { plainNumber } from '../../store/events/row-types.ts'
import { rebuildSessions } from '../../store/events/sessions/rebuild-sessions.ts'

/** How many events an import brought that are still there: all, and without goals that were derived from others. */
export const eventsOfImport = defineQuery({
  name: 'events-of-import',
  params: Type.Object({ site: Type.String(), import: Type.String() }),
  row: Type.Object({ events: plainNumber, reported: plainNumber }),
  sql: `
    select toFloat64(count()) as events, toFloat64(countIf(not derived)) as reported
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
 * Removes the events and sessions that one import added. When it is run again after a crash, it continues where it
 * was.
 */
export async function removeImported(
  engine: Engine,
  { site, importId }: { site: string; importId: string },
): Promise<void> {
  const [found] = await eventsOfImport(engine, { site, import: importId }, { timeoutMs: 60_000 })
  if (found !== undefined && found.events > 0) {
    // Careful: not "delete from", which only hides rows.
    await engine.command(
      'alter table events delete where site_id = {site:String} and import_id = {import:String}',
      { site, import: importId },
    )
  }
  await rebuildSessions(engine, {
    where: 'site_id = {site:String} and import_id = {import:String}',
    params: { site, import: importId },
  })
}
