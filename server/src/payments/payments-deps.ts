import type { UpToDate } from '../answers/answer-up-to-date.ts'
import type { Config } from '../config.ts'
import type { RateLimiter } from '../http/limits/rate-limit.ts'
import type { Serving } from '../http/serve-operations.ts'
import type { Secrets } from '../store/control/secrets.ts'
import type { Engine } from '../store/events/engine.ts'
import type { EventStore } from '../store/events/event-store.ts'
import type { ConnectionStore } from './connections/manage-connections.ts'
import type { Syncing } from './connections/sync-connections.ts'
import type { Payments } from './payments.ts'
import type { SubscriptionSources } from './subscriptions/report-subscriptions.ts'
import type { EndpointStore } from './webhooks/manage-endpoints.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** What payments need: the ledger and its copy for reports, providers' webhooks and accounts. */
export interface PaymentsDeps extends Serving, UpToDate, SubscriptionSources {
  config: Config
  secrets: Secrets
  engine: Engine
  events: EventStore
  payments: Payments
  webhooks: Webhooks
  webhookStore: EndpointStore
  connectionStore: ConnectionStore
  syncing: Syncing
  addressLimits: RateLimiter
}
