import type {
  PaymentSummary,
  PaymentsList,
  PaymentsQuery,
  UnlinkedPayments,
} from '@tributary/contract/payments.ts'
import { AppError } from '../errors.ts'
import { toMajorUnits } from '../money/money.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import { isoTime } from '../time/iso-time.ts'
import { costsOf } from './costs-of-payment.ts'
import {
  eachPayment,
  type PaymentNarrowing,
  type PaymentRange,
  type ReportedPayment,
  reported,
} from './delivery/each-payment.ts'
import { describeDuplicates } from './duplicates/describe-duplicates.ts'
import { exchangeOf } from './ledger/find-payment.ts'
import { effectiveRefunds, netMinor, type Refund } from './ledger/refunds.ts'
import type { UnlinkedCause } from './linking/unlinked-cause.ts'
import { remedyFor } from './remedies.ts'
import type { Payment } from './rows/payment.ts'
import type { PageStart } from './rows/payment-pages.ts'
import { listRefunds } from './rows/payment-parts.ts'
import { listPaymentRates } from './rows/payment-rate-rows.ts'

/** Payments read for one answer; of a site with more, the latest. */
export const mostScanned = 20_000
const defaultLimit = 50
const examplesShown = 5

/** A site's payments, the latest first, that match the filters, with a cursor for the rest. */
export async function listPayments(
  control: ControlStore,
  range: PaymentRange,
  { limit = defaultLimit, cursor, ...wanted }: PaymentNarrowing & PageAsked,
): Promise<PaymentsList> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const found: ReportedPayment[] = []
  for await (const one of eachPayment(control, range, { ...wanted, after })) {
    const last = found.at(-1)?.payment
    if (found.length === limit && last !== undefined) {
      const payments = await summariesOf(control, found)
      return { payments, nextCursor: `${last.paidAtMs}-${last.id}` }
    }
    found.push(one)
  }
  return { payments: await summariesOf(control, found) }
}

/** Which page of a list. */
interface PageAsked {
  limit?: PaymentsQuery['limit'] | undefined
  cursor?: PaymentsQuery['cursor'] | undefined
}

/** Payments as lists show them, with the refunds that count. */
export async function summarise(
  control: ControlStore,
  payments: readonly Payment[],
): Promise<{ summary: PaymentSummary; refunds: Refund[] }[]> {
  const refunds = await listRefunds(
    control.db,
    payments.map(({ id }) => id),
  )
  const found = payments.map((payment) => reported(payment, refunds.get(payment.id) ?? []))
  const summaries = await summariesOf(control, found)
  return summaries.map((summary, index) => {
    const { payment, reports = [] } = found[index] ?? {}
    return { summary, refunds: effectiveRefunds(payment?.amountMinor ?? 0, reports) }
  })
}

/** The summaries with the amount of each in reports. */
async function summariesOf(
  control: ControlStore,
  found: readonly ReportedPayment[],
): Promise<PaymentSummary[]> {
  const ids = found.map(({ payment }) => payment.id)
  const rates = await listPaymentRates(control.db, ids)
  const duplicates = await describeDuplicates(
    control.db,
    found.map(({ payment }) => payment),
  )
  return found.map((one) => {
    const { amountMinor, id } = one.payment
    const summary = { ...summaryOf(one), duplicate: duplicates.get(id) ?? null }
    const paid = { amountMinor, netMinor: netMinor(amountMinor, one.reports) }
    const exchange = exchangeOf(rates.get(id), paid)
    if (exchange === null) return { ...summary, reported: null }
    const { currency, amount, netAmount } = exchange
    return { ...summary, reported: { currency, amount, netAmount } }
  })
}

/** Unattributed revenue by cause and provider, the largest number first, with the action that would fix it. */
export async function groupUnlinked(
  control: ControlStore,
  range: PaymentRange,
): Promise<UnlinkedPayments> {
  const groups = new Map<string, { cause: UnlinkedCause; provider: string; rows: Payment[] }>()
  let scanned = 0
  let isCut = false
  for await (const { payment, cause } of eachPayment(control, range, { unlinked: true })) {
    if (++scanned > mostScanned) {
      isCut = true
      break
    }
    if (cause === null) continue
    const key = `${cause} ${payment.provider}`
    const group = groups.get(key) ?? { cause, provider: payment.provider, rows: [] }
    group.rows.push(payment)
    groups.set(key, group)
  }
  return {
    groups: [...groups.values()]
      .sort((a, b) => b.rows.length - a.rows.length || (a.cause < b.cause ? -1 : 1))
      .map(({ cause, provider, rows }) => ({
        cause,
        provider,
        payments: rows.length,
        amounts: sums(rows),
        remedy: remedyFor(cause, provider),
        examples: rows.slice(0, examplesShown).map((payment) => payment.id),
      })),
    truncated: isCut,
  }
}

function summaryOf(found: ReportedPayment): Omit<PaymentSummary, 'reported' | 'duplicate'> {
  const { payment, reports, status, cause } = found
  const { amountMinor, currency, link } = payment
  return {
    paymentId: payment.id,
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    amount: toMajorUnits(amountMinor, currency),
    currency,
    netAmount: toMajorUnits(netMinor(amountMinor, reports), currency),
    ...costsOf(payment, reports),
    status,
    renewal: payment.renewal === true,
    trial: payment.trial === true,
    product: payment.product,
    timestamp: isoTime(payment.paidAtMs),
    visitorId: link.visitorId,
    sessionId: link.sessionId,
    link: {
      method: link.method,
      confidence: link.confidence,
      probable: link.method === 'time',
    },
    cause,
  }
}

function sums(payments: readonly Payment[]) {
  const byCurrency = new Map<string, number>()
  for (const { currency, amountMinor } of payments) {
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + amountMinor)
  }
  return [...byCurrency]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({ currency, amount: toMajorUnits(minor, currency) }))
}

function readCursor(cursor: string): PageStart {
  const [, ms, id] = /^(\d{1,15})-(pay_[0-9A-Za-z]{1,40})$/.exec(cursor) ?? []
  if (ms === undefined || id === undefined) {
    throw new AppError('invalid', 'cursor must be the nextCursor of an earlier answer')
  }
  return { paidAtMs: Number(ms), id }
}
