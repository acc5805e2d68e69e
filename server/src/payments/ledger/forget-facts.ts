import type { ControlStore } from '../../store/control/control-store.ts'
import type { Engine } from '../../store/events/engine.ts'
import { paymentEntries } from '../delivery/payment-entries.ts'
import { insertPaymentEntries } from '../queries/insert-payment-entries.ts'
import { makeRenewalLinkingDue } from '../rows/link-rows.ts'
import type { Payment } from '../rows/payment.ts'
import { deleteFacts, listFacts, paymentsOfFacts } from '../rows/payment-facts.ts'
import { listRefunds } from '../rows/payment-parts.ts'
import { lockPayment } from '../rows/payment-rows.ts'
import {
  deletePayment,
  findPayments,
  keepAliases,
  unlinkRenewalsOf,
} from '../rows/remove-payment.ts'
import { decideRenewals } from './decide-renewal.ts'
import { foldFacts } from './fold-facts.ts'
import type { KnownFact } from './known-fact.ts'
import { settlePayments } from './settle-payment.ts'

/** Above whatever revision a payment may reach while it is being removed. */
const revisionsAhead = 1_000_000

/**
 * Removes facts. A payment with other facts is computed from those; one without any is deleted, from the
 * reports too. After a crash, a repeat continues where it stopped.
 */
export async function forgetFacts(
  { control, engine }: { control: ControlStore; engine: Engine },
  siteId: string,
  keys: readonly string[],
  nowMs: number,
): Promise<void> {
  const ids = await paymentsOfFacts(control.db, siteId, keys)
  const gone: Payment[] = []
  for (const payment of await findPayments(control.db, ids)) {
    const left = (await listFacts(control.db, payment.id)).filter(({ key }) => !keys.includes(key))
    // The rows hold what `toKnownFact` made.
    if (foldFacts(payment.provider, left as KnownFact[]) === undefined) gone.push(payment)
  }
  // The reports first: once the ledger has deleted a payment, nothing would remove it from them.
  await removeFromReports({ control, engine }, gone)
  for (const paymentId of ids) {
    await control.transaction((db) => forget(db, { siteId, paymentId, keys, nowMs }))
  }
}

async function removeFromReports(
  { control, engine }: { control: ControlStore; engine: Engine },
  gone: readonly Payment[],
): Promise<void> {
  if (gone.length === 0) return
  const refunds = await listRefunds(
    control.db,
    gone.map(({ id }) => id),
  )
  const removals = gone
    .flatMap((payment) => paymentEntries(payment, refunds.get(payment.id) ?? []))
    .map((entry) => ({
      ...entry,
      amountMinor: 0,
      visitorId: '',
      pathVisitorIds: [],
      removed: true,
      version: entry.version + revisionsAhead,
    }))
  await insertPaymentEntries(engine, removals)
}

async function forget(
  db: ControlStore['db'],
  place: { siteId: string; paymentId: string; keys: readonly string[]; nowMs: number },
): Promise<void> {
  const { siteId, paymentId, keys, nowMs } = place
  const payment = await lockPayment(db, paymentId)
  await deleteFacts(db, siteId, keys, paymentId)
  const facts = (await listFacts(db, paymentId)) as KnownFact[]
  await keepAliases(
    db,
    paymentId,
    facts.flatMap(({ money }) => money.ids),
  )
  if (payment === undefined) return
  if (foldFacts(payment.provider, facts) === undefined) {
    await makeRenewalLinkingDue(db, [payment])
    await unlinkRenewalsOf(db, payment, nowMs)
    await deletePayment(db, paymentId)
    const after = { ...payment, subscriptionId: null }
    await decideRenewals(db, [{ before: payment, after }], nowMs)
    return
  }
  // Ahead of its own removal, in case somebody spoke of it after that was written.
  const current = { ...payment, revision: payment.revision + revisionsAhead }
  const unsettled = { siteId, paymentId, facts, current, nowMs, merged: [], newIds: [] }
  await settlePayments(db, [{ ...unsettled, provider: payment.provider, source: 'undo' }])
}
