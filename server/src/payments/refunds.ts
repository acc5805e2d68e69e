import type { RefundReport } from '../store/control/payments/payment.ts'

/** One amount that went back to the customer. */
export interface Refund {
  id: string
  amountMinor: number
  atMs: number
}

/**
 * What really went back, from what was said about it. Single refunds stand as they are. A total so
 * far adds what the singles and the smaller totals do not yet explain, at the earliest moment that
 * much was known to have gone back. Never more than was paid, and the same in any order of reports.
 */
export function effectiveRefunds(amountMinor: number, reports: readonly RefundReport[]): Refund[] {
  const singles = reports
    .filter((report) => report.kind === 'single')
    .sort((a, b) => a.atMs - b.atMs || (a.id < b.id ? -1 : 1))
  const totals = reports
    .filter((report) => report.kind !== 'single')
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

/** How a payment stands. */
export type PaymentStatus = 'paid' | 'trial' | 'partially-refunded' | 'refunded'

/** The status that a payment's amount and refunds amount to. */
export function statusOf(
  payment: { amountMinor: number; trial: boolean | null },
  refunds: readonly Refund[],
): PaymentStatus {
  const refundedMinor = refunds.reduce((sum, refund) => sum + refund.amountMinor, 0)
  if (refundedMinor > 0) {
    return refundedMinor === payment.amountMinor ? 'refunded' : 'partially-refunded'
  }
  return payment.amountMinor === 0 && payment.trial === true ? 'trial' : 'paid'
}
