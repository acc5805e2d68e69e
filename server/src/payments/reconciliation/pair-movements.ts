import type { Movement } from '../connections/provider-api.ts'
import type { RecordedEntry } from './both-sides.ts'

/** Which movement of the account is which entry of the ledger, and what has no counterpart. */
export interface Paired {
  pairs: { movement: Movement; entry: RecordedEntry }[]
  missing: Movement[]
  extra: RecordedEntry[]
}

/**
 * Pairs the movements of one payment with the entries of the ledger: by the id of the refund or dispute, then by
 * amount, and the rest in time order. Incoming money is never paired with returned money.
 */
export function pairMovements(
  movements: readonly Movement[],
  entries: readonly RecordedEntry[],
): Paired {
  const paired: Paired = { pairs: [], missing: [], extra: [] }
  const groups = new Set([...movements, ...entries].map(groupOf))
  for (const group of groups) {
    const theirs = movements.filter((one) => groupOf(one) === group).sort(byTime)
    const ours = entries.filter((one) => groupOf(one) === group).sort(byTime)
    const pair = (matches: (movement: Movement, entry: RecordedEntry) => boolean) => {
      for (const movement of [...theirs]) {
        const entry = ours.find((one) => matches(movement, one))
        if (entry === undefined) continue
        paired.pairs.push({ movement, entry })
        theirs.splice(theirs.indexOf(movement), 1)
        ours.splice(ours.indexOf(entry), 1)
      }
    }
    const split = (entry: RecordedEntry, parts: readonly Movement[]) => {
      for (const movement of parts) {
        paired.pairs.push({ movement, entry: { ...entry, grossMinor: movement.grossMinor } })
        theirs.splice(theirs.indexOf(movement), 1)
      }
      ours.splice(ours.indexOf(entry), 1)
    }
    for (const entry of [...ours]) {
      const parts = theirs.filter(({ objectId }) => objectId === entry.objectId)
      // Booked in several parts, like a refund to a card and a gift card.
      if (parts.length > 1 && isSumOf(entry, parts)) split(entry, parts)
    }
    pair((movement, entry) => movement.objectId === entry.objectId)
    const [total] = theirs
    const parts = ours.filter((entry) => entry.pair === undefined)
    if (total !== undefined && isTotalOf(total, parts)) {
      for (const entry of parts) {
        paired.pairs.push({ movement: partOf(total, entry), entry })
        ours.splice(ours.indexOf(entry), 1)
      }
      theirs.splice(0, 1)
    }
    const isFree = (entry: RecordedEntry) => entry.objectId === null
    pair((movement, entry) => isFree(entry) && movement.grossMinor === entry.grossMinor)
    const [whole, another] = ours.filter(isFree)
    if (whole !== undefined && another === undefined && isSumOf(whole, theirs)) {
      // Like an invoice that two charges paid.
      split(whole, [...theirs])
    }
    pair((_, entry) => isFree(entry))
    paired.missing.push(...theirs)
    paired.extra.push(...ours)
  }
  return { ...paired, extra: withoutUnbooked(paired) }
}

/**
 * Some accounts state only how much of a payment was refunded in all, as a refund that has no id of its own. The ledger
 * heard of it in parts, maybe.
 */
function isTotalOf(movement: Movement, entries: readonly RecordedEntry[]): boolean {
  const { kind, objectId, paymentRef, grossMinor, feeMinor, recordedByMs } = movement
  const isTotal = kind === 'refund' && objectId === paymentRef && feeMinor === 0
  const isThen = ({ atMs }: RecordedEntry) => atMs === null || atMs <= recordedByMs
  const sum = entries.reduce((minor, entry) => minor + entry.grossMinor, 0)
  return isTotal && sum === grossMinor && entries.every(isThen)
}

/** The part of a total that the ledger has as one entry, on that entry's day. */
function partOf(total: Movement, { grossMinor, atMs }: RecordedEntry): Movement {
  return { ...total, grossMinor, bookedMinor: grossMinor, atMs: atMs ?? total.atMs }
}

function isSumOf({ grossMinor }: RecordedEntry, parts: readonly Movement[]): boolean {
  return parts.reduce((sum, part) => sum + part.grossMinor, 0) === grossMinor
}

/** Leaves out failed refunds that were never booked; a booked one must also have been booked back. */
function withoutUnbooked({ pairs, extra }: Paired): RecordedEntry[] {
  const booked = new Set(pairs.flatMap(({ entry }) => entry.pair ?? []))
  return extra.filter(({ pair }) => pair === undefined || booked.has(pair))
}

function groupOf({ kind, grossMinor }: Pick<Movement, 'kind' | 'grossMinor'>): string {
  return `${kind} ${Math.sign(grossMinor)}`
}

function byTime(a: { atMs: number | null }, b: { atMs: number | null }): number {
  return (a.atMs ?? 0) - (b.atMs ?? 0)
}
