import Type from 'typebox'
import { askTogether } from './ask-together.ts'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'

const partsOfLedger = defineQuery({
  name: 'parts-of-ledger',
  params: Type.Object({}),
  row: Type.Object({ parts: Type.String() }),
  sql: `
    select arrayStringConcat(arraySort(groupArray(name)), ' ') as parts
    from system.parts
    where database = currentDatabase() and table = 'payment_entries' and active`,
})

/**
 * A text that is another one after every change of the reports' copy of the ledger: the names of the parts
 * that hold it. A merge changes it too, which only costs asking again. Reading the copy itself is much dearer.
 */
export async function ledgerState(engine: Engine): Promise<string> {
  const [found] = await askTogether(engine, 'ledger', () => partsOfLedger(engine, {}))
  return found?.parts ?? ''
}
