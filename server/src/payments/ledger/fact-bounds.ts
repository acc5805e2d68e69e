import { mostMinor } from '../../money/money.ts'
import { latestTimeMs } from '../../time/parse-time.ts'
import type { MoneyFact } from './money-fact.ts'

type Numbers = readonly (number | null | undefined)[]

/**
 * Why something cannot be stored: sums and times of a provider may leave the range that the stores and reports can
 * hold, and one such row would make reading all payments fail. Undefined if it can.
 */
export function boundsProblem({ amounts, times }: { amounts: Numbers; times: Numbers }) {
  if (amounts.some((minor) => !isWithin(minor, mostMinor))) return 'the amount is too large'
  if (times.some((ms) => !isWithin(ms, latestTimeMs))) return 'the time is too far away'
  return undefined
}

/** Why a fact cannot be stored: it is out of bounds, or belongs to no payment. */
export function factProblem(fact: MoneyFact): string | undefined {
  if (fact.ids.length === 0) return 'the body names no payment by an id'
  return boundsProblem({ amounts: amountsOf(fact), times: timesOf(fact) })
}

/** The facts. Throws if one of them cannot be stored. */
export function storable(facts: readonly MoneyFact[]): readonly MoneyFact[] {
  const problem = facts.map(factProblem).find((one) => one !== undefined)
  if (problem !== undefined) throw new Error(problem)
  return facts
}

const isWithin = (value: number | null | undefined, most: number) =>
  value == null || (Number.isInteger(value) && Math.abs(value) <= most)

function amountsOf(fact: MoneyFact): Numbers {
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

function timesOf(fact: MoneyFact): Numbers {
  const atMs = fact.kind === 'payment' ? fact.paidAtMs : fact.kind === 'same' ? null : fact.atMs
  return [fact.statedMs, atMs]
}
