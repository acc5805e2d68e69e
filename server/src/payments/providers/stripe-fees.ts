import { entryOf } from '../../entry-of.ts'
import type { FeeFact, FeeKind } from '../ledger/money-fact.ts'
import { currencyOf, smallestUnits } from './wire/amounts.ts'
import { feeFacts, idsOf } from './wire/facts.ts'
import { type Fields, fieldsOf, idOf, listOf, secondsOf, textOf, wholeOf } from './wire/fields.ts'

const provider = 'stripe'

/** Where Stripe's smallest unit departs from ISO 4217: docs.stripe.com/currencies, special cases. */
const stripeDecimals: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

/** A Stripe amount in its currency. */
export function stripeMoney(amount: unknown, code: unknown) {
  const currency = currencyOf(code)
  return { currency, amountMinor: smallestUnits(amount, currency, stripeDecimals[currency]) }
}

const kinds: Readonly<Record<string, FeeKind>> = {
  application_fee: 'platform',
  tax: 'tax',
  withheld_tax: 'tax',
}

/** The amount that each booked object moves, and the payment it belongs to. */
const sources: Readonly<Record<string, { of: FeeFact['of']; ids(source: Fields): string[] }>> = {
  charge: { of: 'payment', ids: (charge) => idsOf(idOf(charge.payment_intent), idOf(charge)) },
  refund: { of: 'refund', ids: ofCharge },
  dispute: { of: 'dispute', ids: ofCharge },
}

function ofCharge(source: Fields): string[] {
  return idsOf(idOf(source.payment_intent), idOf(source.charge))
}

/**
 * The fees in a balance transaction of a charge, refund or dispute. A charge's fee of 0 is ignored: accounts with
 * interchange-plus prices are billed later.
 */
export function stripeFees(source: unknown, booking: unknown): FeeFact[] {
  const [object, transaction] = [fieldsOf(source), fieldsOf(booking)]
  const name = textOf(object.object) ?? ''
  const known = entryOf(sources, name)
  const feeId = textOf(transaction.id)
  const fee = wholeOf(transaction.fee)
  if (known === undefined || feeId === null || !fee) return []
  const ids = known.ids(object)
  if (ids.length === 0) return []
  const booked = stripeMoney(transaction.amount, transaction.currency)
  const moved = stripeMoney(object.amount_captured ?? object.amount, object.currency)
  const amounts: Partial<Record<FeeKind, number>> = {}
  const add = (kind: FeeKind, amount: number) => {
    amounts[kind] = (amounts[kind] ?? 0) + stripeMoney(amount, transaction.currency).amountMinor
  }
  const usual = known.of === 'dispute' ? 'dispute' : 'processing'
  let rest = fee
  for (const detail of listOf(transaction.fee_details).map(fieldsOf)) {
    const amount = wholeOf(detail.amount) ?? 0
    rest -= amount
    add(kindOf(detail, usual), amount)
  }
  if (rest !== 0) add(usual, rest)
  const ofMinor = Math.sign(booked.amountMinor) * moved.amountMinor
  const atMs = secondsOf(transaction.created)
  return feeFacts({
    ...{ provider, ids, feeId, of: known.of, currency: booked.currency, ofMinor, amounts },
    ...(booked.currency !== moved.currency && { bookedMinor: booked.amountMinor }),
    // A booking never changes.
    ...{ atMs, statedMs: atMs },
  })
}

function kindOf(detail: Fields, usual: FeeKind): FeeKind {
  const known = entryOf(kinds, textOf(detail.type))
  if (known !== undefined) return known
  return /currency conversion|foreign exchange/i.test(textOf(detail.description) ?? '')
    ? 'currency'
    : usual
}
