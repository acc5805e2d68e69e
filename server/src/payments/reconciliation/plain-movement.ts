import type { Movement } from '../connections/provider-api.ts'
import { bookedMinor } from '../ledger/fees.ts'
import { feeIdOf, isNear } from './compare-payment.ts'
import type { BookedPayment } from './movement-rows.ts'

/**
 * Finds the payment that a movement may be about without looking all its ids up: the one that is known by the account's id,
 * or that has a fee of the movement's name.
 */
export function plainPayments(
  payments: readonly BookedPayment[],
): (movement: Movement) => BookedPayment | undefined {
  const byRef = new Map(payments.map((one) => [one.providerPaymentId, one]))
  const byFee = new Map(payments.map((one) => [one.fees?.[0]?.id, one]))
  return ({ id, paymentRef }) => byRef.get(paymentRef) ?? byFee.get(id)
}

/**
 * Whether an account booked a payment as it is recorded, with nothing else to compare: the same amount, currency, time and
 * fee. Yes only where `comparePayment` finds no difference in the movement; no says nothing.
 */
export function isPlainMovement(
  movement: Movement,
  { amountMinor, currency, paidAtMs, fees }: BookedPayment,
): boolean {
  if (movement.kind !== 'payment' || movement.grossMinor !== amountMinor) return false
  if (amountMinor <= 0 || movement.currency !== currency) return false
  if (!isNear(movement, paidAtMs)) return false
  const [fee, another] = fees ?? []
  if (fee === undefined) return movement.feeMinor === 0
  return (
    another === undefined &&
    fee.id === feeIdOf(movement) &&
    fee.currency === movement.feeCurrency &&
    bookedMinor(fee) === movement.feeMinor
  )
}
