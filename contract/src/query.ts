import Type, { type Static } from 'typebox'
import {
  dimensions,
  filterOperators,
  metrics,
  models,
  namedRanges,
  notLinked,
} from './report-words.ts'

export const metricsRequired = 'metrics and dateRange are required'

export const queryLimits = {
  metrics: 15,
  dimensions: 3,
  filters: 20,
  values: 100,
  rows: 1000,
  days: 1100,
} as const

const word = (description: string, example: string) =>
  Type.String({ maxLength: 40, description, examples: [example] })
const oneOf = (words: readonly string[]) => `One of ${words.join(', ')}`
const day = (description: string) =>
  Type.String({ maxLength: 10, description, examples: ['2026-11-20'] })

/**
 * A question about a site. Words are checked against `report-words.ts` by the server, which names
 * the allowed ones when one is unknown.
 */
export const queryInput = Type.Object({
  metrics: Type.Array(word(oneOf(metrics), 'visitors'), {
    minItems: 1,
    maxItems: queryLimits.metrics,
  }),
  dimensions: Type.Optional(
    Type.Array(word(oneOf(dimensions), 'source'), { maxItems: queryLimits.dimensions }),
  ),
  dateRange: Type.Union(
    [
      Type.String({ maxLength: 20, description: oneOf(namedRanges), examples: ['30d'] }),
      Type.Tuple([day('First day in the time zone'), day('Last day, included')]),
    ],
    { description: 'Days of the site’s time zone, the running one included' },
  ),
  filters: Type.Optional(
    Type.Array(
      Type.Tuple([
        word(oneOf(filterOperators), 'is'),
        word('A dimension that is no time', 'country'),
        Type.Array(Type.String({ maxLength: 2048 }), {
          minItems: 1,
          maxItems: queryLimits.values,
          description: 'Any of these fits',
        }),
      ]),
      { maxItems: queryLimits.filters, description: 'All of them must hold' },
    ),
  ),
  model: Type.Optional(word(`${oneOf(models)}; last-non-direct unless told`, 'linear')),
  lookback: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 730,
      description: 'How many days before a payment its touches count; 90 unless told',
    }),
  ),
  includeDirect: Type.Optional(
    Type.Boolean({
      description:
        'Whether direct visits share in linear, time-decay and position; false unless told',
    }),
  ),
  compare: Type.Optional(word('previous or year', 'previous')),
  timezone: Type.Optional(
    Type.String({ maxLength: 255, description: 'IANA zone; the site’s unless told' }),
  ),
  orderBy: Type.Optional(
    Type.Array(
      Type.Tuple([
        word('A metric or dimension that is asked for', 'revenue'),
        word('asc or desc', 'desc'),
      ]),
      {
        maxItems: 4,
      },
    ),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: queryLimits.rows, description: '100 unless told' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'The cursor of the answer before' }),
  ),
})

export type QueryInput = Static<typeof queryInput>

const figure = Type.Union([Type.Number(), Type.Null()])
const range = Type.Tuple([Type.String(), Type.String()])

export const queryData = Type.Object({
  rows: Type.Array(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
    {
      description: `A value for each dimension and metric. Money without a known visit is in the row named "${notLinked}". A rate without anything to divide by is null.`,
    },
  ),
  totals: Type.Record(Type.String(), figure),
  currency: Type.String({ description: 'ISO 4217 code of all money in the answer' }),
  query: Type.Object({
    metrics: Type.Array(Type.String()),
    dimensions: Type.Array(Type.String()),
    dateRange: range,
    timezone: Type.String(),
    model: Type.String(),
    lookback: Type.Integer(),
    includeDirect: Type.Boolean(),
    limit: Type.Integer(),
  }),
  comparison: Type.Optional(
    Type.Object({ dateRange: range, totals: Type.Record(Type.String(), figure) }),
  ),
  unconverted: Type.Optional(
    Type.Array(Type.Object({ currency: Type.String(), amount: Type.Number() }), {
      description: 'Net money in currencies without an exchange rate; part of no sum',
    }),
  ),
  cursor: Type.Optional(Type.String({ description: 'Given when there are more rows' })),
})

export type QueryData = Static<typeof queryData>
