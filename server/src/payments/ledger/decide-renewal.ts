import type { ControlStore } from '../../store/control/control-store.ts'
import { dueAtOnce, type Payment } from '../rows/payment.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import { addHistory } from '../rows/payment-parts.ts'
import { lockPayment, savePayment } from '../rows/payment-rows.ts'
import { listSubscriptionPayments } from '../rows/subscription-rows.ts'

type Db = ControlStore['db']

/**
 * Whether a payment renews its subscription and whether it begins a trial: what was said, or else
 * what the subscription's other payments show. A renewal has an earlier payment of money before it; a
 * payment of nothing without one is a trial. The first charge after a trial is labelled a cycle by
 * providers, and is nevertheless the first.
 */
export async function decideRenewal(db: Db, payment: Payment): Promise<Payment> {
  // What tied an erased payment to its subscription is gone; what was found before stays.
  if (payment.erasedMs !== null) return payment
  if (isReported(payment)) {
    return { ...payment, renewal: payment.renewalReported, trial: payment.trialReported }
  }
  return decide(payment, await paymentsLike(db, payment))
}

/** Decides once more for the other payments of the subscription, which a new or changed one concerns. */
export async function decideSiblings(
  db: Db,
  { before, after, nowMs }: { before: Payment | undefined; after: Payment; nowMs: number },
): Promise<void> {
  if (before !== undefined && isSamePlace(before, after)) return
  for (const payment of [before, after]) {
    if (payment === undefined || payment.subscriptionId === null) continue
    const family = await paymentsLike(db, payment)
    for (const sibling of family) {
      if (sibling.id === after.id || isReported(sibling) || sibling.erasedMs !== null) continue
      const decided = decide(sibling, family)
      if (decided.renewal !== sibling.renewal || decided.trial !== sibling.trial) {
        await saveSibling(db, sibling, decided, nowMs)
      }
    }
  }
}

function isReported(payment: Payment): boolean {
  const isKnown = payment.renewalReported !== null && payment.trialReported !== null
  return payment.subscriptionId === null || isKnown
}

function isSamePlace(a: Payment, b: Payment): boolean {
  return (
    a.subscriptionId === b.subscriptionId &&
    a.paidAtMs === b.paidAtMs &&
    a.amountMinor > 0 === b.amountMinor > 0 &&
    a.providerPaymentId === b.providerPaymentId
  )
}

async function paymentsLike(db: Db, payment: Payment): Promise<Payment[]> {
  const { siteId, provider, subscriptionId } = payment
  if (subscriptionId === null) return []
  return listSubscriptionPayments(db, { siteId, provider, subscriptionId })
}

function decide(payment: Payment, family: readonly Payment[]): Payment {
  const isRenewal = family.some(
    (other) => other.id !== payment.id && other.amountMinor > 0 && isBefore(other, payment),
  )
  const isAfterTrial = family.some(
    (other) => other.amountMinor === 0 && other.trialReported === true && isBefore(other, payment),
  )
  const isFirst = payment.amountMinor > 0 && !isRenewal && isAfterTrial
  return {
    ...payment,
    renewal: isFirst ? false : (payment.renewalReported ?? (isRenewal ? true : null)),
    trial: payment.trialReported ?? (payment.amountMinor === 0 && !isRenewal ? true : null),
  }
}

function isBefore(a: Payment, b: Payment): boolean {
  if (a.paidAtMs !== b.paidAtMs) return a.paidAtMs < b.paidAtMs
  return a.providerPaymentId < b.providerPaymentId
}

async function saveSibling(db: Db, before: Payment, decided: Payment, nowMs: number) {
  const current = await lockPayment(db, before.id)
  if (current === undefined) return
  const { renewal, trial } = decided
  const saved = {
    ...{ ...current, renewal, trial },
    relinkAtMs: dueAtOnce,
    revision: current.revision + 1,
    updatedMs: nowMs,
  }
  await savePayment(db, saved)
  const details = {
    from: { renewal: current.renewal, trial: current.trial },
    to: { renewal, trial },
  }
  await addHistory(db, current.id, [
    { atMs: nowMs, source: 'ledger', kind: 'changed', details: { field: 'renewal', ...details } },
  ])
  await enqueuePayments(db, [saved])
}
