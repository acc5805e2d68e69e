import { areFeesKnown, bookedMinor, feeInPaid, feesInPaid } from '../ledger/fees.ts'
import { planOf } from '../ledger/plan-of-payment.ts'
import { disputeLosses, effectiveRefunds, taxesBack } from '../ledger/refunds.ts'
import type { PaymentEntry } from '../queries/payment-entry.ts'
import type { Payment, PaymentFee, RefundReport } from '../rows/payment.ts'

/**
 * A payment as reports see it: one entry for the money received, one for each refund, one for the money that a
 * dispute took and one for what it returned, and one for each of their fees; the payment's own fees are in its
 * entry. An entry of amount 0 (because better information replaced it) is marked as removed, in case it was stored
 * before.
 */
export function paymentEntries(payment: Payment, reports: readonly RefundReport[]): PaymentEntry[] {
  const entries = entriesOf(payment, reports)
  // A duplicate counts in the site's primary system instead.
  return payment.duplicate === null ? entries : entries.map((one) => ({ ...one, removed: true }))
}

function entriesOf(payment: Payment, reports: readonly RefundReport[]): PaymentEntry[] {
  const shared = {
    siteId: payment.siteId,
    paymentId: payment.id,
    paidAtMs: payment.paidAtMs,
    pathAtMs: payment.link.pathAtMs,
    currency: payment.currency,
    reportingCurrency: '',
    ...{ reportingMinor: 0, reportingTaxMinor: 0, reportingFeeMinor: 0 },
    rate: 0,
    rateDay: '',
    provider: payment.provider,
    renewal: payment.renewal === true,
    trial: payment.trial === true,
    ...planOf(payment),
    visitorId: payment.link.visitorId ?? '',
    pathVisitorIds: payment.link.pathVisitorIds,
    linkMethod: payment.link.method,
    version: payment.revision,
  }
  const moved = movementsBack(payment, reports)
  const ofPayment = payment.fees?.filter((fee) => fee.of === 'payment') ?? []
  const ofOthers = payment.fees?.filter((fee) => fee.of !== 'payment') ?? []
  const noFee = { feeMinor: 0, feesKnown: false }
  return [
    {
      ...shared,
      entryId: 'payment',
      kind: 'payment',
      atMs: payment.paidAtMs,
      amountMinor: payment.amountMinor,
      taxMinor: payment.taxMinor ?? 0,
      taxKnown: payment.taxMinor !== null,
      ...feeOf(payment, ofPayment),
      feesKnown: areFeesKnown(payment),
      removed: false,
    },
    ...reports.flatMap(entryIds).map((entryId) => {
      const movement = moved.get(entryId)
      return {
        ...shared,
        ...noFee,
        entryId,
        kind: 'refund' as const,
        atMs: movement?.atMs ?? payment.paidAtMs,
        amountMinor: movement?.amountMinor ?? 0,
        taxMinor: movement?.taxMinor ?? 0,
        taxKnown: payment.taxMinor !== null,
        removed: movement === undefined,
      }
    }),
    ...ofOthers.map((fee) => ({
      ...{ ...shared, ...noFee, entryId: `fee:${fee.id}`, kind: 'fee' as const },
      atMs: Math.max(fee.atMs, payment.paidAtMs),
      ...{ amountMinor: 0, taxMinor: 0, taxKnown: payment.taxMinor !== null },
      ...feeOf(payment, [fee]),
      removed: bookedMinor(fee) === 0,
    })),
  ]
}

function feeOf(payment: Payment, fees: readonly PaymentFee[]) {
  const [first] = fees
  const isOfOne =
    first !== undefined &&
    fees.every((fee) => fee.currency === first.currency && feeInPaid(payment, fee) !== undefined)
  return {
    feeMinor: feesInPaid(payment, fees),
    ...(isOfOne && {
      bookedFee: {
        currency: first.currency,
        minor: fees.reduce((sum, fee) => sum + bookedMinor(fee), 0),
      },
    }),
  }
}

function entryIds(report: RefundReport): string[] {
  // A void report may have been of any kind.
  return report.id.startsWith('dispute:')
    ? [report.id, `won-${report.id}`]
    : [`refund:${report.id}`]
}

function movementsBack(payment: Payment, reports: readonly RefundReport[]) {
  const { amountMinor } = payment
  const taxes = taxesBack(payment, reports)
  const moved = new Map<string, { atMs: number; amountMinor: number; taxMinor: number }>()
  for (const refund of effectiveRefunds(amountMinor, reports)) {
    const taxMinor = -(taxes.get(refund.id) ?? 0)
    const { atMs } = refund
    moved.set(`refund:${refund.id}`, { atMs, amountMinor: -refund.amountMinor, taxMinor })
  }
  for (const loss of disputeLosses(amountMinor, reports)) {
    const taxMinor = taxes.get(loss.id) ?? 0
    moved.set(loss.id, { atMs: loss.atMs, amountMinor: -loss.amountMinor, taxMinor: -taxMinor })
    if (loss.reversedMs !== null) {
      const { reversedMs: atMs, amountMinor: back } = loss
      moved.set(`won-${loss.id}`, { atMs, amountMinor: back, taxMinor })
    }
  }
  return moved
}
