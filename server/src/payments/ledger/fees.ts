import type { Payment, PaymentFee } from '../rows/payment.ts'

type Paid = Pick<Payment, 'amountMinor' | 'currency'>

/** The total fee of a movement, in the currency it is booked in. */
export function bookedMinor({ amounts }: PaymentFee): number {
  let sum = 0
  for (const kind in amounts) sum += amounts[kind] ?? 0
  return sum
}

/**
 * The total fee of a movement in the payment's currency: if it is booked in another, at the rate at which the
 * provider booked the movement itself. Undefined if the provider stated none.
 */
export function feeInPaid(
  { currency }: Pick<Paid, 'currency'>,
  fee: PaymentFee,
): number | undefined {
  const minor = bookedMinor(fee)
  if (fee.currency === currency || minor === 0) return minor
  if (!fee.bookedMinor || fee.ofMinor === 0) return undefined
  const [part, whole] = [
    BigInt(Math.abs(minor)) * BigInt(Math.abs(fee.ofMinor)),
    BigInt(Math.abs(fee.bookedMinor)),
  ]
  return Math.sign(minor) * Number((2n * part + whole) / (2n * whole))
}

/** The total of some fees in the payment's currency; those without a rate count as 0. */
export function feesInPaid(paid: Pick<Paid, 'currency'>, fees: readonly PaymentFee[]): number {
  return fees.reduce((sum, fee) => sum + (feeInPaid(paid, fee) ?? 0), 0)
}

/** Whether the provider stated all fees of a payment; never for a payment of nothing. */
export function areFeesKnown(payment: Paid & Pick<Payment, 'fees'>): boolean {
  const own = payment.fees?.filter(({ of }) => of === 'payment') ?? []
  if (own.some((fee) => feeInPaid(payment, fee) === undefined)) return false
  const covered = own.reduce((sum, { ofMinor }) => sum + ofMinor, 0)
  return payment.amountMinor > 0 && covered >= payment.amountMinor
}

/**
 * The fees of a payment's next revision: a movement without any fact stays, with 0, so that reports receive its
 * removal.
 */
export function withEnded(
  before: readonly PaymentFee[] | null | undefined,
  now: PaymentFee[] | null,
): PaymentFee[] | null {
  const ended = (before ?? []).filter(
    ({ id, of }) => of !== 'payment' && !now?.some((fee) => fee.id === id),
  )
  if (ended.length === 0) return now
  return [...(now ?? []), ...ended.map((fee) => ({ ...fee, amounts: {} }))]
}
