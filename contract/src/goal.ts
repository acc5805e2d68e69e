import Type, { type Static } from 'typebox'
import { mostGoalValue } from './goal-limits.ts'

/** The answer to a goal without a name, word for word as clients know it. */
export const eventRequired = 'event parameter is required'

export const goalInput = Type.Object(
  {
    event: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Goal event name. Every name has a row in the lists; none needs to be set up.',
      examples: ['signup'],
    }),
    value: Type.Optional(
      Type.Number({
        minimum: -mostGoalValue,
        maximum: mostGoalValue,
        description: 'Numeric value of the goal',
        examples: [49.99],
      }),
    ),
    visitorId: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Visitor identifier, when available (cookie `tributary_visitor_id`)',
        examples: ['v_5f3a9c'],
      }),
    ),
    sessionId: Type.Optional(
      Type.String({
        maxLength: 255,
        description: 'Session identifier, when available (cookie `tributary_session_id`)',
        examples: ['s_81b2d0'],
      }),
    ),
    path: Type.Optional(
      Type.String({
        maxLength: 2048,
        default: '/',
        description: 'Page path',
        examples: ['/pricing'],
      }),
    ),
  },
  { description: 'A goal, reported by a server' },
)

export type GoalInput = Static<typeof goalInput>

export const goalData = Type.Object({
  message: Type.String({ examples: ['Goal "signup" tracked'] }),
})
