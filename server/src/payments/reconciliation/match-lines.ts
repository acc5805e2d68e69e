import { bookedMinor } from '../ledger/fees.ts'
import type { PaymentFee } from '../rows/payment.ts'
import { feeIdOf } from './compare-payment.ts'
import { bookedFields, type DayLines, fieldEnd, lineEnd, recordedFields } from './day-lines.ts'

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
export interface MatchedLines {
  plain: PlainMovement[]
  /** The account's ids of payments, and recorded payments. */
  refs: string[]
  paymentIds: string[]
}

/** The fields of a line. */
type Line = readonly string[]

/**
 * Pairs payments that both sides state alike on the same day: amount, currency and fee, each movement once. Undefined where lines
 * cannot be read, because an id holds what separates them.
 */
export function matchLines(
  booked: readonly DayLines[],
  recorded: readonly DayLines[],
): MatchedLines | undefined {
  const found: MatchedLines = { plain: [], refs: [], paymentIds: [] }
  const recordedOn = new Map<number, Line[]>()
  for (const day of recorded) {
    const lines = readLines(day, recordedFields)
    if (lines === undefined) return undefined
    recordedOn.set(day.dayMs, lines)
  }
  for (const day of booked) {
    const lines = readLines(day, bookedFields)
    if (lines === undefined) return undefined
    matchDay(day.dayMs, lines, readRecorded(recordedOn.get(day.dayMs) ?? []), found)
    recordedOn.delete(day.dayMs)
  }
  for (const [id = ''] of [...recordedOn.values()].flat()) found.paymentIds.push(id)
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

function readRecorded(lines: readonly Line[]): Recorded[] {
  const fees: PaymentFee[][] = JSON.parse(`[${lines.map(([, , , list]) => list).join()}]`)
  return lines.map(([id = '', ref = '', paid = ''], index) => ({
    ...{ id, ref, paid, fees: fees[index] ?? [], isFound: false },
  }))
}

function matchDay(
  dayMs: number,
  booked: readonly Line[],
  recorded: readonly Recorded[],
  { plain, refs, paymentIds }: MatchedLines,
): void {
  const byName = new Map(recorded.map((one) => [one.fees[0]?.id ?? one.ref, one]))
  let byRef: Map<string, Recorded> | undefined
  for (const [ref = '', id = '', paid = '', fee = '', bookedMinor] of booked) {
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
      ...{ paymentId: one.id, atMs: dayMs, bookedMinor: Number(bookedMinor) },
      ...{ currency: paid.slice(0, 3), grossMinor: Number(paid.slice(4)) },
      ...{ feeCurrency: fee.slice(0, 3), feeMinor: Number(fee.slice(4)) },
    })
  }
  for (const one of recorded) if (!one.isFound) paymentIds.push(one.id)
}

/** Whether a payment is recorded with one fee and no other, or with none where none was taken. */
function hasFee({ fees: [fee, another] }: Recorded, feeId: string, stated: string): boolean {
  if (fee === undefined) return stated.endsWith(' 0')
  const isOne = another === undefined && fee.id === feeId
  return isOne && `${fee.currency} ${bookedMinor(fee)}` === stated
}

function readLines({ lines, count }: DayLines, fields: number): Line[] | undefined {
  const all = lines.split(lineEnd).map((line) => line.split(fieldEnd))
  const isReadable = all.length === count && all.every(({ length }) => length === fields)
  return isReadable ? all : undefined
}
