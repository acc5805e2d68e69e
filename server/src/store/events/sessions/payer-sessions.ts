import { readFile } from 'node:fs/promises'
import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { plainNumber } from '../row-types.ts'
import { hashesOfVisitors } from '../visitor-hashes.ts'
import { aloneInTurn } from './turns.ts'

/** Visitors behind payments of one site, by their ids. */
export interface Payers {
  siteId: string
  visitorIds: readonly string[]
}

/** Their ids travel in the address of a request, of which ClickHouse takes 1 MiB. */
const mostAtOnce = 500

const viewFile = new URL('../schema/views/sessions-to-payer-sessions.sql', import.meta.url)

/**
 * Adds all sessions of some visitors, including future ones, to `payer_sessions`. To be called before their payments
 * are in `payment_entries`, so that no report sees a payment without its visits. Repeating it changes nothing.
 */
export async function addPayers(
  engine: Engine,
  { siteId: site, visitorIds }: Payers,
): Promise<void> {
  const view = await readFile(viewFile, 'utf8')
  const select = view.slice(view.search(/^select$/m), view.search(/^where /m))
  const columns = select.slice('select'.length, select.search(/^from /m))
  for (let start = 0; start < visitorIds.length; start += mostAtOnce) {
    const params = { site, visitors: visitorIds.slice(start, start + mostAtOnce) }
    await aloneInTurn(engine, () => copySessions(engine, { select, columns, params }))
  }
}

async function copySessions(
  engine: Engine,
  of: { select: string; columns: string; params: { site: string; visitors: readonly string[] } },
): Promise<void> {
  const { select, columns, params } = of
  // From here on the view copies new rows. Earlier ones are copied next.
  await engine.command(
    `insert into payers (site_id, visitor_hash)
     select {site:String}, arrayJoin(arrayMap(id -> sipHash64(id), {visitors:Array(String)}))`,
    params,
  )
  await engine.command(
    `insert into payer_sessions (${columns}) ${select}
     where site_id = {site:String} and visitor_hash in ${hashesOfVisitors}`,
    params,
  )
}

const knownPayers = defineQuery({
  name: 'known-payers',
  params: Type.Object({ site: Type.String(), visitors: Type.Array(Type.String()) }),
  row: Type.Object({ payers: plainNumber }),
  sql: `
    select toFloat64(count()) as payers from payers
    where site_id = {site:String} and visitor_hash in ${hashesOfVisitors}`,
})

/** Removes the record that some visitors paid. Their sessions must have been removed before. */
export async function erasePayers(
  engine: Engine,
  { siteId: site, visitorIds }: Payers,
): Promise<void> {
  const params = { site, visitors: [...visitorIds] }
  const [found] = await knownPayers(engine, params)
  if (found === undefined || found.payers === 0) return
  await engine.command(
    `alter table payers delete where site_id = {site:String} and visitor_hash in ${hashesOfVisitors}`,
    params,
  )
}
