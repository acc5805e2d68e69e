import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Type from 'typebox'
import { defineQuery } from '../define-query.ts'
import type { Engine } from '../engine.ts'

/**
 * Tables that are derived from others: sessions from events, entries from the ledger in the control store. They are
 * left out of every copy and computed again, so they can never disagree with their sources.
 */
export const derivedTables: readonly string[] = [
  'sessions',
  'session_fills',
  'payment_entries',
  'payers',
  'payer_sessions',
]

/** One of the engine's tables, and its definition. */
export interface CopiedTable {
  name: string
  engine: string
  createStatement: string
}

const tablesOfDatabase = defineQuery({
  name: 'tables-of-database',
  params: Type.Object({}),
  row: Type.Object({
    name: Type.String(),
    engine: Type.String(),
    createStatement: Type.String(),
    folder: Type.String(),
  }),
  sql: `
    select name, engine, create_table_query as createStatement, data_paths[1] as folder
    from system.tables
    where database = currentDatabase() and engine like '%MergeTree' and not is_temporary
    order by name
  `,
})

/** All tables, derived ones included. */
export const listTables = (engine: Engine) => tablesOfDatabase(engine, {})

/** The tables whose rows a copy must hold. */
export async function truthTables(engine: Engine): Promise<CopiedTable[]> {
  return (await listTables(engine)).filter(({ name }) => !derivedTables.includes(name))
}

/** A table's parts as of the moment it was frozen: links to files that never change. */
export interface FrozenTable extends CopiedTable {
  rows: number
  /** Folders by the part's name. */
  parts: { name: string; folder: string }[]
}

/**
 * Freezes the tables one after the other, each as of one moment. It costs no copying, and whatever the
 * engine merges or removes afterwards stays in the frozen links until `unfreeze`. Derived tables are
 * named, without parts.
 */
export async function freezeTables(
  engine: Engine,
  folder: string,
  label: string,
): Promise<FrozenTable[]> {
  if (!/^\w+$/.test(label)) throw new TypeError(`${label} is no label`)
  const frozen: FrozenTable[] = []
  for (const { name, engine: kind, createStatement } of await listTables(engine)) {
    const table = { name, engine: kind, createStatement, rows: 0, parts: [] }
    if (derivedTables.includes(name)) {
      frozen.push(table)
      continue
    }
    const shadow = `${label}_${name}`
    await engine.command(`alter table ${name} freeze with name '${shadow}'`)
    frozen.push({ ...table, ...(await frozenParts(join(folder, 'shadow', shadow))) })
  }
  return frozen
}

/** Releases what was frozen under a label. */
export async function unfreezeTables(engine: Engine, label: string): Promise<void> {
  for (const { name } of await truthTables(engine)) {
    await engine.command(`alter table ${name} unfreeze with name '${label}_${name}'`)
  }
}

async function frozenParts(shadow: string): Promise<Pick<FrozenTable, 'rows' | 'parts'>> {
  // shadow/<label>/store/<3 characters>/<table>/<part>/; nothing at all for an empty table.
  const store = join(shadow, 'store')
  const parts: FrozenTable['parts'] = []
  let rows = 0
  for (const prefix of await namesIn(store)) {
    for (const table of await namesIn(join(store, prefix))) {
      for (const name of await namesIn(join(store, prefix, table))) {
        const folder = join(store, prefix, table, name)
        parts.push({ name, folder })
        rows += Number(await readFile(join(folder, 'count.txt'), 'utf8'))
      }
    }
  }
  return { rows, parts }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
