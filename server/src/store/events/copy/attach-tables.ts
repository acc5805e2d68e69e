import { join } from 'node:path'
import Type from 'typebox'
import { ask } from '../define-query.ts'
import type { Engine } from '../engine.ts'
import { wholeNumber } from '../row-types.ts'
import { type CopiedTable, listTables } from './freeze-tables.ts'

/**
 * Creates a table as it was in the copy and attaches its parts. `place` puts a part's files into the given folder.
 * Returns the number of rows in the table.
 */
export async function attachTable(
  engine: Engine,
  table: CopiedTable,
  parts: readonly string[],
  place: (part: string, folder: string) => Promise<void>,
): Promise<number> {
  await engine.command(table.createStatement)
  const folder = (await listTables(engine)).find(({ name }) => name === table.name)?.folder
  if (folder === undefined) throw new Error(`the engine did not make the table ${table.name}`)
  for (const part of parts) {
    if (!/^\w+$/.test(part)) throw new TypeError(`${part} is no part's name`)
    await place(part, join(folder, 'detached', part))
    await engine.command(`alter table ${table.name} attach part '${part}'`)
  }
  return countRows(engine, table.name)
}

async function countRows(engine: Engine, table: string): Promise<number> {
  if (!/^\w+$/.test(table)) throw new TypeError(`${table} is no table's name`)
  const [row] = await ask(engine, {
    name: 'rows-of-table',
    sql: `select count() as rows from ${table}`,
    params: {},
    row: Type.Object({ rows: wholeNumber }),
  })
  return row?.rows ?? 0
}
