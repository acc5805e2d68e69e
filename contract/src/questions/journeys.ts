import Type, { type Static } from 'typebox'
import { stepSchema } from './funnel.ts'
import { count, scopeFields, understood } from './scope.ts'

/** What people did after, or before, a page or a goal. */
export const journeysInput = Type.Object({
  from: stepSchema,
  direction: Type.Optional(
    Type.Enum(['next', 'previous'], { description: 'must be next or previous; next by default' }),
  ),
  depth: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 5,
      description: 'must be a whole number from 1 to 5: how many steps, 3 by default',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description: 'must be a whole number from 1 to 20: the names of each depth, 5 by default',
    }),
  ),
  ...scopeFields,
})

export type JourneysInput = Static<typeof journeysInput>

export const journeysData = Type.Object({
  nodes: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Unique in this answer; links name it.' }),
      depth: Type.Integer({ minimum: 0, description: 'The number of steps from the start.' }),
      kind: Type.Enum(['start', 'page', 'goal', 'other']),
      name: Type.String({ description: 'Path or goal; empty for the start and for other.' }),
      visits: count('Visits that passed through here.'),
      ended: count('Those that ended here (or, backwards, began here).'),
    }),
    { description: 'By depth, the most visited first, other last.' },
  ),
  links: Type.Array(
    Type.Object({ from: Type.String(), to: Type.String(), visits: count('Visits.') }),
    { description: 'Pointing away from the start, so backwards in time if direction is previous.' },
  ),
  query: Type.Object({
    ...understood,
    direction: Type.Enum(['next', 'previous']),
    depth: Type.Integer(),
  }),
})

export type Journeys = Static<typeof journeysData>
export type JourneyNode = Journeys['nodes'][number]
