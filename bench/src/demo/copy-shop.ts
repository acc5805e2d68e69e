import type { Engine } from '@tributary/server/store/events/engine.ts'

/** What a shop is made of in the engine, and by which of its columns a day of it is found. */
const tables = {
  events: 'timestamp',
  payment_entries: 'at',
} as const

/** Sites that one statement fills: more rows at once are more than the engine's memory has room for. */
const sitesAtOnce = 8

/**
 * Gives other sites all that one site has in the engine: a hundred million events in minutes, where making
 * them takes an hour. The ledger has no such payments; reports only read the engine.
 */
export async function copyShop(
  engine: Engine,
  from: string,
  to: readonly string[],
  onDay: (day: string) => void = () => undefined,
): Promise<void> {
  // First, so that the copies of their sessions are noted as they come.
  await engine.command(
    `insert into payers (site_id, visitor_hash)
    select arrayJoin({to:Array(String)}), visitor_hash from payers where site_id = {from:String}`,
    { from, to },
  )
  const days = await engine.query<{ day: string }>(
    'select distinct toString(toDate(toStartOfHour(timestamp))) as day from events where site_id = {from:String} order by day',
    { from },
  )
  for (const { day } of days) {
    for (let start = 0; start < to.length; start += sitesAtOnce) {
      const sites = to.slice(start, start + sitesAtOnce)
      for (const [table, time] of Object.entries(tables)) {
        const columns = await columnsOf(engine, table)
        await engine.command(
          `insert into ${table} (site_id, ${columns.join(', ')})
          select arrayJoin({sites:Array(String)}), ${columns.join(', ')} from ${table}
          where site_id = {from:String} and toDate(${time}) = {day:Date}
          settings max_threads = 1`,
          { from, day, sites },
        )
      }
    }
    onDay(day)
  }
}

async function columnsOf(engine: Engine, table: string): Promise<string[]> {
  const found = await engine.query<{ name: string }>(
    `select name from system.columns
    where database = currentDatabase() and table = {table:String}
      and name != 'site_id' and default_kind not in ('MATERIALIZED', 'ALIAS')`,
    { table },
  )
  return found.map(({ name }) => name)
}
