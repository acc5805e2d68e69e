import Type from 'typebox'
import { defineQuery } from '../../store/events/define-query.ts'

/** The payments whose entries, replaced ones included, name one of some visitors as theirs or in their path. */
export const paymentsNaming = defineQuery({
  name: 'payments-naming',
  params: Type.Object({ site: Type.String(), visitors: Type.Array(Type.String()) }),
  row: Type.Object({ visitorId: Type.String(), paymentId: Type.String() }),
  sql: `
    select distinct
      arrayJoin(arrayFilter(
        visitor -> visitor = visitor_id or has(path_visitor_ids, visitor), {visitors:Array(String)})) as visitorId,
      payment_id as paymentId
    from payment_entries
    where site_id = {site:String}
      and (visitor_id in {visitors:Array(String)} or hasAny(path_visitor_ids, {visitors:Array(String)}))
    order by visitorId, paymentId
  `,
})
