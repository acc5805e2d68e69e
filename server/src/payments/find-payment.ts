import type { PaymentData } from '@tributary/contract/payment.ts'
import type { HistoryEntry, Payment } from '../store/control/payments/payment.ts'
import { listHistory, listRefunds } from '../store/control/payments/payment-parts.ts'
import {
  findPaymentByAlias,
  findPayment as findPaymentById,
  listAliases,
} from '../store/control/payments/payment-rows.ts'
import { toMajorUnits } from './money.ts'
import { customerEmailPurpose, type Ledger } from './record-payment.ts'
import { effectiveRefunds, statusOf } from './refunds.ts'

/** How a caller names a payment. */
export type PaymentName = { paymentId: string } | { provider: string; providerPaymentId: string }

/** A site's payment by our id or by any id its provider uses for it. */
export async function findPayment(
  { control }: Pick<Ledger, 'control'>,
  siteId: string,
  name: PaymentName,
): Promise<Payment | undefined> {
  if ('paymentId' in name) return findPaymentById(control.db, siteId, name.paymentId)
  const provider = name.provider.trim().toLowerCase()
  return findPaymentByAlias(control.db, { siteId, provider, alias: name.providerPaymentId.trim() })
}

/** A payment as the API shows it: amounts in major units, and the receipt of its link. */
export async function describePayment(
  { control, secrets }: Ledger,
  payment: Payment,
): Promise<PaymentData> {
  const [aliases, refunds, history] = await Promise.all([
    listAliases(control.db, payment.id),
    listRefunds(control.db, [payment.id]),
    listHistory(control.db, payment.id),
  ])
  const { amountMinor, currency, link } = payment
  const effective = effectiveRefunds(amountMinor, refunds.get(payment.id) ?? [])
  const refundedMinor = effective.reduce((sum, refund) => sum + refund.amountMinor, 0)
  return {
    paymentId: payment.id,
    provider: payment.provider,
    providerPaymentId: payment.providerPaymentId,
    aliases: aliases.filter((alias) => alias !== payment.providerPaymentId),
    amount: toMajorUnits(amountMinor, currency),
    currency,
    netAmount: toMajorUnits(amountMinor - refundedMinor, currency),
    refunds: effective.map((refund) => ({
      id: refund.id,
      amount: toMajorUnits(refund.amountMinor, currency),
      timestamp: isoTime(refund.atMs),
    })),
    status: statusOf(payment, effective),
    renewal: payment.renewal === true,
    trial: payment.trial === true,
    timestamp: isoTime(payment.paidAtMs),
    customerEmail:
      payment.customerEmail === null
        ? null
        : secrets.open(customerEmailPurpose(payment.siteId), payment.customerEmail),
    customerId: payment.customerId,
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
    receipt: receiptOf(payment, history),
  }
}

function receiptOf(payment: Payment, history: readonly HistoryEntry[]): PaymentData['receipt'] {
  return {
    given: { visitorId: payment.givenVisitorId, sessionId: payment.givenSessionId },
    steps: payment.link.steps,
    discrepancies: history
      .filter((entry) => entry.kind === 'discrepancy')
      .map((entry) => ({
        field: String(entry.details.field),
        kept: shown(entry.details.kept, payment.currency),
        told: shown(entry.details.told, payment.currency),
        source: entry.source,
        timestamp: isoTime(entry.atMs),
      })),
    history: history.map((entry) => ({
      timestamp: isoTime(entry.atMs),
      source: entry.source,
      kind: entry.kind,
      details: shown(entry.details, payment.currency) as Record<string, unknown>,
    })),
  }
}

/** The ledger's own figures as the API writes them: minor units and milliseconds stay inside. */
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

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
