import {
  paymentsList,
  paymentsQuery,
  paymentTotals,
  paymentTotalsQuery,
  unlinkedPayments,
  unlinkedQuery,
} from '@tributary/contract/payments.ts'
import { paymentTables, unlinkedTables } from '../../payments/tables.ts'
import type { Operation } from './operation.ts'

const dayRefusal = {
  status: 400,
  description: 'A value breaks its rule; the message names it',
  message: 'dateRange must not end before it begins',
} as const

/** Reading the ledger as lists. */
export const inboxOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/payments',
    id: 'listPayments',
    summary: 'List payments',
    description:
      "A site's payments, the latest first, with how each was linked. Filters narrow it down; `nextCursor` leads to the rest. With `credit` each says which visit it is credited to. Without `visitors:read` no visitor is named.",
    scopes: ['stats:read'],
    query: { schema: paymentsQuery, example: { method: 'none', limit: 50 } },
    reply: {
      status: 200,
      description: 'The payments',
      tables: Object.keys(paymentTables),
      data: {
        schema: paymentsList,
        example: {
          payments: [
            {
              paymentId: 'pay_4fK9sQ2mXr7TbVw1Lz0C',
              provider: 'stripe',
              providerPaymentId: 'pi_3PqX2e',
              amount: 49.99,
              currency: 'USD',
              netAmount: 49.99,
              reported: null,
              status: 'paid',
              renewal: false,
              trial: false,
              product: null,
              timestamp: '2026-11-20T09:30:00.000Z',
              visitorId: null,
              sessionId: null,
              link: { method: 'none', confidence: 0, probable: false },
              cause: 'no-ids',
            },
          ],
        },
      },
    },
    refusals: [dayRefusal],
  },
  {
    method: 'get',
    path: '/api/v1/payments/totals',
    id: 'totalPayments',
    summary: 'Add up payments',
    description:
      'How many payments a list with the same filters has, and what they come to: each converted at the rate of its day, as in reports.',
    scopes: ['stats:read'],
    query: { schema: paymentTotalsQuery, example: { from: '2026-11-01', status: 'refunded' } },
    reply: {
      status: 200,
      description: 'The totals',
      data: {
        schema: paymentTotals,
        example: {
          payments: 53,
          amounts: [{ currency: 'USD', amount: 1499.5, netAmount: 1450 }],
          providers: ['paypal', 'stripe'],
          truncated: false,
        },
      },
    },
    refusals: [dayRefusal],
  },
  {
    method: 'get',
    path: '/api/v1/payments/unlinked',
    id: 'listUnlinkedPayments',
    summary: 'See what is not linked, and why',
    description:
      'Unattributed revenue, grouped by cause and provider, each with the one action that would link such payments from now on.',
    scopes: ['stats:read'],
    query: { schema: unlinkedQuery, example: { from: '2026-11-01', to: '2026-11-20' } },
    reply: {
      status: 200,
      description: 'The groups',
      tables: Object.keys(unlinkedTables),
      data: {
        schema: unlinkedPayments,
        example: {
          groups: [
            {
              cause: 'no-ids',
              provider: 'stripe',
              payments: 3,
              amounts: [{ currency: 'USD', amount: 149.97 }],
              remedy:
                'Set metadata.tributary_visitor_id and metadata.tributary_session_id when you create the Checkout Session or PaymentIntent (for subscriptions also in subscription_data.metadata).',
              examples: ['pay_4fK9sQ2mXr7TbVw1Lz0C'],
            },
          ],
          truncated: false,
        },
      },
    },
    refusals: [dayRefusal],
  },
]
