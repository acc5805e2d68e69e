// The transactions that SQLite's thread runs as a whole. It loads this file with the first of them.

import { noteLateHits } from './collect/late-hit-rows.ts'
import { saveIdentityCommand } from './identities/record-identify.ts'
import { recordImportedFacts, recordImportedIdentities } from './imports/record-imported.ts'
import { paymentCommands } from './payments/payment-commands.ts'
import { linkingDue } from './payments/rows/link-rows.ts'
import type { AnyCommand } from './store/control/command.ts'
import { commandRunner, type RunCommand } from './store/control/sqlite/run-command.ts'
import type { statementsOf } from './store/control/sqlite/statements.js'

export const saveIdentity = saveIdentityCommand(linkingDue)

const commands: readonly AnyCommand[] = [
  noteLateHits,
  ...paymentCommands,
  recordImportedFacts,
  recordImportedIdentities,
  saveIdentity,
]

/** Runs them on the thread's connection; anything not in the list is refused. */
export function commandsOn(run: ReturnType<typeof statementsOf>): RunCommand {
  return commandRunner(run, commands)
}
