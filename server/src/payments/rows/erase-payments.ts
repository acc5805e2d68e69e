import type { Kysely } from 'kysely'
import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { HistoryKind } from '../../store/control/tables/payment-tables.ts'
import type { Database } from '../../store/control/tables.ts'
import { eraseSubscriptionCustomer } from '../subscriptions/erase-customer.ts'
import { noLink, type Payment } from './payment.ts'
import { erasePersonFromFacts } from './payment-facts.ts'
import { enqueuePayments } from './payment-outbox.ts'
import { lockPayment, savePayment } from './payment-rows.ts'

/** Entries of the history that can contain personal data. */
const personal: HistoryKind[] = ['linked', 'discrepancy', 'changed']

/** Few enough that requests and hits get a turn between two reads. */
const scannedAtOnce = 500

/** A payment that names a visitor. */
export interface NamingPayment {
  id: string
  /** Whether it is the visitor's own: as linked or given. */
  isOwn: boolean
}

/**
 * The payments recorded up to a moment that name a visitor anywhere: as linked or given, in their path, as a
 * candidate on the receipt, or in the history. Reads all of the site's payments, as there is no index of names on
 * other payments' receipts.
 */
export async function findPaymentsNaming(
  db: Kysely<Database>,
  siteId: string,
  visitorId: string,
  untilMs: number,
): Promise<NamingPayment[]> {
  const name = JSON.stringify(visitorId)
  const found: NamingPayment[] = []
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('payments')
      .select(['id', 'visitor_id', 'given_visitor_id', 'reference_visitor_id'])
      .select(['path_visitor_ids', 'link_receipt'])
      .where('site_id', '=', siteId)
      .where('received_ms', '<=', untilMs)
      .where('id', '>', after)
      .orderBy('id')
      .limit(scannedAtOnce)
      .execute()
    const inHistory = await paymentsWithHistory(
      db,
      rows.map(({ id }) => id),
      name,
    )
    for (const row of rows) {
      const isOwn =
        row.visitor_id === visitorId ||
        row.given_visitor_id === visitorId ||
        row.reference_visitor_id === visitorId
      const isNamed =
        isOwn ||
        row.path_visitor_ids.includes(name) ||
        row.link_receipt.includes(name) ||
        inHistory.has(row.id)
      if (isNamed) found.push({ id: row.id, isOwn })
    }
    if (rows.length < scannedAtOnce) return found
    after = rows.at(-1)?.id ?? ''
    await new Promise(setImmediate)
  }
}

