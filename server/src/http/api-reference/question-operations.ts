import { funnelData, funnelInput } from '@tributary/contract/questions/funnel.ts'
import { realtimeData, realtimeInput } from '@tributary/contract/questions/realtime.ts'
import type { TObject } from 'typebox'
import { bodyLimitBytes } from '../json-body.ts'
import type { Body, Operation } from './operation.ts'
import {
  funnelExample,
  funnelExamples,
  realtimeExample,
  realtimeExamples,
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
    scopes: ['stats:read'],
    body: {
      schema: input,
      contentTypes: ['application/json'],
      limitBytes: bodyLimitBytes,
      examples,
    },
    reply: { status: 200, description: 'The answer', data: { schema: data, example } },
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
    path: '/api/v1/realtime',
    id: 'realtime',
    summary: 'See who is there now',
    description:
      'Visitors of the last 5 minutes with their pages, sources and countries, the last 30 minutes one by one, and the latest goals and payments.',
    input: realtimeInput,
    examples: realtimeExamples,
    data: realtimeData,
    example: realtimeExample,
    missing: 'limit must be a whole number from 1 to 50: the rows of each list, 10 unless told',
  }),
  question({
    path: '/api/v1/funnel',
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
]
