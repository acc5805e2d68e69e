import type { Cohorts } from '../questions/cohorts.ts'
import type { Funnel } from '../questions/funnel.ts'
import type { Goals } from '../questions/goals.ts'
import type { Journeys } from '../questions/journeys.ts'
import type { Realtime } from '../questions/realtime.ts'
import type { Visitors } from '../questions/visitors.ts'
import { visitorId } from './example-story.ts'

export const realtimeExamples = {
  now: { summary: 'Current activity', value: {} },
}

export const realtimeExample: Realtime = {
  at: '2026-11-20T09:31:12.000Z',
  visitors: 1,
  minutes: [{ minute: '2026-11-20T09:31:00.000Z', visitors: 1, pageViews: 2 }],
  pages: [{ page: '/pricing', visitors: 1 }],
  sources: [{ source: 'newsletter', visitors: 1 }],
  countries: [{ country: 'DE', visitors: 1 }],
  pageViews: [
    {
      page: '/pricing',
      source: '',
      country: 'DE',
      at: '2026-11-20T09:31:02.000Z',
      visitorId,
    },
  ],
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

const everybody = { count: 2, conversionRate: 1, interval: null, stepRate: null, dropOff: 0 }
const unsure = { low: 0.094529, high: 0.905471, uncertain: true }
const half = { count: 1, conversionRate: 0.5, interval: unsure, stepRate: 0.5, dropOff: 1 }

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

const november = {
  dateRange: ['2026-11-01', '2026-11-20'] as [string, string],
  timezone: 'Europe/Berlin',
}

export const goalsExamples = {
  all: { summary: 'All goals of the last 30 days', value: { dateRange: '30d' } },
  one: { summary: 'With the properties of one goal', value: { dateRange: '30d', goal: 'signup' } },
}

const signups = { count: 3, visitors: 2, valueSum: 99.98 }

export const goalsExample: Goals = {
  rows: [{ goal: 'signup', ...signups, conversionRate: 0.25, valueMean: 49.99 }],
  visitors: 8,
  properties: [{ property: 'plan', values: [{ value: 'pro', ...signups }] }],
  query: november,
}

export const journeysExamples = {
  next: {
    summary: 'Where people go from the front page',
    value: { from: { page: '/' }, dateRange: '30d', depth: 2 },
  },
  previous: {
    summary: 'How people get to the sign-up',
    value: { from: { goal: 'signup' }, direction: 'previous', dateRange: '30d' },
  },
}

export const journeysExample: Journeys = {
  nodes: [
    { id: '0', depth: 0, kind: 'start', name: '', visits: 8, ended: 5 },
    { id: '1 page /pricing', depth: 1, kind: 'page', name: '/pricing', visits: 3, ended: 3 },
  ],
  links: [{ from: '0', to: '1 page /pricing', visits: 3 }],
  query: { ...november, direction: 'next', depth: 1 },
}

export const cohortsExamples = {
  weeks: {
    summary: 'Weekly cohorts by channel',
    value: { dateRange: '90d', interval: 'week', by: 'channel' },
  },
}

export const cohortsExample: Cohorts = {
  rows: [
    {
      cohort: '2026-11-09',
      key: 'Email',
      visitors: 4,
      periods: [
        { active: 4, retention: 1, revenue: 49.99, lifetimeValue: 12.5 },
        { active: 1, retention: 0.25, revenue: -10, lifetimeValue: 10 },
      ],
    },
  ],
  currency: 'USD',
  query: { ...november, interval: 'week' },
}

export const visitorsExamples = {
  best: {
    summary: 'The best customers from a newsletter',
    value: {
      dateRange: '90d',
      filters: [['is', 'source', ['newsletter']]],
      orderBy: 'revenue',
      limit: 20,
    },
  },
  search: { summary: 'By user id', value: { dateRange: '90d', search: 'user_1042' } },
}

export const visitorsExample: Visitors = {
  rows: [
    {
      visitorId,
      userIds: ['user_1042'],
      hasEmail: true,
      firstSeenAt: '2026-11-02T09:30:00.000Z',
      lastSeenAt: '2026-11-20T09:31:12.000Z',
      sessions: 2,
      pageViews: 3,
      goals: 2,
      source: 'newsletter',
      country: 'DE',
      device: 'desktop',
      browser: 'Firefox',
      os: 'Linux',
      revenue: 39.99,
      payments: 1,
    },
  ],
  currency: 'USD',
  query: november,
}
