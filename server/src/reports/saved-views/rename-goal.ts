import type { FilterInput } from '@tributary/contract/query.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { listAllViewRows, saveViewFilters } from './view-rows.ts'

interface NewName {
  old: string
  new: string
}

/** Renames a goal in the filters of a site's saved views. */
export async function renameGoalInViews(
  db: Kysely<Database>,
  siteId: string,
  name: NewName,
): Promise<void> {
  for (const row of await listAllViewRows(db, siteId)) {
    const filters = renameGoalInFilters(row.filters, name)
    if (filters !== row.filters) await saveViewFilters(db, { ...row, filters })
  }
}

/** Stored filters with a goal's new name. */
export function renameGoalInFilters(filters: string, name: NewName): string {
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
