import type { Kysely, Selectable } from 'kysely'
import type { AlertSettingsTable, AlertStatesTable } from '../store/control/tables/alert-tables.ts'
import type { Database } from '../store/control/tables.ts'

export type AlertSettingsRow = Selectable<AlertSettingsTable>

export async function findAlertSettings(
  db: Kysely<Database>,
  siteId: string,
): Promise<AlertSettingsRow | undefined> {
  return db
    .selectFrom('alert_settings')
    .selectAll()
    .where('site_id', '=', siteId)
    .executeTakeFirst()
}

export async function saveAlertSettings(
  db: Kysely<Database>,
  row: AlertSettingsRow,
): Promise<void> {
  const { site_id: _key, ...rest } = row
  await db
    .insertInto('alert_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('site_id').doUpdateSet(rest))
    .execute()
}

/** Every site that is watched for anything, some at a time. */
export async function listAlertSettings(
  db: Kysely<Database>,
  afterSiteId: string,
  limit: number,
): Promise<AlertSettingsRow[]> {
  return db
    .selectFrom('alert_settings')
    .selectAll()
    .where('site_id', '>', afterSiteId)
    .where('watched', '!=', '[]')
    .orderBy('site_id')
    .limit(limit)
    .execute()
}

/**
 * Advances a state to a moment, unless it is at `beforeMs` or later already. Of several simultaneous callers, on any
 * node, only one gets true.
 */
export async function takeAlertState(
  db: Kysely<Database>,
  { siteId, kind }: { siteId: string; kind: string },
  { atMs, beforeMs }: { atMs: number; beforeMs: number },
): Promise<boolean> {
  const taken = await db
    .insertInto('alert_states')
    .values({ site_id: siteId, kind, at_ms: atMs })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'kind'])
        .doUpdateSet({ at_ms: atMs })
        .where('alert_states.at_ms', '<', beforeMs),
    )
    .executeTakeFirst()
  return taken.numInsertedOrUpdatedRows === 1n
}

/** When the states of a site last advanced. */
export async function listAlertStates(
  db: Kysely<Database>,
  siteId: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('alert_states')
    .select(['kind', 'at_ms'])
    .where('site_id', '=', siteId)
    .limit(100)
    .execute()
  return new Map(rows.map(({ kind, at_ms }) => [kind, at_ms]))
}

/** The states of some sites that advanced since then, the latest first. */
export async function listMovedAlertStates(
  db: Kysely<Database>,
  siteIds: readonly string[],
  sinceMs: number,
): Promise<Selectable<AlertStatesTable>[]> {
  return db
    .selectFrom('alert_states')
    .selectAll()
    .where('site_id', 'in', siteIds)
    .where('at_ms', '>=', sinceMs)
    .orderBy('at_ms', 'desc')
    .execute()
}

/** When a site was first paid more than nothing; duplicates and the onboarding test do not count. */
export async function findFirstPaidMs(
  db: Kysely<Database>,
  siteId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('paid_at_ms')
    .where('site_id', '=', siteId)
    .where('amount_minor', '>', 0)
    .where('duplicate_of', 'is', null)
    .where('provider', '!=', 'test')
    .orderBy('paid_at_ms')
    .limit(1)
    .executeTakeFirst()
  return row?.paid_at_ms
}

/** Providers whose webhooks were refused, or could not be recorded at the second attempt, since then. */
export async function listWebhookTrouble(
  db: Kysely<Database>,
  siteId: string,
  since: { rejectedMs: number; failedMs: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select('provider')
    .where('site_id', '=', siteId)
    .where('removed_ms', 'is', null)
    .where((where) =>
      where.or([
        where('rejected_ms', '>=', since.rejectedMs),
        where.exists(
          where
            .selectFrom('webhook_deliveries')
            .select('webhook_deliveries.id')
            .whereRef('webhook_deliveries.endpoint_id', '=', 'webhook_endpoints.id')
            .where('state', '=', 'failed')
            .where('attempts', '>=', 2)
            .where('received_ms', '>=', since.failedMs),
        ),
      ]),
    )
    .distinct()
    .orderBy('provider')
    .limit(50)
    .execute()
  return rows.map(({ provider }) => provider)
}
