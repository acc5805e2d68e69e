import Type from 'typebox'
import { defineQuery } from '../../define-query.ts'
import { plainNumber } from '../../row-types.ts'

/** What some visitors paid altogether, by the currency in which reports count it. */
export const personMoney = defineQuery({
  name: 'person-money',
  params: Type.Object({
    site: Type.String(),
    visitors: Type.Array(Type.String(), { maxItems: 100 }),
  }),
  row: Type.Object({
    currency: Type.String(),
    netMinor: plainNumber,
    payments: plainNumber,
  }),
  sql: `
    select toString(if(reporting_currency = '', currency, reporting_currency)) as currency,
      toFloat64(sum(if(reporting_currency = '', amount_minor, reporting_minor))) as netMinor,
      toFloat64(countIf(kind = 'payment' and amount_minor > 0)) as payments
    from payment_entries final
    where site_id = {site:String} and visitor_id in {visitors:Array(String)}
    group by currency
    order by currency
    limit 1000`,
})
