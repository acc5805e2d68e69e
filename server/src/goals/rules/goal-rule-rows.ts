import type { Kysely, Selectable } from 'kysely'
import type { GoalRulesTable } from '../../store/control/tables/goal-rules-table.ts'
import type { Database } from '../../store/control/tables.ts'

/** A rule as the store keeps it. */
export interface GoalRuleRow {
  id: string
  siteId: string
  goal: string
  kind: 'page' | 'link' | 'download' | 'form' | 'selector'
  pattern: string
  createdMs: number
}

/** More than a site may have. */
const mostRows = 1000

/** A site's rules, the oldest first. */
export async function listGoalRuleRows(
  db: Kysely<Database>,
  siteId: string,
): Promise<GoalRuleRow[]> {
  const rows = await db
    .selectFrom('goal_rules')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('created_ms')
    .orderBy('id')
    .limit(mostRows)
    .execute()
  return rows.map(fromColumns)
}

export async function insertGoalRule(db: Kysely<Database>, rule: GoalRuleRow): Promise<void> {
  const { id, siteId, goal, kind, pattern, createdMs } = rule
  await db
    .insertInto('goal_rules')
    .values({ id, site_id: siteId, goal, kind, pattern, created_ms: createdMs })
    .execute()
}

/** Replaces a rule's name, kind and pattern; its age stays. */
export async function updateGoalRule(
  db: Kysely<Database>,
  { id, siteId, goal, kind, pattern }: GoalRuleRow,
): Promise<void> {
  await db
    .updateTable('goal_rules')
    .set({ goal, kind, pattern })
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .execute()
}

/** Removes a rule and returns it; undefined if the site has none with that id. */
export async function deleteGoalRule(
  db: Kysely<Database>,
  siteId: string,
  id: string,
): Promise<GoalRuleRow | undefined> {
  const row = await db
    .deleteFrom('goal_rules')
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .returningAll()
    .executeTakeFirst()
  return row && fromColumns(row)
}

function fromColumns(row: Selectable<GoalRulesTable>): GoalRuleRow {
  return {
    id: row.id,
    siteId: row.site_id,
    goal: row.goal,
    kind: row.kind as GoalRuleRow['kind'],
    pattern: row.pattern,
    createdMs: Number(row.created_ms),
  }
}
