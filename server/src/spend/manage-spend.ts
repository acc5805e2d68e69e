import type { SpendList, SpendRow, SpendRowInput } from '@tributary/contract/spend.ts'
import { AppError } from '../errors.ts'
import type { Site } from '../site.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { presentSpend, readSpendRow } from './spend-row.ts'
import {
  type AdSpend,
  countKnownSpend,
  deleteSpend,
  listSpend,
  type SpendFilter,
  saveSpend,
} from './spend-rows.ts'

/** More is deleted in portions, so that each can be returned completely and restored. */
const mostDeleted = 5000
const defaultLimit = 100

/** Stores ad spend: all rows or none. Of a row reported twice the later one counts. */
export async function putSpend(
  control: ControlStore,
  site: Pick<Site, 'id' | 'currency'>,
  { rows, nowMs }: { rows: readonly SpendRowInput[]; nowMs: number },
): Promise<{ saved: number; replaced: number }> {
  const read = rows.map((row, index) => readSpendRow(row, site, { name: `rows[${index}].`, nowMs }))
  return keepSpend(control, site.id, read)
}

/** Stores rows that were validated already. */
export async function keepSpend(
  control: ControlStore,
  siteId: string,
  rows: readonly AdSpend[],
): Promise<{ saved: number; replaced: number }> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return control.transaction(async (db) => {
    const replaced = await countKnownSpend(db, siteId, [...byId.keys()])
    await saveSpend(db, [...byId.values()])
    return { saved: byId.size, replaced }
  })
}

/** The stored rows, the latest day first, with a cursor for the rest. */
export async function getSpend(
  control: ControlStore,
  siteId: string,
  query: Omit<SpendFilter, 'siteId'> & { limit?: number; cursor?: string },
): Promise<SpendList> {
  const { limit = defaultLimit, cursor, ...filter } = query
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const asked = { siteId, ...lowerCase(filter) }
  const found = await listSpend(control.db, asked, { after, limit: limit + 1 })
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    rows: rows.map(presentSpend),
    ...(found.length > limit && last && { nextCursor: `${last.day}-${last.id}` }),
  }
}

/** Removes matching rows and returns them, so that the caller can restore them. */
export async function removeSpend(
  control: ControlStore,
  siteId: string,
  { spendId, ...filter }: Omit<SpendFilter, 'siteId' | 'id'> & { spendId?: string },
): Promise<{ deleted: number; rows: SpendRow[] }> {
  if (spendId === undefined && (filter.from === undefined || filter.to === undefined)) {
    throw new AppError('invalid', 'spendId, or from and to, must say what to delete')
  }
  return control.transaction(async (db) => {
    const asked = { siteId, id: spendId, ...lowerCase(filter) }
    const found = await listSpend(db, asked, { limit: mostDeleted + 1 })
    if (spendId !== undefined && found.length === 0) {
      throw new AppError('not-found', 'Spend not found')
    }
    if (found.length > mostDeleted) {
      throw new AppError(
        'invalid',
        `That are more than ${mostDeleted} rows. Delete fewer days at once.`,
      )
    }
    await deleteSpend(
      db,
      siteId,
      found.map(({ id }) => id),
    )
    return { deleted: found.length, rows: found.map(presentSpend) }
  })
}

/** Values are stored in lower case. */
function lowerCase<Filter extends Pick<SpendFilter, 'source' | 'campaign'>>(
  filter: Filter,
): Filter {
  return {
    ...filter,
    ...(filter.source !== undefined && { source: filter.source.trim().toLowerCase() }),
    ...(filter.campaign !== undefined && { campaign: filter.campaign.trim().toLowerCase() }),
  }
}

function readCursor(cursor: string) {
  const [, day, id] = /^(\d{4}-\d\d-\d\d)-(spend_[0-9a-f]{32})$/.exec(cursor) ?? []
  if (day === undefined || id === undefined) {
    throw new AppError('invalid', 'cursor must be a nextCursor of an answer')
  }
  return { day, id }
}
