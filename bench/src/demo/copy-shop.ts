import type { Engine } from '@tributary/server/store/events/engine.ts'

/** A shop's tables in the engine, and the column that says which day a row belongs to. */
const tables = {
  events: 'timestamp',
  payment_entries: 'at',
} as const

/** The target of a copy. A suffix on their ids makes its visitors and payments distinct. */
export interface ShopCopy {
  siteId: string
  suffix: string
}

const otherId = (name: string) => `if(${name} = '', '', concat(${name}, copy.2))`

/** Columns whose values differ in the copy. */
const changed: Readonly<Record<string, string>> = {
  site_id: 'copy.1',
  path_visitor_ids: 'arrayMap(id -> concat(id, copy.2), path_visitor_ids)',
  ...Object.fromEntries(
    ['visitor_id', 'payment_id', 'customer', 'subscription'].map((name) => [name, otherId(name)]),
  ),
}

const eachCopy = 'arrayJoin(arrayZip({sites:Array(String)}, {suffixes:Array(String)})) as copy'

/**
 * Copies everything a site has in the engine to other sites, or to the same site as other visitors: a hundred
 * million events in minutes, where generating them takes hours. The ledger does not get these payments; reports only
 * read the engine.
 */
export async function copyShop(
  engine: Engine,
  from: string,
  to: readonly ShopCopy[],
  onDay: (day: string) => void = () => undefined,
): Promise<void> {
  if (to.length === 0) return
  const params = {
    from,
    sites: to.map(({ siteId }) => siteId),
    suffixes: to.map(({ suffix }) => suffix),
  }
  // First, so that the copies of their sessions are noted as they come.
  await engine.command(
    `insert into payers (site_id, visitor_hash)
    select distinct copy.1, sipHash64(concat(visitor, copy.2))
    from (
      select arrayJoin(path_visitor_ids) as visitor, ${eachCopy}
      from payment_entries where site_id = {from:String})`,
    params,
  )
  const days = await engine.query<{ day: string }>(
    'select distinct toString(toDate(timestamp)) as day from events where site_id = {from:String} order by day',
    { from },
  )
  for (const { day } of days) {
    for (const [table, time] of Object.entries(tables)) {
      const columns = await columnsOf(engine, table)
      const values = columns.map((name) => changed[name] ?? name)
      // All copies of a day in one statement: a second one would also copy what the first added to the same site.
      // Few rows at a time, because each becomes many.
      await engine.command(
        `insert into ${table} (${columns.join(', ')})
        select ${values.join(', ')}
        from (select *, ${eachCopy} from ${table} where site_id = {from:String} and toDate(${time}) = {day:Date})
        settings max_threads = 1, max_block_size = 4096`,
        { ...params, day },
      )
    }
    onDay(day)
  }
}

async function columnsOf(engine: Engine, table: string): Promise<string[]> {
  const found = await engine.query<{ name: string }>(
    `select name from system.columns
    where database = currentDatabase() and table = {table:String}
      and default_kind not in ('MATERIALIZED', 'ALIAS')`,
    { table },
  )
  return found.map(({ name }) => name)
}
