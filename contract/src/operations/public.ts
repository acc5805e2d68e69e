import type { Operations } from '../operation.ts'
import { annotationOperations } from './annotations.ts'
import { collectOperations, eventOperations, identifyOperations } from './events.ts'
import { exportOperations, importedOperations } from './exports.ts'
import { goalOperations } from './goals.ts'
import { getPaymentOperations, ledgerOperations, recordPaymentOperations } from './payments.ts'
import { questionOperations } from './questions.ts'
import { reconciliationOperations } from './reconciliation.ts'
import { reportOperations } from './reports.ts'
import { spendOperations } from './spend.ts'
import { subscriptionOperations } from './subscriptions.ts'
import { erasureOperations, visitorOperations } from './visitors.ts'

/** The whole public API, in the order in which it is shown and in which the examples work. */
export const publicOperations = {
  ...goalOperations,
  ...recordPaymentOperations,
  ...eventOperations,
  ...identifyOperations,
  ...visitorOperations,
  ...getPaymentOperations,
  ...ledgerOperations,
  ...reconciliationOperations,
  ...reportOperations,
  ...questionOperations,
  ...spendOperations,
  ...subscriptionOperations,
  ...exportOperations,
  ...importedOperations,
  ...annotationOperations,
  ...collectOperations,
  ...erasureOperations,
} satisfies Operations
