import { type Kysely, sql } from 'kysely'
import { inOrder } from '../../in-order.ts'
import { chunksOf, idsAtOnce } from '../../store/control/chunks.ts'
import type { Database } from '../../store/control/tables.ts'
import { dueAtOnce, type Payment } from './payment.ts'
import { toPayment } from './payment-rows.ts'

/**
 * Payments whose linking is due, the longest due first. Those that only wait for an id are left out if they were
 * received before `waitingSinceMs`.
 */
export async function listDueForLinking(
  db: Kysely<Database>,
  { nowMs, waitingSinceMs }: { nowMs: number; waitingSinceMs: number },
  limit: number,
): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('relink_at_ms', 'is not', null)
    .where('relink_at_ms', '<=', nowMs)
    .where((where) =>
      where.or([where('relink_at_ms', '=', dueAtOnce), where('received_ms', '>=', waitingSinceMs)]),
    )
    // Not sorted by anything else: after an import all are due alike, and every batch would sort all of them.
    .orderBy('relink_at_ms')
    .limit(limit)
    .execute()
  return rows.map(toPayment)
}

/** Sets when linking is retried, without a new revision: nothing in reports changes. */
export async function postponeLinking(
  db: Kysely<Database>,
  paymentIds: readonly string[],
  relinkAtMs: number,
): Promise<void> {
  if (paymentIds.length === 0) return
  await db
    .updateTable('payments')
    .set({ relink_at_ms: relinkAtMs })
    .where('id', 'in', paymentIds)
    .execute()
}

/**
 * The new revision makes linking in progress fail that does not know this yet; otherwise its result would overwrite
 * that the payment is due.
 */
const due = { relink_at_ms: dueAtOnce, revision: sql<number>`revision + 1` }

/** Makes linking due for payments that are not linked with certainty, unless it is due anyway. */
export async function makeLinkingDue(
  db: Kysely<Database>,
  paymentIds: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const some of chunksOf([...new Set(paymentIds)], idsAtOnce)) {
    const open = await db
      .selectFrom('payments')
      .select('id')
      .where('id', 'in', some)
      .where('link_method', 'in', ['none', 'time'])
      .where('erased_ms', 'is', null)
      .where(({ or, eb }) =>
        or([eb('relink_at_ms', 'is', null), eb('relink_at_ms', '>=', nowMs + 1000)]),
      )
      .execute()
    if (open.length === 0) continue
    await db
      .updateTable('payments')
      .set(due)
      .where(
        'id',
        'in',
        open.map(({ id }) => id),
      )
      .where('link_method', 'in', ['none', 'time'])
      .where('erased_ms', 'is', null)
      .execute()
  }
}

