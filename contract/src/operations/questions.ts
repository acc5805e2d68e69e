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
      summary: 'Get live visitors',
      description:
        'Returns the visitors of the last 5 minutes with their pages, sources and countries, a count for each of the last 30 minutes, and the latest goals and payments. Without the scope `visitors:read`, visitors are left out. Includes everything acknowledged before the request.',
      bodies: realtimeExamples,
      reply: 'The report',
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
      summary: 'Get a funnel',
      description:
        'Returns how many visitors or sessions completed 2 to 10 steps in order, how long they took and what they paid. The first step must be in the range, the others within the window after it. Each start is followed to the earliest next step after it; the start that gets furthest counts. Filters and the breakdown apply to the session of the first step. For each step, the first 1,000 hits of a visitor count. Includes everything acknowledged before the request.',
      bodies: funnelExamples,
      reply: 'The report',
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
      summary: 'Get goals',
      description:
        'Returns how often and by how many visitors each goal was reached in the range, and the sum of its values. With `goal`, the response includes the values of that goal’s properties. Includes everything acknowledged before the request.',
      bodies: goalsExamples,
      reply: 'The report',
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
      summary: 'Get journeys',
      description:
        'Returns the pages and goals that follow or precede the first time a session reached a page or goal, as nodes and links for a Sankey diagram. The same page or goal twice in a row is one step. Hits outside the range are ignored. Includes everything acknowledged before the request.',
      bodies: journeysExamples,
      reply: 'The report',
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
      summary: 'Get cohorts',
      description:
        'Groups visitors by the week or month of their very first visit, which must be in the range, and optionally by a dimension of that visit. Returns how many came back in each week or month since, and what they have paid. Filters apply to the first visit. A payment counts for the visitor it is linked to. Includes everything acknowledged before the request.',
      bodies: cohortsExamples,
      reply: 'The report',
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
        'Returns the visitors of the range, sorted by last visit or by revenue. Search by part of a visitor id, part of the name that the dashboard gives it ("Amber Otter"), a full user id or a full e-mail address. Counts cover the sessions in the range that match the filters; revenue is all-time. Includes everything acknowledged before the request.',
      bodies: visitorsExamples,
      reply: 'The visitors',
      example: visitorsExample,
      refusals: [invalidInput('dateRange parameter is required')],
    },
  },
} satisfies Operations
