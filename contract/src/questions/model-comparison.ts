import Type, { type Static } from 'typebox'
import { models, queryInput } from '../query.ts'

const { dateRange, filters, lookback, includeDirect, refundsOn, timezone, limit } =
  queryInput.properties

/** What every question about paths to purchase has in common. */
export const journeyScope = {
  dateRange,
  dimension: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'must be a dimension of visits, such as channel, which it is by default',
    }),
  ),
  filters,
  lookback,
  timezone,
  limit,
}

/** Asks how much each model credits to each value of a dimension. */
export const modelsInput = Type.Object({
  ...journeyScope,
  models: Type.Optional(
    Type.Array(Type.Enum([...models]), {
      minItems: 1,
      maxItems: models.length,
      description: `must be a list of models of ${models.join(', ')}; all by default`,
    }),
  ),
  includeDirect,
  refundsOn,
})

export type ModelsInput = Static<typeof modelsInput>

/** The error when a question about journeys lacks a required field. */
export const dateRangeRequired = 'dateRange is required'

const byModel = <Value extends Type.TSchema>(value: Value, description: string) =>
  Type.Record(Type.String(), value, { description })

const modelRow = Type.Object({
  value: Type.String({ description: 'The value of the dimension.' }),
  notLinked: Type.Optional(
    Type.Literal(true, { description: 'Revenue that is not linked to a visitor.' }),
  ),
  revenue: byModel(Type.Number(), 'By model: payments less refunds that are credited here.'),
  share: byModel(
    Type.Union([Type.Number(), Type.Null()]),
    'By model: the share of all revenue; null if that is not positive.',
  ),
  shift: byModel(
    Type.Union([Type.Number(), Type.Null()]),
    'By model: its share less the share by the first model.',
  ),
})

/** How much each model credits to each channel, or to each value of another dimension. */
export const modelsData = Type.Object({
  models: Type.Array(Type.Enum([...models])),
  rows: Type.Array(modelRow, { description: 'Sorted by the first model, most first.' }),
  totals: byModel(Type.Number(), 'All revenue by model: the same in each, to the minor unit.'),
  fallbacks: Type.Array(
    Type.Object({
      model: Type.Enum([...models]),
      used: Type.Enum([...models]),
      reason: Type.String(),
    }),
    { description: 'Models with too little data, and the model used instead.' },
  ),
  currency: Type.String(),
})

export type ModelsAnswer = Static<typeof modelsData>
