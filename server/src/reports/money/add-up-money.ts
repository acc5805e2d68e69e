import { dayMs } from '../../time/durations.ts'
import { addMonths, hourText, localDay, mondayOf } from '../../time/local-time.ts'
import { isPurchase, peopleOf } from '../count-people.ts'
import { isOfPayments, isTime, type ReportQuestion, type TimeDimension } from '../question.ts'
import type { Credit, Journey, Movement } from './credit-money.ts'

/** Money of one row of a report; amounts in minor units of the site's currency. */
export interface MoneyFigures {
  keys: string[]
  grossMinor: number
  renewalMinor: number
  refundsMinor: number
  mrrMinor: number
  taxMinor: number
  feesMinor: number
  /** Credited shares of payments, and of the first payments of different people. */
  payments: number
  /** Payments in the site's currency or converted to it, which make up the amounts. */
  convertedPayments: number
  /** How many of these have known fees and known tax, and the amount of the former. */
  feesKnownPayments: number
  taxKnownPayments: number
  feesKnownMinor: number
  customers: number
  newCustomers: number
  linkedCustomers: number
  /** New customers' paths to their first payment, each with the share that is credited here. */
  conversions: { days: number; visits: number; share: number }[]
  /** Net money of linked visitors: how many have any entry, its sum and the sum of its squares. */
  netOfVisitors: Amounts
}

/** The inputs of a mean and its spread. */
export interface Amounts {
  count: number
  sum: number
  squares: number
}

/** The index of a question's dimensions in the keys of touches and of movements, if not in their own order. */
export interface KeyPlaces {
  visits: readonly number[]
  payments: readonly number[]
}

interface AddedUp {
  rows: MoneyFigures[]
  totals: MoneyFigures
  unconverted: Map<string, number>
}

/** Further figures in addition to amounts and payments. */
interface Counted {
  customers?: boolean
  /** Linked visitors who paid, for `linkedCustomers`. */
  visitors?: boolean
  /** The net money of each visitor, for `netOfVisitors`. */
  net?: boolean
  /** The path to a first payment, for `conversions`. */
  journeyOf?: (movement: Movement) => Journey | undefined
}

/** Key of the unattributed-revenue row. */
export const notLinkedKey = '\0not linked'

export interface MoneyQuestion extends Pick<ReportQuestion, 'currency' | 'dimensions' | 'zone'> {
  places?: KeyPlaces
}

/** Adds up credits by the dimensions of a question, and in total. */
export function addUp(
  question: MoneyQuestion,
  credits: readonly Credit[],
  counted: Counted = {},
): AddedUp {
  const rows = new Map<string, Line>()
  const totals = newLine([])
  const unconverted = new Map<string, number>()
  const readers = keyReaders(question)
  const [only] = readers
  const { currency } = question
  const customers = counted.customers ? peopleOf(credits, ({ payer }) => payer) : undefined
  const visitors = counted.visitors ? peopleOf(credits, ({ visitorId }) => visitorId) : undefined
  let newCustomers = 0
  let last: Movement | undefined
  for (const credit of credits) {
    const { movement } = credit
    if (movement.currency !== currency) {
      const known = unconverted.get(movement.currency) ?? 0
      unconverted.set(movement.currency, known + credit.amountMinor)
    }
    const id =
      only !== undefined && readers.length === 1
        ? only(credit)
        : JSON.stringify(readers.map((read) => read(credit)))
    let row = rows.get(id)
    if (row === undefined) {
      row = newLine(readers.map((read) => read(credit)))
      rows.set(id, row)
    }
    addCredit(row.figures, credit, currency)
    addCredit(totals.figures, credit, currency)
    if (counted.net) {
      addNet(row.net, credit, currency)
      addNet(totals.net, credit, currency)
    }
    const { share } = credit
    if (customers?.isCounted(movement, row.customers)) row.figures.customers += share
    if (visitors?.isCounted(movement, row.visitors)) row.figures.linkedCustomers += share
    if (movement.isFirst && isPurchase(movement)) {
      // A customer has one first payment.
      row.figures.newCustomers += share
      if (movement !== last) newCustomers += 1
      last = movement
    }
    const journey = isConversion(credit) ? counted.journeyOf?.(movement) : undefined
    if (journey !== undefined) {
      const days = (movement.pathAt - journey.firstMs) / dayMs
      const conversion = { days, visits: journey.visits, share }
      row.figures.conversions.push(conversion)
      totals.figures.conversions.push(conversion)
    }
  }
  for (const line of [totals, ...rows.values()]) line.figures.netOfVisitors = amountsOf(line.net)
  // A person counts once in the total, however their payments were divided.
  totals.figures.customers = customers?.size ?? 0
  totals.figures.newCustomers = newCustomers
  totals.figures.linkedCustomers = visitors?.size ?? 0
  return {
    rows: [...rows.values()].map(({ figures }) => figures),
    totals: totals.figures,
    unconverted,
  }
}

