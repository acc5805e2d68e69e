import Type, { type Static } from 'typebox'
import { count, currency, scopeFields, understood } from './scope.ts'

/** Which visitors return, and what they are worth, by the time and the source of their first visit. */
export const cohortsInput = Type.Object({
  interval: Type.Optional(
    Type.Enum(['week', 'month'], { description: 'must be week or month; week by default' }),
  ),
  by: Type.Optional(
    Type.String({ maxLength: 40, description: 'must be a dimension of visits, such as channel' }),
  ),
  ...scopeFields,
})

export type CohortsInput = Static<typeof cohortsInput>

export const cohortsData = Type.Object({
  rows: Type.Array(
    Type.Object({
      cohort: Type.String({ description: 'First day of the week or month of the first visit.' }),
      key: Type.String({ description: 'The first visit’s value of by; empty without it.' }),
      visitors: count('Visitors whose very first visit was in it.'),
      periods: Type.Array(
        Type.Object({
          active: count('Those who visited in this week or month.'),
          retention: Type.Number({ description: 'active / visitors.' }),
          revenue: Type.Number({ description: 'Payments less refunds of these visitors in it.' }),
          lifetimeValue: Type.Number({
            description: 'Revenue up to and with this period / visitors.',
          }),
        }),
        { description: 'From the cohort’s own week or month, number 0, to the current one.' },
      ),
    }),
  ),
  currency,
  query: Type.Object({ ...understood, interval: Type.Enum(['week', 'month']) }),
})

export type Cohorts = Static<typeof cohortsData>
