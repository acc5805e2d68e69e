import { cohortsData, cohortsInput } from '@tributary/contract/questions/cohorts.ts'
import { funnelData, funnelInput } from '@tributary/contract/questions/funnel.ts'
import { goalsData, goalsInput } from '@tributary/contract/questions/goals.ts'
import { journeysData, journeysInput } from '@tributary/contract/questions/journeys.ts'
import {
  dateRangeRequired,
  modelsData,
  modelsInput,
} from '@tributary/contract/questions/model-comparison.ts'
import { pathsData, pathsInput } from '@tributary/contract/questions/paths.ts'
import { realtimeData, realtimeInput } from '@tributary/contract/questions/realtime.ts'
import { visitorsData, visitorsInput } from '@tributary/contract/questions/visitors.ts'
import type { TObject } from 'typebox'
import {
  cohortTables,
  funnelTables,
  goalTables,
  journeyTables,
  realtimeTables,
  visitorTables,
} from '../../questions/tables.ts'
import { modelTables, pathTables } from '../../reports/tables.ts'
import type { ApiKeyScope } from '../../sites/key-scopes.ts'
import { bodyLimitBytes } from '../json-body.ts'
import { modelsExample, modelsExamples, pathsExample, pathsExamples } from './journey-examples.ts'
import type { Body, Operation } from './operation.ts'
import {
  cohortsExample,
  cohortsExamples,
  funnelExample,
  funnelExamples,
  goalsExample,
  goalsExamples,
  journeysExample,
  journeysExamples,
  realtimeExample,
  realtimeExamples,
  visitorsExample,
  visitorsExamples,
} from './question-examples.ts'

interface Described {
  path: string
  id: string
  summary: string
  description: string
  input: TObject
  examples: Body['examples']
  data: TObject
  example: object
  /** The answer to a question that lacks what it needs. */
  missing: string
  /** Its tables for spreadsheets, by name. */
  tables: Readonly<Record<string, unknown>>
  /** `stats:read` by default. */
  scope?: ApiKeyScope
}

/** A question: a body in, an answer out, the scope of everything that reads reports. */
function question(described: Described): Operation {
  const { path, id, summary, description, input, examples, data, example, missing } = described
  return {
    method: 'post',
    path,
    id,
    summary,
    description: `${description} What was acknowledged before is included.`,
    scopes: [described.scope ?? 'stats:read'],
    body: {
      schema: input,
      contentTypes: ['application/json'],
      limitBytes: bodyLimitBytes,
      examples,
    },
    reply: {
      status: 200,
      description: 'The answer',
      data: { schema: data, example },
      tables: Object.keys(described.tables),
    },
    refusals: [
      {
        status: 400,
        description:
          'Something required is missing, or a value breaks its rule; the message names it',
        message: missing,
      },
    ],
  }
}

export const questionOperations: readonly Operation[] = [
  question({
    path: '/api/v1/models',
    tables: modelTables,
    id: 'compareModels',
    summary: 'Compare attribution models',
    description:
      'The same revenue by each model, side by side: what each channel (or another dimension of visits) is credited with, its share, and how far that is from the share by the first model of the list. Every model comes to the same total. A model with too little data is replaced by linear, and `fallbacks` says so.',
    input: modelsInput,
    examples: modelsExamples,
    data: modelsData,
    example: modelsExample,
    missing: dateRangeRequired,
  }),
  question({
    path: '/api/v1/paths',
    tables: pathTables,
    id: 'paths',
    summary: 'See the ways to a first payment',
    description:
      'How many days and touches customers took to their first payment, over which channels (or another dimension of visits) they came, and what helped on the way without being the last. Filters of visits keep the customers with such a visit on the way.',
    input: pathsInput,
    examples: pathsExamples,
    data: pathsData,
    example: pathsExample,
    missing: dateRangeRequired,
  }),
  question({
    path: '/api/v1/realtime',
    tables: realtimeTables,
    id: 'realtime',
    summary: 'See who is there now',
    description:
      'Visitors of the last 5 minutes with their pages, sources and countries, the last 30 minutes one by one, and the latest goals and payments. Without `visitors:read` no visitor is named.',
    input: realtimeInput,
    examples: realtimeExamples,
    data: realtimeData,
    example: realtimeExample,
    missing: 'limit must be a whole number from 1 to 50: the rows of each list, 10 by default',
  }),
  question({
    path: '/api/v1/funnel',
    tables: funnelTables,
    id: 'funnel',
    summary: 'See how far people get',
    description:
      'How many visitors, or sessions, took 2 to 10 steps in this order, how long they needed and what they paid. The first step lies in the range, the others within the window after it. Each start is followed to the earliest next step after it; the one that leads furthest counts. Filters and the breakdown are about the visit of the first step. Of a visitor’s hits of one step the first 1,000 count.',
    input: funnelInput,
    examples: funnelExamples,
    data: funnelData,
    example: funnelExample,
    missing: 'steps parameter is required',
  }),
  question({
    path: '/api/v1/goals',
    tables: goalTables,
    id: 'goals',
    summary: 'See which goals are reached',
    description:
      'Each goal with how often and by how many visitors it was reached in the range, and the sum of its values. With `goal`, also what its properties said.',
    input: goalsInput,
    examples: goalsExamples,
    data: goalsData,
    example: goalsExample,
    missing: 'dateRange parameter is required',
  }),
  question({
    path: '/api/v1/journeys',
    tables: journeyTables,
    id: 'journeys',
    summary: 'See where people go next',
    description:
      'The pages and goals after, or before, the first time that each visit came to a page or goal: nodes and links as a Sankey diagram takes them. The same place twice in a row is one step. What lies outside the range is not looked at.',
    input: journeysInput,
    examples: journeysExamples,
    data: journeysData,
    example: journeysExample,
    missing: 'from parameter is required',
  }),
  question({
    path: '/api/v1/cohorts',
    tables: cohortTables,
    id: 'cohorts',
    summary: 'See who comes back, and what they are worth',
    description:
      'Visitors by the week or month of their very first visit, which lies in the range, and by a dimension of it: how many visited in each week or month since, and what they have paid. Filters are about the first visit. Money belongs to the visitor that the payment is linked to.',
    input: cohortsInput,
    examples: cohortsExamples,
    data: cohortsData,
    example: cohortsExample,
    missing: 'dateRange parameter is required',
  }),
  question({
    path: '/api/v1/visitors',
    tables: visitorTables,
    id: 'listVisitors',
    summary: 'List visitors',
    description:
      'Who visited in the range, the latest or the best paying first, found by a part of the visitor id, a whole user id or a whole e-mail address. Figures are of the visits in the range that pass the filters, money is of all time.',
    input: visitorsInput,
    examples: visitorsExamples,
    data: visitorsData,
    example: visitorsExample,
    missing: 'dateRange parameter is required',
    scope: 'visitors:read',
  }),
]
