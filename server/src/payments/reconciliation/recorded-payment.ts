import { disputeLosses, effectiveRefunds } from '../ledger/refunds.ts'
import type { Payment, RefundReport } from '../rows/payment.ts'
import type { RecordedEntry, RecordedPayment } from './both-sides.ts'

/** A payment of the ledger as its provider's account should have booked it. */
export function recordedPayment(
  payment: Pick<Payment, 'id' | 'amountMinor' | 'currency' | 'paidAtMs' | 'fees'>,
  reports: readonly RefundReport[],
): RecordedPayment {
  const { id, amountMinor, currency, paidAtMs, fees } = payment
  const kinds = new Map(reports.map((report) => [report.id, report.kind]))
  const refunds = effectiveRefunds(amountMinor, reports).map(
    (refund): RecordedEntry => ({
      kind: 'refund',
      objectId: kinds.get(refund.id) === 'single' ? refund.id : null,
      ...{ atMs: refund.atMs, grossMinor: -refund.amountMinor },
    }),
  )
  const disputes = disputeLosses(amountMinor, reports).flatMap((loss): RecordedEntry[] => {
    const entry = { kind: 'dispute' as const, objectId: loss.id.replace(/^dispute:/, '') }
    const taken = { ...entry, atMs: loss.atMs, grossMinor: -loss.amountMinor }
    if (loss.reversedMs === null) return [taken]
    return [taken, { ...entry, atMs: loss.reversedMs, grossMinor: loss.amountMinor }]
  })
  const paid: RecordedEntry = {
    ...{ kind: 'payment', objectId: null, atMs: paidAtMs, grossMinor: amountMinor },
  }
  return {
    ...{ paymentId: id, currency, fees: fees ?? [] },
    entries: [paid, ...refunds, ...reports.flatMap(failedRefund), ...disputes],
  }
}

/** A refund that the customer's bank returned: the account booked it twice, the ledger counts nothing. */
function failedRefund({ id, kind, state, amountMinor, atMs }: RefundReport): RecordedEntry[] {
  if (kind !== 'single' || state !== 'failed' || amountMinor === 0) return []
  const entry = { kind: 'refund' as const, objectId: id, pair: id }
  return [
    { ...entry, atMs, grossMinor: -amountMinor },
    // The ledger does not store when it was returned.
    { ...entry, atMs: null, notBeforeMs: atMs, grossMinor: amountMinor },
  ]
}
