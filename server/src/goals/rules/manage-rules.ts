import type { GoalRule, NewGoalRule } from '@tributary/contract/app-goal-rules.ts'
import { mostGoalRules } from '@tributary/contract/goal-limits.ts'
import type { Actor } from '../../audit/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { randomBase62 } from '../../base62.ts'
import { AppError } from '../../errors.ts'
import type { Site } from '../../sites/site.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { listGoalFills, requestGoalFills } from '../../store/control/goals/goal-fill-rows.ts'
import {
  deleteGoalRule,
  type GoalRuleRow,
  insertGoalRule,
  listGoalRuleRows,
} from '../../store/control/goals/goal-rule-rows.ts'
import { checkRule } from './check-rule.ts'
import { isDerivedKind } from './fill-goals.ts'

interface Audit {
  by: Actor
  nowMs: number
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

/** Defines a goal. What is found in stored hits is counted for the past, too. */
export async function addRule(
  store: ControlStore,
  site: Pick<Site, 'id' | 'name'>,
  given: NewGoalRule,
  { by, nowMs }: Audit,
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
    if (others.some((other) => isSame(other, rule))) {
      throw new AppError('conflict', 'This goal is defined already')
    }
    await insertGoalRule(db, rule)
    return afterChange(db, rule, { action: 'goal-rule.added', site, by, nowMs })
  })
}

/** Stops counting by a rule. What it made of stored hits is removed; what pages have sent stays. */
export async function removeRule(
  store: ControlStore,
  site: Pick<Site, 'id' | 'name'>,
  ruleId: string,
  { by, nowMs }: Audit,
): Promise<void> {
  await store.transaction(async (db) => {
    const rule = await deleteGoalRule(db, site.id, ruleId)
    if (rule === undefined) throw new AppError('not-found', 'Goal not found')
    await afterChange(db, rule, { action: 'goal-rule.removed', site, by, nowMs })
  })
}

async function afterChange(
  db: ControlStore['db'],
  rule: GoalRuleRow,
  {
    action,
    site,
    by,
    nowMs,
  }: Audit & {
    action: 'goal-rule.added' | 'goal-rule.removed'
    site: Pick<Site, 'id' | 'name'>
  },
): Promise<GoalRule> {
  const { goal, kind, pattern } = rule
  const isDerived = isDerivedKind(kind)
  if (isDerived) await requestGoalFills(db, site.id, { goals: [goal], nowMs })
  const now = `${kind} ${pattern}`
  await recordAudit(db, nowMs, {
    ...{ action, by, siteId: site.id, object: { id: rule.id, name: goal } },
    changes: { rule: action === 'goal-rule.added' ? [null, now] : [now, null] },
  })
  return present(rule, isDerived)
}

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
