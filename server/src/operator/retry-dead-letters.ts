import { type Delivery, retryPayments } from '../payments/delivery/deliver-payments.ts'
import type { EventStore } from '../store/events/event-store.ts'

/** The path at which the running server accepts the retry command. */
export const retryPath = '/retry-letters'

/** The result of retrying rejected events and payments. */
export interface Retried {
  /** Events. */
  tried: number
  /** Events still, or again, in the dead letters, including those damaged on disk. */
  quarantined: number
  payments: { tried: number; quarantined: number }
}

/** Retries all dead letters, and waits for the engine's result for each. */
export async function retryDeadLetters({
  events,
  ...delivery
}: Delivery & {
  events: Pick<EventStore, 'flush' | 'retryDeadLetters' | 'stats'>
}): Promise<Retried> {
  const tried = await events.retryDeadLetters('all')
  await events.flush()
  const payments = await retryPayments(delivery, Date.now())
  return { tried, quarantined: events.stats().quarantined, payments }
}
