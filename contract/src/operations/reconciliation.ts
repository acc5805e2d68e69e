import { admin, invalidValue, type Operations, typed, viewer } from '../operation.ts'
import {
  longestReconciledDays,
  type Reconciliation,
  reconciliation,
  reconciliationDecision,
  reconciliationItem,
  reconciliationQuery,
} from '../reconciliation.ts'

const statement = {
  ...{ payments: 2, gross: 99.98, refunds: 0, disputes: 0, fees: 3.5, net: 96.48 },
}

const example: Reconciliation = {
  accounts: [
    {
      ...{ provider: 'stripe', from: '2025-11-01', readUntil: '2026-11-21T10:00:00.000Z' },
      differingDays: ['2026-11-20'],
    },
  ],
  notCompared: [],
  days: [
    {
      ...{ provider: 'stripe', day: '2026-11-20', currency: 'USD', state: 'differs', statement },
      recorded: {
        ...{ payments: 1, gross: 49.99, refunds: 0, disputes: 0, fees: 1.75, net: 48.24 },
      },
      items: [
        {
          ...{ id: 'rci_8Kd02mXr7TbVw1Lz0Cq4', state: 'missing', kind: 'payment', fields: [] },
          ...{ providerPaymentId: 'pi_3PqX2e', paymentId: null, movementId: 'txn_3PqX9a' },
          objectId: 'ch_3PqX9a',
          statement: {
            ...{ day: '2026-11-20', amount: 49.99, currency: 'USD', fee: 1.75 },
            feeCurrency: 'USD',
          },
          ...{ recorded: null, decision: null },
        },
      ],
    },
  ],
}

/** Comparing providers' accounts with the recorded payments. */
export const reconciliationOperations = {
  'GET /api/v1/reconciliation': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    query: reconciliationQuery,
    data: reconciliation,
    tables: ['days', 'items'] as const,
    docs: {
      id: 'reconcilePayments',
      summary: 'Reconcile payments',
      description:
        'Compares what a payment provider’s account booked with the recorded payments, per day of the account (UTC) and currency, and names every payment, refund, dispute and fee that is missing, extra or different. Only accounts that are connected by key are compared; payouts and fees of the whole account belong to no payment and are left out. Amounts are in the currency that was paid in.',
      query: { from: '2026-11-01', to: '2026-11-20' },
      reply: 'Both sides of each day',
      example,
      refusals: [
        invalidValue(
          `the range must not end before it begins, or have over ${longestReconciledDays} days`,
        ),
      ],
    },
  },
} satisfies Operations

/** What people do about differences. */
export const settleOperations = {
  'GET /api/app/sites/:siteId/reconciliation/summary': {
    access: viewer,
    data: typed<{ accounts: { provider: string; differingDays: string[] }[] }>(),
  },
  'PUT /api/app/sites/:siteId/reconciliation/decision': {
    access: admin,
    body: reconciliationDecision,
    data: typed<{ decided: true }>(),
  },
  'POST /api/app/sites/:siteId/reconciliation/reopen': {
    access: admin,
    body: reconciliationItem,
    data: typed<{ reopened: true }>(),
  },
  'POST /api/app/sites/:siteId/reconciliation/bring-in': {
    access: admin,
    body: reconciliationItem,
    data: typed<{ isResolved: boolean }>(),
  },
} satisfies Operations
