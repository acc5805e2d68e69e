import Type from 'typebox'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'

const namesOfDatabase = defineQuery({
  name: 'table-names',
  params: Type.Object({}),
  row: Type.Object({ name: Type.String() }),
  sql: 'select name from system.tables where database = currentDatabase()',
})

/** The names of our tables and views; with a cluster, those of the node that answers. */
export async function tableNames(engine: Engine): Promise<Set<string>> {
  return new Set((await namesOfDatabase(engine, {})).map(({ name }) => name))
}
