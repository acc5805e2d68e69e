import { invalidInput, type Operations } from '../operation.ts'
import { cohortsData, cohortsInput } from '../questions/cohorts.ts'
import { funnelData, funnelInput } from '../questions/funnel.ts'
import { goalsData, goalsInput } from '../questions/goals.ts'
import { journeysData, journeysInput } from '../questions/journeys.ts'
import { realtimeData, realtimeInput } from '../questions/realtime.ts'
import { visitorsData, visitorsInput } from '../questions/visitors.ts'
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

/** The questions that are not rows of metrics. */
export const questionOperations = {
  'POST /api/v1/realtime': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: realtimeInput,
    data: realtimeData,
    tables: ['minutes', 'pages', 'sources', 'countries', 'goals', 'payments'] as const,
    docs: {
      id: 'realtime',
      summary: 'See who is there now',
      description:
        'Visitors of the last 5 minutes with their pages, sources and countries, the last 30 minutes one by one, and the latest goals and payments. Without `visitors:read` no visitor is named. What was acknowledged before is included.',
      bodies: realtimeExamples,
      reply: 'The answer',
      example: realtimeExample,
      refusals: [
        invalidInput(
          'limit must be a whole number from 1 to 50: the rows of each list, 10 by default',
        ),
      ],
    },
  },
  'POST /api/v1/funnel': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: funnelInput,
    data: funnelData,
    tables: ['steps', 'breakdown'] as const,
    docs: {
      id: 'funnel',
      summary: 'See how far people get',
      description:
        'How many visitors, or sessions, took 2 to 10 steps in this order, how long they needed and what they paid. The first step lies in the range, the others within the window after it. Each start is followed to the earliest next step after it; the one that leads furthest counts. Filters and the breakdown are about the visit of the first step. Of a visitor’s hits of one step the first 1,000 count. What was acknowledged before is included.',
      bodies: funnelExamples,
      reply: 'The answer',
      example: funnelExample,
      refusals: [invalidInput('steps parameter is required')],
    },
  },
  'POST /api/v1/goals': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: goalsInput,
    data: goalsData,
    tables: ['goals', 'properties'] as const,
    docs: {
      id: 'goals',
      summary: 'See which goals are reached',
      description:
        'Each goal with how often and by how many visitors it was reached in the range, and the sum of its values. With `goal`, also what its properties said. What was acknowledged before is included.',
      bodies: goalsExamples,
      reply: 'The answer',
      example: goalsExample,
      refusals: [invalidInput('dateRange parameter is required')],
    },
  },
  'POST /api/v1/journeys': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: journeysInput,
    data: journeysData,
    tables: ['links', 'nodes'] as const,
    docs: {
      id: 'journeys',
      summary: 'See where people go next',
      description:
        'The pages and goals after, or before, the first time that each visit came to a page or goal: nodes and links as a Sankey diagram takes them. The same place twice in a row is one step. What lies outside the range is not looked at. What was acknowledged before is included.',
      bodies: journeysExamples,
      reply: 'The answer',
      example: journeysExample,
      refusals: [invalidInput('from parameter is required')],
    },
  },
  'POST /api/v1/cohorts': {
    access: { scopes: ['stats:read'], orRole: 'viewer' },
    body: cohortsInput,
    data: cohortsData,
    tables: ['cohorts'] as const,
    docs: {
      id: 'cohorts',
      summary: 'See who comes back, and what they are worth',
      description:
        'Visitors by the week or month of their very first visit, which lies in the range, and by a dimension of it: how many visited in each week or month since, and what they have paid. Filters are about the first visit. Money belongs to the visitor that the payment is linked to. What was acknowledged before is included.',
      bodies: cohortsExamples,
      reply: 'The answer',
      example: cohortsExample,
      refusals: [invalidInput('dateRange parameter is required')],
    },
  },
  'POST /api/v1/visitors': {
    access: { scopes: ['visitors:read'], orRole: 'viewer' },
    body: visitorsInput,
    data: visitorsData,
    tables: ['visitors'] as const,
    docs: {
      id: 'listVisitors',
      summary: 'List visitors',
      description:
        'Who visited in the range, the latest or the best paying first, found by a part of the visitor id, a whole user id or a whole e-mail address. Figures are of the visits in the range that pass the filters, money is of all time. What was acknowledged before is included.',
      bodies: visitorsExamples,
      reply: 'The answer',
      example: visitorsExample,
      refusals: [invalidInput('dateRange parameter is required')],
    },
  },
} satisfies Operations
