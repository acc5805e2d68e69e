import { mkdir } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { secondFactors } from './accounts/second-factor.ts'
import { signInSessions } from './accounts/sign-in-sessions.ts'
import { forgetOldAlerts, sendAlerts } from './alerts/send-alerts.ts'
import { watchSites } from './alerts/watch-sites.ts'
import { openAnswers } from './answers/answers.ts'
import type { EnginePlace } from './answers/messages.ts'
import { buildApp } from './app.ts'
import { keepAudit } from './audit/keep-audit.ts'
import { type Clock, systemClock } from './clock.ts'
import { openCollector } from './collect/collector.ts'
import type { Config } from './config.ts'
import { sendDigests } from './digests/send-digests.ts'
import { closeWithin, sendAway } from './http/drain.ts'
import { forgetOldReplies } from './http/idempotency.ts'
import { createMetrics } from './http/metrics.ts'
import { canShareDoors, openMoreDoors, refuseTaken } from './http/more-doors.ts'
import { openRateLimits, type RateLimits } from './http/open-rate-limits.ts'
import { openIdentities } from './identities/record-identify.ts'
import { openImports } from './imports/imports.ts'
import { type Job, keepRunning } from './jobs/leased-jobs.ts'
import { openMailer } from './mail/mailer.ts'
import { forgetOldMails, sendQueued } from './mail/send-queued.ts'
import { openOperatorDoor } from './operator/operator-door.ts'
import { openRequests } from './outside/request-outside.ts'
import { openPayments } from './payments/payments.ts'
import { keepRates } from './payments/rates/keep-rates.ts'
import { openOutside } from './payments/webhooks/outside.ts'
import { openWebhooks } from './payments/webhooks/webhooks.ts'
import type { Services } from './services.ts'
import { apiKeys } from './sites/api-keys.ts'
import { siteDirectory } from './sites/find-site.ts'
import { keepRetention } from './sites/keep-retention.ts'
import { type ControlStore, controlFile, openControlStore } from './store/control/control-store.ts'
import { erasureFile } from './store/control/erasures/erasure-file.ts'
import { type ErasureList, openErasureList } from './store/control/erasures/erasure-list.ts'
import { openSecrets } from './store/control/keys/open-secrets.ts'
import { connectClickHouse } from './store/events/cluster/connect-clickhouse.ts'
import { startEmbeddedEngine } from './store/events/embedded/embedded-engine.ts'
import type { Engine } from './store/events/engine.ts'
import { type EventStore, openEventStore } from './store/events/event-store.ts'
import { migrateEvents } from './store/events/migrate.ts'
import { buildSessions } from './store/events/sessions/build-sessions.ts'
import { tracedEngine } from './store/events/traced-engine.ts'
import { refuseHalfRestored } from './store/half-restored.ts'
import { refuseMoved } from './store/moved.ts'
import { openErasures } from './visitors/erasures.ts'

/** A server that answers requests. */
export interface RunningServer {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  readonly url: string
  readonly services: Services
  /** Takes leave of the clients, so that `close` is no error for any of them; two seconds at most. */
  sendAway(): Promise<void>
  /** Refuses new work, finishes what is under way, closes the stores. */
  close(): Promise<void>
}

/** Opens everything the settings name and listens. When a part cannot be opened, the others are closed. */
export async function serve(
  config: Config,
  logger: Logger,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack()
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const stores = await openStores(config, logger, opened)
  const secrets = await openSecrets(stores.control.db, config)
  const limits = await openRateLimits({
    redisUrl: config.redisUrl,
    clock,
    secrets,
    logger,
  })
  opened.defer(() => limits.close())
  const services = await makeServices({ config, logger, clock, secrets }, stores, limits)
  opened.defer(() => services.metrics.close())
  opened.defer(() => services.answers.close())
  opened.defer(() => services.apiKeys.close())
  opened.defer(() => services.payments.close())
  opened.defer(() => services.webhooks.close())
  opened.defer(
    await keepRates({
      control: stores.control,
      logger,
      source: config.exchangeRates,
      onNews: services.payments.wake,
    }),
  )
  opened.defer(() => services.collector.close())
  opened.defer(() => services.erasures.close())
  opened.defer(() => services.imports.close())
  opened.defer(keepRunning(services, jobsOf(services)))
  opened.defer(await openOperatorDoor({ ...config, ...stores, ...services }))

  const app = buildApp(services)
  const doors: Server[] = []
  opened.defer(() => closeWithin(app, doors))
  const place = { port: config.port, host: config.host, backlog: listenBacklog }
  await refuseTaken(place)
  const shared = { ...place, reusePort: canShareDoors }
  await app.listen(shared)
  const { port } = app.server.address() as AddressInfo
  doors.push(...(await openMoreDoors(app.server, { ...place, port })))
  opened.defer(() => {
    services.lifecycle.draining = true
  })

  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const running = opened.move()
  return {
    url: `http://${host}:${port}`,
    services,
    sendAway() {
      services.lifecycle.draining = true
      return sendAway(app.server, doors)
    },
    close: () => running.disposeAsync(),
  }
}

/**
 * Connections that wait to be accepted; Linux allows 4,096 unless told otherwise. Of what exceeds them the
 * kernel drops the first packet, and that client tries again only after 1, 3 and 7 seconds: measured
 * with Node's 511, a crowd kept other sites' visitors waiting for 5 seconds and longer.
 */
const listenBacklog = 4_096

const hourMs = 3_600_000

