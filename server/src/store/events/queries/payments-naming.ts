import Type from 'typebox'
import { defineQuery } from '../define-query.ts'

/** The payments whose entries, replaced ones included, name a visitor as theirs or in their path. */
export const paymentsNaming = defineQuery({
  name: 'payments-naming',
  params: Type.Object({ site: Type.String(), visitor: Type.String() }),
  row: Type.Object({ paymentId: Type.String() }),
  sql: `
    select distinct payment_id as paymentId
    from payment_entries
    where site_id = {site:String}
      and (visitor_id = {visitor:String} or has(path_visitor_ids, {visitor:String}))
    order by payment_id
  `,
})
