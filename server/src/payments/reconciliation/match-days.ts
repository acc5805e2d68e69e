import { bookedMinor } from '../ledger/fees.ts'
import type { PaymentFee } from '../rows/payment.ts'
import { feeIdOf } from './compare-payment.ts'
import { bookedFields, type DayFields, recordedFields, separator } from './day-rows.ts'

/** A payment that both sides state alike. */
export interface PlainMovement {
  paymentId: string
  atMs: number
  currency: string
  grossMinor: number
  feeCurrency: string
  feeMinor: number
  bookedMinor: number
}

/** What two sides state: payments that are alike, and what is to be compared closely. */
export interface MatchedDays {
  plain: PlainMovement[]
  /** The account's ids of payments, and recorded payments. */
  refs: string[]
  paymentIds: string[]
}

/**
 * Pairs payments that both sides state alike on the same day: amount, currency and fee, each movement once. Undefined where
 * fields cannot be told apart, because an id holds what separates them.
 */
export function matchDays(
  booked: readonly DayFields[],
  recorded: readonly DayFields[],
): MatchedDays | undefined {
  const found: MatchedDays = { plain: [], refs: [], paymentIds: [] }
  const recordedOn = new Map<number, Recorded[]>()
  for (const day of recorded) {
    const fields = fieldsOf(day, recordedFields)
    if (fields === undefined) return undefined
    recordedOn.set(day.dayMs, readRecorded(fields))
  }
  for (const day of booked) {
    const fields = fieldsOf(day, bookedFields)
    if (fields === undefined) return undefined
    matchDay(day.dayMs, fields, recordedOn.get(day.dayMs) ?? [], found)
  }
  for (const payments of recordedOn.values()) {
    for (const one of payments) if (!one.isFound) found.paymentIds.push(one.id)
  }
  return found
}

interface Recorded {
  id: string
  ref: string
  /** Currency and amount. */
  paid: string
  fees: readonly PaymentFee[]
  isFound: boolean
}

function readRecorded(fields: readonly string[]): Recorded[] {
  const lists: string[] = []
  for (let at = recordedFields; at <= fields.length; at += recordedFields) {
    lists.push(fields[at - 1] ?? '')
  }
  const fees: PaymentFee[][] = JSON.parse(`[${lists.join()}]`)
  return fees.map((fees, index) => {
    const at = index * recordedFields
    const [id, ref, paid] = [fields[at] ?? '', fields[at + 1] ?? '', fields[at + 2] ?? '']
    return { id, ref, paid, fees, isFound: false }
  })
}

function matchDay(
  dayMs: number,
  fields: readonly string[],
  recorded: readonly Recorded[],
  { plain, refs }: MatchedDays,
): void {
  const byName = new Map<string, Recorded>()
  for (const one of recorded) byName.set(one.fees[0]?.id ?? one.ref, one)
  let byRef: Map<string, Recorded> | undefined
  for (let at = 0; at < fields.length; at += bookedFields) {
    const ref = fields[at] ?? ''
    const id = fields[at + 1] ?? ''
    const paid = fields[at + 2] ?? ''
    const fee = fields[at + 3] ?? ''
    const feeId = feeIdOf({ id, paymentRef: ref })
    // Some accounts name a fee within its payment.
    if (feeId !== id) byRef ??= new Map(recorded.map((one) => [one.ref, one]))
    const one = (feeId === id ? byName.get(id) : byRef?.get(ref)) ?? byName.get(ref)
    if (one === undefined || one.isFound || one.paid !== paid || !hasFee(one, feeId, fee)) {
      refs.push(ref)
      continue
    }
    one.isFound = true
    plain.push({
      paymentId: one.id,
      atMs: dayMs,
      currency: paid.slice(0, 3),
      grossMinor: Number(paid.slice(4)),
      feeCurrency: fee.slice(0, 3),
      feeMinor: Number(fee.slice(4)),
      bookedMinor: Number(fields[at + 4]),
    })
  }
}

/** Whether a payment is recorded with one fee and no other, or with none where none was taken. */
function hasFee({ fees }: Recorded, feeId: string, stated: string): boolean {
  const fee = fees[0]
  if (fee === undefined) return stated.endsWith(' 0')
  const isOne = fees.length === 1 && fee.id === feeId
  return isOne && `${fee.currency} ${bookedMinor(fee)}` === stated
}

function fieldsOf({ text }: DayFields, each: number): string[] | undefined {
  const fields = text?.split(separator) ?? ['0']
  const count = Number(fields.pop())
  return fields.length === count * each ? fields : undefined
}
