import Type, { type Static } from 'typebox'
import { ask } from '../../store/events/define-query.ts'
import type { Engine } from '../../store/events/engine.ts'
import { isSince, isUntil, momentSql } from '../../store/events/hit-times.ts'
import { moneySum, plainNumber } from '../../store/events/row-types.ts'
import { sessionTableParams, sessionTableSql } from '../../store/events/sessions/session-table.ts'
import { amountSql, currencySql } from './money-entries.ts'
import { asText, sessionDimensions } from './vocabulary.ts'

/** Sites of one zone with their range and the one before, in milliseconds since 1970; from included, to not. */
export interface ZoneOfSites {
  zone: string
  sites: readonly string[]
  now: Span
  before: Span
}

interface Span {
  fromMs: number
  toMs: number
}

export type OverviewStep = 'hour' | 'day' | 'month'

const visitorRow = Type.Object({
  site: Type.String(),
  isNow: Type.Boolean(),
  /** Formatted like the time dimensions of reports; `''` for the whole period. */
  point: Type.String(),
  visitors: plainNumber,
})

const moneyRow = Type.Object({
  site: Type.String(),
  isNow: Type.Boolean(),
  point: Type.String(),
  currency: Type.String(),
  amountMinor: moneySum,
})

const presentRow = Type.Object({ site: Type.String(), visitors: plainNumber })

/** Visitors of each site in both periods, and in each step of the current one: one statement for all sites. */
export function visitorsOfSites(
  engine: Engine,
  zones: readonly ZoneOfSites[],
  step: OverviewStep,
): Promise<Static<typeof visitorRow>[]> {
  const spans = zones.flatMap(({ now, before }) => [now, before])
  const all = {
    fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...spans.map(({ toMs }) => toMs)),
  }
  const { firstDay, lastDay } = sessionTableParams('', all)
  const sql = `
    select site_id::String as site, toBool(period = 1) as isNow,
      if(grouping(v_point) = 1, '', ${asText(step, 'v_point')}) as point,
      toFloat64(uniqExact(visitor_hash)) as visitors
    from (
      select site_id, visitor_hash, ${periodSql(zones, 'started_at')} as period, ${pointSql(zones, step, 'started_at')} as v_point
      from ${sessionTableSql(['site_id'], { ofSites: true })}
    )
    where period > 0
    group by grouping sets ((site_id, period), (site_id, period, v_point))
    having period = 1 or point = ''`
  const params = { ...zoneParams(zones), firstDay, lastDay }
  return ask(engine, { name: 'visitors-of-sites', sql, params, row: visitorRow })
}

/** Net revenue of each site in each step of both periods, by the currency that it is counted in. */
export function moneyOfSites(
  engine: Engine,
  zones: readonly ZoneOfSites[],
  step: OverviewStep,
): Promise<Static<typeof moneyRow>[]> {
  const sql = `
    select site_id::String as site, toBool(period = 1) as isNow, ${asText(step, 'v_point')} as point,
      v_currency::String as currency, toFloat64(sum(v_amount)) as amountMinor
    from (
      select site_id, ${amountSql} as v_amount, ${currencySql} as v_currency,
        ${periodSql(zones, 'entry.at')} as period, ${pointSql(zones, step, 'entry.at')} as v_point
      from payment_entries as entry final
      where site_id in {sites:Array(String)}
    )
    where period > 0
    group by site_id, period, v_point, v_currency`
  return ask(engine, { name: 'money-of-sites', sql, params: zoneParams(zones), row: moneyRow })
}

/** How many visitors each site had between two moments; sites without any are absent. */
export function presentOfSites(
  engine: Engine,
  { sites, fromMs, toMs }: Span & { sites: readonly string[] },
): Promise<Static<typeof presentRow>[]> {
  // Careful: the times in `prewhere`, the sites not, as in realtime-minutes.ts.
  const sql = `
    select site_id::String as site, toFloat64(uniqExact(visitor_hash)) as visitors
    from events
    prewhere ${isSince('from')}
      and ${isUntil('to')}
    where site_id in {sites:Array(String)} and origin != 'server' and kind != 'identify'
    group by site_id`
  const params = { sites, from: fromMs, to: toMs }
  return ask(engine, { name: 'present-of-sites', sql, params, row: presentRow })
}

/** 1 in the current period of the row's site, 2 in the one before, else 0. */
function periodSql(zones: readonly ZoneOfSites[], moment: string): string {
  const within = (name: string) =>
    `${moment} >= ${momentSql(`${name}From`)} and ${moment} < ${momentSql(`${name}To`)}`
  return byZone(
    zones,
    (index) => `multiIf(${within(`now${index}`)}, 1, ${within(`before${index}`)}, 2, 0)`,
  )
}

/** The step of the row's site that contains a moment. */
function pointSql(zones: readonly ZoneOfSites[], step: OverviewStep, moment: string): string {
  const { sql } = sessionDimensions[step]
  return byZone(zones, (index) =>
    sql.replaceAll('started_at', moment).replaceAll('{zone:', `{zone${index}:`),
  )
}

/** The engine's functions take one zone each, so sites of several zones need one expression per zone. */
function byZone(zones: readonly ZoneOfSites[], sqlOf: (index: number) => string): string {
  const last = zones.length - 1
  const others = zones
    .slice(0, -1)
    .map((_, index) => `site_id in {sites${index}:Array(String)}, ${sqlOf(index)}`)
  return last === 0 ? sqlOf(0) : `multiIf(${[...others, sqlOf(last)].join(', ')})`
}

function zoneParams(zones: readonly ZoneOfSites[]): Record<string, unknown> {
  const named = zones.map(({ zone, sites, now, before }, index) => ({
    [`zone${index}`]: zone,
    ...(index < zones.length - 1 && { [`sites${index}`]: sites }),
    [`now${index}From`]: now.fromMs,
    [`now${index}To`]: now.toMs,
    [`before${index}From`]: before.fromMs,
    [`before${index}To`]: before.toMs,
  }))
  return Object.assign({ sites: zones.flatMap(({ sites }) => sites) }, ...named)
}
