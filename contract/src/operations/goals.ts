import { eventRequired, goalData, goalInput } from '../goal.ts'
import type { Operations } from '../operation.ts'
import { sessionId, visitorId } from './example-story.ts'

const goalExamples = {
  small: { summary: 'A goal', value: { event: 'newsletter' } },
  full: {
    summary: 'A goal with its value and the visit it belongs to',
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
        'Notes that a visitor reached a goal: a sign-up, a download, anything with a name. On disk when it is answered. A visitor who is not known yet is fine: the goal joins when their first hit arrives. It never starts or extends a session.',
      bodies: goalExamples,
      reply: 'The goal is recorded',
      example: { message: 'Goal "signup" tracked' },
    },
  },
} satisfies Operations
