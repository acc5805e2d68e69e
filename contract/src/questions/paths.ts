import Type, { type Static } from 'typebox'
import { journeyScope } from './model-comparison.ts'

/** Asks for the paths on which people come to their first payment. */
export const pathsInput = Type.Object(journeyScope)

export type PathsInput = Static<typeof pathsInput>

const conversions = Type.Integer({ description: 'Linked first payments of customers.' })
const revenue = Type.Number({ description: 'Their amount, before refunds.' })
const quantiles = {
  median: Type.Union([Type.Number(), Type.Null()]),
  quartiles: Type.Union([Type.Tuple([Type.Number(), Type.Number()]), Type.Null()]),
}

/** How people came to their first payment. */
export const pathsData = Type.Object({
  conversions,
  revenue,
  currency: Type.String(),
  daysToConversion: Type.Object(
    {
      ...quantiles,
      buckets: Type.Array(
        Type.Object({
          from: Type.Number(),
          to: Type.Union([Type.Number(), Type.Null()]),
          conversions,
          revenue,
        }),
        { description: 'Days from the first visit to the payment: from included, to excluded.' },
      ),
    },
    { description: 'From the first visit in the look-back to the payment.' },
  ),
  touchesToConversion: Type.Object(
    {
      ...quantiles,
      buckets: Type.Array(
        Type.Object({ touches: Type.Integer(), orMore: Type.Boolean(), conversions, revenue }),
      ),
    },
    { description: 'Touches in the look-back, the last one included.' },
  ),
  topPaths: Type.Array(
    Type.Object({
      path: Type.Array(Type.String(), {
        description: 'One value for each touch, oldest first; repeated values are merged.',
      }),
      conversions,
      revenue,
    }),
    { description: 'The most frequent paths.' },
  ),
  assists: Type.Array(
    Type.Object({
      value: Type.String(),
      assisted: Type.Integer({
        description: 'Conversions with it on the path, but not as the last touch.',
      }),
      assistedRevenue: revenue,
      last: Type.Integer({ description: 'Conversions with it as the last touch.' }),
      lastRevenue: revenue,
      first: Type.Integer({ description: 'Conversions with it as the first touch.' }),
    }),
    { description: 'Assisted conversions by value of the dimension, most frequent first.' },
  ),
})

export type PathsAnswer = Static<typeof pathsData>
