import type { Payment, RefundReport } from '../store/control/payments/payment.ts'
import type { PaymentEntry } from '../store/events/payment-entry.ts'
import { effectiveRefunds } from './refunds.ts'

/**
 * A payment as reports see it: one entry for the money that came, one for each refund. A refund
 * report that amounts to nothing (a better one took its place) is a removed entry, in case it once did.
 */
export function paymentEntries(payment: Payment, reports: readonly RefundReport[]): PaymentEntry[] {
  const shared = {
    siteId: payment.siteId,
    paymentId: payment.id,
    paidAtMs: payment.paidAtMs,
    pathAtMs: payment.link.pathAtMs,
    currency: payment.currency,
    provider: payment.provider,
    renewal: payment.renewal === true,
    trial: payment.trial === true,
    visitorId: payment.link.visitorId ?? '',
    pathVisitorIds: payment.link.pathVisitorIds,
    linkMethod: payment.link.method,
    version: payment.revision,
  }
  const refunds = new Map(
    effectiveRefunds(payment.amountMinor, reports).map((refund) => [refund.id, refund]),
  )
  return [
    {
      ...shared,
      entryId: 'payment',
      kind: 'payment',
      atMs: payment.paidAtMs,
      amountMinor: payment.amountMinor,
      removed: false,
    },
    ...reports.map((report) => {
      const refund = refunds.get(report.id)
      return {
        ...shared,
        entryId: `refund:${report.id}`,
        kind: 'refund' as const,
        atMs: refund?.atMs ?? report.atMs,
        amountMinor: -(refund?.amountMinor ?? 0),
        removed: refund === undefined,
      }
    }),
  ]
}
