import type { Clock } from '../clock.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Erasure } from '../store/control/erasures/erasure-rows.ts'
import type { Secrets } from '../store/control/secrets.ts'
import { type Delivery, deliverPayments } from './delivery/deliver-payments.ts'
import { eraseReplacedEntries } from './queries/erase-payment-entries.ts'
import { paymentsNaming } from './queries/payments-naming.ts'
import { eraseDeliveries } from './rows/erase-deliveries.ts'
import { eraseFromPayment, findPaymentsNaming } from './rows/erase-payments.ts'
import { eraseFactsNaming } from './rows/payment-facts.ts'
import { enqueueAgain, inspectQuarantined } from './rows/payment-outbox.ts'
import { isDeliveryNaming } from './webhooks/delivery-content.ts'

/** Whether a payment of the erased past names the visitor. */
export async function isInLedger(
  db: ControlStore['db'],
  { siteId, visitorId, erasedMs }: Erasure,
): Promise<boolean> {
  return (await findPaymentsNaming(db, siteId, visitorId, erasedMs)).length > 0
}

/** Removes a visitor from the ledger and the archive of webhooks. Returns the number of payments. */
export async function eraseFromLedger(
  { control, secrets, clock }: { control: ControlStore; secrets: Secrets; clock: Clock },
  { siteId, visitorId, erasedMs }: Erasure,
): Promise<number> {
  const payments = await findPaymentsNaming(control.db, siteId, visitorId, erasedMs)
  const paymentIds = payments.filter(({ isOwn }) => isOwn).map(({ id }) => id)
  const about = { siteId, visitorId, untilMs: erasedMs }
  // Before the payments: continued after a crash, this would no longer know whose they were.
  await eraseDeliveries(control.db, { ...about, paymentIds }, (row) =>
    isDeliveryNaming(secrets, row, visitorId),
  )
  for (const { id } of payments) await eraseFromPayment(control, id, visitorId, clock.now())
  await eraseFactsNaming(control.db, about)
  return payments.length
}

/**
 * Removes visitors from the reports' copy of the ledger, after updating the copy. Returns the visitors whose payments
 * the engine rejects, and why.
 */
export async function eraseFromPaymentEntries(
  { control, engine, logger }: Delivery,
  { siteId, visitorIds, nowMs }: { siteId: string; visitorIds: string[]; nowMs: number },
): Promise<Map<string, Error>> {
  // Also those that the ledger no longer knows: their copy may come from an older backup.
  const copied = Map.groupBy(
    await paymentsNaming(engine, { site: siteId, visitors: visitorIds }),
    ({ visitorId }) => visitorId,
  )
  const all = [...copied.values()].flat().map(({ paymentId }) => paymentId)
  await enqueueAgain(control.db, [...new Set(all)])
  await deliverPayments({ control, engine, logger }, nowMs)
  const failed = new Map<string, Error>()
  for (const [visitorId, entries] of copied) {
    const ids = entries.map(({ paymentId }) => paymentId)
    const { count, reason } = await inspectQuarantined(control.db, ids)
    if (count === 0) continue
    failed.set(visitorId, new Error(`the reports do not take ${count} payments: ${reason}`))
  }
  if (copied.size > 0) await eraseReplacedEntries(engine, siteId, [...copied.keys()])
  return failed
}
