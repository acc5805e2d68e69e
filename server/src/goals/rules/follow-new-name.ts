import type { NewAppFunnel } from '@tributary/contract/app-funnel.ts'
import type { FilterInput } from '@tributary/contract/query.ts'
import type { Kysely } from 'kysely'
import { listFunnelRows, saveFunnel } from '../../questions/funnel-rows.ts'
import { listAllViewRows, saveViewFilters } from '../../reports/view-rows.ts'
import { listShareRows, saveShareFilters } from '../../sharing/share-rows.ts'
import type { Database } from '../../store/control/tables.ts'
import { listGoalSettingRows, replaceGoalSettingRows } from '../goal-setting-rows.ts'

interface NewName {
  old: string
  new: string
}

/**
 * Has all that names a goal name it anew: its place and shown name in the dashboard, saved funnels, and the filters of saved
 * views and share links. They would otherwise ask for a goal that is not counted any more. Belongs into a transaction.
 */
export async function followNewName(
  db: Kysely<Database>,
  siteId: string,
  name: NewName,
): Promise<void> {
  await followInSettings(db, siteId, name)
  for (const row of await listFunnelRows(db, siteId)) {
    const definition = withNewSteps(row.definition, name)
    if (definition !== row.definition) await saveFunnel(db, { ...row, definition })
  }
  for (const row of await listAllViewRows(db, siteId)) {
    const filters = withNewFilters(row.filters, name)
    if (filters !== row.filters) await saveViewFilters(db, { ...row, filters })
  }
  for (const row of await listShareRows(db, siteId)) {
    const filters = withNewFilters(row.filters, name)
    if (filters !== row.filters) await saveShareFilters(db, { ...row, filters })
  }
}

/** A goal that has settings under the new name already keeps those. */
async function followInSettings(db: Kysely<Database>, siteId: string, name: NewName) {
  const rows = await listGoalSettingRows(db, siteId)
  if (!rows.some(({ goal }) => goal === name.old)) return
  const isKnown = rows.some(({ goal }) => goal === name.new)
  const followed = isKnown
    ? rows.filter(({ goal }) => goal !== name.old)
    : rows.map((row) => (row.goal === name.old ? { ...row, goal: name.new } : row))
  await replaceGoalSettingRows(db, siteId, followed)
}

/** Steps that match names otherwise than as a whole, such as by their beginning, stay as they are. */
function withNewSteps(definition: string, name: NewName): string {
  const funnel = JSON.parse(definition) as Omit<NewAppFunnel, 'name'>
  const steps = funnel.steps.map((step) =>
    step.goal === name.old && (step.match ?? 'is') === 'is' ? { ...step, goal: name.new } : step,
  )
  return JSON.stringify({ ...funnel, steps })
}

function withNewFilters(filters: string, name: NewName): string {
  const read = JSON.parse(filters) as FilterInput[]
  return JSON.stringify(read.map((filter) => withNewValues(filter, name)))
}

const wholeValues = ['is', 'is_not']

function withNewValues(filter: FilterInput, name: NewName): FilterInput {
  if (filter.length === 3) {
    const [operator, dimension, values] = filter
    if (dimension !== 'goal' || !wholeValues.includes(operator)) return filter
    return [
      operator,
      dimension,
      [...new Set(values.map((value) => (value === name.old ? name.new : value)))],
    ]
  }
  const [join, inner] = filter
  if (join === 'and' || join === 'or') {
    return [join, (inner as FilterInput[]).map((one) => withNewValues(one, name))]
  }
  return [join as 'not', withNewValues(inner as FilterInput, name)]
}
