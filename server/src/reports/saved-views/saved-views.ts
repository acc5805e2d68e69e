import type { AppView, NewAppView } from '@tributary/contract/app/view.ts'
import { randomBase62 } from '../../base62.ts'
import { AppError } from '../../errors.ts'
import { checkName } from '../../sites/check-name.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { readFilters } from '../read-filters.ts'
import {
  deleteViewRow,
  listViewRows,
  maxViews,
  orderViewRows,
  saveViewRow,
  type ViewOwner,
  type ViewRow,
} from './view-rows.ts'

interface Given {
  input: NewAppView
  nowMs: number
}

/** The views that a person can open on a site: their own, then the site's. */
export async function listViews(control: ControlStore, owner: ViewOwner): Promise<AppView[]> {
  const views = (await listViewRows(control.db, owner)).map(present)
  return [
    ...views.filter(({ scope }) => scope === 'person'),
    ...views.filter(({ scope }) => scope === 'site'),
  ]
}

/** The view that the site's page opens with for a person: their own default, or else the site's. */
export async function findDefaultView(
  control: ControlStore,
  owner: ViewOwner,
): Promise<AppView | undefined> {
  return (await listViews(control, owner)).find(({ isDefault }) => isDefault)
}

/** Saves a new view. */
export function addView(control: ControlStore, owner: ViewOwner, given: Given): Promise<AppView> {
  return saveView(control, owner, { ...given, id: `view_${randomBase62(12)}` })
}

/**
 * Saves a view under an ID: a new one, a changed one, or one that was deleted. Filters that no question
 * would accept are refused, and so is a name that another of the owner's views has.
 */
export async function saveView(
  control: ControlStore,
  owner: ViewOwner,
  { id, input, nowMs }: Given & { id: string },
): Promise<AppView> {
  if (!/^view_[0-9A-Za-z]{12}$/.test(id)) throw new AppError('not-found', 'View not found')
  if (input.filters.length > 0) readFilters(input.filters)
  const row = {
    site_id: owner.siteId,
    account_id: owner.accountId,
    id,
    name: checkName(input.name),
    filters: JSON.stringify(input.filters),
    params: JSON.stringify(input.params),
    is_default: Number(input.isDefault),
    created_ms: nowMs,
  }
  return control.transaction(async (db) => {
    const views = (await listViewRows(db, owner)).filter(
      ({ account_id }) => account_id === owner.accountId,
    )
    const others = views.filter((view) => view.id !== id)
    if (others.length >= maxViews) {
      throw new AppError('conflict', `At most ${maxViews} views can be saved. Delete one first`)
    }
    if (others.some(({ name }) => name === row.name)) {
      throw new AppError('conflict', `There is a view named ${row.name} already`)
    }
    await saveViewRow(db, row)
    return present(row)
  })
}

/** Puts an owner's views in an order. */
export function orderViews(
  control: ControlStore,
  owner: ViewOwner,
  ids: readonly string[],
): Promise<void> {
  return control.transaction((db) => orderViewRows(db, owner, ids))
}

/** Deletes a view and returns it, so that it can be saved again. */
export async function removeView(
  control: ControlStore,
  owner: ViewOwner,
  id: string,
): Promise<AppView> {
  const view = (await listViews(control, owner)).find((one) => one.id === id)
  if (view && (await deleteViewRow(control.db, owner, id))) return view
  throw new AppError('not-found', 'View not found')
}

function present(row: Omit<ViewRow, 'position'>): AppView {
  return {
    id: row.id,
    name: row.name,
    scope: row.account_id === '' ? 'site' : 'person',
    isDefault: row.is_default === 1,
    filters: JSON.parse(row.filters),
    params: JSON.parse(row.params),
  }
}
