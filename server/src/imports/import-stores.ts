import type { Clock } from '../clock.ts'
import type { Ledger } from '../payments/ledger/known-fact.ts'
import type { Payments } from '../payments/payments.ts'
import type { ControlStore } from '../store/control/control-store.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import type { EventStore } from '../store/events/event-store.ts'

/** The stores that imports read and write. */
export interface ImportStores {
  control: ControlStore
  engine: Engine
  events: Pick<EventStore, 'append' | 'flush'>
  payments: Pick<Payments, 'linkByHand' | 'sweep' | 'wake'>
  ledger: Ledger
  secrets: Secrets
  clock: Clock
}
