import type { ControlStore } from '../store/control/control-store.ts'

/** A site's secrets of two days, in base64url. `yesterday` is undefined if there were no visitors then. */
export interface DailySalts {
  today: string
  yesterday: string | undefined
}

/**
 * The salts of a site for a day (counted from 1970, UTC) and the day before. The first node to ask
 * makes today's from `fresh`; all others get that one. Salts older than yesterday's are destroyed.
 */
export async function findOrAddSalts(
  control: ControlStore,
  siteId: string,
  day: number,
  fresh: string,
): Promise<DailySalts> {
  return control.transaction(async (db) => {
    await db
      .insertInto('salts')
      .values({ site_id: siteId, day, salt: fresh })
      .onConflict((conflict) => conflict.columns(['site_id', 'day']).doNothing())
      .execute()
    await db
      .deleteFrom('salts')
      .where('day', '<', day - 1)
      .execute()
    const rows = await db
      .selectFrom('salts')
      .select(['day', 'salt'])
      .where('site_id', '=', siteId)
      .where('day', 'in', [day, day - 1])
      .execute()
    const saltOf = (wanted: number) => rows.find((row) => row.day === wanted)?.salt
    return { today: saltOf(day) ?? fresh, yesterday: saltOf(day - 1) }
  })
}

/** Destroys every salt that is older than the day before this one. */
export async function destroyOldSalts(control: ControlStore, day: number): Promise<void> {
  await control.db
    .deleteFrom('salts')
    .where('day', '<', day - 1)
    .execute()
}
