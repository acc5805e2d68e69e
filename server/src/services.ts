import type { Logger } from 'pino'
import type { SecondFactors } from './accounts/second-factor.ts'
import type { SignInSessions } from './accounts/sign-in-sessions.ts'
import type { answerers } from './answerers.ts'
import type { Answers } from './answers/answers.ts'
import type { QuestionTurns } from './answers/question-turns.ts'
import type { Clock } from './clock.ts'
import type { Collector } from './collect/collector.ts'
import type { Config } from './config.ts'
import type { RenameGoal } from './goals/rules/follow-new-name.ts'
import type { Lifecycle } from './http/health.ts'
import type { RateLimiter } from './http/limits/rate-limit.ts'
import type { Metrics } from './http/metrics.ts'
import type { Identities } from './identities/record-identify.ts'
import type { Imports } from './imports/imports.ts'
import type { Mailer } from './mail/mailer.ts'
import type { RequestOutside } from './outside/request-outside.ts'
import type { ConnectionStore } from './payments/connections/manage-connections.ts'
import type { Syncing } from './payments/connections/sync-connections.ts'
import type { Payments } from './payments/payments.ts'
import type { SubscriptionSources } from './payments/subscriptions/report-subscriptions.ts'
import type { EndpointStore } from './payments/webhooks/manage-endpoints.ts'
import type { Webhooks } from './payments/webhooks/webhooks.ts'
import type { ApiKeys } from './sites/api-keys.ts'
import type { SiteDirectory } from './sites/find-site.ts'
import type { ControlStore } from './store/control/control-store.ts'
import type { Secrets } from './store/control/secrets.ts'
import type { Engine } from './store/events/engine.ts'
import type { EventStore } from './store/events/event-store.ts'
import type { Erasures } from './visitors/erasures.ts'

/** The parts of the product, as the composition root opens them. Each module takes what its own `…Deps` names. */
export interface Services {
  config: Config
  clock: Clock
  logger: Logger
  engine: Engine
  events: EventStore
  /** Reports, computed on a separate thread from the one that accepts hits. */
  answers: Answers<typeof answerers>
  /** Decides which question is answered next. */
  questionTurns: QuestionTurns
  control: ControlStore
  /** The keys of this installation. */
  secrets: Secrets
  sites: SiteDirectory
  apiKeys: ApiKeys
  signInSessions: SignInSessions
  secondFactors: SecondFactors
  identities: Identities
  payments: Payments
  /** Ad spend, for the report on subscriptions. */
  spendBy: SubscriptionSources['spendBy']
  /** Rename a goal where other modules store its name. */
  renames: readonly RenameGoal[]
  webhooks: Webhooks
  /** Where the endpoints of `webhooks` are set up. */
  webhookStore: EndpointStore
  /** The accounts at payment providers that are read with a key. */
  connectionStore: ConnectionStore
  syncing: Syncing
  collector: Collector
  imports: Imports
  erasures: Erasures
  /** The connection to the operator's mail server; undefined if none is configured. */
  mailer: Mailer | undefined
  /** The only way to an address that a user chose. */
  requestOutside: RequestOutside
  /** Requests per API key. */
  keyLimits: RateLimiter
  /** Requests per address, for limits before authentication. */
  addressLimits: RateLimiter
  /** Attempts to sign in, by account and by address. */
  signInLimits: RateLimiter
  metrics: Metrics
  lifecycle: Lifecycle
}
