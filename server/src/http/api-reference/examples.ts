import type { PaymentData } from '@tributary/contract/payment.ts'
import type { QueryAnswer } from '@tributary/contract/query.ts'
import type { Visitor } from '@tributary/contract/visitor.ts'

// One story: Ana comes from a newsletter, signs up, pays 49.99 and gets 10 back.
const visitorId = 'v_5f3a9c'
const sessionId = 's_81b2d0'
const visitedAt = '2026-11-02T09:30:00.000Z'
const paidAt = '2026-11-02T09:34:10.000Z'
const payment = { provider: 'stripe', providerPaymentId: 'pi_3PqX2e', amount: 49.99 }

export const goalExamples = {
  small: { summary: 'A goal', value: { event: 'newsletter' } },
  full: {
    summary: 'A goal with its value and the visit it belongs to',
    value: { event: 'signup', value: 49.99, visitorId, sessionId, path: '/pricing' },
  },
}

export const paymentExamples = {
  full: {
    summary: 'A payment, with the ids of the visit',
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
    summary: 'Only what is required',
    value: { provider: 'custom', providerPaymentId: 'order-1042', amount: 20 },
  },
  refund: {
    summary: 'The first payment again: 10.00 of it went back',
    value: { ...payment, refunded: true, refundedAmount: 10 },
  },
}

export const eventsExamples = {
  visit: {
    summary: 'A visit of an earlier day',
    value: {
      events: [
        {
          type: 'pageview',
          visitorId,
          sessionId,
          timestamp: visitedAt,
          path: '/?utm_source=newsletter&utm_medium=email',
          title: 'Home',
          referrer: 'https://mail.example.com/',
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
          country: 'DE',
        },
        {
          type: 'goal',
          visitorId,
          sessionId,
          timestamp: '2026-11-02T09:32:00.000Z',
          path: '/pricing',
          name: 'plan-chosen',
          value: 20,
        },
      ],
    },
  },
}

export const identifyExamples = {
  user: { summary: 'By your own identifier', value: { visitorId, userId: 'user_1042' } },
  email: { summary: 'By e-mail address', value: { visitorId, email: 'ana@example.com' } },
}

export const hitExamples = {
  pageview: {
    summary: 'A page view',
    value: {
      siteId: 'SITE_ID',
      type: 'pageview',
      visitorId,
      sessionId: 's_90c1f2',
      url: 'https://shop.example/pricing?utm_source=newsletter',
      title: 'Pricing',
      referrer: 'https://mail.example.com/',
      screenWidth: 1440,
      language: 'de-DE',
    },
  },
}

export const queryExamples = {
  sources: {
    summary: 'Which source brought visitors and revenue',
    value: {
      metrics: ['visitors', 'revenue'],
      dimensions: ['source'],
      dateRange: ['2026-11-01', '2026-11-20'],
      orderBy: [['revenue', 'desc']],
    },
  },
  filtered: {
    summary: 'Days of visitors from two countries, shared over all touches',
    value: {
      metrics: ['visitors', 'conversionRate', 'revenue'],
      dimensions: ['day'],
      dateRange: '30d',
      filters: [['is', 'country', ['DE', 'FR']]],
      model: 'linear',
      compare: 'previous',
    },
  },
  behaviour: {
    summary: 'Money of visitors who read the prices and signed up for pro, without probable links',
    value: {
      metrics: ['revenue', 'newCustomers', 'daysToConversion', 'revenuePerVisitor'],
      dimensions: ['channel'],
      dateRange: '90d',
      filters: [
        ['visitor', ['is', 'page', ['/pricing']]],
        [
          'hit',
          [
            'and',
            [
              ['is', 'goal', ['signup']],
              ['is', 'property:plan', ['pro']],
            ],
          ],
        ],
        ['is_not', 'linkMethod', ['time']],
      ],
    },
  },
}

export const queryExample: QueryAnswer = {
  rows: [{ source: 'newsletter', visitors: 1, revenue: 39.99 }],
  totals: { visitors: 1, revenue: 39.99 },
  currency: 'USD',
  unconverted: [],
  query: {
    metrics: ['visitors', 'revenue'],
    dimensions: ['source'],
    dateRange: ['2026-11-01', '2026-11-20'],
    timezone: 'Europe/Berlin',
    model: 'last-non-direct',
    lookback: 90,
  },
}

export const visitorExample: Visitor = {
  visitorId,
  sessionCount: 1,
  pageViewCount: 1,
  firstVisit: visitedAt,
  lastVisit: '2026-11-02T09:32:00.000Z',
  sessions: [
    {
      sessionId,
      firstVisitAt: visitedAt,
      lastSeenAt: '2026-11-02T09:32:00.000Z',
      pageViews: 1,
      duration: 120,
      device: 'desktop',
      browser: 'Firefox',
      os: 'Linux',
      country: 'DE',
    },
  ],
  pageViews: [
    { path: '/', title: 'Home', timestamp: visitedAt, referrer: 'https://mail.example.com/' },
  ],
}

export const paymentExample: PaymentData = {
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
  renewal: false,
  trial: false,
  timestamp: paidAt,
  customerEmail: 'ana@example.com',
  customerId: 'cus_Pq81',
  subscriptionId: null,
  product: null,
  tax: null,
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
