import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** A daily total of another tool: of all visits, or of those with one value of a dimension. */
export interface ImportedDay {
  dimension: string
  /** `2026-11-20`. */
  day: string
  /** `''` for the total. */
  value: string
  visitors: number
  visits: number
  pageViews: number
  bounces: number
  seconds: number
  events: number
}

/** Adds days that are not there yet from any import. Returns how many were added. */
export async function addImportedDays(
  db: Kysely<Database>,
  place: { siteId: string; importId: string },
  days: readonly ImportedDay[],
): Promise<number> {
  if (days.length === 0) return 0
  const added = await db
    .insertInto('imported_days')
    .values(
      days.map(({ pageViews, ...day }) => ({
        site_id: place.siteId,
        import_id: place.importId,
        page_views: pageViews,
        ...day,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'dimension', 'day', 'value']).doNothing(),
    )
    .executeTakeFirst()
  return Number(added.numInsertedOrUpdatedRows ?? 0n)
}

/** Which of some days of one dimension exist already, as `day value`. */
export async function findImportedDays(
  db: Kysely<Database>,
  siteId: string,
  days: readonly ImportedDay[],
): Promise<Set<string>> {
  const known = new Set<string>()
  for (const [dimension, rows] of Map.groupBy(days, (day) => day.dimension)) {
    const found = await db
      .selectFrom('imported_days')
      .select(['day', 'value'])
      .where('site_id', '=', siteId)
      .where('dimension', '=', dimension)
      .where('day', 'in', [...new Set(rows.map(({ day }) => day))])
      .execute()
    for (const { day, value } of found) known.add(`${dimension} ${day} ${value}`)
  }
  return known
}

/** How many days an import added. */
export async function countImportedDays(db: Kysely<Database>, importId: string): Promise<number> {
  const { count } = await db
    .selectFrom('imported_days')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes the days that an import added. */
export async function removeImportedDays(db: Kysely<Database>, importId: string): Promise<void> {
  await db.deleteFrom('imported_days').where('import_id', '=', importId).execute()
}

type Figures = Omit<ImportedDay, 'dimension' | 'day' | 'value'>

/** The totals of each day from `from` to `to`, both included. */
export async function listImportedTotals(
  db: Kysely<Database>,
  { siteId, from, to }: { siteId: string; from: string; to: string },
): Promise<({ day: string } & Figures)[]> {
  const rows = await db
    .selectFrom('imported_days')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('dimension', '=', 'total')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .limit(10_000)
    .execute()
  return rows.map(({ day, ...row }) => ({ day, ...figuresOf(row) }))
}

/** The values of a dimension, added up over days, those with the most visitors first. */
export async function listImportedValues(
  db: Kysely<Database>,
  {
    siteId,
    dimension,
    from,
    to,
    limit,
  }: { siteId: string; dimension: string; from: string; to: string; limit: number },
): Promise<({ value: string } & Figures)[]> {
  const rows = await db
    .selectFrom('imported_days')
    .select((column) => [
      'value',
      column.fn.sum<number>('visitors').as('visitors'),
      column.fn.sum<number>('visits').as('visits'),
      column.fn.sum<number>('page_views').as('page_views'),
      column.fn.sum<number>('bounces').as('bounces'),
      column.fn.sum<number>('seconds').as('seconds'),
      column.fn.sum<number>('events').as('events'),
    ])
    .where('site_id', '=', siteId)
    .where('dimension', '=', dimension)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('value')
    .orderBy('visitors', 'desc')
    .orderBy('value')
    .limit(limit)
    .execute()
  return rows.map(({ value, ...row }) => ({ value, ...figuresOf(row) }))
}

function figuresOf(row: {
  visitors: number
  visits: number
  page_views: number
  bounces: number
  seconds: number
  events: number
}): Figures {
  return {
    visitors: Number(row.visitors),
    visits: Number(row.visits),
    pageViews: Number(row.page_views),
    bounces: Number(row.bounces),
    seconds: Number(row.seconds),
    events: Number(row.events),
  }
}
