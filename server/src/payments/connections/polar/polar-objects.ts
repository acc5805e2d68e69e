import { entryOf } from '../../../entry-of.ts'
import type { DisputeFact, MoneyFact } from '../../ledger/money-fact.ts'
import { polar, polarMoney } from '../../providers/polar.ts'
import { paidRoughly, stated } from '../../providers/wire/facts.ts'
import { type Fields, need, textOf, timeOf } from '../../providers/wire/fields.ts'
import type { Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'

const usualDelayMs = 10 * 60_000

/**
 * The current state of a paid order, read by the same code as webhooks. An order does not say when it was paid: its
 * creation counts until a webhook says more.
 */
export function readOrder(order: Fields): Reading {
  if (order.paid !== true) return { facts: [] }
  const { created_at: made } = order
  const paid = translated('order.paid', { ...order, modified_at: made }, made)
  const fees = translated('order.updated', order, order.modified_at ?? made)
  const facts = [...paidRoughly(paid.filter(({ kind }) => kind !== 'fee')), ...fees]
  return { facts, movements: facts.flatMap((fact) => paymentMovement(fact, fees, order)) }
}

/** A refund. A failed one may have been booked and then booked back. */
export function readRefund(refund: Fields): Reading {
  const facts = translated('refund.updated', refund, refund.modified_at ?? refund.created_at)
  const movements = facts.flatMap((fact): Movement[] => {
    if (fact.kind !== 'refund' || fact.how !== 'single') return []
    const taken = movementBack(refund, { ...fact, objectId: fact.refundId })
    if (fact.failed !== true) return [taken]
    const atMs = changedMs(refund)
    const grossMinor = -taken.grossMinor
    const id = `${taken.id}:failed`
    return [taken, { ...taken, id, atMs, grossMinor, bookedMinor: grossMinor }]
  })
  return { facts, movements }
}

const states: Readonly<Record<string, DisputeFact['state']>> = {
  ...{ needs_response: 'opened', under_review: 'opened', lost: 'lost', won: 'won' },
}

/** A dispute, which no webhook reports. One that was prevented is a refund. */
export function readDispute(dispute: Fields): Reading {
  const name = textOf(dispute.status) ?? ''
  const state = entryOf(states, name)
  if (state === undefined) return { facts: [] }
  const disputeId = need(textOf(dispute.id), 'dispute id')
  const ids = [need(textOf(dispute.order_id), 'order id')]
  const [net, tax] = [dispute.amount, dispute.tax_amount ?? 0].map((part) =>
    polarMoney(dispute, part),
  )
  const { currency } = need(net ?? null, 'amount')
  const amountMinor = (net?.amountMinor ?? 0) + (tax?.amountMinor ?? 0)
  const atMs = state === 'opened' ? timeOf(dispute.created_at) : changedMs(dispute)
  const fact: DisputeFact = {
    ...{
      kind: 'dispute',
      provider: polar.name,
      ids,
      disputeId,
      state,
      amountMinor,
      currency,
      atMs,
    },
  }
  const lost = { kind: 'dispute' as const, ids, amountMinor, currency, objectId: disputeId }
  return {
    facts: stated([fact], changedMs(dispute)),
    movements: state === 'lost' ? [movementBack(dispute, lost)] : [],
  }
}

/** A subscription as it is now, and the trial that it began with. */
export function readSubscription(subscription: Fields): Reading {
  const { modified_at: changed, created_at: made, trial_start: trial } = subscription
  const event = eventOf('subscription.updated', subscription, changed ?? made)
  const began = { ...subscription, status: 'trialing' }
  return {
    facts: trial == null ? [] : translated('subscription.created', began, made),
    subscriptions: polar.subscriptions?.(event) ?? [],
  }
}

function eventOf(type: string, data: Fields, timestamp: unknown) {
  return { key: '', type, isTest: false, body: { data, timestamp } }
}

function translated(type: string, data: Fields, timestamp: unknown): MoneyFact[] {
  return polar.translate(eventOf(type, data, timestamp), { body: Buffer.alloc(0), headers: {} })
}

function changedMs(object: Fields): number {
  return timeOf(object.modified_at) ?? need(timeOf(object.created_at), 'time')
}

/** Dated by the order's creation; a webhook may say that it was paid later, before its last change. */
function paymentMovement(fact: MoneyFact, fees: readonly MoneyFact[], order: Fields): Movement[] {
  if (fact.kind !== 'payment' || fact.amountMinor === 0) return []
  const { ids, currency, amountMinor, paidAtMs } = fact
  const paymentRef = need(ids[0] ?? null, 'order id')
  const fee = fees.find((one) => one.kind === 'fee')
  const all = Object.values(fee?.amounts ?? {}).reduce((sum, minor) => sum + minor, 0)
  return [
    {
      ...{ id: `${paymentRef}:${fee?.feeId ?? 'order'}`, kind: 'payment', paymentRef },
      ...{ objectId: paymentRef, atMs: need(paidAtMs, 'time'), currency, grossMinor: amountMinor },
      recordedByMs: changedMs(order) + usualDelayMs,
      ...{ feeCurrency: fee?.currency ?? currency, feeMinor: all, bookedMinor: amountMinor },
    },
  ]
}

/** The returned amount, dated by when the refund or dispute began. Polar keeps its fee. */
function movementBack(
  object: Fields,
  of: Pick<Movement, 'kind' | 'objectId' | 'currency'> & {
    ids: readonly string[]
    amountMinor: number
  },
): Movement {
  const { kind, objectId, currency, ids, amountMinor } = of
  return {
    ...{ id: objectId, kind, paymentRef: need(ids[0] ?? null, 'order id'), objectId, currency },
    ...{ grossMinor: -amountMinor, bookedMinor: -amountMinor, feeCurrency: currency, feeMinor: 0 },
    atMs: need(timeOf(object.created_at), 'time'),
    recordedByMs: changedMs(object) + usualDelayMs,
  }
}
