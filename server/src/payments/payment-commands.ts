import type { AnyCommand } from '../store/control/command.ts'
import { recordPage } from './connections/record-changes.ts'
import { compareDue, countPayment, saveDuplicateCommand } from './duplicates/mark-duplicates.ts'
import { recordFactsCommand } from './ledger/record-facts.ts'
import { recordRefundedPayment } from './ledger/record-payment.ts'
import { refoldPayment, renameProvider } from './ledger/refold-payments.ts'
import { removeFacts } from './ledger/remove-facts.ts'
import { saveHandLink } from './linking/save-hand-link.ts'
import { saveLinks } from './linking/save-links.ts'
import { endEmailLinksCommand, unlinkPayment } from './linking/unlink-payment.ts'
import { saveRate } from './rates/save-rate.ts'
import { erasePersonOf, eraseVisitorOf } from './rows/erase-payments.ts'
import { confirmOutbox } from './rows/payment-outbox.ts'
import { archiveAgain, archiveDelivery } from './webhooks/record-delivery.ts'

/** The ledger's transactions, which SQLite's thread runs as a whole. */
export const paymentCommands: readonly AnyCommand[] = [
  archiveAgain,
  archiveDelivery,
  compareDue,
  confirmOutbox,
  countPayment,
  endEmailLinksCommand,
  erasePersonOf,
  eraseVisitorOf,
  recordFactsCommand,
  recordPage,
  recordRefundedPayment,
  refoldPayment,
  removeFacts,
  renameProvider,
  saveDuplicateCommand,
  saveHandLink,
  saveLinks,
  saveRate,
  unlinkPayment,
]
