import Type from 'typebox'
import { queryInput } from '../query.ts'

/** The fields that other questions share with a query, under the same rules. */
export const scopeFields = {
  dateRange: queryInput.properties.dateRange,
  timezone: queryInput.properties.timezone,
  filters: queryInput.properties.filters,
}

export const time = (description: string) => Type.String({ format: 'date-time', description })
export const count = (description: string) => Type.Integer({ minimum: 0, description })
/** Null where the divisor is 0. */
export const share = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], { description })

/** The question as it was understood, which every answer about a range repeats. */
export const understood = {
  dateRange: Type.Tuple([Type.String(), Type.String()], {
    description: 'First and last day, both included.',
  }),
  timezone: Type.String(),
}

export const currency = Type.String({ description: 'ISO 4217 code of all money here.' })
