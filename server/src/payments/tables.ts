import type { PaymentsList, UnlinkedPayments } from '@tributary/contract/payments.ts'

// The ledger's lists as tables, for spreadsheets.

export const paymentTables = {
  payments: ({ payments }: PaymentsList) => ({
    columns: [
      ...[
        'timestamp',
        'paymentId',
        'provider',
        'providerPaymentId',
        'amount',
        'netAmount',
        'tax',
        'fees',
        'takeHome',
        'currency',
      ],
      ...['reportedAmount', 'reportedNetAmount', 'reportedCurrency', 'status', 'renewal', 'trial'],
      ...['product', 'visitorId', 'sessionId', 'linkMethod', 'linkConfidence', 'cause'],
      ...['channel', 'source', 'campaign'],
    ],
    rows: payments.map(({ reported, link, credited, ...payment }) => ({
      ...payment,
      reportedAmount: reported?.amount ?? null,
      reportedNetAmount: reported?.netAmount ?? null,
      reportedCurrency: reported?.currency ?? null,
      linkMethod: link.method,
      linkConfidence: link.confidence,
      channel: credited?.channel ?? null,
      source: credited?.source ?? null,
      campaign: credited?.campaign ?? null,
    })),
  }),
}

export const unlinkedTables = {
  groups: ({ groups }: UnlinkedPayments) => ({
    columns: ['cause', 'provider', 'payments', 'currency', 'amount', 'remedy'],
    rows: groups.flatMap(({ amounts, ...group }) =>
      amounts.map((amount) => ({ ...group, ...amount })),
    ),
  }),
}
