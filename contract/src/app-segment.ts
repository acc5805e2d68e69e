import Type, { type Static } from 'typebox'
import { type FilterInput, limits } from './query.ts'

/** A choice of traffic as a person saves it: filters that all hold, as questions take them. */
export const newAppSegment = Type.Object({
  name: Type.String({ maxLength: 255 }),
  filters: Type.Array(Type.Unsafe<FilterInput>(Type.Array(Type.Unknown())), {
    minItems: 1,
    maxItems: limits.filters,
  }),
})

export type NewAppSegment = Static<typeof newAppSegment>

/** A choice of traffic that people of a site keep. */
export interface AppSegment extends NewAppSegment {
  id: string
}
