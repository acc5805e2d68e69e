import { notLinked } from '@tributary/contract/query.ts'
import type { Engine } from '../store/events/engine.ts'
import { planDays } from '../store/events/plan-days.ts'
import { moneyEntries } from '../store/events/queries/money-entries.ts'
import { payerVisits } from '../store/events/queries/payer-visits.ts'
import type { SessionDimensionName } from '../store/events/vocabulary.ts'
import { type Credit, creditMoney } from './credit-money.ts'
import type { DateRange } from './date-range.ts'
import { addMonths, hourText, localDay, mondayOf } from './local-time.ts'
import { isTime, type ReportQuestion, type TimeDimension } from './question.ts'

/** Money of one line of a report; amounts in minor units of the site's currency. */
export interface MoneyFigures {
  keys: string[]
  grossMinor: number
  refundsMinor: number
  /** Credited shares of payments, and of the first payments of different people. */
  payments: number
  /** Those of the site's currency, which are what the amounts are made of. */
  convertedPayments: number
  customers: number
  linkedCustomers: number
}

export interface Money {
  rows: MoneyFigures[]
  totals: MoneyFigures
  /** Net minor units by currency that is not the site's. */
  unconverted: Map<string, number>
}

const dayMs = 86_400_000

/** The money that moved in a range, by the dimensions of the question. */
export async function moneyFigures(
  engine: Engine,
  question: ReportQuestion,
  range: DateRange,
): Promise<Money> {
  const { siteId: site, zone, filters, model, lookbackDays } = question
  const { fromMs, toMs } = range
  const movements = await moneyEntries(engine, { site, from: fromMs, to: toMs })
  const linked = movements.filter(({ pathVisitors }) => pathVisitors.length > 0)
  const earliestMs = Math.min(...linked.map(({ pathAt }) => pathAt)) - lookbackDays * dayMs
  const days =
    linked.length > 0 ? await planDays(engine, site, { fromMs: earliestMs, toMs }) : undefined
  const scope = days && { site, fromMs, toMs, zone, days, filters }
  const payments = JSON.stringify(movements)
  const visits = scope
    ? await payerVisits(engine, scope, { dimensions: visitDimensions(question), payments })
    : []
  const credits = creditMoney(movements, visits, { model, lookbackDays })
  return addUp(
    question,
    filters.length === 0 ? credits : credits.filter(({ visit }) => visit?.passes),
  )
}

/** What a visit is named by: times are the money's own, and a page's money is its entry page's. */
function visitDimensions({ dimensions }: ReportQuestion): SessionDimensionName[] {
  return dimensions.flatMap(({ name }) => {
    if (isTime(name) || name === 'goal') return []
    return name === 'page' ? 'entryPage' : name
  })
}

function addUp(question: ReportQuestion, credits: readonly Credit[]): Money {
  const rows = new Map<string, MoneyFigures>()
  const totals = emptyFigures([])
  const unconverted = new Map<string, number>()
  const people = { rows: new Map<MoneyFigures, Set<string>>(), all: new Set<string>() }
  for (const credit of credits) {
    const { currency } = credit.movement
    if (currency !== question.currency) {
      unconverted.set(currency, (unconverted.get(currency) ?? 0) + credit.amountMinor)
    }
    const keys = keysOf(question, credit)
    const id = JSON.stringify(keys)
    const row = rows.get(id) ?? emptyFigures(keys)
    rows.set(id, row)
    for (const figures of [row, totals]) addCredit(figures, credit, question.currency)
    countCustomer(row, credit, people.rows)
    if (isFirstPayment(credit)) people.all.add(personOf(credit))
  }
  totals.customers = people.all.size
  totals.linkedCustomers = [...people.all].filter((person) => person.startsWith('visitor ')).length
  return { rows: [...rows.values()], totals, unconverted }
}

const emptyFigures = (keys: string[]): MoneyFigures => ({
  keys,
  grossMinor: 0,
  refundsMinor: 0,
  payments: 0,
  convertedPayments: 0,
  customers: 0,
  linkedCustomers: 0,
})

function addCredit(
  figures: MoneyFigures,
  { movement, amountMinor, share }: Credit,
  currency: string,
): void {
  const isPayment = movement.kind === 'payment' && movement.amountMinor > 0
  if (isPayment) figures.payments += share
  if (movement.currency !== currency) return
  if (isPayment) figures.convertedPayments += share
  if (movement.kind === 'refund') figures.refundsMinor -= amountMinor
  else figures.grossMinor += amountMinor
}

const isFirstPayment = ({ movement }: Credit) =>
  movement.kind === 'payment' && movement.amountMinor > 0 && !movement.renewal

const personOf = ({ movement }: Credit) =>
  movement.visitorId === '' ? `payment ${movement.paymentId}` : `visitor ${movement.visitorId}`

/** A person counts once in each row, with the share of the first payment seen there. */
function countCustomer(
  row: MoneyFigures,
  credit: Credit,
  seen: Map<MoneyFigures, Set<string>>,
): void {
  if (!isFirstPayment(credit)) return
  const people = seen.get(row) ?? new Set()
  seen.set(row, people)
  const person = personOf(credit)
  if (people.has(person)) return
  people.add(person)
  row.customers += credit.share
  if (credit.movement.visitorId !== '') row.linkedCustomers += credit.share
}

function keysOf({ dimensions, zone }: ReportQuestion, { movement, visit }: Credit): string[] {
  let next = 0
  return dimensions.map(({ name }) => {
    if (isTime(name)) return timeKey(name, movement.at, zone)
    const key = visit?.keys[next++]
    if (key !== undefined) return key
    // Linked, but without a visit in reach: from nowhere that anybody knows of.
    if (movement.visitorId === '') return notLinked
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
