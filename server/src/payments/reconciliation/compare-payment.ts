import type { Movement } from '../connections/provider-api.ts'
import { bookedMinor, feeInPaid } from '../ledger/fees.ts'
import type { PaymentFee } from '../rows/payment.ts'
import {
  type ComparedMovement,
  type ComparedPayment,
  type DifferingField,
  dayOf,
  type RecordedEntry,
  type RecordedPayment,
  type Side,
} from './both-sides.ts'
import { pairMovements } from './pair-movements.ts'

/**
 * Every movement of a payment according to its account and the ledger. A pure function, independent of the order of
 * both sides. The account's movements are known until `readUntilMs`; a later one, or a pending one, is compared once
 * that is possible.
 */
export function comparePayment(
  { ref, recorded, movements }: ComparedPayment,
  readUntilMs: number,
): ComparedMovement[] {
  const entries = recorded?.entries ?? []
  const moved = movements.filter(({ grossMinor }) => grossMinor !== 0)
  const { pairs, missing, extra } = pairMovements(withoutFailed(moved, entries), entries)
  const fees = feesById(recorded)
  const common = { ref, paymentId: recorded?.paymentId ?? null }
  const found: ComparedMovement[] = []
  for (const { movement, entry } of pairs) {
    const theirs = statementSide(movement)
    const ours = recordedSide({ movement, entry, recorded, fee: fees.get(feeIdOf(movement)) })
    const fields = differences(theirs, ours)
    found.push({
      ...{ ...common, ...namesOf(movement), kind: movement.kind, fields },
      state: fields.length === 0 ? 'same' : 'different',
      ...{ statement: theirs, recorded: ours },
    })
  }
  for (const movement of missing) {
    if (movement.recordedByMs > readUntilMs) continue
    const fee = fees.get(feeIdOf(movement))
    found.push({
      ...{ ...common, ...namesOf(movement), kind: movement.kind, state: 'missing', fields: [] },
      statement: statementSide(movement),
      recorded: fee === undefined ? null : feeSide(fee, recorded?.currency ?? movement.currency),
    })
  }
  for (const movement of movements) {
    if (movement.grossMinor !== 0 || movement.recordedByMs > readUntilMs) continue
    found.push({ ...common, ...comparedCost(movement, recorded, fees.get(feeIdOf(movement))) })
  }
  if (recorded === undefined) return found
  for (const { kind, objectId, grossMinor, ...when } of extra) {
    const atMs = when.atMs ?? when.notBeforeMs ?? 0
    if (atMs >= readUntilMs) continue
    const noFee = { feeMinor: 0, feeCurrency: recorded.currency, feeInPaidMinor: 0 }
    found.push({
      ...{ ...common, movementId: null, objectId, kind, state: 'extra', fields: [] },
      ...{ statement: null, recorded: sideOn(atMs, recorded.currency, grossMinor, noFee) },
    })
  }
  const booked = new Set(movements.map(feeIdOf))
  for (const fee of recorded.fees) {
    if (booked.has(fee.id) || bookedMinor(fee) === 0 || fee.atMs >= readUntilMs) continue
    found.push({
      ...{ ...common, movementId: fee.id, objectId: null, kind: 'fee', state: 'extra', fields: [] },
      ...{ statement: null, recorded: feeSide(fee, recorded.currency) },
    })
  }
  return found
}

/** A direct debit that was booked and failed before it was ever recorded: its two bookings cancel out. */
function withoutFailed(movements: readonly Movement[], entries: readonly RecordedEntry[]) {
  if (entries.some(({ kind }) => kind === 'payment')) return movements
  const own = movements.filter(({ kind }) => kind === 'payment')
  const left = own.reduce((sum, { grossMinor }) => sum + grossMinor, 0)
  const isFailed = left === 0 && own.every(({ feeMinor }) => feeMinor === 0)
  return isFailed ? movements.filter(({ kind }) => kind !== 'payment') : movements
}

/** What the account took without any other movement, as the ledger's fee of the same name. */
function comparedCost(
  movement: Movement,
  recorded: RecordedPayment | undefined,
  fee: PaymentFee | undefined,
): Omit<ComparedMovement, 'ref' | 'paymentId'> {
  const known = { ...namesOf(movement), kind: 'fee' as const }
  if (recorded === undefined || fee === undefined) {
    const statement = statementSide(movement)
    return { ...known, state: 'missing', fields: [], statement, recorded: null }
  }
  const delayMs = Math.abs(fee.atMs - movement.atMs)
  const isNear = delayMs <= movement.recordedByMs - movement.atMs
  const ours = feeSide(isNear ? { ...fee, atMs: movement.atMs } : fee, recorded.currency)
  // The rate is the recorded fee's: nothing was moved here that would have one.
  const rate = { grossMinor: fee.ofMinor, bookedMinor: fee.bookedMinor ?? 0 }
  const cost = feeOf({ ...movement, ...rate }, movement.feeMinor)
  const theirs = sideOn(movement.atMs, recorded.currency, 0, cost)
  const fields = differences(theirs, ours)
  const state = fields.length === 0 ? 'same' : 'different'
  return { ...known, state, fields, statement: theirs, recorded: ours }
}

