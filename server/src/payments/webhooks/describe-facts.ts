import { formatMajorUnits } from '../../money/money.ts'
import type { MoneyFact } from '../ledger/money-fact.ts'

/** Describes a delivery for people: the provider's ids and amounts, no personal data. */
export function describeFacts(facts: readonly MoneyFact[]): string[] {
  return facts.map((fact) => [sentence(fact), ...fact.ids.slice(0, 1)].join(' · '))
}

function sentence(fact: MoneyFact): string {
  switch (fact.kind) {
    case 'payment':
      return fact.trial === true ? 'trial' : `payment of ${money(fact)}${visitorOf(fact)}`
    case 'same':
      return `details of a payment${visitorOf(fact)}`
    case 'refund':
      if (fact.how === 'full') return 'full refund'
      if (fact.how === 'list') return `${fact.refundIds.length} refunds in all`
      if (fact.how === 'total') return `refunded so far ${money(fact)}`
      return `${fact.failed ? 'failed refund' : 'refund'} of ${money(fact)}`
    case 'fee':
      return `fee of the ${fact.of}`
    case 'dispute':
      return `dispute ${fact.state}`
  }
}

function money({ amountMinor, currency }: { amountMinor: number; currency: string }): string {
  return `${formatMajorUnits(amountMinor, currency)} ${currency}`
}

function visitorOf({ visitorId }: { visitorId: string | null }): string {
  return visitorId === null ? '' : ', with a visitor id'
}
