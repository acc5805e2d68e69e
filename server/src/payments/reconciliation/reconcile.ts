import type { ControlStore } from '../../store/control/control-store.ts'
import type { ConnectionRow } from '../rows/connection-rows.ts'
import { listRefunds } from '../rows/payment-parts.ts'
import { type ComparedPayment, dayOf } from './both-sides.ts'
import { comparePayment } from './compare-payment.ts'
import { listDecisions } from './decision-rows.ts'
import {
  type AccountSpan,
  type BookedPayment,
  findBookedPayments,
  findMovements,
  listBookedPayments,
  listMovements,
  listReturns,
} from './movement-rows.ts'
import { DayLedger, type ReconciledDay } from './reconcile-days.ts'
import { recordedPayment } from './recorded-payment.ts'

type Account = Pick<ConnectionRow, 'id' | 'site_id' | 'provider' | 'from_ms' | 'statement_until_ms'>

const dayMs = 86_400_000
/** Movements may appear in an account's list somewhat after the moment that they are stamped with. */
const graceMs = 10 * 60_000
/** Days compared at once: few enough that hits and requests get their turn in between. */
const daysAtOnce = 31
const idsAtOnce = 400

/**
 * Compares an account with the recorded payments, by day (UTC) and currency, the latest day first. Empty before the
 * account's first complete sync. `from` and `to` are days; what is outside the account's import is not compared.
 */
export async function reconcile(
  { db }: Pick<ControlStore, 'db'>,
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
  const decisions = await listDecisions(db, account.site_id)
  const lines: ReconciledDay[] = []
  const endMs = Date.parse(days.to) + dayMs
  const of = { connectionId: account.id, siteId: account.site_id, provider: account.provider }
  const returns = await listReturns(db, { ...of, fromMs: Date.parse(days.from), toMs: endMs })
  for (let toMs = endMs; dayOf(toMs) > days.from; toMs -= daysAtOnce * dayMs) {
    const fromMs = Math.max(toMs - daysAtOnce * dayMs, Date.parse(days.from))
    const isIn = (ms: number | null) => ms !== null && ms >= fromMs && ms < toMs
    const returned = returns.filter(({ atMs, reversedMs }) => isIn(atMs) || isIn(reversedMs))
    const part = { ...days, from: dayOf(fromMs), to: dayOf(toMs - dayMs) }
    const ledger = new DayLedger(part, decisions)
    for (const payment of await comparedPayments(db, { ...of, fromMs, toMs }, returned)) {
      for (const movement of comparePayment(payment, readUntilMs)) ledger.add(movement)
    }
    lines.push(...ledger.lines())
    await new Promise(setImmediate)
  }
  return lines
}

/** Until when all days are over and completely read. */
export function finishedMs(readUntilMs: number): number {
  return Math.floor((readUntilMs - graceMs) / dayMs) * dayMs
}

/** Every payment of which something moved in a span, on both sides, with all that ever moved. */
async function comparedPayments(
  db: ControlStore['db'],
  span: AccountSpan,
  returned: readonly { paymentId: string }[],
): Promise<ComparedPayment[]> {
  const movements = await listMovements(db, span)
  const recorded = new Map((await listBookedPayments(db, span)).map((one) => [one.id, one]))
  const moved = new Set(movements.flatMap(({ paymentId }) => paymentId ?? []))
  const unmoved = new Set(returned.flatMap(({ paymentId: id }) => (moved.has(id) ? [] : id)))
  for (const some of chunks([...unmoved])) movements.push(...(await findMovements(db, span, some)))
  const others = [...new Set([...moved, ...unmoved])].filter((id) => !recorded.has(id))
  for (const some of chunks(others)) {
    for (const one of await findBookedPayments(db, some)) recorded.set(one.id, one)
  }
  const byPayment = Map.groupBy(movements, ({ paymentId, paymentRef }) =>
    paymentId !== null && recorded.has(paymentId) ? paymentId : paymentRef,
  )
  const found: ComparedPayment[] = []
  for (const some of chunks([...recorded.keys()])) {
    const refunds = await listRefunds(db, some)
    for (const id of some) {
      const payment = recorded.get(id)
      if (payment === undefined) continue
      const own = byPayment.get(id) ?? []
      byPayment.delete(id)
      found.push({
        ref: own[0]?.paymentRef ?? payment.providerPaymentId,
        recorded: isPaid(payment) ? recordedPayment(payment, refunds.get(id) ?? []) : undefined,
        movements: own,
      })
    }
  }
  for (const [ref, own] of byPayment) found.push({ ref, recorded: undefined, movements: own })
  return found
}

/** A trial is a payment of nothing, which no account books. */
function isPaid({ amountMinor }: BookedPayment): boolean {
  return amountMinor > 0
}

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / idsAtOnce)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * idsAtOnce, (index + 1) * idsAtOnce),
  )
}