/** A movement has the name of its fee, in some accounts prefixed by the payment's id. */
export function feeIdOf({ id, paymentRef }: Pick<Movement, 'id' | 'paymentRef'>): string {
  const isWithin = id[paymentRef.length] === ':' && id.startsWith(paymentRef)
  return isWithin ? id.slice(paymentRef.length + 1) : id
}

function feesById(recorded: RecordedPayment | undefined): Map<string, PaymentFee> {
  return new Map((recorded?.fees ?? []).map((fee) => [fee.id, fee]))
}

function namesOf({ id, objectId }: Movement) {
  return { movementId: id, objectId }
}

type FeeOfSide = Pick<Side, 'feeMinor' | 'feeCurrency' | 'feeInPaidMinor'>

function sideOn(atMs: number, currency: string, grossMinor: number, fee: FeeOfSide): Side {
  return { day: dayOf(atMs), currency, grossMinor, ...fee }
}

type StatedAmounts = Pick<
  Movement,
  'atMs' | 'currency' | 'grossMinor' | 'feeCurrency' | 'feeMinor' | 'bookedMinor'
>

export function statementSide(movement: StatedAmounts): Side {
  const { atMs, currency, grossMinor } = movement
  return sideOn(atMs, currency, grossMinor, feeOf(movement, movement.feeMinor))
}

/** A movement's fee in the currency that was paid in, at the movement's own rate. */
function feeOf(
  { atMs, currency, grossMinor, feeCurrency, bookedMinor: booked }: StatedAmounts,
  feeMinor: number,
): FeeOfSide {
  const fee: PaymentFee = {
    ...{ id: '', of: 'payment', amounts: { processing: feeMinor }, currency: feeCurrency, atMs },
    ...{ ofMinor: grossMinor, bookedMinor: booked },
  }
  return { feeMinor, feeCurrency, feeInPaidMinor: feeInPaid({ currency }, fee) ?? 0 }
}

const leewayMs = 10 * 60_000

/** Whether a movement's own day applies to what is recorded at a moment. */
export function isNear(
  { atMs, recordedByMs }: Pick<Movement, 'atMs' | 'recordedByMs'>,
  recordedMs: number,
): boolean {
  return recordedMs >= atMs - leewayMs && recordedMs <= recordedByMs
}

/** The ledger's side of a movement. It counts on the account's day unless it is clearly dated otherwise. */
function recordedSide({
  movement,
  entry,
  recorded,
  fee,
}: {
  movement: Movement
  entry: RecordedEntry
  recorded: RecordedPayment | undefined
  fee: PaymentFee | undefined
}): Side {
  const currency = recorded?.currency ?? movement.currency
  const { atMs: theirMs } = movement
  const atMs = entry.atMs === null || isNear(movement, entry.atMs) ? theirMs : entry.atMs
  const minor = fee === undefined ? 0 : bookedMinor(fee)
  const isBookedAlike =
    fee !== undefined && fee.currency === movement.feeCurrency && currency === movement.currency
  const costs: FeeOfSide =
    fee === undefined || isBookedAlike
      ? feeOf(movement, minor)
      : {
          ...{ feeMinor: minor, feeCurrency: fee.currency },
          feeInPaidMinor: feeInPaid({ currency }, fee) ?? 0,
        }
  return sideOn(atMs, currency, entry.grossMinor, costs)
}

/** A recorded fee without its movement. */
function feeSide(fee: PaymentFee, currency: string): Side {
  return sideOn(fee.atMs, currency, 0, {
    ...{ feeMinor: bookedMinor(fee), feeCurrency: fee.currency },
    feeInPaidMinor: feeInPaid({ currency }, fee) ?? 0,
  })
}

function differences(theirs: Side, ours: Side): DifferingField[] {
  const isFeeAlike =
    theirs.feeMinor === ours.feeMinor &&
    (theirs.feeMinor === 0 || theirs.feeCurrency === ours.feeCurrency)
  const fields: Record<DifferingField, boolean> = {
    currency: theirs.currency !== ours.currency,
    amount: theirs.grossMinor !== ours.grossMinor,
    day: theirs.day !== ours.day,
    fee: !isFeeAlike,
  }
  return (Object.keys(fields) as DifferingField[]).filter((name) => fields[name])
}
