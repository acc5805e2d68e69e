import { amountSql, currencySql } from '../../reports/queries/money-entries.ts'
import {
  asText,
  type SessionDimensionName,
  sessionDimensions,
} from '../../reports/queries/vocabulary.ts'
import { askColumns } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { momentSql } from '../../store/events/hit-times.ts'
import { payerSessionsSql, sessionTableParams } from '../../store/events/sessions/session-table.ts'
import { dayMs } from '../../time/durations.ts'

/** The engine's days begin in 1970; one earlier day is read as well. */
const beginningMs = 2 * dayMs

const columns = {
  keys: 'texts',
  /** Whole days since the first visit; 0 for money from before the first known visit. */
  ages: 'number',
  amountsMinor: 'moneySum',
} as const

/** The scope: first visits in the range, and money until `untilMs` in one currency. */
export interface PayerCohortScope {
  site: string
  fromMs: number
  toMs: number
  untilMs: number
  zone: string
  currency: string
}

/**
 * Net money by the dimensions of its payer's very first visit, and by its age. A person's first visit is the
 * earliest on any device that led to the payment.
 */
export function payerCohortMoney(
  engine: Engine,
  { site, fromMs: from, toMs: to, untilMs: until, zone, currency }: PayerCohortScope,
  dimensions: readonly SessionDimensionName[],
) {
  const named = dimensions.map((name) => ({ name, ...sessionDimensions[name] }))
  const keys = named.map(({ name, sql }) => asText(name, `argMin(${sql}, started_at)`))
  const paid = `
    from payment_entries as entry final
    where site_id = {site:String} and ${currencySql} = {currency:String}
      and entry.at < ${momentSql('until')}`
  const sessions = payerSessionsSql(
    named.flatMap((dimension) => dimension.columns),
    `(select arrayJoin(path_visitors) ${paid})`,
  )
  const sql = `
    select names as keys, toFloat64(age) as ages, toFloat64(sum(amount)) as amountsMinor
    from (
      select argMin(firsts.names, (first_ms, nth)) as names, any(amount_minor) as amount, min(first_ms) as begun_ms,
        intDiv(greatest(any(at_ms) - begun_ms, 0), ${dayMs}) as age
      from (
        select cityHash64(payment_id, entry_id) as movement, toUnixTimestamp64Milli(entry.at) as at_ms,
          ${amountSql} as amount_minor, arrayJoin(arrayZip(path_visitors, arrayEnumerate(path_visitors))) as device,
          device.1 as visitor_hash, device.2 as nth
        ${paid}
      ) as money
      inner join (
        select visitor_hash, toUnixTimestamp64Milli(min(started_at)) as first_ms,
          [${keys.join(', ')}]::Array(String) as names
        from ${sessions}
        group by visitor_hash
      ) as firsts using (visitor_hash)
      group by movement
      having begun_ms >= {from:Int64} and begun_ms < {to:Int64}
    )
    group by keys, ages
    order by keys, ages`
  const params = {
    ...sessionTableParams(site, { fromMs: beginningMs, toMs: until }),
    ...{ from, to, until, zone, currency },
  }
  return askColumns(engine, { name: 'payer-cohorts', sql, params, columns })
}
