import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { wholeNumber } from '../../store/events/row-types.ts'

const isNamed = `
  site_id = {site:String}
  and (visitor_id in {visitors:Array(String)} or hasAny(path_visitor_ids, {visitors:Array(String)}))`

const replacedEntries = defineQuery({
  name: 'replaced-entries-naming-visitors',
  params: Type.Object({ site: Type.String(), visitors: Type.Array(Type.String()) }),
  row: Type.Object({ paymentId: Type.String(), entryId: Type.String(), version: wholeNumber }),
  sql: `
    with
      named as (
        select payment_id, entry_id, version
        from payment_entries
        where ${isNamed}
      ),
      newest as (
        select payment_id, entry_id, max(payment_entries.version) as version
        from payment_entries
        where site_id = {site:String}
          and payment_id in (select payment_id from named)
        group by payment_id, entry_id
      )
    select distinct named.payment_id as paymentId, named.entry_id as entryId, named.version as version
    from named
    inner join newest on newest.payment_id = named.payment_id and newest.entry_id = named.entry_id
    where named.version < newest.version
    order by paymentId, entryId, version
  `,
})

/**
 * Removes the entries that name some visitors and that newer ones have replaced: reports do not see them, but they
 * stay on the disk until the engine happens to merge them away.
 */
export async function eraseReplacedEntries(
  engine: Engine,
  siteId: string,
  visitors: string[],
): Promise<void> {
  const entries = await replacedEntries(engine, { site: siteId, visitors })
  if (entries.length === 0) return
  await engine.command(
    `alter table payment_entries delete
     where ${isNamed}
       and (payment_id, entry_id, version) in arrayZip(
         {payments:Array(String)}, {entries:Array(String)}, {versions:Array(UInt64)}
       )`,
    {
      site: siteId,
      visitors,
      payments: entries.map(({ paymentId }) => paymentId),
      entries: entries.map(({ entryId }) => entryId),
      versions: entries.map(({ version }) => version),
    },
  )
}
