import Type, { type Static } from 'typebox'
import { goalRuleKinds } from '../goal-limits.ts'
import { goalSetting } from './goals.ts'

export type GoalRuleKind = (typeof goalRuleKinds)[number]

/** A goal that is defined here, without any code on the site. */
export const newGoalRule = Type.Object({
  goal: goalSetting.properties.goal,
  kind: Type.Enum([...goalRuleKinds]),
  /**
   * Of a page its path, of a link or download its address, both with `*` for anything; of a form its `id`; otherwise a
   * CSS selector.
   */
  pattern: Type.String({ minLength: 1, maxLength: 300 }),
})

export type NewGoalRule = Static<typeof newGoalRule>

export interface GoalRule extends NewGoalRule {
  ruleId: string
  /** ISO 8601. */
  createdAt: string
  /** The past is still being counted. */
  isFilling: boolean
}

/** What opens a page of the site with the element picker. */
export interface GoalPick {
  /** What the address of the page ends with. */
  fragment: string
  /** ISO 8601; until then the picker loads. */
  expiresAt: string
}
