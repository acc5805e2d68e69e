// The transactions that SQLite's thread runs whole. It loads this file with the first of them.

import { noteLateHits } from './collect/late-hit-rows.ts'
import { saveIdentityCommand } from './identities/record-identify.ts'
import { recordImportedFacts, recordImportedIdentities } from './imports/record-imported.ts'
import { recordPage } from './payments/connections/record-changes.ts'
import {
  compareDue,
  countPayment,
  saveDuplicateCommand,
} from './payments/duplicates/mark-duplicates.ts'
import { recordFactsCommand } from './payments/ledger/record-facts.ts'
import { recordRefundedPayment } from './payments/ledger/record-payment.ts'
import { refoldPayment, renameProvider } from './payments/ledger/refold-payments.ts'
import { removeFacts } from './payments/ledger/remove-facts.ts'
import { saveHandLink } from './payments/linking/save-hand-link.ts'
import { saveLinks } from './payments/linking/save-links.ts'
import { endEmailLinksCommand, unlinkPayment } from './payments/linking/unlink-payment.ts'
import { saveRate } from './payments/rates/save-rate.ts'
import { erasePersonOf, eraseVisitorOf } from './payments/rows/erase-payments.ts'
import { makeEmailLinkingDue, makeVisitorLinkingDue } from './payments/rows/link-rows.ts'
import { archiveAgain, archiveDelivery } from './payments/webhooks/record-delivery.ts'
import type { AnyCommand } from './store/control/command.ts'
import { commandRunner, type RunCommand } from './store/control/sqlite/run-command.ts'
import type { statementsOf } from './store/control/sqlite/statements.js'

export const saveIdentity = saveIdentityCommand({
  ofEmail: makeEmailLinkingDue,
  ofVisitors: makeVisitorLinkingDue,
})

const commands: readonly AnyCommand[] = [
  archiveAgain,
  archiveDelivery,
  compareDue,
  countPayment,
  endEmailLinksCommand,
  erasePersonOf,
  eraseVisitorOf,
  noteLateHits,
  recordFactsCommand,
  recordImportedFacts,
  recordImportedIdentities,
  recordPage,
  recordRefundedPayment,
  refoldPayment,
  removeFacts,
  renameProvider,
  saveDuplicateCommand,
  saveHandLink,
  saveIdentity,
  saveLinks,
  saveRate,
  unlinkPayment,
]

/** How the thread runs them on its connection; what is not in the list is refused. */
export function commandsOn(run: ReturnType<typeof statementsOf>): RunCommand {
  return commandRunner(run, commands)
}
