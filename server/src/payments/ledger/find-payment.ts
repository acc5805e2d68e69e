import type { PaymentData } from '@tributary/contract/payment.ts'
import { providerName } from '../../data/provider-name.ts'
import { toMajorUnits } from '../../money/money.ts'
import { isoTime } from '../../time/iso-time.ts'
import { costsOf, feeLines } from '../costs-of-payment.ts'
import { describeDuplicates } from '../duplicates/describe-duplicates.ts'
import { convertMinor, convertNet, rateNumber } from '../rates/convert.ts'
import type { HistoryEntry, Payment, RefundReport } from '../rows/payment.ts'
import { listFacts } from '../rows/payment-facts.ts'
import { findMergedInto } from '../rows/payment-merges.ts'
import { listHistory, listRefunds } from '../rows/payment-parts.ts'
import { listPaymentRates, type PaymentRate } from '../rows/payment-rate-rows.ts'
import {
  findPaymentByAlias,
  findPayment as findPaymentById,
  listAliases,
} from '../rows/payment-rows.ts'
import { foldFacts } from './fold-facts.ts'
import type { ConflictingReport } from './folded-payment.ts'
import { customerEmailPurpose, type KnownFact, type Ledger } from './known-fact.ts'
import {
  disputeLosses,
  effectiveRefunds,
  isTaxShared,
  netMinor,
  statusOfReports,
} from './refunds.ts'

/** How a caller identifies a payment. */
export type PaymentName = { paymentId: string } | { provider: string; providerPaymentId: string }

/** A site's payment by our id or by any id its provider uses for it. */
export async function findPayment(
  { control }: Pick<Ledger, 'control'>,
  siteId: string,
  name: PaymentName,
): Promise<Payment | undefined> {
  if ('paymentId' in name) {
    const payment = await findPaymentById(control.db, siteId, name.paymentId)
    if (payment !== undefined) return payment
    const now = await findMergedInto(control.db, siteId, name.paymentId)
    return now === undefined ? undefined : findPaymentById(control.db, siteId, now)
  }
  const provider = providerName(name.provider)
  return findPaymentByAlias(control.db, { siteId, provider, alias: name.providerPaymentId.trim() })
}

/** A payment as the API shows it: amounts in major units, and the receipt of its link. */
export async function describePayment(
  { control, secrets }: Ledger,
  payment: Payment,
): Promise<PaymentData> {
  const [aliases, refunds, history, rates, facts] = await Promise.all([
    listAliases(control.db, payment.id),
    listRefunds(control.db, [payment.id]),
    listHistory(control.db, payment.id),
    listPaymentRates(control.db, [payment.id]),
    listFacts(control.db, payment.id),
  ])
  // The rows hold what `toKnownFact` made.
  const folded = foldFacts(payment.provider, facts as KnownFact[])
  const { amountMinor, currency, link } = payment
  const reports = refunds.get(payment.id) ?? []
  const costs = costsOf(payment, reports)
  return {
    paymentId: payment.id,
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    aliases: aliases.filter((alias) => alias !== payment.providerPaymentId),
    amount: toMajorUnits(amountMinor, currency),
    currency,
    netAmount: toMajorUnits(netMinor(amountMinor, reports), currency),
    ...returnedMoney(payment, reports),
    status: payment.duplicate === null ? statusOfReports(payment, reports) : 'duplicate',
    duplicate: (await describeDuplicates(control.db, [payment])).get(payment.id) ?? null,
    countedByHand: payment.isCountedByHand,
    renewal: payment.renewal === true,
    trial: payment.trial === true,
    timestamp: isoTime(payment.paidAtMs),
    customerEmail:
      payment.customerEmail === null
        ? null
        : secrets.open(customerEmailPurpose(payment.siteId), payment.customerEmail),
    customerId: payment.customerId,
    subscriptionId: payment.subscriptionId,
    product: payment.product,
    tax: payment.taxMinor === null ? null : toMajorUnits(payment.taxMinor, currency),
    fees: costs.fees,
    takeHome: costs.takeHome,
    metadata: payment.metadata ?? {},
    visitorId: link.visitorId,
    sessionId: link.sessionId,
    link: {
      method: link.method,
      confidence: link.confidence,
      probable: link.method === 'time',
      pathVisitorIds: link.pathVisitorIds,
      firstPaymentId: link.firstPaymentId,
    },
    receipt: {
      ...receiptOf(payment, history, folded?.discrepancies ?? []),
      touches: [],
      credit: {},
      fees: feeLines(payment),
      netTax:
        costs.tax === null
          ? null
          : { amount: costs.tax, proportional: isTaxShared(payment, reports) },
      exchange: exchangeOf(rates.get(payment.id), {
        amountMinor,
        netMinor: netMinor(amountMinor, reports),
      }),
    },
  }
}

