import type { FeeFact, MoneyFact } from '../../ledger/money-fact.ts'
import { paddle } from '../../providers/paddle.ts'
import { type Fields, need, timeOf } from '../../providers/wire/fields.ts'
import type { Reading } from '../lists-api.ts'
import type { Movement } from '../provider-api.ts'

const usualDelayMs = 10 * 60_000

/** The current state of a transaction, read by the same code as webhooks. */
export function readTransaction(transaction: Fields): Reading {
  const facts = translated('transaction.completed', transaction)
  return { facts, movements: facts.flatMap((fact) => paymentMovement(fact, facts)) }
}

/**
 * An adjustment. One that was reversed had been approved before, though it no longer says so. Its movements are dated
 * by its creation: `updated_at` also changes without any movement.
 */
export function readAdjustment(adjustment: Fields): Reading {
  const madeMs = need(timeOf(adjustment.created_at), 'time')
  const now = translated('adjustment.updated', adjustment)
  if (adjustment.status !== 'reversed') return { facts: now, movements: movementsOf(now, madeMs) }
  const approved = { ...adjustment, status: 'approved', updated_at: adjustment.created_at }
  const before = translated('adjustment.updated', approved).filter(({ kind }) => kind !== 'fee')
  const taken = movementsOf(before, madeMs)
  const returnedMs = timeOf(adjustment.updated_at) ?? madeMs
  const returned = taken.map((one) => ({
    ...{ ...one, id: `${one.id}:reversed`, grossMinor: -one.grossMinor },
    ...{ bookedMinor: -one.bookedMinor, atMs: returnedMs, recordedByMs: returnedMs + usualDelayMs },
  }))
  return { facts: [...before, ...now], movements: [...taken, ...returned] }
}

/**
 * The current state of a subscription. One that has ended or left its trial also gives the trial that it began with.
 */
export function readSubscription(subscription: Fields): Reading {
  const began = { ...subscription, status: 'trialing' }
  const trial = 'subscription.trialing'
  const hadTrial = paddle.subscriptions?.(eventOf(trial, began)).some((fact) => fact.trial !== null)
  return {
    facts: hadTrial ? translated(trial, began) : [],
    subscriptions: paddle.subscriptions?.(eventOf('subscription.updated', subscription)) ?? [],
  }
}

function eventOf(type: string, data: Fields) {
  return { key: '', type, isTest: false, body: { data, occurred_at: data.updated_at } }
}

function translated(type: string, data: Fields): MoneyFact[] {
  return paddle.translate(eventOf(type, data), { body: Buffer.alloc(0), headers: {} })
}

function paymentMovement(fact: MoneyFact, facts: readonly MoneyFact[]): Movement[] {
  if (fact.kind !== 'payment') return []
  const [ref] = fact.ids
  const paymentRef = need(ref ?? null, 'transaction id')
  const atMs = need(fact.paidAtMs, 'time of payment')
  const fee = facts.find(isFee)
  return [
    {
      ...{ id: `${paymentRef}:${fee?.feeId ?? 'transaction'}`, kind: 'payment', paymentRef },
      ...{ objectId: paymentRef, atMs, recordedByMs: atMs + usualDelayMs, currency: fact.currency },
      ...{ grossMinor: fact.amountMinor, bookedMinor: fact.amountMinor },
      ...{ feeCurrency: fee?.currency ?? fact.currency, feeMinor: sumOf(fee) },
    },
  ]
}

/**
 * The amounts of an adjustment, including the part of the fee that was returned; the fee of a chargeback is
 * separate.
 */
function movementsOf(facts: readonly MoneyFact[], atMs: number): Movement[] {
  const fees = facts.filter(isFee)
  return facts.flatMap((fact): Movement[] => {
    const isMoney = fact.kind === 'refund' || (fact.kind === 'dispute' && fact.state !== 'opened')
    if (!isMoney || !('amountMinor' in fact) || fact.currency === null) return []
    const paymentRef = need(fact.ids[0] ?? null, 'transaction id')
    const objectId = fact.kind === 'refund' ? refundIdOf(fact) : fact.disputeId
    const sign = fact.kind === 'dispute' && fact.state === 'won' ? 1 : -1
    const grossMinor = sign * (fact.amountMinor ?? 0)
    const place = { kind: fact.kind, paymentRef, objectId, atMs }
    const known = {
      ...place,
      recordedByMs: (fact.atMs ?? atMs) + usualDelayMs,
      currency: fact.currency,
    }
    const [main, ...others] = fees
    return [
      {
        ...{ ...known, id: main?.feeId ?? objectId, grossMinor, bookedMinor: grossMinor },
        ...{ feeCurrency: main?.currency ?? fact.currency, feeMinor: sumOf(main) },
      },
      ...others.map((fee) => ({
        ...{ ...known, id: fee.feeId, grossMinor: 0, bookedMinor: 0 },
        ...{ feeCurrency: fee.currency, feeMinor: sumOf(fee) },
      })),
    ]
  })
}

function refundIdOf(fact: MoneyFact & { kind: 'refund' }): string {
  return need('refundId' in fact ? fact.refundId : null, 'adjustment id')
}

function isFee(fact: MoneyFact): fact is FeeFact {
  return fact.kind === 'fee'
}

function sumOf(fee: FeeFact | undefined): number {
  return Object.values(fee?.amounts ?? {}).reduce((sum, minor) => sum + minor, 0)
}
