import { type Kysely, type Selectable, sql } from 'kysely'
import type { BudgetDaysTable } from '../store/control/tables/budget-days-table.ts'
import type { Database } from '../store/control/tables.ts'

export interface BudgetDayRow {
  siteId: string
  hits: number
  bytes: number
  spentMs: number | undefined
}

/** All sites' counts of a day. */
export async function listBudgetDay(db: Kysely<Database>, day: number): Promise<BudgetDayRow[]> {
  const rows = await db.selectFrom('site_budget_days').selectAll().where('day', '=', day).execute()
  return rows.map(fromColumns)
}

/** The sites that have used up their budget of a day. */
export async function listSpentBudgets(db: Kysely<Database>, day: number): Promise<BudgetDayRow[]> {
  const rows = await db
    .selectFrom('site_budget_days')
    .selectAll()
    .where('day', '=', day)
    .where('spent_ms', 'is not', null)
    .execute()
  return rows.map(fromColumns)
}

/** SQLite takes at most 32,766 values in a statement. */
const rowsAtOnce = 1_000

/** Adds to a day's counts, and returns the totals of the sites that still exist. */
export async function addToBudgetDay(
  db: Kysely<Database>,
  day: number,
  additions: readonly Omit<BudgetDayRow, 'spentMs'>[],
): Promise<BudgetDayRow[]> {
  const totals: BudgetDayRow[] = []
  // In a fixed order, so that two nodes never deadlock.
  const ordered = additions.toSorted((a, b) => (a.siteId < b.siteId ? -1 : 1))
  for (let start = 0; start < ordered.length; start += rowsAtOnce) {
    const values = await ofKnownSites(db, ordered.slice(start, start + rowsAtOnce))
    if (values.length === 0) continue
    const rows = await db
      .insertInto('site_budget_days')
      .values(
        values.map(({ siteId, hits, bytes }) => ({
          ...{ site_id: siteId, day, hits, bytes },
          spent_ms: null,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['day', 'site_id']).doUpdateSet({
          hits: sql<number>`site_budget_days.hits + excluded.hits`,
          bytes: sql<number>`site_budget_days.bytes + excluded.bytes`,
        }),
      )
      .returningAll()
      .execute()
    totals.push(...rows.map(fromColumns))
  }
  return totals
}

/** Records since when a site's budget of a day is used up. False if that was recorded before. */
export async function saveBudgetSpent(
  db: Kysely<Database>,
  { siteId, day, spentMs }: { siteId: string; day: number; spentMs: number },
): Promise<boolean> {
  const saved = await db
    .updateTable('site_budget_days')
    .set({ spent_ms: Math.floor(spentMs) })
    .where('day', '=', day)
    .where('site_id', '=', siteId)
    .where('spent_ms', 'is', null)
    .executeTakeFirst()
  return saved.numUpdatedRows === 1n
}

/** Deletes the counts of earlier days. */
export async function dropBudgetDays(db: Kysely<Database>, beforeDay: number): Promise<void> {
  await db.deleteFrom('site_budget_days').where('day', '<', beforeDay).execute()
}

/** A recently deleted site gets no row any more. */
async function ofKnownSites<T extends { siteId: string }>(
  db: Kysely<Database>,
  additions: readonly T[],
): Promise<T[]> {
  const ids = additions.map(({ siteId }) => siteId)
  const rows = await db.selectFrom('sites').select('id').where('id', 'in', ids).execute()
  const known = new Set(rows.map(({ id }) => id))
  return additions.filter(({ siteId }) => known.has(siteId))
}

function fromColumns(row: Selectable<BudgetDaysTable>): BudgetDayRow {
  const { site_id: siteId, hits, bytes, spent_ms: spentMs } = row
  return { siteId, hits, bytes, spentMs: spentMs ?? undefined }
}