/** What is done now and then, by one node for all. */
function jobsOf(services: Services): Job[] {
  const { engine, clock, control, config } = services
  return [
    {
      name: 'build-sessions',
      everyMs: 60_000,
      run: (shouldStop) => buildSessions(engine, { nowMs: clock.now(), shouldStop }),
    },
    { name: 'forget-replies', everyMs: hourMs, run: () => forgetOldReplies(services) },
    {
      name: 'forget-audit',
      everyMs: 6 * hourMs,
      run: () => keepAudit(control, clock.now(), config.auditDays),
    },
    {
      name: 'retention',
      everyMs: 6 * hourMs,
      run: (shouldStop) => keepRetention(services, clock.now(), shouldStop),
    },
    { name: 'send-mail', everyMs: 10_000, run: (shouldStop) => sendQueued(services, shouldStop) },
    { name: 'send-alerts', everyMs: 10_000, run: (shouldStop) => sendAlerts(services, shouldStop) },
    {
      name: 'digests',
      everyMs: 5 * 60_000,
      run: (shouldStop) => sendDigests(services, shouldStop),
    },
    { name: 'alerts', everyMs: 60_000, run: (shouldStop) => watchSites(services, shouldStop) },
    {
      name: 'forget-mail',
      everyMs: 24 * hourMs,
      async run() {
        await forgetOldMails(control, clock.now())
        await forgetOldAlerts(control, clock.now())
      },
    },
  ]
}

interface Stores {
  erased: ErasureList
  control: ControlStore
  engine: Engine
  /** Where the engine listens, with name and secret; changes when the embedded one is restarted. */
  engineUrl(): string
  /** The same for a thread, once the engine can be asked. */
  enginePlace(): Promise<EnginePlace>
  events: EventStore
}

/** Opens control store, engine and journal, brings their tables up to date and begins to ship. */
export async function openStores(
  config: Config,
  logger: Logger,
  opened: AsyncDisposableStack,
): Promise<Stores> {
  refuseHalfRestored(config.dataDir)
  refuseMoved(config.dataDir, config)
  const [control, { engine, engineUrl, enginePlace }] = await Promise.all([
    openControlStore({
      databaseUrl: config.databaseUrl,
      file: controlFile(config.dataDir),
      onConnectionLost: (err) => logger.warn({ err }, 'lost an idle connection to Postgres'),
    }).then((store) => {
      opened.defer(() => store.close())
      return store
    }),
    openEngine(config, logger).then((connected) => {
      opened.defer(() => connected.engine.close())
      return connected
    }),
  ])
  const erased = await openErasureList({
    control,
    file: erasureFile(join(config.dataDir, 'erasures.jsonl')),
    onError: (err) => logger.warn({ err }, "other nodes' erasures could not be read"),
  })
  opened.defer(() => erased.close())
  await migrateEvents(engine)
  const dir = join(config.dataDir, 'journal')
  const events = await openEventStore({ dir, engine, logger, erasures: erased })
  opened.defer(() => events.close())
  return { control, engine, engineUrl, enginePlace, events, erased }
}

async function openEngine(
  { clickhouseUrl, clickhouseCluster: cluster, dataDir }: Config,
  logger: Logger,
): Promise<Pick<Stores, 'engine' | 'engineUrl' | 'enginePlace'>> {
  if (clickhouseUrl !== undefined) {
    const engine = tracedEngine(connectClickHouse(clickhouseUrl, cluster))
    return {
      engine,
      engineUrl: () => clickhouseUrl,
      enginePlace: async () => ({ url: clickhouseUrl, cluster, run: 0 }),
    }
  }
  const embedded = await startEmbeddedEngine({ dataDir, logger })
  return {
    engine: tracedEngine(embedded.engine),
    engineUrl: () => embedded.url,
    async enginePlace() {
      const { url, pid } = await embedded.current()
      return { url, cluster: undefined, run: pid }
    },
  }
}

async function makeServices(
  basics: Pick<Services, 'config' | 'logger' | 'clock' | 'secrets'>,
  { erased, ...stores }: Stores,
  { keyLimits, addressLimits, signInLimits }: RateLimits,
): Promise<Services> {
  const { clock, logger, secrets } = basics
  const { control } = stores
  const sites = siteDirectory(control, { clock })
  const payments = openPayments({
    ...basics,
    ...stores,
    secrets,
    findSite: sites.find,
    erasedMs: erased.erasedMs,
  })
  const requestOutside = openRequests(basics.config)
  const ledger = { control, secrets, erasedMs: erased.erasedMs }
  const webhooks = openWebhooks({
    ...basics,
    ledger,
    payments,
    outside: openOutside({ request: requestOutside }),
  })
  const identities = openIdentities({
    control,
    secrets,
    now: clock.now,
    onIdentified: payments.wake,
  })
  const collector = openCollector({ ...basics, ...stores, sites, identities, erasures: erased })
  erased.onAdd(({ siteId, visitorId, whole }) => {
    if (whole !== undefined) return identities.forgetSite(siteId)
    identities.forget(siteId, visitorId)
    collector.forget(siteId, visitorId)
  })
  return {
    ...basics,
    ...stores,
    sites,
    payments,
    webhooks,
    webhookStore: { control, secrets },
    identities,
    collector,
    imports: await openImports({
      ...{ ...basics, ...stores, payments, ledger, secrets },
      dataDir: basics.config.dataDir,
      findSite: sites.find,
    }),
    erasures: await openErasures({ ...basics, ...stores, secrets, list: erased }),
    answers: openAnswers({ logger, engine: stores.enginePlace }),
    apiKeys: apiKeys(stores.control, {
      clock,
      onError: (err) => logger.error({ err }, 'the last use of an API key was not noted'),
    }),
    signInSessions: signInSessions(stores.control, { clock }),
    mailer: openMailer(basics.config),
    requestOutside,
    secondFactors: secondFactors(control, secrets, clock.now),
    keyLimits,
    addressLimits,
    signInLimits,
    metrics: createMetrics(stores),
    lifecycle: { draining: false },
  }
}
