import { chunksOf, idsAtOnce } from '../../store/control/chunks.ts'
import type { ControlStore } from '../../store/control/control-store.ts'
import { dayMs } from '../../time/durations.ts'
import type { ConnectionRow } from '../rows/connection-rows.ts'
import { listRefunds } from '../rows/payment-parts.ts'
import { type ComparedPayment, dayOf } from './both-sides.ts'
import { comparePayment } from './compare-payment.ts'
import { listBooked, listRecorded } from './day-rows.ts'
import { listDecisions } from './decision-rows.ts'
import { type MatchedDay, matchDays } from './match-days.ts'
import {
  type AccountSpan,
  type BookedPayment,
  findBookedPayments,
  listMovementsFor,
  listMovementsOf,
  listPaymentsIn,
  listRefsIn,
  listReturns,
  type StoredMovement,
} from './movement-rows.ts'
import { DayLedger, type ReconciledDay } from './reconcile-days.ts'
import { recordedPayment } from './recorded-payment.ts'

type Account = Pick<ConnectionRow, 'id' | 'site_id' | 'provider' | 'from_ms' | 'statement_until_ms'>

/** Movements may appear in an account's list somewhat after the moment that they are stamped with. */
const graceMs = 10 * 60_000
/** Days compared at once: few enough that hits and requests get their turn in between. */
const daysAtOnce = 31
/**
 * Spans that are read at the same time, so that Postgres reads some while another is compared. SQLite reads on this
 * thread.
 */
const spansAtOnce = { sqlite: 1, postgres: 4 }

/**
 * Compares an account with the recorded payments, by day (UTC) and currency, the latest day first. Empty before the
 * account's first complete sync. `from` and `to` are days; what is outside the account's import is not compared.
 */
export async function reconcile(
  { db, dialect }: Pick<ControlStore, 'db' | 'dialect'>,
  account: Account,
  asked: { from: string; to: string },
): Promise<ReconciledDay[]> {
  const readUntilMs = account.statement_until_ms
  if (readUntilMs === null) return []
  const [first, last] = [dayOf(account.from_ms), dayOf(readUntilMs)]
  const days = {
    from: asked.from > first ? asked.from : first,
    to: asked.to < last ? asked.to : last,
    finishedUntil: dayOf(finishedMs(readUntilMs)),
  }
  if (days.from > days.to) return []
  const of = { connectionId: account.id, siteId: account.site_id, provider: account.provider }
  const whole = { ...of, fromMs: Date.parse(days.from), toMs: Date.parse(days.to) + dayMs }
  const [decisions, returns] = await Promise.all([
    listDecisions(db, account.site_id),
    listReturns(db, whole),
  ])
  const compare = async (span: AccountSpan) => {
    const isIn = (ms: number | null) => ms !== null && ms >= span.fromMs && ms < span.toMs
    const returned = returns.filter(({ atMs, reversedMs }) => isIn(atMs) || isIn(reversedMs))
    const part = { ...days, from: dayOf(span.fromMs), to: dayOf(span.toMs - dayMs) }
    const ledger = new DayLedger(part, decisions)
    const { matched, ...open } = await readSpan(db, span, returned)
    for (const day of matched) ledger.addAlike(day, open.paymentIds)
    for (const payment of await comparedPayments(db, span, open)) {
      for (const movement of comparePayment(payment, readUntilMs)) ledger.add(movement)
    }
    return ledger.lines()
  }
  const compared: ReconciledDay[][] = []
  const rest = spansOf(whole).entries()
  const compareInTurn = async () => {
    for (const [index, span] of rest) {
      // Others get a turn of the event loop before each.
      await new Promise(setImmediate)
      compared[index] = await compare(span)
    }
  }
  await Promise.all(Array.from({ length: spansAtOnce[dialect] }, compareInTurn))
  return compared.flat()
}

/** A span in parts of some days, the latest first. */
function spansOf(whole: AccountSpan): AccountSpan[] {
  const spans: AccountSpan[] = []
  for (let { toMs } = whole; toMs > whole.fromMs; toMs -= daysAtOnce * dayMs) {
    spans.push({ ...whole, fromMs: Math.max(toMs - daysAtOnce * dayMs, whole.fromMs), toMs })
  }
  return spans
}

/** Until when all days are over and completely read. */
export function finishedMs(readUntilMs: number): number {
  return Math.floor((readUntilMs - graceMs) / dayMs) * dayMs
}

/** The input of the close comparison: the account's movements, and recorded payments. */
interface Open {
  movements: StoredMovement[]
  paymentIds: ReadonlySet<string>
}

/**
 * What moved in a span according to the account, and was paid or returned in it according to the ledger. Nearly all
 * payments have only one movement, equal on both sides. The others are open: all of their movements are compared.
 */
async function readSpan(
  db: ControlStore['db'],
  span: AccountSpan,
  returned: readonly { paymentId: string }[],
): Promise<Open & { matched: MatchedDay[] }> {
  const [booked, recorded] = await Promise.all([listBooked(db, span), listRecorded(db, span)])
  const { days, refs, paymentIds } = matchDays(booked, recorded) ?? {
    days: [],
    refs: await listRefsIn(db, span),
    paymentIds: await listPaymentsIn(db, span),
  }
  const movements = await listMovementsOf(db, span, refs)
  const openIds = new Set([
    ...returned.map(({ paymentId }) => paymentId),
    ...movements.flatMap(({ paymentId }) => paymentId ?? []),
    ...paymentIds,
  ])
  return { matched: days, movements, paymentIds: openIds }
}

/** Payments on both sides, with all their movements. */
async function comparedPayments(
  db: ControlStore['db'],
  span: AccountSpan,
  open: Open,
): Promise<ComparedPayment[]> {
  const found: ComparedPayment[] = []
  const recordedIds = new Set<string>()
  for (const ids of chunksOf([...open.paymentIds], idsAtOnce)) {
    const [movements, payments, refunds] = await Promise.all([
      ...([listMovementsFor(db, span, ids), findBookedPayments(db, ids)] as const),
      listRefunds(db, ids),
    ])
    const byPayment = Map.groupBy(movements, ({ paymentId }) => paymentId)
    for (const payment of payments) {
      const own = byPayment.get(payment.id) ?? []
      recordedIds.add(payment.id)
      found.push({
        ref: own[0]?.paymentRef ?? payment.providerPaymentId,
        recorded: isPaid(payment)
          ? recordedPayment(payment, refunds.get(payment.id) ?? [])
          : undefined,
        movements: own,
      })
    }
  }
  const others = open.movements.filter(
    ({ paymentId }) => paymentId === null || !recordedIds.has(paymentId),
  )
  for (const [ref, movements] of Map.groupBy(others, ({ paymentRef }) => paymentRef)) {
    found.push({ ref, recorded: undefined, movements })
  }
  return found
}

/** A trial is a payment of nothing, which no account books. */
function isPaid({ amountMinor }: BookedPayment): boolean {
  return amountMinor > 0
}
