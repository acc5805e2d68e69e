import type { PaymentSummary, PaymentTotalsQuery } from '@tributary/contract/payments.ts'
import { providerName } from '../../data/provider-name.ts'
import { chunksOf } from '../../store/control/chunks.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { statusOfReports } from '../ledger/refunds.ts'
import { unlinkedCause } from '../linking/unlinked-cause.ts'
import type { Payment, RefundReport } from '../rows/payment.ts'
import { listPaymentsPage, type PageFilter, type PageStart } from '../rows/payment-pages.ts'
import { listRefunds } from '../rows/payment-parts.ts'

/** Rows read at once; few enough that hits and requests get their turn in between. */
const pageRows = 500

/** A site and when its payments were paid: milliseconds since 1970 UTC, half-open. */
export type PaymentRange = Pick<PageFilter, 'siteId' | 'fromMs' | 'toMs'>

/** Which payments of a range to include; absent fields filter nothing. */
export interface PaymentNarrowing
  extends Pick<PaymentTotalsQuery, 'status' | 'method' | 'cause' | 'provider'>,
    Pick<PageFilter, 'unlinked' | 'search' | 'ids'> {}

/** A payment and the reports of its refunds and disputes. */
export interface ReportedPayment {
  payment: Payment
  reports: readonly RefundReport[]
  status: PaymentSummary['status']
  cause: PaymentSummary['cause']
}

/**
 * The matching payments of a range, the latest first, after `after`. With `ids`, which must be in that order, only
 * those.
 */
export async function* eachPayment(
  control: ControlStore,
  range: PaymentRange,
  { after, ...wanted }: PaymentNarrowing & { after?: PageStart | undefined },
): AsyncGenerator<ReportedPayment> {
  const { ids, status, cause, method, provider, unlinked = false, search } = wanted
  const filter = {
    ...{ ...range, unlinked, search },
    ...(method !== undefined && { method }),
    ...(provider !== undefined && { provider: providerName(provider) }),
  }
  const chunks = ids === undefined ? [undefined] : chunksOf(ids, pageRows)
  for (const chunk of chunks) {
    let start = after
    for (;;) {
      const page = await listPaymentsPage(
        control.db,
        { ...filter, after: start, ids: chunk },
        pageRows,
      )
      const refunds = await listRefunds(
        control.db,
        page.map(({ id }) => id),
      )
      for (const payment of page) {
        const found = reported(payment, refunds.get(payment.id) ?? [])
        if (status !== undefined && found.status !== status) continue
        if (cause !== undefined && found.cause !== cause) continue
        yield found
      }
      await new Promise(setImmediate)
      const last = page.at(-1)
      if (chunk !== undefined || last === undefined || page.length < pageRows) break
      start = { paidAtMs: last.paidAtMs, id: last.id }
    }
  }
}

/** A payment with its figures in reports. */
export function reported(payment: Payment, reports: readonly RefundReport[]): ReportedPayment {
  const isDuplicate = payment.duplicate !== null
  const isUnlinked = payment.link.visitorId === null && payment.amountMinor !== 0 && !isDuplicate
  return {
    ...{ payment, reports },
    status: isDuplicate ? 'duplicate' : statusOfReports(payment, reports),
    cause: isUnlinked ? unlinkedCause(payment) : null,
  }
}
