import type { ControlStore } from '../../store/control/control-store.ts'
import type { Engine } from '../../store/events/engine.ts'
import { paymentEntries } from '../delivery/payment-entries.ts'
import { insertPaymentEntries } from '../queries/insert-payment-entries.ts'
import type { Payment } from '../rows/payment.ts'
import { listFacts, paymentsOfFacts } from '../rows/payment-facts.ts'
import { listRefunds } from '../rows/payment-parts.ts'
import { findPayments } from '../rows/remove-payment.ts'
import { foldFacts } from './fold-facts.ts'
import type { KnownFact } from './known-fact.ts'
import { removeFacts, revisionsAhead } from './remove-facts.ts'

/**
 * Removes facts. A payment with other facts is computed from those; one without any is deleted, from the
 * reports too. After a crash, a repeat continues where it stopped.
 */
export async function forgetFacts(
  { control, engine }: { control: ControlStore; engine: Engine },
  siteId: string,
  keys: readonly string[],
  nowMs: number,
): Promise<void> {
  const ids = await paymentsOfFacts(control.db, siteId, keys)
  const gone: Payment[] = []
  for (const payment of await findPayments(control.db, ids)) {
    const left = (await listFacts(control.db, payment.id)).filter(({ key }) => !keys.includes(key))
    // The rows hold what `toKnownFact` made.
    if (foldFacts(payment.provider, left as KnownFact[]) === undefined) gone.push(payment)
  }
  // The reports first: once the ledger has deleted a payment, nothing would remove it from them.
  await removeFromReports({ control, engine }, gone)
  for (const paymentId of ids) {
    await control.run(removeFacts, { siteId, paymentId, keys, nowMs })
  }
}

async function removeFromReports(
  { control, engine }: { control: ControlStore; engine: Engine },
  gone: readonly Payment[],
): Promise<void> {
  if (gone.length === 0) return
  const refunds = await listRefunds(
    control.db,
    gone.map(({ id }) => id),
  )
  const removals = gone
    .flatMap((payment) => paymentEntries(payment, refunds.get(payment.id) ?? []))
    .map((entry) => ({
      ...entry,
      amountMinor: 0,
      visitorId: '',
      pathVisitorIds: [],
      removed: true,
      version: entry.version + revisionsAhead,
    }))
  await insertPaymentEntries(engine, removals)
}
