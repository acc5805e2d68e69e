import Type, { type Static } from 'typebox'
import { count, scopeFields, share, understood } from './scope.ts'

/** Which goals were reached, and the properties of one of them. */
export const goalsInput = Type.Object({
  goal: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'must be text: the goal whose properties are wanted',
    }),
  ),
  ...scopeFields,
})

export type GoalsInput = Static<typeof goalsInput>

const counted = {
  count: count('How often it was reached.'),
  visitors: count('Unique visitors who reached it.'),
  valueSum: Type.Number({ description: 'Sum of the values that came with it.' }),
}

export const goalsData = Type.Object({
  rows: Type.Array(
    Type.Object({
      goal: Type.String(),
      ...counted,
      conversionRate: share('visitors / visitors of the range.'),
      valueMean: share('valueSum / how often it came with a value.'),
    }),
    { description: 'The most frequent first, at most 1,000.' },
  ),
  visitors: count('Unique visitors whose visit began in the range.'),
  properties: Type.Array(
    Type.Object({
      property: Type.String(),
      values: Type.Array(Type.Object({ value: Type.String(), ...counted })),
    }),
    { description: 'Of the requested goal: each property with its 100 most frequent values.' },
  ),
  query: Type.Object(understood),
})

export type Goals = Static<typeof goalsData>
