import type { PaymentData } from '@tributary/contract/payment.ts'
import type { PaymentSummary } from '@tributary/contract/payments.ts'
import { toMajorUnits } from '../money/money.ts'
import { isoTime } from '../time/iso-time.ts'
import { areFeesKnown, feesInPaid } from './ledger/fees.ts'
import { netMinor, netTaxMinor } from './ledger/refunds.ts'
import type { Payment, RefundReport } from './rows/payment.ts'

/** A payment's remaining tax, its costs and the take-home amount, in its currency; null where unknown. */
export function costsOf(
  payment: Payment,
  reports: readonly RefundReport[],
): Pick<PaymentSummary, 'tax' | 'fees' | 'takeHome'> {
  const { amountMinor, currency } = payment
  const taxMinor = netTaxMinor(payment, reports)
  const tax = taxMinor === null ? null : toMajorUnits(taxMinor, currency)
  if (!areFeesKnown(payment)) return { tax, fees: null, takeHome: null }
  const feesMinor = feesInPaid(payment, payment.fees ?? [])
  const leftMinor = netMinor(amountMinor, reports) - (taxMinor ?? 0) - feesMinor
  return {
    tax,
    fees: toMajorUnits(feesMinor, currency),
    takeHome: toMajorUnits(leftMinor, currency),
  }
}

type FeeLine = PaymentData['receipt']['fees'][number]

/** Each fee as the provider stated it, oldest first. */
export function feeLines({ fees }: Payment): FeeLine[] {
  return (fees ?? []).flatMap(({ id, of, amounts, currency, atMs }) =>
    Object.entries(amounts).map(([kind, minor]) => ({
      ...{ id, of, currency, timestamp: isoTime(atMs) },
      // `foldFees` stores no other kinds.
      kind: kind as FeeLine['kind'],
      amount: toMajorUnits(minor, currency),
    })),
  )
}
