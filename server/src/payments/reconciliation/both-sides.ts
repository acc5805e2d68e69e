import { dayMs } from '../../time/durations.ts'
import type { Movement } from '../connections/provider-api.ts'
import type { PaymentFee } from '../rows/payment.ts'

/** The ledger's record of one payment, as its provider's account would book it. */
export interface RecordedPayment {
  paymentId: string
  currency: string
  entries: readonly RecordedEntry[]
  fees: readonly PaymentFee[]
}

/** One amount that the ledger counts. */
export interface RecordedEntry {
  kind: Movement['kind']
  /** The provider's id of the refund or dispute; null: any. */
  objectId: string | null
  /** Null: on whatever day the account says, but not before `notBeforeMs`. */
  atMs: number | null
  notBeforeMs?: number
  /** Minor units of the payment's currency; negative for returned money. */
  grossMinor: number
  /** Two entries that cancel out: the account has both or neither. */
  pair?: string
}

/** One payment on both sides. */
export interface ComparedPayment {
  /** The provider's id of it. */
  ref: string
  recorded: RecordedPayment | undefined
  movements: readonly Movement[]
}

/** One movement on one side; amounts in minor units. */
export interface Side {
  /** UTC, `2026-11-20`. */
  day: string
  currency: string
  grossMinor: number
  /** In `feeCurrency`, as booked. */
  feeMinor: number
  feeCurrency: string
  /** The same in `currency`, at the rate of the movement. */
  feeInPaidMinor: number
}

/** The fields that may differ in a movement on both sides. */
export type DifferingField = 'amount' | 'currency' | 'day' | 'fee'

/** A movement as both sides have it. If both are equal `fields` is empty. */
export interface ComparedMovement {
  kind: Movement['kind'] | 'fee'
  state: 'same' | 'different' | 'missing' | 'extra'
  fields: DifferingField[]
  ref: string
  paymentId: string | null
  /** The provider's ids of the movement and of its charge, refund or dispute, as far as known. */
  movementId: string | null
  objectId: string | null
  statement: Side | null
  recorded: Side | null
}

/** Days as text: formatting one takes longer than the rest of comparing a movement. */
const dayNames = new Map<number, string>()
const mostDayNames = 10_000

/** The day of a moment, UTC. */
export function dayOf(ms: number): string {
  const number = Math.floor(ms / dayMs)
  const known = dayNames.get(number)
  if (known !== undefined) return known
  const day = new Date(number * dayMs).toISOString().slice(0, 10)
  if (dayNames.size >= mostDayNames) dayNames.clear()
  dayNames.set(number, day)
  return day
}
