import type { Kysely, Selectable } from 'kysely'
import { inOrder } from '../in-order.ts'
import type { Database } from '../store/control/tables.ts'

/** A claim that a visitor is a person. */
export interface Identity {
  siteId: string
  visitorId: string
  kind: 'email' | 'user'
  /** Keyed hash of the normalised address, or the site's own user id. */
  value: string
  origin: 'client' | 'server'
}

/**
 * Saves an identity with the first and last time it was reported. The origin `server` is never downgraded.
 * Returns whether it is new or more reliable than before.
 */
export async function saveIdentity(
  db: Kysely<Database>,
  identity: Identity,
  atMs: number,
): Promise<boolean> {
  const key = {
    site_id: identity.siteId,
    visitor_id: identity.visitorId,
    kind: identity.kind,
    value: identity.value,
  }
  const known = await db
    .selectFrom('identities')
    .select(['origin', 'first_seen_ms', 'last_seen_ms'])
    .where((where) => where.and(key))
    .executeTakeFirst()
  if (known === undefined) {
    await db
      .insertInto('identities')
      .values({ ...key, origin: identity.origin, first_seen_ms: atMs, last_seen_ms: atMs })
      .execute()
    return true
  }
  const surer = known.origin === 'client' && identity.origin === 'server'
  await db
    .updateTable('identities')
    .set({
      origin: surer ? 'server' : known.origin,
      first_seen_ms: Math.min(known.first_seen_ms, atMs),
      last_seen_ms: Math.max(known.last_seen_ms, atMs),
    })
    .where((where) => where.and(key))
    .execute()
  return surer
}

/**
 * The visitors of some e-mail hashes, or of some user ids, in order. Sorted here: with an `order by`, SQLite reads
 * all identities of the site instead of looking up the few.
 */
export async function listIdentities(
  db: Kysely<Database>,
  siteId: string,
  kind: Identity['kind'],
  values: readonly string[],
): Promise<DatedIdentity[]> {
  if (values.length === 0) return []
  const rows = await db
    .selectFrom('identities')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('kind', '=', kind)
    .where('value', 'in', values)
    .execute()
  return rows
    .map(toDatedIdentity)
    .sort((a, b) => inOrder(a.value, b.value) || inOrder(a.visitorId, b.visitorId))
}

/** An identity with the time of its first report. */
export interface KnownIdentity extends Identity {
  firstSeenMs: number
}

/** The identities of some visitors. */
export async function listIdentitiesOf(
  db: Kysely<Database>,
  siteId: string,
  visitorIds: readonly string[],
): Promise<KnownIdentity[]> {
  if (visitorIds.length === 0) return []
  return db
    .selectFrom('identities')
    .select([
      'site_id as siteId',
      'visitor_id as visitorId',
      'kind',
      'value',
      'origin',
      'first_seen_ms as firstSeenMs',
    ])
    .where('site_id', '=', siteId)
    .where('visitor_id', 'in', visitorIds)
    .orderBy('visitor_id')
    .orderBy('kind')
    .orderBy('value')
    .execute()
}

/** How many identities of a visitor were first reported up to a moment. */
export async function countIdentities(
  db: Kysely<Database>,
  siteId: string,
  visitorId: string,
  untilMs: number,
): Promise<number> {
  const { identities } = await db
    .selectFrom('identities')
    .select((column) => column.fn.countAll<number>().as('identities'))
    .where('site_id', '=', siteId)
    .where('visitor_id', '=', visitorId)
    .where('first_seen_ms', '<=', untilMs)
    .executeTakeFirstOrThrow()
  return Number(identities)
}

/** Deletes a visitor's identities. Returns how many there were. */
export async function deleteIdentities(
  db: Kysely<Database>,
  siteId: string,
  visitorId: string,
  untilMs: number,
): Promise<number> {
  const deleted = await db
    .deleteFrom('identities')
    .where('site_id', '=', siteId)
    .where('visitor_id', '=', visitorId)
    .where('first_seen_ms', '<=', untilMs)
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** An identity with the times of its first and last report. */
export interface DatedIdentity extends Identity {
  firstSeenMs: number
  lastSeenMs: number
}

/** The next identities of a site, by visitor, kind and value. */
export async function listIdentitiesAfter(
  db: Kysely<Database>,
  siteId: string,
  after: Pick<Identity, 'visitorId' | 'value'> & { kind: string },
  most: number,
): Promise<DatedIdentity[]> {
  const rows = await db
    .selectFrom('identities')
    .selectAll()
    .where('site_id', '=', siteId)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('visitor_id', 'kind', 'value'),
        '>',
        tuple(after.visitorId, after.kind as Identity['kind'], after.value),
      ),
    )
    .orderBy('visitor_id')
    .orderBy('kind')
    .orderBy('value')
    .limit(most)
    .execute()
  return rows.map(toDatedIdentity)
}

/** A sealed address that hashes to a value, from a payment of the site. */
export async function findSealedEmail(
  db: Kysely<Database>,
  siteId: string,
  emailHash: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('customer_email')
    .where('site_id', '=', siteId)
    .where('email_hash', '=', emailHash)
    .where('customer_email', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row?.customer_email ?? undefined
}

/** The sealed addresses that some visitors paid with, the latest of each first. A link by time is a guess and names no one. */
export async function listSealedEmailsOf(
  db: Kysely<Database>,
  siteId: string,
  visitorIds: readonly string[],
): Promise<{ visitorId: string; sealed: string }[]> {
  if (visitorIds.length === 0) return []
  const rows = await db
    .selectFrom('payments')
    .select(['id', 'visitor_id', 'customer_email', 'paid_at_ms'])
    .where('site_id', '=', siteId)
    .where('visitor_id', 'in', visitorIds)
    .where('link_method', '!=', 'time')
    .where('customer_email', 'is not', null)
    .execute()
  // Filtered here, for the reason that `listIdentities` gives.
  rows.sort((a, b) => b.paid_at_ms - a.paid_at_ms || inOrder(a.id, b.id))
  return rows.map(({ visitor_id, customer_email }) => ({
    visitorId: visitor_id ?? '',
    sealed: customer_email ?? '',
  }))
}

/** The visitors who paid with an address. */
export async function listVisitorsPaidWith(
  db: Kysely<Database>,
  siteId: string,
  emailHash: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('visitor_id')
    .where('site_id', '=', siteId)
    .where('email_hash', '=', emailHash)
    .where('link_method', '!=', 'time')
    .execute()
  // Filtered here, as SQLite would read all payments of the site to return each visitor once, or to leave out
  // payments without one.
  return [...new Set(rows.flatMap(({ visitor_id }) => visitor_id ?? []))].sort(inOrder)
}

/** Deletes one identity of a visitor. */
export async function deleteIdentity(
  db: Kysely<Database>,
  siteId: string,
  identity: { visitorId: string; kind: string; value: string },
): Promise<void> {
  await db
    .deleteFrom('identities')
    .where('site_id', '=', siteId)
    .where('visitor_id', '=', identity.visitorId)
    .where('kind', '=', identity.kind as Identity['kind'])
    .where('value', '=', identity.value)
    .execute()
}

function toDatedIdentity(row: Selectable<Database['identities']>): DatedIdentity {
  return {
    siteId: row.site_id,
    visitorId: row.visitor_id,
    kind: row.kind,
    value: row.value,
    origin: row.origin,
    firstSeenMs: row.first_seen_ms,
    lastSeenMs: row.last_seen_ms,
  }
}
