import type { Operations } from '../operation.ts'
import {
  dimensions,
  filterOperators,
  metrics,
  metricsRequired,
  models,
  type QueryAnswer,
  queryData,
  queryInput,
} from '../query.ts'
import {
  dateRangeRequired,
  type ModelsAnswer,
  modelsData,
  modelsInput,
} from '../questions/model-comparison.ts'
import { type PathsAnswer, pathsData, pathsInput } from '../questions/paths.ts'
import { markdownList } from './markdown-list.ts'

const queryExamples = {
  sources: {
    summary: 'Visitors and revenue by source',
    value: {
      metrics: ['visitors', 'revenue'],
      dimensions: ['source'],
      dateRange: ['2026-11-01', '2026-11-20'],
      orderBy: [['revenue', 'desc']],
    },
  },
  filtered: {
    summary: 'Revenue per day from two countries, linear attribution',
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
    summary:
      'Revenue from visitors who saw the pricing page and signed up for Pro, without probable links',
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

const queryExample: QueryAnswer = {
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

const modelsExamples = {
  channels: {
    summary: 'Channels by first touch, compared with the default model',
    value: { dateRange: '90d', models: ['last-non-direct', 'first'] },
  },
}

const modelsExample: ModelsAnswer = {
  models: ['last-non-direct', 'first'],
  rows: [
    {
      value: 'Email',
      revenue: { 'last-non-direct': 39.99, first: 0 },
      share: { 'last-non-direct': 1, first: 0 },
      shift: { 'last-non-direct': 0, first: -1 },
    },
    {
      value: 'Organic Search',
      revenue: { 'last-non-direct': 0, first: 39.99 },
      share: { 'last-non-direct': 0, first: 1 },
      shift: { 'last-non-direct': 0, first: 1 },
    },
  ],
  totals: { 'last-non-direct': 39.99, first: 39.99 },
  fallbacks: [],
  currency: 'USD',
}

const pathsExamples = {
  channels: { summary: 'Channels on the path to the first payment', value: { dateRange: '90d' } },
}

const one = { conversions: 1, revenue: 49.99 }
const none = { conversions: 0, revenue: 0 }

const pathsExample: PathsAnswer = {
  ...one,
  currency: 'USD',
  daysToConversion: {
    median: 12.5,
    quartiles: [12.5, 12.5],
    buckets: [
      { from: 0, to: 1, ...none },
      { from: 1, to: 7, ...none },
      { from: 7, to: 30, ...one },
      { from: 30, to: 90, ...none },
      { from: 90, to: null, ...none },
    ],
  },
  touchesToConversion: {
    median: 2,
    quartiles: [2, 2],
    buckets: [
      { touches: 1, orMore: false, ...none },
      { touches: 2, orMore: false, ...one },
    ],
  },
  topPaths: [{ path: ['Organic Search', 'Email'], ...one }],
  assists: [
    {
      value: 'Email',
      assisted: 0,
      assistedRevenue: 0,
      last: 1,
      lastRevenue: 49.99,
      first: 0,
    },
    {
      value: 'Organic Search',
      assisted: 1,
      assistedRevenue: 49.99,
      last: 0,
      lastRevenue: 0,
      first: 1,
    },
  ],
}

/** Reports in rows of metrics. */
export const reportOperations = {
  'POST /api/v1/query': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: queryInput,
    missing: metricsRequired,
    data: queryData,
    tables: ['rows'] as const,
    docs: {
      id: 'query',
      summary: 'Query a report',
      description: `Returns metrics for a date range, broken down by dimensions. The dashboard uses the same query. Revenue is credited by \`model\` (${models.join(', ')}; the first by default); every model adds up to the same total, to the minor unit.\n\nFilters are conditions \`[operator, dimension, [values]]\` with the operators ${filterOperators.join(', ')} (RE2 expressions). Combine them with \`["and", […]]\`, \`["or", […]]\` and \`["not", …]\`. \`["visitor", …]\` applies a condition to everything the visitor did in the range, \`["hit", …]\` to a single page view or goal. A query that would read too much data is refused with 422. Includes everything acknowledged before the request.\n\nMetrics:\n\n${markdownList(metrics)}\n\nDimensions:\n\n${markdownList(dimensions)}\n- \`property:NAME\`: A property of goals, counted like goals.`,
      bodies: queryExamples,
      reply: 'The report, and the query as it was interpreted',
      example: queryExample,
      refusals: [
        {
          status: 422,
          description:
            'The query would read too much data or took too long; the message says what to narrow',
          message:
            'The question took too long to answer. Ask for a shorter range, fewer dimensions, or fewer filters by page, goal, property, visitor or hit.',
        },
      ],
    },
  },
  'POST /api/v1/models': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: modelsInput,
    missing: dateRangeRequired,
    data: modelsData,
    tables: ['models'] as const,
    docs: {
      id: 'compareModels',
      summary: 'Compare attribution models',
      description:
        'Compares the same revenue under several models: what each channel (or another session dimension) is credited with, its share, and the difference from its share under the first model of the list. Every model adds up to the same total. A model with too little data is replaced by linear and listed in `fallbacks`. Includes everything acknowledged before the request.',
      bodies: modelsExamples,
      reply: 'The report',
      example: modelsExample,
    },
  },
  'POST /api/v1/paths': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: pathsInput,
    missing: dateRangeRequired,
    data: pathsData,
    tables: ['paths', 'days', 'touches', 'assists'] as const,
    docs: {
      id: 'paths',
      summary: 'Get paths to purchase',
      description:
        'Returns how many days and touches customers took to their first payment, the channels (or another session dimension) on their paths, and assisted conversions. Session filters keep the customers with a matching session on their path. Includes everything acknowledged before the request.',
      bodies: pathsExamples,
      reply: 'The report',
      example: pathsExample,
    },
  },
} satisfies Operations