/** The payments that are linked to a visitor by the hash of an e-mail address. */
export async function listLinkedByEmail(
  db: Kysely<Database>,
  { siteId, visitorId, value }: { siteId: string; visitorId: string; value: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', siteId)
    .where('email_hash', '=', value)
    .where('visitor_id', '=', visitorId)
    .where('link_method', '=', 'email')
    .execute()
  return rows.map(({ id }) => id).sort()
}

/** Makes linking due for every payment with an e-mail hash that has no more reliable link. */
export async function makeEmailLinkingDue(
  db: Kysely<Database>,
  siteId: string,
  emailHash: string,
): Promise<void> {
  await db
    .updateTable('payments')
    .set(due)
    .where('site_id', '=', siteId)
    .where('email_hash', '=', emailHash)
    .where('link_method', 'in', ['none', 'time', 'email'])
    .execute()
}

/**
 * Makes payments due that are linked to some visitors by ids, so that their path is computed again, also while they
 * are being linked: what that has read is out of date.
 */
async function makeVisitorLinkingDue(
  db: Kysely<Database>,
  siteId: string,
  visitorIds: readonly string[],
): Promise<void> {
  if (visitorIds.length === 0) return
  const some = visitorIds.slice(0, mostValues)
  const ofSite = db.updateTable('payments').set(due).where('site_id', '=', siteId)
  await ofSite.where('visitor_id', 'in', some).where('link_method', '=', 'ids').execute()
  await ofSite
    .where('relink_at_ms', 'is not', null)
    .where(sql`coalesce(given_visitor_id, reference_visitor_id)`, 'in', some)
    .execute()
}

/** Makes linking due when somebody is identified, in the transaction that stores it. */
export const linkingDue = { ofEmail: makeEmailLinkingDue, ofVisitors: makeVisitorLinkingDue }

/**
 * The visitor to whom a payment and its e-mail address certainly belong: the site's server or its payment provider
 * vouched for both, and no person has decided otherwise. Else null.
 */
export function payerOf({ link, givenVisitorId, referenceVisitorId }: Payment): string | null {
  const { method, visitorId } = link
  const isGiven = visitorId === givenVisitorId || visitorId === referenceVisitorId
  return method === 'ids' || (method === 'manual' && isGiven) ? visitorId : null
}

/** The visitors to whom payments with some e-mail hashes certainly belong, see `payerOf`. */
export async function listPayersOf(
  db: Kysely<Database>,
  siteId: string,
  emailHashes: readonly string[],
): Promise<{ emailHash: string; visitorId: string; lastSeenMs: number }[]> {
  if (emailHashes.length === 0) return []
  const rows = await db
    .selectFrom('payments')
    .select(['email_hash as emailHash', 'visitor_id as visitorId', 'paid_at_ms as paidAtMs'])
    .where('site_id', '=', siteId)
    .where('email_hash', 'in', emailHashes)
    .where(({ and, eb, or, ref }) =>
      or([
        eb('link_method', '=', 'ids'),
        and([
          eb('link_method', '=', 'manual'),
          or([
            eb('visitor_id', '=', ref('given_visitor_id')),
            eb('visitor_id', '=', ref('reference_visitor_id')),
          ]),
        ]),
      ]),
    )
    .execute()
  // Grouped here, for the reason that `listIdentities` gives.
  const payers = new Map<string, { emailHash: string; visitorId: string; lastSeenMs: number }>()
  for (const { emailHash, visitorId, paidAtMs } of rows) {
    if (emailHash === null || visitorId === null) continue
    const key = `${emailHash} ${visitorId}`
    const lastSeenMs = Math.max(paidAtMs, payers.get(key)?.lastSeenMs ?? paidAtMs)
    payers.set(key, { emailHash, visitorId, lastSeenMs })
  }
  return [...payers].sort(([one], [other]) => inOrder(one, other)).map(([, payer]) => payer)
}

/**
 * Makes linking due for payments that inherit, or could inherit, from some payments of one site: renewals, and of a
 * trial the first charge after it. Renewals among them are skipped: nothing inherits from one, and one that made
 * itself due would be linked again and again.
 */
export async function makeRenewalLinkingDue(
  db: Kysely<Database>,
  payments: readonly Payment[],
): Promise<void> {
  const firsts = payments.filter(({ renewal }) => renewal !== true)
  await makeChargesAfterTrialDue(db, firsts.filter(isTrial))
  for (const [provider, ofProvider] of Map.groupBy(firsts, (first) => first.provider)) {
    // One update for each index: with `or` a database reads all of a site's payments.
    for (const { column, values } of renewalKeys(ofProvider)) {
      await db
        .updateTable('payments')
        .set(due)
        .where('site_id', '=', ofProvider[0]?.siteId ?? '')
        .where('provider', '=', provider)
        .where('renewal', '=', 1)
        .where(column, 'in', values)
        .execute()
    }
  }
}

async function makeChargesAfterTrialDue(
  db: Kysely<Database>,
  trials: readonly Payment[],
): Promise<void> {
  for (const { siteId, provider, subscriptionId } of trials) {
    if (subscriptionId === null) continue
    await db
      .updateTable('payments')
      .set(due)
      .where('site_id', '=', siteId)
      .where('provider', '=', provider)
      .where('subscription_id', '=', subscriptionId)
      .where('amount_minor', '>', 0)
      .where((where) => where.or([where('renewal', 'is', null), where('renewal', '=', 0)]))
      .execute()
  }
}

function isTrial({ amountMinor, trial }: Payment): boolean {
  return amountMinor === 0 && trial === true
}

/** The common id of renewals and first payments, if there is one. */
function renewalKeys(payments: readonly Payment[]) {
  const keys = [
    { column: 'customer_id', values: payments.map((payment) => payment.customerId) },
    { column: 'subscription_id', values: payments.map((payment) => payment.subscriptionId) },
  ] as const
  return keys.flatMap(({ column, values }) => {
    const known = new Set(values.filter((value) => value !== null))
    return known.size === 0 ? [] : [{ column, values: [...known] }]
  })
}

/** The most values of one `in`: SQLite takes 32,766 parameters. */
const mostValues = 1_000

/**
 * The first payments of renewals of one site, by the renewals' ids: of the subscription, or of the customer where no
 * subscription is known. It is the earliest that is no renewal itself and not later than the renewal; a linked one
 * takes precedence, as a trial may lack the ids that the charge after it has. For a payment that is no renewal, only
 * its trial counts.
 */
export async function findFirstPayments(
  db: Kysely<Database>,
  renewals: readonly Payment[],
): Promise<Map<string, Payment>> {
  const found = new Map<string, Payment>()
  for (let start = 0; start < renewals.length; start += mostValues) {
    const some = renewals.slice(start, start + mostValues)
    for (const [provider, ofProvider] of Map.groupBy(some, (renewal) => renewal.provider)) {
      const firsts = await listFirstPayments(db, provider, ofProvider)
      for (const renewal of ofProvider) {
        const [key, value] = renewalKey(renewal)
        const before = (firsts.get(`${key} ${value}`) ?? []).filter(
          (one) =>
            one.id !== renewal.id &&
            one.paidAtMs <= renewal.paidAtMs &&
            (renewal.renewal === true || isTrial(one)),
        )
        const first = before.find((one) => one.link.visitorId !== null) ?? before[0]
        if (value !== null && first !== undefined) found.set(renewal.id, first)
      }
    }
  }
  return found
}

/** Payments that are no renewals, by the customer or subscription that some renewals have, the earliest first. */
async function listFirstPayments(
  db: Kysely<Database>,
  provider: string,
  renewals: readonly Payment[],
): Promise<Map<string, Payment[]>> {
  const firsts = new Map<string, Payment[]>()
  for (const [column, some] of Map.groupBy(renewals, (renewal) => renewalKey(renewal)[0])) {
    const values = some.flatMap((renewal) => renewalKey(renewal)[1] ?? [])
    if (values.length === 0) continue
    // Sorted here: with an `order by`, SQLite would read all of a site's payments in their order of time.
    const rows = await db
      .selectFrom('payments')
      .selectAll()
      .where('site_id', '=', some[0]?.siteId ?? '')
      .where('provider', '=', provider)
      .where(column, 'in', [...new Set(values)])
      .where((where) => where.or([where('renewal', 'is', null), where('renewal', '=', 0)]))
      .execute()
    const payments = rows.map(toPayment).sort(byTime)
    for (const [value, same] of Map.groupBy(payments, (payment) =>
      column === 'customer_id' ? payment.customerId : payment.subscriptionId,
    )) {
      firsts.set(`${column} ${value}`, same)
    }
  }
  return firsts
}

function renewalKey({ subscriptionId, customerId }: Payment) {
  return subscriptionId === null
    ? (['customer_id', customerId] as const)
    : (['subscription_id', subscriptionId] as const)
}

/** A trial comes before a charge of the same moment. */
const byTime = (a: Payment, b: Payment) =>
  a.paidAtMs - b.paidAtMs ||
  a.amountMinor - b.amountMinor ||
  (a.providerPaymentId < b.providerPaymentId ? -1 : 1)

/**
 * Of a site's payments in a period (renewals and free ones aside): how many, and how many linked with certainty.
 */
export async function countKnownPayments(
  db: Kysely<Database>,
  siteId: string,
  range: { sinceMs: number; untilMs: number },
): Promise<{ all: number; known: number }> {
  const rows = await db
    .selectFrom('payments')
    .select(['link_method', (column) => column.fn.countAll<number>().as('payments')])
    .where('site_id', '=', siteId)
    .where('paid_at_ms', '>=', range.sinceMs)
    .where('paid_at_ms', '<', range.untilMs)
    .where('amount_minor', '>', 0)
    .where('duplicate_of', 'is', null)
    .where((where) => where.or([where('renewal', 'is', null), where('renewal', '=', 0)]))
    .groupBy('link_method')
    .execute()
  const count = (of: readonly { payments: number }[]) =>
    of.reduce((sum, row) => sum + Number(row.payments), 0)
  return {
    all: count(rows),
    known: count(rows.filter((row) => ['ids', 'email'].includes(row.link_method))),
  }
}

/** Which of some payments are only known from the provider's account. */
export async function listImported(
  db: Kysely<Database>,
  paymentIds: readonly string[],
): Promise<Set<string>> {
  if (paymentIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('payment_facts')
    .select('payment_id')
    .where('payment_id', 'in', paymentIds)
    .groupBy('payment_id')
    .having(sql<number>`max(case when source like 'sync:%' then 0 else 1 end)`, '=', 0)
    .execute()
  return new Set(rows.map(({ payment_id: id }) => id))
}

/** Whether another payment in the same span of time is linked to a session; duplicates do not count. */
export async function isSessionTaken(
  db: Kysely<Database>,
  payment: Payment,
  session: { visitorId: string; sessionId: string },
  range: { sinceMs: number; untilMs: number },
): Promise<boolean> {
  const other = await db
    .selectFrom('payments')
    .select('id')
    .where('site_id', '=', payment.siteId)
    .where('visitor_id', '=', session.visitorId)
    .where('session_id', '=', session.sessionId)
    .where('id', '!=', payment.id)
    .where('duplicate_of', 'is', null)
    .where('paid_at_ms', '>=', range.sinceMs)
    .where('paid_at_ms', '<=', range.untilMs)
    .executeTakeFirst()
  return other !== undefined
}
