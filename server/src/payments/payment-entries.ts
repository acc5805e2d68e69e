import type { Payment, RefundReport } from '../store/control/payments/payment.ts'
import type { PaymentEntry } from '../store/events/payment-entry.ts'
import { planOf } from './plan-of-payment.ts'
import { disputeLosses, effectiveRefunds } from './refunds.ts'

/**
 * A payment as reports see it: one entry for the money that came, one for each refund, one for what a
 * dispute took and one for what it gave back. A report that amounts to nothing (a better one took its
 * place) is a removed entry, in case it once did.
 */
export function paymentEntries(payment: Payment, reports: readonly RefundReport[]): PaymentEntry[] {
  const shared = {
    siteId: payment.siteId,
    paymentId: payment.id,
    paidAtMs: payment.paidAtMs,
    pathAtMs: payment.link.pathAtMs,
    currency: payment.currency,
    reportingCurrency: '',
    reportingMinor: 0,
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
  const moved = movementsBack(payment.amountMinor, reports)
  return [
    {
      ...shared,
      entryId: 'payment',
      kind: 'payment',
      atMs: payment.paidAtMs,
      amountMinor: payment.amountMinor,
      removed: false,
    },
    ...reports.flatMap(entryIds).map((entryId) => {
      const movement = moved.get(entryId)
      return {
        ...shared,
        entryId,
        kind: 'refund' as const,
        atMs: movement?.atMs ?? payment.paidAtMs,
        amountMinor: movement?.amountMinor ?? 0,
        removed: movement === undefined,
      }
    }),
  ]
}

function entryIds(report: RefundReport): string[] {
  // A report that is void may have been anything.
  return report.id.startsWith('dispute:')
    ? [report.id, `won-${report.id}`]
    : [`refund:${report.id}`]
}

function movementsBack(amountMinor: number, reports: readonly RefundReport[]) {
  const moved = new Map<string, { atMs: number; amountMinor: number }>()
  for (const refund of effectiveRefunds(amountMinor, reports)) {
    moved.set(`refund:${refund.id}`, { atMs: refund.atMs, amountMinor: -refund.amountMinor })
  }
  for (const loss of disputeLosses(amountMinor, reports)) {
    moved.set(loss.id, { atMs: loss.atMs, amountMinor: -loss.amountMinor })
    if (loss.reversedMs !== null) {
      moved.set(`won-${loss.id}`, { atMs: loss.reversedMs, amountMinor: loss.amountMinor })
    }
  }
  return moved
}
