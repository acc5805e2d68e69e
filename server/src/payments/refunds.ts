import type { RefundReport } from '../store/control/payments/payment.ts'

/** One amount that went back to the customer. */
export interface Refund {
  id: string
  amountMinor: number
  atMs: number
}

/**
 * The effective refunds, from the reports. Single refunds count as they are. A total so
 * far adds what the singles and the smaller totals do not yet explain, at the earliest moment that
 * much was known to have gone back. Never more than was paid, and the same in any order of reports.
 */
export function effectiveRefunds(amountMinor: number, reports: readonly RefundReport[]): Refund[] {
  const singles = reports
    .filter((report) => report.kind === 'single' && report.state !== 'failed')
    .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
  const totals = reports
    .filter((report) => report.kind === 'total' || report.kind === 'full')
    .map((report) => ({
      ...report,
      amountMinor: report.kind === 'full' ? amountMinor : report.amountMinor,
    }))
    .sort((a, b) => a.amountMinor - b.amountMinor || (a.id < b.id ? -1 : 1))

  const refunds: Refund[] = []
  let refunded = 0
  const add = (id: string, upToMinor: number, atMs: number) => {
    const amount = Math.min(upToMinor, amountMinor) - refunded
    if (amount <= 0) return
    refunds.push({ id, amountMinor: amount, atMs })
    refunded += amount
  }
  for (const single of singles) add(single.id, refunded + single.amountMinor, single.atMs)
  totals.forEach((total, index) => {
    const atMs = Math.min(...totals.slice(index).map((later) => later.atMs))
    add(total.id, total.amountMinor, atMs)
  })
  return refunds.sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
}

/** What a dispute took, and when it gave it back. */
export interface DisputeLoss extends Refund {
  reversedMs: number | null
}

/**
 * What disputes took beyond the refunds. A refund of the same amount, made when the dispute's money
 * went or later, settles the dispute, so that money is not taken twice; nor is more than was paid.
 */
export function disputeLosses(
  amountMinor: number,
  reports: readonly RefundReport[],
): DisputeLoss[] {
  const refunds = effectiveRefunds(amountMinor, reports)
  let left = amountMinor - refunds.reduce((sum, refund) => sum + refund.amountMinor, 0)
  const lost = reports
    .filter((report) => report.kind === 'dispute' && report.amountMinor > 0)
    .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
  const settling = new Set(refunds)
  return lost.flatMap((dispute): DisputeLoss[] => {
    const settled = [...settling].find(
      (refund) => refund.amountMinor === dispute.amountMinor && refund.atMs >= dispute.atMs,
    )
    if (settled !== undefined) settling.delete(settled)
    const amount = settled === undefined ? Math.min(dispute.amountMinor, left) : 0
    if (amount === 0) return []
    // What came back may be lost once more.
    if (dispute.reversedMs === null) left -= amount
    const { id, atMs, reversedMs } = dispute
    return [{ id, amountMinor: amount, atMs, reversedMs }]
  })
}

/** What is left of a payment after refunds and lost disputes. */
export function netMinor(amountMinor: number, reports: readonly RefundReport[]): number {
  const lost = disputeLosses(amountMinor, reports).filter((loss) => loss.reversedMs === null)
  return [...effectiveRefunds(amountMinor, reports), ...lost].reduce(
    (left, back) => left - back.amountMinor,
    amountMinor,
  )
}

/** The status of a payment, from its reports. */
export function statusOfReports(
  payment: { amountMinor: number; trial: boolean | null },
  reports: readonly RefundReport[],
): PaymentStatus {
  const disputes = reports.filter((report) => report.kind === 'dispute')
  return statusOf(payment, effectiveRefunds(payment.amountMinor, reports), disputes)
}

/** The status of a payment. */
export type PaymentStatus =
  | 'paid'
  | 'trial'
  | 'partially-refunded'
  | 'refunded'
  | 'disputed'
  | 'dispute-lost'

/** The status that a payment's amount and refunds amount to. */
export function statusOf(
  payment: { amountMinor: number; trial: boolean | null },
  refunds: readonly Refund[],
  disputes: readonly Pick<RefundReport, 'state'>[] = [],
): PaymentStatus {
  if (disputes.some(({ state }) => state === 'lost')) return 'dispute-lost'
  if (disputes.some(({ state }) => state === 'opened')) return 'disputed'
  const refundedMinor = refunds.reduce((sum, refund) => sum + refund.amountMinor, 0)
  if (refundedMinor > 0) {
    return refundedMinor === payment.amountMinor ? 'refunded' : 'partially-refunded'
  }
  return payment.amountMinor === 0 && payment.trial === true ? 'trial' : 'paid'
}
