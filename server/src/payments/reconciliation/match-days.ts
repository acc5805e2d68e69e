import { bookedMinor } from '../ledger/fees.ts'
import type { PaymentFee } from '../rows/payment.ts'
import { feeIdOf } from './compare-payment.ts'
import { type DayFields, fieldEnd, separator } from './day-rows.ts'

/** The bookings of a day, each movement with the same index in all lists. */
interface Booked {
  refs: string[]
  ids: string[]
  /** Currencies and amounts, empty where it is no payment. */
  paid: string[]
  fees: string[]
  bookedMinor: string[]
}

/**
 * A day with the payments that are equal on both sides. Creating an object for each would take as long as matching
 * them.
 */
export interface MatchedDay extends Pick<Booked, 'paid' | 'fees' | 'bookedMinor'> {
  dayMs: number
  /** The recorded payment of each movement, undefined if no payment is equal. */
  paymentIds: (string | undefined)[]
}

/** The payments that are equal on both sides, and those that need a closer comparison. */
export interface MatchedDays {
  days: MatchedDay[]
  /** The account's ids of payments, and recorded payments. */
  refs: string[]
  paymentIds: string[]
}

/**
 * Pairs payments that are equal on both sides on the same day: amount, currency and fee; each movement once.
 * Undefined if an id contains the separator of fields.
 */
export function matchDays(
  booked: readonly DayFields[],
  recorded: readonly DayFields[],
): MatchedDays | undefined {
  const found: MatchedDays = { days: [], refs: [], paymentIds: [] }
  const recordedOn = new Map<number, Recorded>()
  for (const day of recorded) {
    const payments = readRecorded(day)
    if (payments === undefined) return undefined
    recordedOn.set(day.dayMs, payments)
  }
  for (const day of booked) {
    const movements = readBooked(day)
    if (movements === undefined) return undefined
    const paymentIds = matchDay(movements, recordedOn.get(day.dayMs) ?? noPayments(), found.refs)
    found.days.push({ ...movements, dayMs: day.dayMs, paymentIds })
  }
  for (const { ids, isFound } of recordedOn.values()) {
    for (let at = 0; at < ids.length; at++) if (!isFound[at]) found.paymentIds.push(ids[at] ?? '')
  }
  return found
}

/** The payments of a day in the ledger, each with the same index in all lists. */
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

/** The values of each field; the last field contains their number. Undefined if an id contains the separator. */
function listsOf(fields: readonly string[]): string[][] | undefined {
  const lists = fields.map((field) => field.split(separator))
  const count = Number(lists.pop()?.[0])
  return lists.every(({ length }) => length === count) ? lists : undefined
}

/** The recorded payment that matches each movement. Adds the account's ids of those without one to `openRefs`. */
function matchDay(booked: Booked, recorded: Recorded, openRefs: string[]): (string | undefined)[] {
  const find = finderOf(recorded)
  const paymentIds: (string | undefined)[] = []
  for (let at = 0; at < booked.refs.length; at++) {
    const ref = booked.refs[at] ?? ''
    const feeId = feeIdOf({ id: booked.ids[at] ?? '', paymentRef: ref })
    const one = find(ref, booked.ids[at] ?? '', feeId)
    const isAlike =
      recorded.isFound[one] === false &&
      recorded.paid[one] === booked.paid[at] &&
      hasFee(recorded.fees[one] ?? [], feeId, booked.fees[at] ?? '')
    if (isAlike) recorded.isFound[one] = true
    else openRefs.push(ref)
    paymentIds.push(isAlike ? recorded.ids[one] : undefined)
  }
  return paymentIds
}

/** Finds the index of a movement's recorded payment, -1 for none. */
function finderOf({ refs, fees }: Recorded) {
  const names = refs.map((ref, at) => fees[at]?.[0]?.id ?? ref)
  let byName: Map<string, number> | undefined
  let byRef: Map<string, number> | undefined
  // Both sides are mostly in time order.
  let next = 0
  return (ref: string, id: string, feeId: string): number => {
    if (feeId === id && names[next] === id) return next++
    byName ??= new Map(names.map((name, at) => [name, at]))
    // Some accounts name a fee within its payment.
    if (feeId !== id) byRef ??= new Map(refs.map((one, at) => [one, at]))
    const one = (feeId === id ? byName.get(id) : byRef?.get(ref)) ?? byName.get(ref) ?? -1
    if (one !== -1) next = one + 1
    return one
  }
}

/** Whether a payment is recorded with exactly this fee, or with none if none was taken. */
function hasFee(fees: readonly PaymentFee[], feeId: string, stated: string): boolean {
  const fee = fees[0]
  if (fee === undefined) return stated.endsWith(' 0')
  const isOne = fees.length === 1 && fee.id === feeId
  return isOne && `${fee.currency} ${bookedMinor(fee)}` === stated
}

/** The currency of an amount, `EUR 1000`. */
export function currencyOf(amount = ''): string {
  return amount.slice(0, 3)
}

/** The minor units of an amount. */
export function minorOf(amount = ''): number {
  return Number(amount.slice(4))
}
