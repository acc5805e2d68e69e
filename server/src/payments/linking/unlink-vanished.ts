import type { ControlStore } from '../../store/control/control-store.ts'
import type { Engine } from '../../store/events/engine.ts'
import { presentVisitors } from '../queries/present-visitors.ts'
import { dueAtOnce, noLink } from '../rows/payment.ts'
import { enqueuePayments } from '../rows/payment-outbox.ts'
import { lockPayment, savePayment } from '../rows/payment-rows.ts'
import { findPayments } from '../rows/remove-payment.ts'

/** Has payments linked anew whose visitor has no events any more; what a person said stays. */
export async function unlinkVanished(
  { control, engine }: { control: ControlStore; engine: Engine },
  siteId: string,
  paymentIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const linked = (await findPayments(control.db, paymentIds)).flatMap(
    ({ link }) => link.visitorId ?? [],
  )
  const rows = await presentVisitors(engine, { site: siteId, visitors: [...new Set(linked)] })
  const present = new Set(rows.map(({ visitorId }) => visitorId))
  for (const id of paymentIds) await unlink(control, id, present, nowMs)
}

async function unlink(
  control: ControlStore,
  paymentId: string,
  present: ReadonlySet<string>,
  nowMs: number,
): Promise<void> {
  await control.transaction(async (db) => {
    const payment = await lockPayment(db, paymentId)
    if (payment === undefined || payment.erasedMs !== null) return
    const { link } = payment
    if (link.method === 'manual' || link.visitorId === null || present.has(link.visitorId)) return
    const saved = {
      ...{ ...payment, link: noLink(payment.paidAtMs) },
      relinkAtMs: dueAtOnce,
      revision: payment.revision + 1,
      updatedMs: nowMs,
    }
    await savePayment(db, saved)
    await enqueuePayments(db, [saved])
  })
}
