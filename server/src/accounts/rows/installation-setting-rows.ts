import type { Kysely } from 'kysely'
import type { Database } from '../../store/control/tables.ts'

/** Whether everybody needs a second factor. */
export const factorRequired = 'second-factor-duty'

/** Whether a setting of the installation is on; all are off at first. */
export async function isSettingOn(db: Kysely<Database>, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('installation_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value === 'on'
}

export async function saveSetting(
  db: Kysely<Database>,
  { name, isOn, nowMs }: { name: string; isOn: boolean; nowMs: number },
): Promise<void> {
  const changed = { value: isOn ? 'on' : 'off', changed_ms: nowMs }
  await db
    .insertInto('installation_settings')
    .values({ name, ...changed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
    .execute()
}
