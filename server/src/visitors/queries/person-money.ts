import Type from 'typebox'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { moneySum, plainNumber } from '../../store/events/row-types.ts'

const row = Type.Object({
  currency: Type.String(),
  netMinor: moneySum,
  payments: plainNumber,
})

interface Asked {
  site: string
  visitors: readonly string[]
  /** The ids of all their payments; undefined if there are too many to list. */
  payments: readonly string[] | undefined
}

/**
 * The total payments of some visitors, by the currency in which reports count them. With the payments' ids the
 * engine finds the entries by its index; without, it reads all entries of the site.
 */
export function personMoney(engine: Engine, { site, visitors, payments }: Asked) {
  const sql = `
    select toString(if(reporting_currency = '', currency, reporting_currency)) as currency,
      toFloat64(sum(if(reporting_currency = '', amount_minor, reporting_minor))) as netMinor,
      toFloat64(countIf(kind = 'payment' and amount_minor > 0)) as payments
    from payment_entries final
    where site_id = {site:String} and visitor_id in {visitors:Array(String)}
      ${payments === undefined ? '' : 'and payment_id in {payments:Array(String)}'}
    group by currency
    order by currency
    limit 1000`
  const params = { site, visitors, ...(payments && { payments }) }
  return ask(engine, { name: 'person-money', sql, params, row })
}
