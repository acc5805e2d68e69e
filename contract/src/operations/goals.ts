import { eventRequired, goalData, goalInput } from '../goal.ts'
import type { Operations } from '../operation.ts'
import { sessionId, visitorId } from './example-story.ts'

const goalExamples = {
  small: { summary: 'A goal', value: { event: 'newsletter' } },
  full: {
    summary: 'A goal with a value, its visitor and its session',
    value: { event: 'signup', value: 49.99, visitorId, sessionId, path: '/pricing' },
  },
}

/** Goals that a server reports. */
export const goalOperations = {
  'POST /api/v1/goal': {
    access: { scopes: ['goals:write'] },
    body: goalInput,
    missing: eventRequired,
    data: goalData,
    idempotency: 'goal',
    docs: {
      id: 'recordGoal',
      summary: 'Record a goal',
      description:
        'Records that a visitor reached a goal, such as a sign-up or a download. The goal is saved to disk before the response is sent. The visitor may still be unknown: the goal is added to them when their first hit arrives. A goal never starts or extends a session.',
      bodies: goalExamples,
      reply: 'The goal is recorded',
      example: { message: 'Goal "signup" tracked' },
    },
  },
} satisfies Operations
