import { LRUCache } from 'lru-cache'
import type { Credit } from './credit-money.ts'
import { addMonths, hourText, localDay, mondayOf } from './local-time.ts'
import {
  isOfPayments,
  isTime,
  type ReportQuestion,
  type ReportScope,
  type TimeDimension,
} from './question.ts'

/** Money of one line of a report; amounts in minor units of the site's currency. */
export interface MoneyFigures {
  keys: string[]
  grossMinor: number
  renewalMinor: number
  refundsMinor: number
  mrrMinor: number
  /** Credited shares of payments, and of the first payments of different people. */
  payments: number
  /** Those of the site's currency, which are what the amounts are made of. */
  convertedPayments: number
  customers: number
  newCustomers: number
  linkedCustomers: number
  /** How new customers came to pay, each with the share that is credited here. */
  conversions: { days: number; visits: number; share: number }[]
  /** Net money of linked visitors: how many have any entry, its sum and the sum of its squares. */
  netOfVisitors: Amounts
}

/** What a mean and its spread are made of. */
export interface Amounts {
  count: number
  sum: number
  squares: number
}

/** Where the dimensions of visits stand in the keys of touches; without it, in the order of the question. */
interface KeyPlaces {
  places?: readonly number[]
}

interface AddedUp {
  rows: MoneyFigures[]
  totals: MoneyFigures
  unconverted: Map<string, number>
}

/** Stands for the value of a dimension of visits in the line of money without a visitor. */
export const notLinkedKey = '\0not linked'

const dayMs = 86_400_000

type MoneyQuestion = Pick<ReportQuestion, 'currency' | 'dimensions' | 'zone'> & KeyPlaces

const remembered = new WeakMap<readonly Credit[], LRUCache<string, AddedUp>>()
/** Breakdowns of the same credits that are kept: a dashboard's panels, in two zones or currencies. */
const mostBreakdowns = 24

/** `addUp`, worked out once for the same array of credits. Callers must not change what it answers. */
export function addUpOnce(question: MoneyQuestion, credits: readonly Credit[]): AddedUp {
  const { currency, zone, places } = question
  const byQuestion = remembered.get(credits) ?? new LRUCache({ max: mostBreakdowns })
  remembered.set(credits, byQuestion)
  const names = question.dimensions.map(({ name }) => name)
  const key = JSON.stringify([currency, names, places, names.some(isTime) ? zone : ''])
  const added = byQuestion.get(key) ?? addUp(question, credits)
  byQuestion.set(key, added)
  return added
}

export function addUp(question: MoneyQuestion, credits: readonly Credit[]): AddedUp {
  const rows = new Map<string, MoneyFigures>()
  const totals = emptyFigures([])
  const unconverted = new Map<string, number>()
  const counted = new Map<MoneyFigures, People>()
  const peopleOf = (figures: MoneyFigures) => {
    const people = counted.get(figures) ?? emptyPeople()
    counted.set(figures, people)
    return people
  }
  for (const credit of credits) {
    const { currency } = credit.movement
    if (currency !== question.currency) {
      unconverted.set(currency, (unconverted.get(currency) ?? 0) + credit.amountMinor)
    }
    const keys = keysOf(question, credit)
    const id = keys.length === 1 ? (keys[0] as string) : JSON.stringify(keys)
    const row = rows.get(id) ?? emptyFigures(keys)
    rows.set(id, row)
    addCredit(row, credit, question.currency)
    countCustomer(row, credit, peopleOf(row))
    addCredit(totals, credit, question.currency)
    countWholeCustomer(credit, peopleOf(totals))
    for (const figures of [row, totals]) addNet(peopleOf(figures).net, credit, question.currency)
  }
  for (const [figures, { net }] of counted) figures.netOfVisitors = amountsOf(net)
  const all = peopleOf(totals)
  totals.customers = all.customers.size
  totals.newCustomers = all.newCustomers.size
  totals.linkedCustomers = all.visitors.size
  return { rows: [...rows.values()], totals, unconverted }
}

export const emptyFigures = (keys: string[]): MoneyFigures => ({
  keys,
  grossMinor: 0,
  renewalMinor: 0,
  refundsMinor: 0,
  mrrMinor: 0,
  payments: 0,
  convertedPayments: 0,
  customers: 0,
  newCustomers: 0,
  linkedCustomers: 0,
  conversions: [],
  netOfVisitors: { count: 0, sum: 0, squares: 0 },
})

