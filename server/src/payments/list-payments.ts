import type {
  PaymentSummary,
  PaymentsList,
  PaymentsQuery,
  UnlinkedPayments,
} from '@tributary/contract/payments.ts'
import { type UnlinkedCause, unlinkedCause } from '../attribution/unlinked-cause.ts'
import { AppError } from '../errors.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Payment, RefundReport } from '../store/control/payments/payment.ts'
import { listPaymentsPage, type PageStart } from '../store/control/payments/payment-pages.ts'
import { listRefunds } from '../store/control/payments/payment-parts.ts'
import { listPaymentRates } from '../store/control/rates/payment-rate-rows.ts'
import { exchangeOf } from './find-payment.ts'
import { toMajorUnits } from './money.ts'
import { providerName } from './providers/provider-name.ts'
import { effectiveRefunds, netMinor, type Refund, statusOfReports } from './refunds.ts'
import { remedyFor } from './remedies.ts'

/** Rows read at once; few enough that hits and requests get their turn in between. */
const pageRows = 500
/** Payments looked at for one answer; a site with more unlinked ones sees the latest. */
const mostScanned = 20_000
const defaultLimit = 50
const examplesShown = 5

type Range = { siteId: string; fromMs: number; toMs: number }

/** A site's payments, the latest first, as far as they fit the filters, with a cursor for the rest. */
export async function listPayments(
  control: ControlStore,
  range: Range,
  query: Pick<PaymentsQuery, 'status' | 'method' | 'cause' | 'provider' | 'limit' | 'cursor'>,
): Promise<PaymentsList> {
  const limit = query.limit ?? defaultLimit
  const found: Found[] = []
  let last: PageStart | undefined
  for await (const { payment, reports } of eachPayment(control, range, {
    after: query.cursor === undefined ? undefined : readCursor(query.cursor),
    ...(query.method !== undefined && { method: query.method }),
    ...(query.provider !== undefined && { provider: providerName(query.provider) }),
  })) {
    if (found.length === limit && last !== undefined) {
      const payments = await withReported(control, found)
      return { payments, nextCursor: `${last.paidAtMs}-${last.id}` }
    }
    last = { paidAtMs: payment.paidAtMs, id: payment.id }
    const summary = summaryOf(payment, reports)
    if (query.status !== undefined && summary.status !== query.status) continue
    if (query.cause !== undefined && summary.cause !== query.cause) continue
    found.push({ payment, reports, summary })
  }
  return { payments: await withReported(control, found) }
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
  const found = payments.map((payment) => {
    const reports = refunds.get(payment.id) ?? []
    return { payment, reports, summary: summaryOf(payment, reports) }
  })
  const summaries = await withReported(control, found)
  return summaries.map((summary, index) => {
    const { payment, reports = [] } = found[index] ?? {}
    return { summary, refunds: effectiveRefunds(payment?.amountMinor ?? 0, reports) }
  })
}

/** A payment that fits the filters. */
interface Found {
  payment: Payment
  reports: readonly RefundReport[]
  summary: Omit<PaymentSummary, 'reported'>
}

/** The summaries with what reports count each as. */
async function withReported(
  control: ControlStore,
  found: readonly Found[],
): Promise<PaymentSummary[]> {
  const ids = found.map(({ payment }) => payment.id)
  const rates = await listPaymentRates(control.db, ids)
  return found.map(({ payment, reports, summary }) => {
    const { amountMinor } = payment
    const paid = { amountMinor, netMinor: netMinor(amountMinor, reports) }
    const exchange = exchangeOf(rates.get(payment.id), paid)
    if (exchange === null) return { ...summary, reported: null }
    const { currency, amount, netAmount } = exchange
    return { ...summary, reported: { currency, amount, netAmount } }
  })
}

/** Unattributed revenue by cause and provider, the largest number first, with the action that would fix it. */
export async function groupUnlinked(
  control: ControlStore,
  range: Range,
): Promise<UnlinkedPayments> {
  const groups = new Map<string, { cause: UnlinkedCause; provider: string; rows: Payment[] }>()
  let scanned = 0
  let isCut = false
  for await (const { payment } of eachPayment(control, range, { unlinked: true })) {
    if (++scanned > mostScanned) {
      isCut = true
      break
    }
    if (payment.amountMinor === 0) continue
    const cause = unlinkedCause(payment)
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

async function* eachPayment(
  control: ControlStore,
  { siteId, fromMs, toMs }: Range,
  filter: { after?: PageStart | undefined; method?: string; provider?: string; unlinked?: boolean },
): AsyncGenerator<{ payment: Payment; reports: readonly RefundReport[] }> {
  let after = filter.after
  for (;;) {
    const page = await listPaymentsPage(
      control.db,
      { siteId, fromMs, toMs, ...filter, after },
      pageRows,
    )
    const ids = page.map((payment) => payment.id)
    const refunds = await listRefunds(control.db, ids)
    for (const payment of page) yield { payment, reports: refunds.get(payment.id) ?? [] }
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return
    after = { paidAtMs: last.paidAtMs, id: last.id }
    await new Promise(setImmediate)
  }
}

function summaryOf(payment: Payment, reports: readonly RefundReport[]): Found['summary'] {
  const { amountMinor, currency, link } = payment
  const isFree = amountMinor === 0
  return {
    paymentId: payment.id,
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    amount: toMajorUnits(amountMinor, currency),
    currency,
    netAmount: toMajorUnits(netMinor(amountMinor, reports), currency),
    status: statusOfReports(payment, reports),
    renewal: payment.renewal === true,
    trial: payment.trial === true,
    product: payment.product,
    timestamp: new Date(payment.paidAtMs).toISOString(),
    visitorId: link.visitorId,
    sessionId: link.sessionId,
    link: {
      method: link.method,
      confidence: link.confidence,
      probable: link.method === 'time',
    },
    cause: link.visitorId === null && !isFree ? unlinkedCause(payment) : null,
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
