import type { RefundReport } from '../rows/payment.ts'

/** One amount that went back to the customer. */
export interface Refund {
  id: string
  amountMinor: number
  atMs: number
}

/**
 * The effective refunds, from the reports. Single refunds count as they are. A running total adds the part that
 * singles and smaller totals do not explain, at the earliest moment at which that much was known to be returned.
 * Never more than was paid, and independent of the order of reports.
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

/** The amount that a dispute took, and when it was returned. */
export interface DisputeLoss extends Refund {
  reversedMs: number | null
}

/**
 * What disputes took in addition to refunds. A refund of the same amount, made when the dispute took its money or
 * later, settles the dispute, so that the money is not taken twice; nor is more than was paid.
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
    // Returned money may be lost once more.
    if (dispute.reversedMs === null) left -= amount
    const { id, atMs, reversedMs } = dispute
    return [{ id, amountMinor: amount, atMs, reversedMs }]
  })
}

/** The amount paid, and its tax. */
interface Taxed {
  amountMinor: number
  taxMinor: number | null
}

/**
 * The tax in each refund and lost dispute, by its id: as stated by the provider, else in proportion to the remaining
 * amount. All of the tax is returned with the last cent, whatever was stated.
 */
export function taxesBack(
  { amountMinor, taxMinor }: Taxed,
  reports: readonly RefundReport[],
): Map<string, number> {
  const stated = new Map(reports.map((report) => [report.id, report.taxMinor]))
  const back = new Map<string, number>()
  let [left, leftTax] = [amountMinor, taxMinor ?? 0]
  const losses = disputeLosses(amountMinor, reports)
  for (const one of [...effectiveRefunds(amountMinor, reports), ...losses]) {
    const share = Math.round(leftTax * (one.amountMinor / left))
    const isAll = one.amountMinor === left
    const tax = isAll ? leftTax : Math.min(stated.get(one.id) ?? share, leftTax)
    back.set(one.id, tax)
    if ('reversedMs' in one && one.reversedMs !== null) continue
    left -= one.amountMinor
    leftTax -= tax
  }
  return back
}

/** The remaining tax of a payment after refunds and lost disputes; null if unknown. */
export function netTaxMinor(payment: Taxed, reports: readonly RefundReport[]): number | null {
  if (payment.taxMinor === null) return null
  const won = disputeLosses(payment.amountMinor, reports).filter((loss) => loss.reversedMs !== null)
  const isBackAgain = new Set(won.map(({ id }) => id))
  return [...taxesBack(payment, reports)].reduce(
    (left, [id, tax]) => (isBackAgain.has(id) ? left : left - tax),
    payment.taxMinor,
  )
}

/** Whether the tax of a refund or loss is estimated in proportion, because the provider did not state it. */
export function isTaxShared(payment: Taxed, reports: readonly RefundReport[]): boolean {
  const stated = new Set(reports.flatMap((one) => (one.taxMinor === null ? [] : [one.id])))
  const back = [...taxesBack(payment, reports)]
  // A full refund is unambiguous.
  const isAll = netMinor(payment.amountMinor, reports) === 0
  return !isAll && back.some(([id, tax]) => tax > 0 && !stated.has(id))
}

/** The remaining amount of a payment after refunds and lost disputes. */
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

/** The status that follows from a payment's amount and refunds. */
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
