import type { NewAppFunnel } from '@tributary/contract/app/funnel.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/control/tables.ts'
import { listFunnelRows, saveFunnel } from './funnel-rows.ts'

/** Renames a goal in the steps of a site's saved funnels. */
export async function renameGoalInFunnels(
  db: Kysely<Database>,
  siteId: string,
  name: { old: string; new: string },
): Promise<void> {
  for (const row of await listFunnelRows(db, siteId)) {
    const definition = withNewSteps(row.definition, name)
    if (definition !== row.definition) await saveFunnel(db, { ...row, definition })
  }
}

/** Steps that match only a part of a name, such as its beginning, stay as they are. */
function withNewSteps(definition: string, name: { old: string; new: string }): string {
  const funnel = JSON.parse(definition) as Omit<NewAppFunnel, 'name'>
  const steps = funnel.steps.map((step) =>
    step.goal === name.old && (step.match ?? 'is') === 'is' ? { ...step, goal: name.new } : step,
  )
  return JSON.stringify({ ...funnel, steps })
}
