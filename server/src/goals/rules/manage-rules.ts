import type { GoalRule, NewGoalRule } from '@tributary/contract/app/goal-rules.ts'
import { mostGoalRules } from '@tributary/contract/goal-limits.ts'
import type { ActionAuthor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { randomBase62 } from '../../base62.ts'
import { AppError } from '../../errors.ts'
import type { Site } from '../../site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { checkRule } from './check-rule.ts'
import { isDerivedKind } from './fill-goals.ts'
import { followNewName, type RenameGoal } from './follow-new-name.ts'
import { listGoalFills, requestGoalFills } from './goal-fill-rows.ts'
import {
  deleteGoalRule,
  type GoalRuleRow,
  insertGoalRule,
  listGoalRuleRows,
  updateGoalRule,
} from './goal-rule-rows.ts'

/** Where rules are stored, and what else refers to goals by name. */
export interface RuleStore {
  control: ControlStore
  renames: readonly RenameGoal[]
}

/** The goals that a site's people defined, the oldest first. */
export async function listRules(
  { db }: Pick<ControlStore, 'db'>,
  siteId: string,
): Promise<GoalRule[]> {
  const [rules, fills] = await Promise.all([
    listGoalRuleRows(db, siteId),
    listGoalFills(db, siteId),
  ])
  const filling = new Set(fills.filter(({ filledMs }) => filledMs === 0).map(({ goal }) => goal))
  return rules.map((rule) => present(rule, filling.has(rule.goal)))
}

/** Defines a goal. Goals found in stored hits are counted for the past, too. */
export async function addRule(
  store: ControlStore,
  site: Pick<Site, 'id' | 'name'>,
  given: NewGoalRule,
  { by, nowMs }: ActionAuthor,
): Promise<GoalRule> {
  const wanted = checkRule(given)
  const rule: GoalRuleRow = {
    ...wanted,
    id: `rule_${randomBase62(12)}`,
    siteId: site.id,
    createdMs: Math.floor(nowMs),
  }
  return store.transaction(async (db) => {
    const others = await listGoalRuleRows(db, site.id)
    if (others.length >= mostGoalRules) {
      throw new AppError('conflict', `A site has at most ${mostGoalRules} goals of this kind`)
    }
    if (others.some((other) => isSame(other, rule))) throw alreadyDefined()
    await insertGoalRule(db, rule)
    return afterChange(db, { new: rule }, { site, by, nowMs })
  })
}

/**
 * Replaces a rule by another definition. Stored events are updated to the current rules under the old name and the
 * new one; goals that pages sent for forms and elements keep the old name. Everything that refers to the goal gets
 * the new name.
 */
export async function changeRule(
  { control, renames }: RuleStore,
  site: Pick<Site, 'id' | 'name'>,
  { ruleId, given }: { ruleId: string; given: NewGoalRule },
  { by, nowMs }: ActionAuthor,
): Promise<GoalRule> {
  const wanted = checkRule(given)
  return control.transaction(async (db) => {
    const rules = await listGoalRuleRows(db, site.id)
    const old = rules.find(({ id }) => id === ruleId)
    if (old === undefined) throw new AppError('not-found', 'Goal not found')
    if (isSame(old, wanted)) return present(old, false)
    if (rules.some((other) => isSame(other, wanted))) throw alreadyDefined()
    const rule: GoalRuleRow = { ...old, ...wanted }
    await updateGoalRule(db, rule)
    // Another rule may still count under the old name.
    const isFree = !rules.some((other) => other.id !== ruleId && other.goal === old.goal)
    if (rule.goal !== old.goal && isFree) {
      await followNewName(db, renames, site.id, { old: old.goal, new: rule.goal })
    }
    return afterChange(db, { old, new: rule }, { site, by, nowMs })
  })
}

/** Deletes a rule. The goals that it derived from stored hits are removed; those that pages sent stay. */
export async function removeRule(
  store: ControlStore,
  site: Pick<Site, 'id' | 'name'>,
  ruleId: string,
  { by, nowMs }: ActionAuthor,
): Promise<void> {
  await store.transaction(async (db) => {
    const rule = await deleteGoalRule(db, site.id, ruleId)
    if (rule === undefined) throw new AppError('not-found', 'Goal not found')
    await afterChange(db, { old: rule }, { site, by, nowMs })
  })
}

/** A rule before and after a change; one of them if it was added or removed. */
type Change = { old?: GoalRuleRow; new: GoalRuleRow } | { old: GoalRuleRow; new?: GoalRuleRow }

/** Has stored events updated to the rules, and records who changed them. */
async function afterChange(
  db: ControlStore['db'],
  change: Change,
  { site, by, nowMs }: ActionAuthor & { site: Pick<Site, 'id' | 'name'> },
): Promise<GoalRule> {
  const both = [change.old, change.new].filter((rule) => rule !== undefined)
  const goals = both.filter(({ kind }) => isDerivedKind(kind)).map(({ goal }) => goal)
  await requestGoalFills(db, site.id, { goals, nowMs })
  const rule = change.new ?? (change.old as GoalRuleRow)
  await recordAudit(db, nowMs, {
    ...{ action: actionOf(change), by, siteId: site.id, object: { id: rule.id, name: rule.goal } },
    changes: {
      ...(change.old && change.new && nameChange(change.old, change.new)),
      rule: [change.old ? written(change.old) : null, change.new ? written(change.new) : null],
    },
  })
  return present(rule, true)
}

function actionOf({ old, new: changed }: Change) {
  if (old === undefined) return 'goal-rule.added'
  return changed === undefined ? 'goal-rule.removed' : 'goal-rule.changed'
}

const written = ({ kind, pattern }: GoalRuleRow) => `${kind} ${pattern}`

function nameChange(old: GoalRuleRow, changed: GoalRuleRow) {
  return old.goal !== changed.goal && { name: [old.goal, changed.goal] as [string, string] }
}

const alreadyDefined = () => new AppError('conflict', 'This goal is defined already')

function isSame(a: NewGoalRule, b: NewGoalRule): boolean {
  return a.goal === b.goal && a.kind === b.kind && a.pattern === b.pattern
}

function present(
  { id, goal, kind, pattern, createdMs }: GoalRuleRow,
  isFilling: boolean,
): GoalRule {
  const createdAt = new Date(createdMs).toISOString()
  return { ruleId: id, goal, kind, pattern, createdAt, isFilling: isFilling && isDerivedKind(kind) }
}
