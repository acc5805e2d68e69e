import { negativeAmount, type PaymentInput } from '@tributary/contract/payment.ts'
import { providerName } from '../../data/provider-name.ts'
import { AppError } from '../../errors.ts'
import { findCurrency } from '../../money/currencies.ts'
import { decimalsOf, toMinorUnits } from '../../money/money.ts'
import { parseTime } from '../../time/parse-time.ts'
import { checkMetadata, idsFromMetadata } from '../metadata.ts'
import type { PaymentReport, ReportedRefund } from '../payment-report.ts'

/** Clocks differ; a payment further in the future is a mistake. */
const mostAheadMs = 5 * 60_000

/** The payment in an API request, or an `invalid` that names the field and the rule it breaks. */
export function paymentFromInput(input: PaymentInput, nowMs: number): PaymentReport {
  const currency = findCurrency(input.currency ?? 'USD')
  if (currency === undefined) {
    throw new AppError('invalid', 'currency must be an ISO 4217 code such as USD')
  }
  if (input.amount < 0) throw new AppError('invalid', negativeAmount)
  const amountMinor = minorUnits('amount', input.amount, currency)
  if (input.metadata !== undefined) checkMetadata(input.metadata)
  const ids = idsFromMetadata(input.metadata)
  const atMs = input.timestamp === undefined ? null : momentOf(input.timestamp, nowMs)
  return {
    source: 'api',
    provider: providerName(input.provider),
    providerPaymentId: input.providerPaymentId.trim(),
    amountMinor,
    currency,
    paidAtMs: atMs,
    renewal: input.renewal ?? null,
    trial: input.trial ?? null,
    customerId: input.customerId ?? null,
    subscriptionId: ids.subscriptionId,
    customerEmail: input.customerEmail?.trim() ?? null,
    visitorId: input.visitorId ?? ids.visitorId,
    sessionId: input.sessionId ?? ids.sessionId,
    metadata: input.metadata ?? null,
    refund: refundOf(input, { amountMinor, currency, atMs }),
  }
}

/**
 * The amount returned by `atMs`, the timestamp of the request: the payment's own time is the first that was
 * reported.
 */
function refundOf(
  { refunded, refundedAmount }: PaymentInput,
  paid: { amountMinor: number; currency: string; atMs: number | null },
): ReportedRefund | null {
  const { amountMinor, currency, atMs } = paid
  const refundedMinor =
    refundedAmount === undefined
      ? undefined
      : minorUnits('refundedAmount', refundedAmount, currency)
  if (refundedMinor !== undefined && refundedMinor > amountMinor) {
    throw new AppError('invalid', 'refundedAmount must not be more than amount')
  }
  if (refunded === false && refundedMinor !== undefined && refundedMinor > 0) {
    throw new AppError('invalid', 'refundedAmount must not be given when refunded is false')
  }
  if (refunded === true && refundedMinor === 0) {
    throw new AppError('invalid', 'refundedAmount must be more than 0 when refunded is true')
  }
  if (refundedMinor !== undefined && refundedMinor > 0) {
    return { kind: 'total', amountMinor: refundedMinor, atMs }
  }
  return refunded === true && amountMinor > 0 ? { kind: 'full', atMs } : null
}

function minorUnits(field: string, amount: number, currency: string): number {
  const result = toMinorUnits(amount, currency)
  if ('amountMinor' in result) return result.amountMinor
  const decimals = decimalsOf(currency)
  throw new AppError(
    'invalid',
    result.problem === 'too-large'
      ? `${field} must have at most 15 digits, decimals included`
      : `${field} must have at most ${decimals} decimals, as many as ${currency} has`,
  )
}

function momentOf(text: string, nowMs: number): number {
  const ms = parseTime('timestamp', text)
  if (ms > nowMs + mostAheadMs) {
    throw new AppError('invalid', 'timestamp must be at most 5 minutes ahead')
  }
  return ms
}
