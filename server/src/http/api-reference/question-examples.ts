import type { Funnel } from '@tributary/contract/questions/funnel.ts'
import type { Realtime } from '@tributary/contract/questions/realtime.ts'

// The story of examples.ts goes on: Ana is there, and reads the prices.
const visitorId = 'v_5f3a9c'

export const realtimeExamples = {
  now: { summary: 'What goes on now', value: {} },
}

export const realtimeExample: Realtime = {
  at: '2026-11-20T09:31:12.000Z',
  visitors: 1,
  minutes: [{ minute: '2026-11-20T09:31:00.000Z', visitors: 1, pageViews: 2 }],
  pages: [{ page: '/pricing', visitors: 1 }],
  sources: [{ source: 'newsletter', visitors: 1 }],
  countries: [{ country: 'DE', visitors: 1 }],
  goals: [
    {
      goal: 'signup',
      value: 49.99,
      at: '2026-11-20T09:30:40.000Z',
      page: '/pricing',
      country: 'DE',
      visitorId,
    },
  ],
  payments: [
    {
      paymentId: 'pay_4fK9sQ2mXr7TbVw1Lz0C',
      amount: 49.99,
      currency: 'USD',
      at: '2026-11-20T09:30:40.000Z',
      renewal: false,
      visitorId,
    },
  ],
}

export const funnelExamples = {
  toGoal: {
    summary: 'From the front page to a goal, by source',
    value: {
      steps: [{ page: '/' }, { page: '/pricing', match: 'begins_with' }, { goal: 'signup' }],
      dateRange: '30d',
      windowHours: 24,
      breakdown: 'source',
    },
  },
}

const everybody = { count: 2, conversionRate: 1, stepRate: null, dropOff: 0 }
const half = { count: 1, conversionRate: 0.5, stepRate: 0.5, dropOff: 1 }

export const funnelExample: Funnel = {
  steps: [
    { ...everybody, medianSeconds: null, revenue: 39.99 },
    { ...half, medianSeconds: 95, revenue: 39.99 },
  ],
  rows: [],
  currency: 'USD',
  query: {
    dateRange: ['2026-10-22', '2026-11-20'],
    timezone: 'Europe/Berlin',
    by: 'visitor',
    windowHours: 24,
    breakdown: null,
  },
}
