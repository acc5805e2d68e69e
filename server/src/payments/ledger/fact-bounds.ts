import { mostMinor } from '../../money/money.ts'
import { latestTimeMs } from '../../time/parse-time.ts'
import type { MoneyFact } from './money-fact.ts'

/**
 * Why a fact cannot be stored: sums and times of a provider may leave the range that the stores and reports can
 * hold, and one such row would make reading all payments fail. Undefined if it can.
 */
export function boundsProblem(fact: MoneyFact): string | undefined {
  if (amountsOf(fact).some((minor) => !isWithin(minor, mostMinor))) return 'the amount is too large'
  if (timesOf(fact).some((ms) => !isWithin(ms, latestTimeMs))) return 'the time is too far away'
  return undefined
}

const isWithin = (value: number | null | undefined, most: number) =>
  value == null || (Number.isInteger(value) && Math.abs(value) <= most)

function amountsOf(fact: MoneyFact): (number | null | undefined)[] {
  switch (fact.kind) {
    case 'payment':
      return [fact.amountMinor, fact.taxMinor]
    case 'refund':
      if (fact.how === 'single') return [fact.amountMinor, fact.taxMinor]
      return fact.how === 'total' ? [fact.amountMinor] : []
    case 'dispute':
      return [fact.amountMinor]
    case 'fee':
      return [...Object.values(fact.amounts), fact.ofMinor, fact.bookedMinor]
    case 'same':
      return []
  }
}

function timesOf(fact: MoneyFact): (number | null | undefined)[] {
  const atMs = fact.kind === 'payment' ? fact.paidAtMs : fact.kind === 'same' ? null : fact.atMs
  return [fact.statedMs, atMs]
}
