import type { PaymentFee } from '../rows/payment.ts'
import type { KnownFact, MoneyPart } from './known-fact.ts'
import { byContent, statedMs } from './order-facts.ts'

type Fee = KnownFact & { money: Extract<MoneyPart, { kind: 'fee' }> }

/**
 * The fees of a payment, one entry for each movement of the provider's balance, in order of time; null while unknown.
 * Of several facts about one movement the latest counts.
 */
export function foldFees(facts: readonly KnownFact[]): PaymentFee[] | null {
  const byMovement = Map.groupBy(facts.filter(isFee), ({ money }) => money.feeId)
  const fees = [...byMovement].flatMap(([id, stated]): PaymentFee[] => {
    const [fact] = stated.toSorted((a, b) => statedMs(b) - statedMs(a) || byContent(a, b))
    if (fact === undefined) return []
    const { of, currency, atMs, ofMinor, bookedMinor } = fact.money
    const amounts = inOrder(fact.money.amounts)
    // No stated fee does not mean no fee: some accounts are billed later.
    if (of === 'payment' && Object.keys(amounts).length === 0) return []
    const receivedMs = Math.min(...stated.map((one) => one.receivedMs))
    return [
      {
        ...{ id, of, currency, atMs: atMs ?? receivedMs, ofMinor },
        amounts,
        ...(bookedMinor !== undefined && { bookedMinor }),
      },
    ]
  })
  if (fees.length === 0) return null
  return fees.sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
}

function isFee(fact: KnownFact): fact is Fee {
  return fact.money.kind === 'fee'
}

/** In a fixed order, so that stored fees compare equal. */
function inOrder(amounts: PaymentFee['amounts']): PaymentFee['amounts'] {
  return Object.fromEntries(
    Object.entries(amounts)
      .filter(([, minor]) => minor !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
