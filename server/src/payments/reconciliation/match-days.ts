import { bookedMinor } from '../ledger/fees.ts'
import type { PaymentFee } from '../rows/payment.ts'
import { feeIdOf } from './compare-payment.ts'
import { type DayFields, fieldEnd, separator } from './day-rows.ts'

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
  const recordedOn = new Map<number, Recorded>()
  for (const day of recorded) {
    const payments = readRecorded(day)
    if (payments === undefined) return undefined
    recordedOn.set(day.dayMs, payments)
  }
  for (const day of booked) {
    const movements = readBooked(day)
    if (movements === undefined) return undefined
    matchDay(day.dayMs, movements, recordedOn.get(day.dayMs) ?? noPayments(), found)
  }
  for (const { ids, isFound } of recordedOn.values()) {
    for (let at = 0; at < ids.length; at++) if (!isFound[at]) found.paymentIds.push(ids[at] ?? '')
  }
  return found
}

/** What was booked on a day: each movement has the same index in all lists. */
interface Booked {
  refs: string[]
  ids: string[]
  paid: string[]
  fees: string[]
  bookedMinor: string[]
}

/** What was paid on a day by the ledger: each payment has the same index in all lists. */
interface Recorded {
  ids: string[]
  refs: string[]
  /** Currencies and amounts. */
  paid: string[]
  fees: PaymentFee[][]
  isFound: boolean[]
}

const noPayments = (): Recorded => ({ ids: [], refs: [], paid: [], fees: [], isFound: [] })

function readBooked({ text }: DayFields): Booked | undefined {
  const lists = text === null ? [[], [], [], [], []] : listsOf(text.split(fieldEnd))
  if (lists?.length !== 5) return undefined
  const [refs = [], ids = [], paid = [], fees = [], bookedMinor = []] = lists
  return { refs, ids, paid, fees, bookedMinor }
}

function readRecorded({ text }: DayFields): Recorded | undefined {
  if (text === null) return noPayments()
  const fields = text.split(fieldEnd)
  const fees: PaymentFee[][] = JSON.parse(`[${fields.splice(-2, 1)}]`)
  const lists = listsOf(fields)
  if (lists?.length !== 3) return undefined
  const [ids = [], refs = [], paid = []] = lists
  return { ids, refs, paid, fees, isFound: ids.map(() => false) }
}

/** The values of each field, of which the last says how many there are. Undefined where they cannot be told apart. */
function listsOf(fields: readonly string[]): string[][] | undefined {
  const lists = fields.map((field) => field.split(separator))
  const count = Number(lists.pop()?.[0])
  return lists.every(({ length }) => length === count) ? lists : undefined
}

function matchDay(
  dayMs: number,
  booked: Booked,
  recorded: Recorded,
  { plain, refs }: MatchedDays,
): void {
  const { ids, isFound } = recorded
  const byName = new Map<string, number>()
  for (let at = 0; at < ids.length; at++) {
    byName.set(recorded.fees[at]?.[0]?.id ?? recorded.refs[at] ?? '', at)
  }
  let byRef: Map<string, number> | undefined
  for (let at = 0; at < booked.refs.length; at++) {
    const ref = booked.refs[at] ?? ''
    const id = booked.ids[at] ?? ''
    const paid = booked.paid[at] ?? ''
    const fee = booked.fees[at] ?? ''
    const feeId = feeIdOf({ id, paymentRef: ref })
    // Some accounts name a fee within its payment.
    if (feeId !== id) byRef ??= new Map(recorded.refs.map((one, index) => [one, index]))
    const one = (feeId === id ? byName.get(id) : byRef?.get(ref)) ?? byName.get(ref) ?? -1
    const isAlike = isFound[one] === false && recorded.paid[one] === paid
    if (!isAlike || !hasFee(recorded.fees[one] ?? [], feeId, fee)) {
      refs.push(ref)
      continue
    }
    isFound[one] = true
    plain.push({
      paymentId: ids[one] ?? '',
      atMs: dayMs,
      currency: paid.slice(0, 3),
      grossMinor: Number(paid.slice(4)),
      feeCurrency: fee.slice(0, 3),
      feeMinor: Number(fee.slice(4)),
      bookedMinor: Number(booked.bookedMinor[at]),
    })
  }
}

/** Whether a payment is recorded with one fee and no other, or with none where none was taken. */
function hasFee(fees: readonly PaymentFee[], feeId: string, stated: string): boolean {
  const fee = fees[0]
  if (fee === undefined) return stated.endsWith(' 0')
  const isOne = fees.length === 1 && fee.id === feeId
  return isOne && `${fee.currency} ${bookedMinor(fee)}` === stated
}
