import type { ControlStore } from '../../store/control/control-store.ts'
import type { ConnectionRow } from '../../store/control/connections/connection-rows.ts'
import { listDecisions } from '../../store/control/connections/decision-rows.ts'
import {
  type AccountSpan,
  listMovedPayments,
  listMovementsOfPayments,
  listMovementsOfRefs,
  listRecordedPayments,
  type StoredMovement,
} from '../../store/control/connections/movement-rows.ts'
import { listRefunds } from '../../store/control/payments/payment-parts.ts'
import { findPayments } from '../../store/control/payments/remove-payment.ts'
import { type ComparedPayment, dayOf } from './both-sides.ts'
import { comparePayment } from './compare-payment.ts'
import { DayLedger, type ReconciledDay } from './reconcile-days.ts'
import { recordedPayment } from './recorded-payment.ts'

type Account = Pick<
  ConnectionRow,
  'id' | 'site_id' | 'provider' | 'from_ms' | 'statement_until_ms'
>

const dayMs = 86_400_000
/** Movements may appear in an account's list somewhat after the moment that they are stamped with. */
const graceMs = 10 * 60_000
/** An entry may be dated so much before or after the account's day: direct debits succeed days after they are booked. */
const leewayMs = 15 * dayMs
/** Few enough that hits and requests get their turn in between. */
const paymentsAtOnce = 400

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
  const ledger = new DayLedger(days, await listDecisions(db, account.site_id))
  for await (const payments of comparedPayments(db, account, days)) {
    for (const payment of payments) {
      for (const movement of comparePayment(payment, readUntilMs)) ledger.add(movement)
    }
    await new Promise(setImmediate)
  }
  return ledger.lines()
}

/** Until when all days are over and completely read. */
export function finishedMs(readUntilMs: number): number {
  return Math.floor((readUntilMs - graceMs) / dayMs) * dayMs
}

/** Every payment of which something may have moved on these days, on both sides, with all that ever moved. */
async function* comparedPayments(
  db: ControlStore['db'],
  account: Account,
  { from, to }: { from: string; to: string },
): AsyncGenerator<ComparedPayment[]> {
  const span: AccountSpan = {
    ...{ connectionId: account.id, siteId: account.site_id, provider: account.provider },
    ...{ fromMs: Date.parse(from), toMs: Date.parse(to) + dayMs },
  }
  const moved = await listMovedPayments(db, span)
  const wide = { ...span, fromMs: span.fromMs - graceMs, toMs: span.toMs + leewayMs }
  const ids = new Set(await listRecordedPayments(db, wide))
  const refs: string[] = []
  for (const { ref, paymentId } of moved) {
    if (paymentId === null) refs.push(ref)
    else ids.add(paymentId)
  }
  for (const some of chunks([...ids])) yield await recordedOnes(db, span, some)
  for (const some of chunks(refs)) {
    const movements = await listMovementsOfRefs(db, span, some)
    const byRef = Map.groupBy(movements, ({ paymentRef }) => paymentRef)
    yield [...byRef].map(([ref, list]) => ({ ref, recorded: undefined, movements: list }))
  }
}

async function recordedOnes(
  db: ControlStore['db'],
  span: AccountSpan,
  ids: readonly string[],
): Promise<ComparedPayment[]> {
  const [payments, refunds, movements] = await Promise.all([
    findPayments(db, ids),
    listRefunds(db, ids),
    listMovementsOfPayments(db, span, ids),
  ])
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const byPayment = Map.groupBy(movements, ({ paymentId }) => paymentId ?? '')
  return ids.map((id) => {
    const payment = byId.get(id)
    const own: StoredMovement[] = byPayment.get(id) ?? []
    const isPaid = payment !== undefined && payment.amountMinor > 0
    return {
      ref: own[0]?.paymentRef ?? payment?.providerPaymentId ?? id,
      recorded: isPaid ? recordedPayment(payment, refunds.get(id) ?? []) : undefined,
      movements: own,
    }
  })
}

function chunks(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / paymentsAtOnce)
  return Array.from({ length: count }, (_, index) =>
    ids.slice(index * paymentsAtOnce, (index + 1) * paymentsAtOnce),
  )
}
