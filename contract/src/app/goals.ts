import Type, { type Static } from 'typebox'

/** How a site shows one of its goals. Goals without a setting are listed by their own name. */
export const goalSetting = Type.Object({
  /** The name that it is sent by. */
  goal: Type.String({ minLength: 1, maxLength: 255 }),
  /** The name to show; empty for the name that it is sent with. */
  name: Type.String({ maxLength: 100 }),
  /**
   * `pinned`: first in the panel, in the order of the list, and the first three on the chart. `hidden`: in
   * neither; it is counted on, and filters, funnels and the API know it.
   */
  shown: Type.Enum(['pinned', 'listed', 'hidden']),
})

export type GoalSetting = Static<typeof goalSetting>

/** A change of one goal's setting; absent fields and all other goals stay as they are. */
export const goalSettingChange = Type.Object({
  goal: goalSetting.properties.goal,
  name: Type.Optional(goalSetting.properties.name),
  shown: Type.Optional(goalSetting.properties.shown),
  /** One place up (-1) or down (1) among those that are pinned. */
  move: Type.Optional(Type.Enum([-1, 1])),
})

export type GoalSettingChange = Static<typeof goalSettingChange>

/** A goal as it came in. */
export interface SeenGoal {
  goal: string
  /** Of the last 30 days: how often, by how many visitors, how often with a value, and the values' sum. */
  count: number
  visitors: number
  values: number
  valueSum: number
  /** Names of the properties sent with it in the last 30 days, at most 20. */
  properties: string[]
  /** ISO 8601; within a year. */
  lastSeenAt: string
}