function returnedMoney(
  { amountMinor, currency }: Payment,
  reports: readonly RefundReport[],
): Pick<PaymentData, 'refunds' | 'disputes'> {
  const losses = disputeLosses(amountMinor, reports)
  const lostTo = ({ id }: RefundReport) =>
    losses.find((loss) => loss.id === id && loss.reversedMs === null)?.amountMinor ?? 0
  return {
    refunds: effectiveRefunds(amountMinor, reports).map((refund) => ({
      id: refund.id,
      amount: toMajorUnits(refund.amountMinor, currency),
      timestamp: isoTime(refund.atMs),
    })),
    disputes: reports
      .filter(({ kind }) => kind === 'dispute')
      .map((dispute) => ({
        id: dispute.id.slice('dispute:'.length),
        state: dispute.state === 'lost' || dispute.state === 'won' ? dispute.state : 'opened',
        amount: toMajorUnits(lostTo(dispute), currency),
        timestamp: isoTime(dispute.reversedMs ?? dispute.atMs),
      })),
  }
}

/** The amount and currency that reports count for a payment, at the rate stored with it; null without a rate. */
export function exchangeOf(
  rate: PaymentRate | undefined,
  paid: { amountMinor: number; netMinor: number },
): PaymentData['receipt']['exchange'] {
  if (rate === undefined || rate.day === '') return null
  return {
    currency: rate.to,
    rate: rateNumber(rate),
    rateDay: rate.day,
    amount: toMajorUnits(convertMinor(paid.amountMinor, rate), rate.to),
    netAmount: toMajorUnits(convertNet(paid, rate), rate.to),
  }
}

function receiptOf(
  payment: Payment,
  history: readonly HistoryEntry[],
  discrepancies: readonly ConflictingReport[],
): Omit<PaymentData['receipt'], 'exchange' | 'touches' | 'credit' | 'fees' | 'netTax'> {
  return {
    given: { visitorId: payment.givenVisitorId, sessionId: payment.givenSessionId },
    steps: payment.link.steps,
    discrepancies: discrepancies.map((report) => ({
      field: report.field,
      kept: shown(report.kept, payment.currency),
      told: shown(report.told, payment.currency),
      source: report.source,
      timestamp: isoTime(report.atMs),
    })),
    history: history.map((entry) => ({
      timestamp: isoTime(entry.atMs),
      source: entry.source,
      kind: entry.kind,
      details: shown(entry.details, payment.currency) as Record<string, unknown>,
    })),
  }
}

/** The ledger's own figures in the API's form: minor units and milliseconds stay internal. */
function shown(value: unknown, currency: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const own = (value as { currency?: unknown }).currency
  const code = typeof own === 'string' ? own : currency
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === 'amountMinor') return ['amount', toMajorUnits(Number(part), code)]
      if (name.endsWith('AtMs') || name === 'atMs') {
        return [name === 'atMs' ? 'timestamp' : name.slice(0, -2), isoTime(Number(part))]
      }
      return [name, shown(part, code)]
    }),
  )
}
