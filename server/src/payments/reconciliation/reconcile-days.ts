import { createHash } from 'node:crypto'
import { type ComparedMovement, dayOf, type Side } from './both-sides.ts'
import { statementSide } from './compare-payment.ts'
import { currencyOf, type MatchedDay, minorOf } from './match-days.ts'

/** One side's totals of a day, in minor units. */
export interface DayTotals {
  payments: number
  grossMinor: number
  refundsMinor: number
  disputesMinor: number
  feesMinor: number
  netMinor: number
}

/** A difference between the two sides, under an id that only the same difference has. */
export interface Item extends Omit<ComparedMovement, 'state'> {
  id: string
  state: 'different' | 'missing' | 'extra'
  decision: Decision | null
}

/** A person's decision about a difference. */
export interface Decision {
  decision: 'left-out' | 'explained'
  note: string
  decidedBy: string
  decidedMs: number
}

/** A day of an account and a currency, with both sides and their differences. */
export interface ReconciledDay {
  day: string
  currency: string
  state: 'agrees' | 'differs' | 'explained' | 'unfinished'
  statement: DayTotals
  recorded: DayTotals
  items: Item[]
}

/** Which days are shown, and which of them are over and completely read. */
export interface Days {
  /** First and last day. */
  from: string
  to: string
  finishedUntil: string
}

const noTotals = (): DayTotals => ({
  ...{ payments: 0, grossMinor: 0, refundsMinor: 0, disputesMinor: 0, feesMinor: 0, netMinor: 0 },
})

/** Adds movements up by day and currency. What a person left out counts on neither side. */
export class DayLedger {
  readonly #lines = new Map<string, ReconciledDay>()
  readonly #days: Days
  readonly #decisions: ReadonlyMap<string, Decision>

  constructor(days: Days, decisions: ReadonlyMap<string, Decision>) {
    this.#days = days
    this.#decisions = decisions
  }

  add(movement: ComparedMovement): void {
    const { state, kind, statement, recorded } = movement
    const item = state === 'same' ? undefined : this.#itemOf({ ...movement, state })
    const isLeftOut = item?.decision?.decision === 'left-out'
    for (const name of ['statement', 'recorded'] as const) {
      const side = name === 'statement' ? statement : recorded
      const line = side === null ? undefined : this.#lineOf(side.day, side.currency)
      if (side === null || line === undefined) continue
      if (!isLeftOut) addTo(line[name], kind, side)
      if (item !== undefined && !line.items.includes(item)) line.items.push(item)
    }
  }

  /** Adds the payments of a day that are equal on both sides, except those that are compared closely. */
  addAlike(
    { dayMs, paymentIds, paid, fees, bookedMinor }: MatchedDay,
    compared: ReadonlySet<string>,
  ): void {
    for (let at = 0; at < paymentIds.length; at++) {
      const id = paymentIds[at]
      if (id === undefined || compared.has(id)) continue
      const currency = currencyOf(paid[at])
      const grossMinor = minorOf(paid[at])
      const feeCurrency = currencyOf(fees[at])
      const feeMinor = minorOf(fees[at])
      const fee = { feeCurrency, feeMinor, bookedMinor: Number(bookedMinor[at]) }
      const feeInPaidMinor =
        feeCurrency === currency
          ? feeMinor
          : statementSide({ ...fee, atMs: dayMs, currency, grossMinor }).feeInPaidMinor
      const line = this.#lineOf(dayOf(dayMs), currency)
      if (line === undefined) return
      for (const totals of [line.statement, line.recorded]) {
        addTo(totals, 'payment', { grossMinor, feeInPaidMinor })
      }
    }
  }

  /** The lines, the latest day first. */
  lines(): ReconciledDay[] {
    const lines = [...this.#lines.values()]
    for (const line of lines) {
      line.items.sort((a, b) => (a.id < b.id ? -1 : 1))
      line.state = stateOf(line, line.day < this.#days.finishedUntil)
    }
    return lines.sort((a, b) =>
      a.day === b.day ? (a.currency < b.currency ? -1 : 1) : a.day < b.day ? 1 : -1,
    )
  }

  #lineOf(day: string, currency: string): ReconciledDay | undefined {
    if (day < this.#days.from || day > this.#days.to) return undefined
    const key = `${day} ${currency}`
    const known = this.#lines.get(key)
    if (known !== undefined) return known
    const sides = { statement: noTotals(), recorded: noTotals() }
    const made: ReconciledDay = { day, currency, state: 'unfinished', ...sides, items: [] }
    this.#lines.set(key, made)
    return made
  }

  #itemOf(movement: ComparedMovement & Pick<Item, 'state'>): Item {
    const id = itemId(movement)
    return { ...movement, id, decision: this.#decisions.get(id) ?? null }
  }
}

function addTo(
  totals: DayTotals,
  kind: ComparedMovement['kind'],
  { grossMinor, feeInPaidMinor }: Pick<Side, 'grossMinor' | 'feeInPaidMinor'>,
): void {
  if (kind === 'payment') {
    totals.payments += Math.sign(grossMinor)
    totals.grossMinor += grossMinor
  }
  if (kind === 'refund') totals.refundsMinor += grossMinor
  if (kind === 'dispute') totals.disputesMinor += grossMinor
  totals.feesMinor += feeInPaidMinor
  totals.netMinor += grossMinor - feeInPaidMinor
}

function stateOf({ items }: ReconciledDay, isFinished: boolean): ReconciledDay['state'] {
  if (!isFinished) return 'unfinished'
  if (items.some(({ decision }) => decision === null)) return 'differs'
  return items.some(({ decision }) => decision?.decision === 'explained') ? 'explained' : 'agrees'
}

/** Derived from the content, so that a decision about one difference is not applied to another. */
function itemId(movement: ComparedMovement): string {
  const { kind, state, ref, movementId, objectId, statement, recorded } = movement
  const content = [kind, state, ref, movementId, objectId, sideKey(statement), sideKey(recorded)]
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url')
  return `rci_${hash.replaceAll(/[-_]/g, '').slice(0, 20)}`
}

function sideKey(side: Side | null) {
  if (side === null) return null
  const { day, currency, grossMinor, feeMinor, feeCurrency } = side
  return [day, currency, grossMinor, feeMinor, feeMinor === 0 ? '' : feeCurrency]
}
