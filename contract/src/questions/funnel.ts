import Type, { type Static } from 'typebox'
import { funnelLimits, stepMatches } from './funnel-limits.ts'
import { count, currency, scopeFields, share, understood } from './scope.ts'

/** A page view or a goal. */
export const stepSchema = Type.Object(
  {
    page: Type.Optional(Type.String({ maxLength: 2048, description: 'must be a path' })),
    goal: Type.Optional(Type.String({ maxLength: 255, description: 'must be a goal’s name' })),
    match: Type.Optional(
      Type.Enum([...stepMatches], {
        description: `must be one of ${stepMatches.join(', ')}; is by default. contains is blind to case, matches takes an expression of RE2`,
      }),
    ),
  },
  { description: 'must have either page or goal' },
)

export type Step = Static<typeof stepSchema>

/** How many people take each of several steps. */
export const funnelInput = Type.Object({
  steps: Type.Array(stepSchema, {
    minItems: 2,
    maxItems: funnelLimits.steps,
    description: `must be a list of 2 to ${funnelLimits.steps} steps, such as {"page": "/pricing"} or {"goal": "signup"}`,
  }),
  by: Type.Optional(
    Type.Enum(['visitor', 'session'], {
      description: 'must be visitor or session: who has to take all steps; visitor by default',
    }),
  ),
  windowHours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: funnelLimits.windowHours,
      description: `must be a whole number of hours from 1 to ${funnelLimits.windowHours}: the time from the first step to the last, 168 by default`,
    }),
  ),
  breakdown: Type.Optional(
    Type.String({ maxLength: 40, description: 'must be a dimension of visits' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: funnelLimits.rows,
      description: `must be a whole number from 1 to ${funnelLimits.rows}: the rows of the breakdown, 10 by default`,
    }),
  ),
  ...scopeFields,
})

export type FunnelInput = Static<typeof funnelInput>

const stepFigures = Type.Array(
  Type.Object({
    count: count('Visitors, or sessions, that got here.'),
    conversionRate: share('count / count of the first step.'),
    interval: Type.Union(
      [
        Type.Object({
          low: Type.Number(),
          high: Type.Number(),
          uncertain: Type.Boolean({ description: 'The interval is wider than the rate itself.' }),
        }),
        Type.Null(),
      ],
      {
        description:
          'The 95 % interval (Wilson’s) of conversionRate; null for the first step, and without visitors.',
      },
    ),
    stepRate: share('count / count of the step before; null for the first.'),
    dropOff: count('How many of the step before did not get here; 0 for the first.'),
    medianSeconds: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Median time from the step before; null for the first, and for steps not reached.',
    }),
    revenue: Type.Number({
      description:
        'Payments less refunds of the visitors who got here, from their first step until the window’s end.',
    }),
  }),
)

export const funnelData = Type.Object({
  steps: stepFigures,
  rows: Type.Array(Type.Object({ key: Type.String(), steps: stepFigures }), {
    description: 'By the breakdown: the visit in which the first step was taken. Most first.',
  }),
  currency,
  query: Type.Object({
    ...understood,
    by: Type.Enum(['visitor', 'session']),
    windowHours: Type.Integer(),
    breakdown: Type.Union([Type.String(), Type.Null()]),
  }),
})

export type Funnel = Static<typeof funnelData>
export type FunnelStepFigures = Funnel['steps'][number]
