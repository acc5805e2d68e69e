import type { ControlStore } from '../../store/control/control-store.ts'
import type { Engine } from '../../store/events/engine.ts'
import { presentVisitors } from '../queries/present-visitors.ts'
import { findPayments } from '../rows/remove-payment.ts'
import { unlinkPayment } from './unlink-payment.ts'

/** Links payments again whose visitor has no events any more; manual links stay. */
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
  for (const paymentId of paymentIds)
    await control.run(unlinkPayment, { paymentId, present, nowMs })
}
