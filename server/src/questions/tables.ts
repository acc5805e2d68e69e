import type { Cohorts } from '@tributary/contract/questions/cohorts.ts'
import type { Funnel } from '@tributary/contract/questions/funnel.ts'
import type { Goals } from '@tributary/contract/questions/goals.ts'
import type { Journeys } from '@tributary/contract/questions/journeys.ts'
import type { Realtime } from '@tributary/contract/questions/realtime.ts'
import type { Visitors } from '@tributary/contract/questions/visitors.ts'

// The questions' answers as tables, for spreadsheets: nested lists become separate rows, and money has a currency
// column.

export const realtimeTables = {
  minutes: ({ minutes }: Realtime) => ({
    columns: ['minute', 'visitors', 'pageViews'],
    rows: minutes,
  }),
  pages: ({ pages }: Realtime) => ({ columns: ['page', 'visitors'], rows: pages }),
  sources: ({ sources }: Realtime) => ({ columns: ['source', 'visitors'], rows: sources }),
  countries: ({ countries }: Realtime) => ({ columns: ['country', 'visitors'], rows: countries }),
  goals: ({ goals }: Realtime) => ({
    columns: ['at', 'goal', 'value', 'page', 'country', 'visitorId'],
    rows: goals,
  }),
  payments: ({ payments }: Realtime) => ({
    columns: ['at', 'paymentId', 'amount', 'currency', 'renewal', 'visitorId'],
    rows: payments,
  }),
}

const stepColumns = ['step', 'count', 'conversionRate', 'stepRate', 'dropOff', 'medianSeconds']

export const funnelTables = {
  steps: ({ steps, currency }: Funnel) => ({
    columns: [...stepColumns, 'revenue', 'currency'],
    rows: steps.map((step, index) => ({ step: index + 1, ...step, currency })),
  }),
  breakdown: ({ rows, currency }: Funnel) => ({
    columns: ['key', ...stepColumns, 'revenue', 'currency'],
    rows: rows.flatMap(({ key, steps }) =>
      steps.map((step, index) => ({ key, step: index + 1, ...step, currency })),
    ),
  }),
}

const goalColumns = ['count', 'visitors', 'valueSum']

export const goalTables = {
  goals: ({ rows }: Goals) => ({
    columns: ['goal', ...goalColumns, 'conversionRate', 'valueMean'],
    rows,
  }),
  properties: ({ properties }: Goals) => ({
    columns: ['property', 'value', ...goalColumns],
    rows: properties.flatMap(({ property, values }) =>
      values.map((value) => ({ property, ...value })),
    ),
  }),
}

export const journeyTables = {
  links: ({ links }: Journeys) => ({ columns: ['from', 'to', 'visits'], rows: links }),
  nodes: ({ nodes }: Journeys) => ({
    columns: ['id', 'depth', 'kind', 'name', 'visits', 'ended'],
    rows: nodes,
  }),
}

export const cohortTables = {
  cohorts: ({ rows, currency }: Cohorts) => ({
    columns: [
      ...['cohort', 'key', 'visitors', 'period', 'active', 'retention'],
      ...['revenue', 'lifetimeValue', 'currency'],
    ],
    rows: rows.flatMap(({ cohort, key, visitors, periods }) =>
      periods.map((figures, period) => ({ cohort, key, visitors, period, ...figures, currency })),
    ),
  }),
}

export const visitorTables = {
  visitors: ({ rows, currency }: Visitors) => ({
    columns: [
      ...['visitorId', 'userIds', 'hasEmail', 'firstSeenAt', 'lastSeenAt', 'sessions', 'pageViews'],
      ...[
        'goals',
        'source',
        'country',
        'device',
        'browser',
        'os',
        'revenue',
        'payments',
        'currency',
      ],
    ],
    rows: rows.map((row) => ({ ...row, userIds: row.userIds.join(' '), currency })),
  }),
}
