import Type, { type Static } from 'typebox'
import { type FilterInput, limits } from '../query.ts'
import { viewParams } from '../view-params.ts'

export type ViewParam = (typeof viewParams)[number]

// The dashboard ignores values that it does not know; the pattern only bounds what is stored.
const param = Type.Optional(Type.String({ maxLength: 120, pattern: '^[A-Za-z0-9.,-]+$' }))

/** What a report page shows, as a person saves it by name. */
export const newAppView = Type.Object({
  name: Type.String({ maxLength: 255 }),
  /** `person`: only for who saves it; `site`: for everyone with access to the site. */
  scope: Type.Enum(['person', 'site']),
  /** Whether the site's page opens with it. A person's own default goes before the site's. */
  isDefault: Type.Boolean({ default: false }),
  filters: Type.Array(Type.Unsafe<FilterInput>(Type.Array(Type.Unknown())), {
    maxItems: limits.filters,
  }),
  params: Type.Object(
    Object.fromEntries(viewParams.map((name) => [name, param])) as Record<ViewParam, typeof param>,
    { additionalProperties: false },
  ),
})

export type NewAppView = Static<typeof newAppView>

/** A saved view; lists are in the order that people arranged. */
export interface AppView extends NewAppView {
  id: string
}

/** All views of a scope in their new order. */
export const viewOrder = Type.Object({
  scope: Type.Enum(['person', 'site']),
  ids: Type.Array(Type.String({ maxLength: 40 }), { minItems: 1, maxItems: 100 }),
})

export type ViewOrder = Static<typeof viewOrder>
