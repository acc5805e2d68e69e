import type { ControlStore } from '../../store/control/control-store.ts'
import { dueAtOnce, type Payment } from '../rows/payment.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import { addHistories } from '../rows/payment-parts.ts'
import { lockPayments, savePayment } from '../rows/payment-rows.ts'
import { listSubscriptionPayments, type SubscriptionPayment } from '../rows/subscription-rows.ts'

type Db = ControlStore['db']

/** A payment before and after a change. */
export interface ChangedPayment {
  before: Payment | undefined
  after: Payment
}

/**
 * Whether payments of a site renew their subscription, and whether they begin a trial: as reported, or else as the
 * subscription's other payments show. A renewal follows an earlier payment of money; a payment of nothing without
 * one begins a trial. Providers call the first charge after a trial a cycle; here it is the first payment. Returns
 * the changed payments, and stores what this changes for others of their subscriptions.
 */
export async function decideRenewals(
  db: Db,
  changes: readonly ChangedPayment[],
  nowMs: number,
): Promise<Payment[]> {
  const moved = changes.filter(({ before, after }) => !before || !isSamePlace(before, after))
  const unsettled = moved.flatMap(({ before, after }) => [after, ...(before ? [before] : [])])
  const open = changes.map(({ after }) => after).filter(isOpen)
  const families = await familiesOf(db, changes, [...unsettled, ...open])
  const siblings = new Map<string, SubscriptionPayment>()
  for (const payment of unsettled) {
    const family = families.get(subscriptionOf(payment)) ?? []
    for (const sibling of family.filter(isOpen)) {
      const decided = decide(sibling, family)
      const isSame = decided.renewal === sibling.renewal && decided.trial === sibling.trial
      if (!isSame) siblings.set(sibling.id, { ...sibling, ...decided })
    }
  }
  for (const { after } of changes) siblings.delete(after.id)
  await saveSiblings(db, siblings, nowMs)
  return changes.map(({ after }) => {
    // An erased payment has lost its subscription; the earlier result stays.
    if (after.erasedMs !== null) return after
    if (isOpen(after)) {
      return { ...after, ...decide(after, families.get(subscriptionOf(after)) ?? []) }
    }
    return { ...after, renewal: after.renewalReported, trial: after.trialReported }
  })
}

/** Whether the others of its subscription decide. */
function isOpen(payment: SubscriptionPayment): boolean {
  const isKnown = payment.renewalReported !== null && payment.trialReported !== null
  return payment.subscriptionId !== null && !isKnown && payment.erasedMs === null
}

function isSamePlace(a: Payment, b: Payment): boolean {
  return (
    a.subscriptionId === b.subscriptionId &&
    a.paidAtMs === b.paidAtMs &&
    a.amountMinor > 0 === b.amountMinor > 0 &&
    a.trialReported === b.trialReported &&
    a.providerPaymentId === b.providerPaymentId
  )
}

function subscriptionOf({ provider, subscriptionId }: SubscriptionPayment): string {
  return `${provider} ${subscriptionId}`
}

/** All payments of the subscriptions of some, with their changes applied. */
async function familiesOf(
  db: Db,
  changes: readonly ChangedPayment[],
  of: readonly Payment[],
): Promise<Map<string, SubscriptionPayment[]>> {
  const changed = new Set(changes.map(({ after }) => after.id))
  const members: SubscriptionPayment[] = changes.map(({ after }) => after)
  for (const [provider, some] of Map.groupBy(of, (payment) => payment.provider)) {
    const ids = new Set(some.flatMap(({ subscriptionId }) => subscriptionId ?? []))
    const place = { siteId: some[0]?.siteId ?? '', provider }
    const stored = await listSubscriptionPayments(db, place, [...ids])
    members.push(...stored.filter(({ id }) => !changed.has(id)))
  }
  const withSubscription = members.filter(({ subscriptionId }) => subscriptionId !== null)
  return Map.groupBy(withSubscription, subscriptionOf)
}

function decide(
  payment: SubscriptionPayment,
  family: readonly SubscriptionPayment[],
): Pick<Payment, 'renewal' | 'trial'> {
  const isRenewal = family.some(
    (other) => other.id !== payment.id && other.amountMinor > 0 && isBefore(other, payment),
  )
  const isAfterTrial = family.some(
    (other) => other.amountMinor === 0 && other.trialReported === true && isBefore(other, payment),
  )
  const isFirst = payment.amountMinor > 0 && !isRenewal && isAfterTrial
  return {
    renewal: isFirst ? false : (payment.renewalReported ?? (isRenewal ? true : null)),
    trial: payment.trialReported ?? (payment.amountMinor === 0 && !isRenewal ? true : null),
  }
}

function isBefore(a: SubscriptionPayment, b: SubscriptionPayment): boolean {
  if (a.paidAtMs !== b.paidAtMs) return a.paidAtMs < b.paidAtMs
  return a.providerPaymentId < b.providerPaymentId
}

async function saveSiblings(
  db: Db,
  decided: ReadonlyMap<string, SubscriptionPayment>,
  nowMs: number,
): Promise<void> {
  if (decided.size === 0) return
  const current = [...(await lockPayments(db, [...decided.keys()])).values()]
  const saved = current.map((payment) => ({
    ...payment,
    renewal: decided.get(payment.id)?.renewal ?? null,
    trial: decided.get(payment.id)?.trial ?? null,
    relinkAtMs: dueAtOnce,
    revision: payment.revision + 1,
    updatedMs: nowMs,
  }))
  for (const payment of saved) await savePayment(db, payment)
  await addHistories(
    db,
    saved.map(({ id, renewal, trial }, index) => {
      const from = { renewal: current[index]?.renewal, trial: current[index]?.trial }
      const details = { field: 'renewal', from, to: { renewal, trial } }
      return { paymentId: id, atMs: nowMs, source: 'ledger', kind: 'changed' as const, details }
    }),
  )
  await enqueuePayments(db, saved)
}
