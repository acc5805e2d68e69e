import { invalidInput, invalidValue, type Operations } from '../operation.ts'
import {
  type PaymentData,
  paymentData,
  paymentIdRequired,
  paymentInput,
  paymentNotFound,
  paymentQuery,
  paymentRecorded,
  paymentRecordedData,
  paymentRequired,
} from '../payment.ts'
import {
  paymentsList,
  paymentsQuery,
  paymentTotals,
  paymentTotalsQuery,
  unlinkedPayments,
  unlinkedQuery,
} from '../payments.ts'
import { paidAt, sessionId, visitedAt, visitorId } from './example-story.ts'

const payment = { provider: 'stripe', providerPaymentId: 'pi_3PqX2e', amount: 49.99 }

const paymentExamples = {
  full: {
    summary: 'A payment with the visitor and session ids',
    value: {
      ...payment,
      currency: 'USD',
      customerEmail: 'ana@example.com',
      customerId: 'cus_Pq81',
      visitorId,
      sessionId,
      metadata: { plan: 'pro' },
      timestamp: paidAt,
    },
  },
  small: {
    summary: 'Required fields only',
    value: { provider: 'custom', providerPaymentId: 'order-1042', amount: 20 },
  },
  refund: {
    summary: 'A refund of 10.00 of the first payment',
    value: { ...payment, refunded: true, refundedAmount: 10 },
  },
}

const paymentExample: PaymentData = {
  paymentId: 'pay_4fK9sQ2mXr7TbVw1Lz0C',
  provider: 'stripe',
  providerPaymentId: 'pi_3PqX2e',
  aliases: [],
  amount: 49.99,
  currency: 'USD',
  netAmount: 39.99,
  refunds: [{ id: 'refund-1', amount: 10, timestamp: '2026-11-05T11:00:00.000Z' }],
  disputes: [],
  status: 'partially-refunded',
  duplicate: null,
  countedByHand: false,
  renewal: false,
  trial: false,
  timestamp: paidAt,
  customerEmail: 'ana@example.com',
  customerId: 'cus_Pq81',
  subscriptionId: null,
  product: null,
  tax: 8.33,
  fees: 1.75,
  takeHome: 31.58,
  metadata: { plan: 'pro' },
  visitorId,
  sessionId,
  link: {
    method: 'ids',
    confidence: 1,
    probable: false,
    pathVisitorIds: [visitorId],
    firstPaymentId: null,
  },
  receipt: {
    given: { visitorId, sessionId },
    steps: [
      {
        step: 'ids',
        outcome: 'linked',
        reason: 'visitor-id',
        candidates: [{ visitorId, sessionId, rejected: null }],
      },
    ],
    discrepancies: [],
    touches: [{ timestamp: visitedAt, channel: 'Email', source: 'newsletter', campaign: 'autumn' }],
    credit: { 'last-non-direct': [49.99], first: [49.99], linear: [49.99] },
    fees: [
      {
        ...{ id: 'txn_3PqX9a', of: 'payment', kind: 'processing', amount: 1.75 },
        ...{ currency: 'USD', timestamp: paidAt },
      },
    ],
    netTax: { amount: 6.66, proportional: true },
    exchange: null,
    history: [
      {
        timestamp: paidAt,
        source: 'api',
        kind: 'recorded',
        details: {},
      },
    ],
  },
}

/** Reporting a payment. */
export const recordPaymentOperations = {
  'POST /api/v1/payment': {
    access: { scopes: ['payments:write'] },
    body: paymentInput,
    missing: paymentRequired,
    data: paymentRecordedData,
    idempotency: 'payment',
    docs: {
      id: 'recordPayment',
      summary: 'Record a payment',
      description:
        'Records a payment and links it to a visitor: by the ids, then by e-mail where the site allows it, then by time. A payment is identified by `provider` and `providerPaymentId`: if you send it again, the response has the same `paymentId`, the payment counts once, and empty fields are filled in. Amounts are exact to the minor unit of the currency.',
      bodies: paymentExamples,
      reply: 'The payment is recorded',
      example: { paymentId: paymentExample.paymentId, message: paymentRecorded },
    },
  },
} satisfies Operations

/** Reading one. */
export const getPaymentOperations = {
  'GET /api/v1/payment': {
    access: { scopes: ['payments:write', 'visitors:read', 'stats:read'], orRole: 'viewer' },
    query: paymentQuery,
    data: paymentData,
    docs: {
      id: 'getPayment',
      summary: 'Read a payment',
      description:
        'Returns one payment with its refunds, the visitor it is linked to, and the receipt: what each linking method found, and what was reported when. Identify it by `paymentId`, or by `provider` and any of the provider’s ids for it. A key with only `stats:read` gets no personal data.',
      query: { provider: 'stripe', providerPaymentId: 'pi_3PqX2e' },
      reply: 'The payment',
      example: paymentExample,
      refusals: [
        invalidInput(paymentIdRequired),
        { status: 404, description: 'The site has no such payment', message: paymentNotFound },
      ],
    },
  },
} satisfies Operations

const refusals = [invalidValue('dateRange must not end before it begins')]

/** Reading the ledger as lists. */
export const ledgerOperations = {
  'GET /api/v1/payments': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    query: paymentsQuery,
    data: paymentsList,
    tables: ['payments'] as const,
    docs: {
      id: 'listPayments',
      summary: 'List payments',
      description:
        'Returns a site’s payments, latest first, with how each was linked. Use the filters to narrow the list and `nextCursor` to get the next page. With `credit`, each payment includes the session it is credited to. Without the scope `visitors:read`, visitors are left out.',
      query: { method: 'none', limit: 50 },
      reply: 'The payments',
      example: {
        payments: [
          {
            paymentId: 'pay_4fK9sQ2mXr7TbVw1Lz0C',
            provider: 'stripe',
            providerPaymentId: 'pi_3PqX2e',
            amount: 49.99,
            currency: 'USD',
            netAmount: 49.99,
            ...{ tax: 8.33, fees: 1.75, takeHome: 39.91 },
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
            duplicate: null,
          },
        ],
      },
      refusals,
    },
  },
  'GET /api/v1/payments/totals': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    query: paymentTotalsQuery,
    data: paymentTotals,
    docs: {
      id: 'totalPayments',
      summary: 'Get payment totals',
      description:
        'Returns the number and the sum of the payments that match the filters. Each amount is converted at the exchange rate of its day, as in reports.',
      query: { from: '2026-11-01', status: 'refunded' },
      reply: 'The totals',
      example: {
        payments: 53,
        amounts: [{ currency: 'USD', amount: 1499.5, netAmount: 1450 }],
        providers: ['paypal', 'stripe'],
        truncated: false,
      },
      refusals,
    },
  },
  'GET /api/v1/payments/unlinked': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    query: unlinkedQuery,
    data: unlinkedPayments,
    tables: ['groups'] as const,
    docs: {
      id: 'listUnlinkedPayments',
      summary: 'List unlinked payments by cause',
      description:
        'Returns unattributed revenue grouped by cause and provider. Each group names the one change that would link such payments in future.',
      query: { from: '2026-11-01', to: '2026-11-20' },
      reply: 'The groups',
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
      refusals,
    },
  },
} satisfies Operations