async function paymentsWithHistory(
  db: Kysely<Database>,
  paymentIds: readonly string[],
  name: string,
): Promise<Set<string>> {
  if (paymentIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('payment_history')
    .select(['payment_id', 'details'])
    .where('payment_id', 'in', paymentIds)
    .where('kind', 'in', personal)
    .execute()
  return new Set(rows.filter(({ details }) => details.includes(name)).map((row) => row.payment_id))
}

/**
 * Removes a visitor from a payment. Of the visitor's own payments only the money stays: amounts, times, and the
 * provider's id, by which a repeat is recognised. Other visitors' payments only lose the name. Repeating it changes
 * nothing.
 */
export function eraseFromPayment(
  control: Pick<ControlStore, 'run'>,
  paymentId: string,
  visitorId: string,
  nowMs: number,
): Promise<void> {
  return control.run(eraseVisitorOf, { paymentId, visitorId, nowMs })
}

export const eraseVisitorOf = command(
  'erase-visitor-of-payment',
  async (
    db,
    { paymentId, visitorId, nowMs }: { paymentId: string; visitorId: string; nowMs: number },
  ) => {
    const payment = await lockPayment(db, paymentId)
    if (payment === undefined) return
    const given = payment.givenVisitorId ?? payment.referenceVisitorId
    const isOwn = [payment.link.visitorId, given].includes(visitorId)
    const saved: Payment = {
      ...(isOwn ? moneyOf(payment, nowMs) : withoutName(payment, visitorId)),
      revision: payment.revision + 1,
      updatedMs: nowMs,
    }
    await savePayment(db, saved)
    const waits = db.deleteFrom('payment_waits').where('payment_id', '=', paymentId)
    await (isOwn ? waits : waits.where('value', '=', visitorId)).execute()
    if (isOwn) await erasePersonFromFacts(db, paymentId)
    if (isOwn) await eraseCustomer(db, payment)
    await eraseHistory(db, paymentId, isOwn ? undefined : JSON.stringify(visitorId))
    await enqueuePayments(db, [saved])
  },
)

/** Marks a payment's person as erased, as in the export it comes from. */
export function holdWithoutPerson(
  control: Pick<ControlStore, 'run'>,
  paymentId: string,
  nowMs: number,
): Promise<void> {
  return control.run(erasePersonOf, { paymentId, nowMs })
}

export const erasePersonOf = command(
  'erase-person-of-payment',
  async (db, { paymentId, nowMs }: { paymentId: string; nowMs: number }) => {
    const payment = await lockPayment(db, paymentId)
    if (payment === undefined || payment.erasedMs !== null) return
    const saved = {
      ...moneyOf(payment, nowMs),
      revision: payment.revision + 1,
      updatedMs: nowMs,
    }
    await savePayment(db, saved)
    await db.deleteFrom('payment_waits').where('payment_id', '=', paymentId).execute()
    await erasePersonFromFacts(db, paymentId)
    await eraseCustomer(db, payment)
    await enqueuePayments(db, [saved])
  },
)

async function eraseCustomer(db: Kysely<Database>, payment: Payment): Promise<void> {
  const { siteId: site_id, provider, subscriptionId: subscription_id } = payment
  if (subscription_id === null) return
  await eraseSubscriptionCustomer(db, { site_id, provider, subscription_id })
}

function moneyOf(payment: Payment, nowMs: number): Payment {
  return {
    ...payment,
    customerId: null,
    subscriptionId: null,
    customerEmail: null,
    emailHash: null,
    givenVisitorId: null,
    givenSessionId: null,
    referenceVisitorId: null,
    metadata: null,
    link: noLink(payment.paidAtMs),
    relinkAtMs: null,
    erasedMs: nowMs,
  }
}

function withoutName(payment: Payment, visitorId: string): Payment {
  const { link } = payment
  const { referenceVisitorId } = payment
  return {
    ...payment,
    referenceVisitorId: referenceVisitorId === visitorId ? null : referenceVisitorId,
    link: {
      ...link,
      pathVisitorIds: link.pathVisitorIds.filter((id) => id !== visitorId),
      steps: link.steps.map((note) => ({
        ...note,
        candidates: note.candidates.filter((candidate) => candidate.visitorId !== visitorId),
      })),
    },
  }
}

/**
 * Removes what was reported about the person: everything that could identify them, or the entries with one name.
 */
async function eraseHistory(
  db: Kysely<Database>,
  paymentId: string,
  name: string | undefined,
): Promise<void> {
  const rows = await db
    .selectFrom('payment_history')
    .select(['number', 'details'])
    .where('payment_id', '=', paymentId)
    .where('kind', 'in', personal)
    .execute()
  const erased = rows.filter(
    ({ details }) =>
      (name === undefined && !isAboutMoney(details)) ||
      (name !== undefined && details.includes(name)),
  )
  if (erased.length === 0) return
  await db
    .deleteFrom('payment_history')
    .where('payment_id', '=', paymentId)
    .where(
      'number',
      'in',
      erased.map(({ number }) => number),
    )
    .execute()
}

/** A discrepancy of amounts or times is not personal and stays on the receipt. */
function isAboutMoney(details: string): boolean {
  const { field } = JSON.parse(details) as { field?: unknown }
  return [
    'amount',
    'timestamp',
    'renewal',
    'trial',
    'providerPaymentId',
    'taxMinor',
    'fees',
    'product',
  ].includes(String(field))
}
