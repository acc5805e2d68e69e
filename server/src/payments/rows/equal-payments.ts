import { type Kysely, sql } from 'kysely'
import type { Database } from '../../store/control/tables.ts'
import { parseTextList } from '../../store/control/text-list.ts'

/** How many of a site's payments are not counted, because another one reports the same money. */
export async function countDuplicates(db: Kysely<Database>, siteId: string): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)
    .where('duplicate_of', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * How many of a site's latest payments another provider reports too: the same amount and currency within a period,
 * and the same e-mail address or a shared id. By the two providers' names in order, the most frequent first.
 */
export async function countEqualPayments(
  db: Kysely<Database>,
  { siteId, withinMs, latest }: { siteId: string; withinMs: number; latest: number },
): Promise<{ providers: [string, string]; payments: number }[]> {
  const { rows } = await sql<{ one: string; two: string; payments: number }>`
    select
      case when a.provider < b.provider then a.provider else b.provider end as one,
      case when a.provider < b.provider then b.provider else a.provider end as two,
      count(distinct case when a.provider < b.provider then a.id else b.id end) as payments
    from (
      select id, provider, currency, amount_minor, paid_at_ms, email_hash from payments
      where site_id = ${siteId} and amount_minor > 0
      order by paid_at_ms desc limit ${latest}
    ) a
    join payments b on b.site_id = ${siteId}
      and b.currency = a.currency and b.amount_minor = a.amount_minor
      and b.paid_at_ms between a.paid_at_ms - ${withinMs} and a.paid_at_ms + ${withinMs}
      and b.provider <> a.provider
    where b.email_hash = a.email_hash or exists (
      select 1 from payment_aliases x
      join payment_aliases y on y.site_id = x.site_id and y.alias = x.alias
      where x.payment_id = a.id and y.payment_id = b.id
    )
    group by 1, 2
    order by 3 desc, 1, 2`.execute(db)
  return rows.map(({ one, two, payments }) => ({
    providers: [one, two],
    payments: Number(payments),
  }))
}

/** Two providers in the order of their names. */
export type ProviderPair = [string, string]

/** Dismissed pairs of providers, each in the form of `JSON.stringify`. */
export async function listDismissedPairs(
  db: Kysely<Database>,
  siteId: string,
): Promise<Set<string>> {
  const row = await db
    .selectFrom('sites')
    .select('dismissed_equal')
    .where('id', '=', siteId)
    .executeTakeFirst()
  return new Set(parseTextList(row?.dismissed_equal ?? '[]'))
}

/**
 * Dismisses the suggestion about a pair, or reverts that, in the caller's transaction. False if it is so already.
 */
export async function dismissPair(
  db: Kysely<Database>,
  siteId: string,
  { pair, dismissed }: { pair: ProviderPair; dismissed: boolean },
): Promise<boolean> {
  const pairs = await listDismissedPairs(db, siteId)
  const key = JSON.stringify(pair)
  if (pairs.has(key) === dismissed) return false
  if (dismissed) pairs.add(key)
  else pairs.delete(key)
  await db
    .updateTable('sites')
    .set({ dismissed_equal: JSON.stringify([...pairs]) })
    .where('id', '=', siteId)
    .execute()
  return true
}
