import type { ModelsAnswer } from '@tributary/contract/questions/model-comparison.ts'
import type { PathsAnswer } from '@tributary/contract/questions/paths.ts'

export const modelsExamples = {
  channels: {
    summary: 'The channels by first touch, compared with the default',
    value: { dateRange: '90d', models: ['last-non-direct', 'first'] },
  },
}

export const modelsExample: ModelsAnswer = {
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

export const pathsExamples = {
  channels: { summary: 'Over which channels customers came', value: { dateRange: '90d' } },
}

const one = { conversions: 1, revenue: 49.99 }
const none = { conversions: 0, revenue: 0 }

export const pathsExample: PathsAnswer = {
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
