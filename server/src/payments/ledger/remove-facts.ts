import { command } from '../../store/control/command.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { makeRenewalLinkingDue } from '../rows/link-rows.ts'
import { deleteFacts, listFacts } from '../rows/payment-facts.ts'
import { lockPayment } from '../rows/payment-rows.ts'
import { deletePayment, keepAliases, unlinkRenewalsOf } from '../rows/remove-payment.ts'
import { decideRenewals } from './decide-renewal.ts'
import { foldFacts } from './fold-facts.ts'
import type { KnownFact } from './known-fact.ts'
import { settlePayments } from './settle-payment.ts'

/** Higher than any revision that a payment may reach while it is being removed. */
export const revisionsAhead = 1_000_000

/** Removes facts from a payment, which is deleted if no money remains. */
export const removeFacts = command('remove-facts', remove)

async function remove(
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
  // Higher than the revision of its own removal, in case the payment is reported again after that was written.
  const current = { ...payment, revision: payment.revision + revisionsAhead }
  const unsettled = { siteId, paymentId, facts, current, nowMs, merged: [], newIds: [] }
  await settlePayments(db, [{ ...unsettled, provider: payment.provider, source: 'undo' }])
}
