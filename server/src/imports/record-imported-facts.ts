import { type Recording, recordAll } from '../payments/ledger/record-facts.ts'
import { command } from '../store/control/command.ts'
import { noteAdditions } from './rows/additions.ts'

/** Takes facts into the ledger and notes which import brought them. */
export const recordImportedFacts = command(
  'record-imported-facts',
  async (db, { importId, recordings }: { importId: string; recordings: readonly Recording[] }) => {
    for (const recording of recordings) await recordAll(db, recording)
    const keys = recordings.flatMap(({ facts }) => facts.map(({ key }) => key))
    await noteAdditions(
      db,
      importId,
      keys.map((key) => ({ kind: 'fact', key })),
    )
  },
)