/** A row with intermediate state: by which payment each person was counted, and each visitor's net money. */
interface Line {
  figures: MoneyFigures
  customers: Map<string, string>
  visitors: Map<string, string>
  net: Map<string, number>
}

const newLine = (keys: string[]): Line => ({
  figures: emptyFigures(keys),
  customers: new Map(),
  visitors: new Map(),
  net: new Map(),
})

export const emptyFigures = (keys: string[]): MoneyFigures => ({
  keys,
  grossMinor: 0,
  renewalMinor: 0,
  refundsMinor: 0,
  mrrMinor: 0,
  taxMinor: 0,
  feesMinor: 0,
  payments: 0,
  convertedPayments: 0,
  feesKnownPayments: 0,
  taxKnownPayments: 0,
  feesKnownMinor: 0,
  customers: 0,
  newCustomers: 0,
  linkedCustomers: 0,
  conversions: [],
  netOfVisitors: { count: 0, sum: 0, squares: 0 },
})

function addCredit(
  figures: MoneyFigures,
  { movement, amountMinor, taxMinor, feeMinor, share }: Credit,
  currency: string,
): void {
  const isOwnCurrency = movement.currency === currency
  if (movement.kind === 'recurring') {
    if (isOwnCurrency) figures.mrrMinor += amountMinor
    return
  }
  const isPayment = movement.kind === 'payment' && movement.amountMinor > 0
  if (isPayment) figures.payments += share
  if (!isOwnCurrency) return
  figures.taxMinor += taxMinor
  figures.feesMinor += feeMinor
  if (movement.kind === 'fee') return
  if (isPayment) {
    figures.convertedPayments += share
    if (movement.taxKnown) figures.taxKnownPayments += share
    if (movement.feesKnown) {
      figures.feesKnownPayments += share
      figures.feesKnownMinor += amountMinor
    }
  }
  if (movement.kind === 'refund') figures.refundsMinor -= amountMinor
  else figures.grossMinor += amountMinor
  if (movement.kind === 'payment' && movement.renewal) figures.renewalMinor += amountMinor
}

function addNet(net: Map<string, number>, credit: Credit, currency: string): void {
  const { kind, currency: ofMovement, visitorId } = credit.movement
  if (kind === 'recurring' || kind === 'fee' || ofMovement !== currency || visitorId === '') return
  net.set(visitorId, (net.get(visitorId) ?? 0) + credit.amountMinor)
}

function amountsOf(net: ReadonlyMap<string, number>): Amounts {
  const amounts: Amounts = { count: net.size, sum: 0, squares: 0 }
  for (const amount of net.values()) {
    amounts.sum += amount
    amounts.squares += amount ** 2
  }
  return amounts
}

const isConversion = ({ movement }: Credit) =>
  movement.kind === 'payment' && movement.amountMinor > 0 && movement.isFirst

/**
 * How credits are named in a breakdown: dimensions of time and payments by the payment, dimensions of visits by the
 * credited visit.
 */
function keyReaders({ dimensions, zone, places }: MoneyQuestion): ((credit: Credit) => string)[] {
  let ofVisit = 0
  let ofPayment = 0
  return dimensions.map(({ name }) => {
    if (isTime(name)) {
      const keyAt = timeKeys(name, zone)
      return ({ movement }) => keyAt(movement.at)
    }
    if (isOfPayments(name)) {
      const place = ofPayment++
      const column = places?.payments[place] ?? place
      return ({ movement }) => movement.keys[column] ?? ''
    }
    const place = ofVisit++
    const column = places?.visits[place] ?? place
    // Linked, but without a visit in the look-back: from an unknown source.
    const unknown = name === 'channel' || name === 'source' ? 'Direct' : ''
    return ({ movement, touch }) =>
      touch?.keys[column] ?? (movement.visitorId === '' ? notLinkedKey : unknown)
  })
}

const quarterMs = 900_000

/**
 * `timeKey`, looked up by quarter of an hour: no time zone is finer. If the first and the last quarter of one hour
 * or of six have the same key, so do those between.
 */
function timeKeys(name: TimeDimension, zone: string): (ms: number) => string {
  const known = new Map<number, string>()
  const keyOf = (quarter: number) => {
    const key = known.get(quarter) ?? timeKey(name, quarter * quarterMs, zone)
    known.set(quarter, key)
    return key
  }
  const size = name === 'hour' ? 4 : 24
  return (ms) => {
    const quarter = Math.floor(ms / quarterMs)
    const first = quarter - (quarter % size)
    const key = keyOf(first)
    return keyOf(first + size - 1) === key ? key : keyOf(quarter)
  }
}

/** The bucket of a time dimension that an instant lies in. */
export function timeKey(name: TimeDimension, ms: number, zone: string): string {
  if (name === 'hour') return hourText(ms, zone)
  const day = localDay(ms, zone)
  if (name === 'week') return mondayOf(day)
  return name === 'month' ? addMonths(day, 0).slice(0, 7) : day
}
