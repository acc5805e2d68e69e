import {
  type Erasure as Erased,
  visitorErased,
  visitorNotFound,
} from '@tributary/contract/visitor.ts'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { deliverPayments } from '../payments/deliver-payments.ts'
import { isDeliveryNaming } from '../payments/webhooks/delivery-content.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { ErasureList } from '../store/control/erasures/erasure-list.ts'
import {
  confirmErasure,
  type Erasure,
  listUnfinishedErasures,
} from '../store/control/erasures/erasure-rows.ts'
import { countIdentities, deleteIdentities } from '../store/control/identities/identity-rows.ts'
import { eraseFromPayment, findPaymentsNaming } from '../store/control/payments/erase-payments.ts'
import { eraseFactsNaming } from '../store/control/payments/payment-facts.ts'
import { enqueueAgain, inspectSetAside } from '../store/control/payments/payment-outbox.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { eraseDeliveries } from '../store/control/webhooks/erase-deliveries.ts'
import type { Engine } from '../store/events/engine.ts'
import { eraseReplacedEntries } from '../store/events/erase-payment-entries.ts'
import { countPast, erasePast } from '../store/events/erase-visitor.ts'
import type { EventStore } from '../store/events/event-store.ts'
import { paymentsNaming } from '../store/events/queries/payments-naming.ts'

/** Where a visitor leaves traces. */
export interface Traces {
  control: ControlStore
  engine: Engine
  events: Pick<EventStore, 'flush' | 'eraseLetters'>
  list: ErasureList
  secrets: Secrets
  clock: Clock
  logger: Pick<Logger, 'error'>
}

/**
 * Erases everything a site knows of a visitor up to now, for good: when it resolves it is gone from the
 * stores and noted so that no replay or restore brings it back. Refuses a visitor nobody knows.
 */
export async function eraseVisitor(
  traces: Traces,
  siteId: string,
  visitorId: string,
): Promise<Erased> {
  const erasure: Erasure = { siteId, visitorId, erasedMs: Math.floor(traces.clock.now()) }
  await traces.events.flush()
  if (!(await isKnown(traces, erasure))) throw new AppError('not-found', visitorNotFound)
  // First of all: from here on nothing of this past is let in, and a crash leaves work to be done.
  await traces.list.add(erasure)
  const erased = await applyErasure(traces, erasure)
  return { message: visitorErased, ...erased }
}

/** Does, or goes on with, what an erasure asks for. Answers what there was left to remove. */
export async function applyErasure(
  traces: Traces,
  erasure: Erasure,
): Promise<{ events: number; identities: number; payments: number }> {
  const { control, engine, events, clock } = traces
  const { siteId, visitorId, erasedMs } = erasure
  // What was acknowledged before the erasure may still be in the journal; what is erased there is left out.
  await events.flush()
  const letters = await events.eraseLetters([erasure])
  const count = await countPast(engine, erasure)
  await erasePast(engine, erasure)

  const identities = await deleteIdentities(control.db, siteId, visitorId, erasedMs)
  const about = { siteId, visitorId, untilMs: erasedMs }
  await eraseDeliveries(control.db, about, (row) =>
    isDeliveryNaming(traces.secrets, row, visitorId),
  )
  const payments = await findPaymentsNaming(control.db, siteId, visitorId, erasedMs)
  for (const id of payments) await eraseFromPayment(control, id, visitorId, clock.now())
  await eraseFactsNaming(control.db, about)
  await eraseFromReports(traces, siteId, visitorId)

  await confirmErasure(control.db, erasure, clock.now())
  return { events: count + letters, identities, payments: payments.length }
}

/** The reports' copy of the ledger: brought up to date, and then what it held before is removed. */
async function eraseFromReports(
  { control, engine, clock, logger }: Pick<Traces, 'control' | 'engine' | 'clock' | 'logger'>,
  siteId: string,
  visitorId: string,
): Promise<void> {
  // Also those that the ledger has no name for any more: their copy may come from an older backup.
  const copied = await paymentsNaming(engine, { site: siteId, visitor: visitorId })
  const ids = copied.map(({ paymentId }) => paymentId)
  await enqueueAgain(control.db, ids)
  await deliverPayments({ control, engine, logger }, clock.now())
  const { count, reason } = await inspectSetAside(control.db, ids)
  if (count > 0) throw new Error(`${count} payments still name somebody erased: ${reason}`)
  await eraseReplacedEntries(engine, siteId, visitorId)
}

async function isKnown({ control, engine }: Traces, erasure: Erasure): Promise<boolean> {
  const { siteId, visitorId, erasedMs } = erasure
  if ((await countPast(engine, erasure)) > 0) return true
  if ((await countIdentities(control.db, siteId, visitorId, erasedMs)) > 0) return true
  if ((await findPaymentsNaming(control.db, siteId, visitorId, erasedMs)).length > 0) return true
  const unfinished = await listUnfinishedErasures(control.db)
  return unfinished.some((one) => one.siteId === siteId && one.visitorId === visitorId)
}
