import { setImmediate } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ControlStore } from '../../store/control/control-store.ts'
import type { Engine } from '../../store/events/engine.ts'
import { EngineError } from '../../store/events/engine-errors.ts'
import { takesInserts } from '../../store/events/takes-inserts.ts'
import { hourMs } from '../../time/durations.ts'
import { insertPaymentEntries } from '../queries/insert-payment-entries.ts'
import {
  confirmOutbox,
  inspectQuarantined,
  listOutbox,
  quarantine,
  retryQuarantined,
  type Undelivered,
} from '../rows/payment-outbox.ts'
import { copyPayments, type EntriesOf } from './copy-payments.ts'

/** Where payments are copied from and to. */
export interface Delivery {
  control: ControlStore
  engine: Engine
  logger: Pick<Logger, 'error'>
}

const batchSize = 500
/** More refusals in a row than one bad payment in the largest batch, or two neighbouring ones, can cause. */
const mostInARow = 24
const firstPauseMs = 60_000
const longestPauseMs = hourMs

/**
 * Copies every changed payment into the events engine. The outbox removes a payment only when the engine confirmed
 * its revision, so a crash repeats at most; the newest version of an entry wins, so repeats, and several nodes doing
 * this at once, change nothing.
 *
 * Payments that the engine rejects are found by splitting their batch, and quarantined, so that no other waits for
 * them. They are retried after a minute, then ever more rarely, once an hour at least.
 *
 * `shouldStop` is called before each batch after the first: a waiting caller need not wait for all payments of a
 * site.
 */
export async function deliverPayments(
  to: Delivery,
  nowMs: number,
  shouldStop: () => boolean = () => false,
): Promise<void> {
  let isFirst = true
  for (const which of ['on-its-way', { refusedUntilMs: nowMs }] as const) {
    for (;;) {
      if (!isFirst && shouldStop()) return
      isFirst = false
      const batch = await listOutbox(to.control.db, which, batchSize)
      if (batch.length > 0) await deliverBatch(to, batch, nowMs)
      if (batch.length < batchSize) break
    }
  }
}

/** Retries quarantined payments now. Returns how many there were and how many the engine still rejects. */
export async function retryPayments(
  to: Delivery,
  nowMs: number,
): Promise<{ tried: number; quarantined: number }> {
  const tried = await retryQuarantined(to.control.db)
  await deliverPayments(to, nowMs)
  const { count } = await inspectQuarantined(to.control.db)
  return { tried, quarantined: count }
}

async function deliverBatch(
  to: Delivery,
  batch: readonly Undelivered[],
  nowMs: number,
): Promise<void> {
  // SQLite answers at once: hits and requests get their turn between reading, converting and the next batch.
  await setImmediate()
  const entriesOf = await copyPayments(
    to.control,
    batch.map(({ payment }) => payment),
    nowMs,
  )
  await setImmediate()
  const groups = [batch]
  let inARow = 0
  for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
    const reason = await insertGroup(to, group, { entriesOf, isSuspect: inARow > 0 })
    if (reason === undefined) {
      inARow = 0
      continue
    }
    inARow++
    const [only] = group
    if (group.length === 1 && only) {
      await giveUp(to, only, { reason, nowMs })
    } else if (inARow > mostInARow) {
      // Splitting further would be thousands of inserts while everybody waits.
      for (const one of [group, ...groups].flat()) await putOff(to, one, { reason, nowMs })
      return
    } else {
      const middle = group.length >> 1
      groups.unshift(group.slice(0, middle), group.slice(middle))
    }
  }
}

/** Inserts copies of payments together; returns the reason if the engine rejects these payments. */
async function insertGroup(
  { control, engine }: Delivery,
  group: readonly Undelivered[],
  { entriesOf, isSuspect }: { entriesOf: EntriesOf; isSuspect: boolean },
): Promise<string | undefined> {
  const payments = group.map(({ payment }) => payment)
  try {
    await insertPaymentEntries(engine, entriesOf(payments))
  } catch (error) {
    const reason = refusalIn(error)
    if (reason === undefined) throw error
    // Revoked permissions or a failure of the engine's own would refuse any payment.
    const isOfRows = !(error instanceof EngineError) || error.rowsRefused
    if (isOfRows || isSuspect || (await takesInserts(engine, 'payment_entries'))) return reason
    throw error
  }
  const delivered = payments.map(({ id, revision }) => ({ id, revision }))
  await control.run(confirmOutbox, delivered)
  return undefined
}

/** A date beyond the calendar must not be retried for ever either. */
function refusalIn(error: unknown): string | undefined {
  return error instanceof EngineError || error instanceof RangeError ? error.message : undefined
}

interface Refused {
  reason: string
  nowMs: number
}

async function giveUp(
  { control, logger }: Delivery,
  one: Undelivered,
  { reason, nowMs }: Refused,
): Promise<void> {
  const pauseMs = Math.min(firstPauseMs * 2 ** one.refusals, longestPauseMs)
  const paymentId = one.payment.id
  logger.error({ paymentId, reason }, 'quarantined a payment; reports do not include it')
  const refusals = one.refusals + 1
  await quarantine(control.db, one, { refusals, retryAtMs: nowMs + pauseMs, reason })
}

/** A payment that was rejected together with others and may be fine: it is retried soon, in a smaller batch. */
async function putOff(
  { control }: Delivery,
  one: Undelivered,
  { reason, nowMs }: Refused,
): Promise<void> {
  const refusals = Math.max(1, one.refusals)
  await quarantine(control.db, one, { refusals, retryAtMs: nowMs + firstPauseMs, reason })
}
