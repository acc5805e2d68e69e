import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { dueAtOnce } from './payment.ts'

/** Payments computed by an older version of the rules, by id. */
export async function listOutdatedPayments(
  db: Kysely<Database>,
  foldVersion: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('fold_version', '<', foldVersion)
    .orderBy('fold_version')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Records that this version of the rules computes the same payment as before. */
export async function markFolded(
  db: Kysely<Database>,
  paymentId: string,
  { foldVersion, isLinkingDue }: { foldVersion: number; isLinkingDue: boolean },
): Promise<void> {
  // As `makeLinkingDue` does it: linking in progress must not overwrite this.
  const due = { relink_at_ms: dueAtOnce, revision: sql<number>`revision + 1` }
  await db
    .updateTable('payments')
    .set({ fold_version: foldVersion, ...(isLinkingDue && due) })
    .where('id', '=', paymentId)
    .execute()
}

/** Replaces the person of a fact. */
export async function saveFactPerson(
  db: Kysely<Database>,
  { siteId, key, person }: { siteId: string; key: string; person: object },
): Promise<void> {
  await db
    .updateTable('payment_facts')
    .set({ person: JSON.stringify(person) })
    .where('site_id', '=', siteId)
    .where('fact_key', '=', key)
    .execute()
}

/**
 * The names of providers under which each site has payments. The primary key gives one after the other: `distinct`
 * would read the ids of all payments.
 */
export async function listProviderNames(
  db: Kysely<Database>,
): Promise<{ siteId: string; provider: string }[]> {
  const names = db
    .selectFrom('payment_aliases')
    .select(['site_id as siteId', 'provider'])
    .orderBy('site_id')
    .orderBy('provider')
    .limit(1)
  const found: { siteId: string; provider: string }[] = []
  for (;;) {
    const { siteId, provider } = found.at(-1) ?? { siteId: '', provider: '' }
    const ofSite = names.where('site_id', '=', siteId).where('provider', '>', provider)
    const ofNextSite = names.where('site_id', '>', siteId)
    const next = (await ofSite.executeTakeFirst()) ?? (await ofNextSite.executeTakeFirst())
    if (next === undefined) return found
    found.push(next)
  }
}

/** Ids under a provider's name, with the payment of each. */
export async function listAliasesOf(
  db: Kysely<Database>,
  { siteId, provider }: { siteId: string; provider: string },
  limit: number,
): Promise<{ alias: string; paymentId: string }[]> {
  const rows = await db
    .selectFrom('payment_aliases')
    .select(['alias', 'payment_id'])
    .where('site_id', '=', siteId)
    .where('provider', '=', provider)
    .orderBy('alias')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ alias: row.alias, paymentId: row.payment_id }))
}

/** Removes an id from a provider's name. Returns the payment it belonged to. */
export async function releaseAlias(
  db: Kysely<Database>,
  { siteId, provider, alias }: { siteId: string; provider: string; alias: string },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('payment_aliases')
    .where('site_id', '=', siteId)
    .where('provider', '=', provider)
    .where('alias', '=', alias)
    .returning('payment_id')
    .executeTakeFirst()
  return row?.payment_id
}
