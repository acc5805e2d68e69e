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

const queryExamples = {
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
    summary: 'The channels by first touch, compared with the default',
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
  channels: { summary: 'Over which channels customers came', value: { dateRange: '90d' } },
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

/** A vocabulary as prose: each word with what it means. */
function words(vocabulary: Readonly<Record<string, string>>): string {
  return Object.entries(vocabulary)
    .map(([name, meaning]) => `\`${name}\` ${meaning}`)
    .join(' ')
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
      summary: 'Ask a report',
      description: `Counts metrics, broken down by dimensions, over days of a time zone; the dashboard asks in the same words. Money is credited by \`model\` (${models.join(', ')}; the first by default) and comes to the same total in every model, to the minor unit. Filters are conditions \`[operator, dimension, [values]]\` with ${filterOperators.join(', ')} (RE2 expressions); \`["and", […]]\`, \`["or", […]]\` and \`["not", …]\` join them, \`["visitor", …]\` asks them of everything the visitor did in the range, \`["hit", …]\` of one page view or goal at once. A question that looks at too much is refused with 422. What was acknowledged before is included.\n\nMetrics: ${words(metrics)}\n\nDimensions: ${words(dimensions)} \`property:NAME\`: A property of goals, counted as goals are.`,
      bodies: queryExamples,
      reply: 'The answer, and the question as it was understood',
      example: queryExample,
      refusals: [
        {
          status: 422,
          description:
            'The question would look at too much, or took too long; the message says what to narrow',
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
        'The same revenue by each model, side by side: what each channel (or another dimension of visits) is credited with, its share, and how far that is from the share by the first model of the list. Every model comes to the same total. A model with too little data is replaced by linear, and `fallbacks` says so. What was acknowledged before is included.',
      bodies: modelsExamples,
      reply: 'The answer',
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
      summary: 'See the ways to a first payment',
      description:
        'How many days and touches customers took to their first payment, over which channels (or another dimension of visits) they came, and what helped on the way without being the last. Filters of visits keep the customers with such a visit on the way. What was acknowledged before is included.',
      bodies: pathsExamples,
      reply: 'The answer',
      example: pathsExample,
    },
  },
} satisfies Operations