function addCredit(
  figures: MoneyFigures,
  { movement, amountMinor, share, journey }: Credit,
  currency: string,
): void {
  if (movement.kind === 'recurring') {
    if (movement.currency === currency) figures.mrrMinor += amountMinor
    return
  }
  const isPayment = movement.kind === 'payment' && movement.amountMinor > 0
  if (isPayment) figures.payments += share
  if (isPayment && movement.isFirst && journey !== undefined) {
    const days = (movement.pathAt - journey.firstMs) / dayMs
    figures.conversions.push({ days, visits: journey.visits, share })
  }
  if (movement.currency !== currency) return
  if (isPayment) figures.convertedPayments += share
  if (movement.kind === 'refund') figures.refundsMinor -= amountMinor
  else figures.grossMinor += amountMinor
  if (movement.kind === 'payment' && movement.renewal) figures.renewalMinor += amountMinor
}

function addNet(net: Map<string, number>, credit: Credit, currency: string): void {
  const { kind, currency: ofMovement, visitorId } = credit.movement
  if (kind === 'recurring' || ofMovement !== currency || visitorId === '') return
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

/** The payment by which each person was counted; visitors are the linked ones. */
interface People {
  customers: Map<string, string>
  newCustomers: Map<string, string>
  visitors: Map<string, string>
  /** Net money by linked visitor. */
  net: Map<string, number>
}

const emptyPeople = (): People => ({
  customers: new Map(),
  newCustomers: new Map(),
  visitors: new Map(),
  net: new Map(),
})

const isCustomers = ({ movement }: Credit) =>
  movement.kind === 'payment' && movement.amountMinor > 0 && !movement.renewal

/**
 * A person counts once in each row: with all that the row is credited with of the first of their payments
 * there, so that the rows of a person with one payment add up to one.
 */
function countCustomer(row: MoneyFigures, credit: Credit, people: People): void {
  if (!isCustomers(credit)) return
  const { paymentId, payer, visitorId, isFirst } = credit.movement
  if (isCountedBy(people.customers, payer, paymentId)) row.customers += credit.share
  if (isFirst && isCountedBy(people.newCustomers, payer, paymentId)) {
    row.newCustomers += credit.share
  }
  if (visitorId !== '' && isCountedBy(people.visitors, visitorId, paymentId)) {
    row.linkedCustomers += credit.share
  }
}

function countWholeCustomer(credit: Credit, people: People): void {
  if (!isCustomers(credit)) return
  const { paymentId, payer, visitorId, isFirst } = credit.movement
  isCountedBy(people.customers, payer, paymentId)
  if (isFirst) isCountedBy(people.newCustomers, payer, paymentId)
  if (visitorId !== '') isCountedBy(people.visitors, visitorId, paymentId)
}

/** Whether somebody is counted by this payment: by the first that is asked about. */
function isCountedBy(known: Map<string, string>, one: string, paymentId: string): boolean {
  const by = known.get(one) ?? paymentId
  known.set(one, by)
  return by === paymentId
}

/** Where a credit stands in a breakdown: times and payments name themselves, visits what is credited. */
export function keysOf(
  { dimensions, zone, places }: Pick<ReportScope, 'dimensions' | 'zone'> & KeyPlaces,
  { movement, touch }: Credit,
): string[] {
  let ofVisit = 0
  let ofPayment = 0
  return dimensions.map(({ name }) => {
    if (isTime(name)) return timeKey(name, movement.at, zone)
    if (isOfPayments(name)) return movement.keys[ofPayment++] ?? ''
    const place = ofVisit++
    const key = touch?.keys[places?.[place] ?? place]
    if (key !== undefined) return key
    // Linked, but without a visit in reach: from nowhere that anybody knows of.
    if (movement.visitorId === '') return notLinkedKey
    return name === 'channel' || name === 'source' ? 'Direct' : ''
  })
}

/** The bucket of a time dimension that an instant lies in. */
export function timeKey(name: TimeDimension, ms: number, zone: string): string {
  if (name === 'hour') return hourText(ms, zone)
  const day = localDay(ms, zone)
  if (name === 'week') return mondayOf(day)
  return name === 'month' ? addMonths(day, 0).slice(0, 7) : day
}
