import type { AddressInfo, Server } from 'node:net'
import type { Logger } from 'pino'
import { type Clock, systemClock } from './clock.ts'
import type { IntakeWorkers } from './collect/intake/intake-workers.ts'
import type { Config } from './config.ts'
import { closeWithin, drain } from './http/connections/drain.ts'
import {
  canShareAddress,
  openExtraListeners,
  refuseTaken,
} from './http/connections/extra-listeners.ts'
import { openStores } from './open-stores.ts'
import { makeFolder } from './process/make-folder.ts'
import type { Services } from './services.ts'

/** A server that listens. */
export interface RunningServer {
  /** Its address, such as `http://127.0.0.1:3000`. */
  readonly url: string
  /**
   * Resolves when the events engine has started and reports are answered; rejects when it cannot start. Hits and
   * payments are stored from the beginning.
   */
  readonly ready: Promise<void>
  readonly services: Services
  /** Closes the clients' connections, so that `close` is no error for any of them; two seconds at most. */
  drain(): Promise<void>
  /** Refuses new work, finishes work in progress, closes the stores. */
  close(): Promise<void>
}

/** Opens everything that is configured, listens, and waits until all of it works. */
export async function serve(config: Config, logger: Logger, clock?: Clock): Promise<RunningServer> {
  const server = await listen(config, logger, clock)
  try {
    await server.ready
    return server
  } catch (error) {
    await server.close()
    throw error
  }
}

/**
 * Opens everything that is configured and listens, without waiting for the events engine. If a part cannot be
 * opened, the others are closed.
 */
export async function listen(
  config: Config,
  logger: Logger,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack()
  makeFolder(config.dataDir)
  const place = { port: config.port, host: config.host, backlog: listenBacklog }
  // Checked twice, as opening the stores takes a while: at once, in case a second server is started, and before
  // listening.
  await refuseTaken(place)
  const [stores, { openServices }, { buildApp }] = await Promise.all([
    openStores(config, logger, opened),
    // In parallel: loading the code takes as long as opening the stores, most of which is waiting.
    import('./open-services.ts'),
    import('./app.ts'),
  ])
  const services = await openServices({ config, logger, clock }, stores, opened)
  const { lifecycle } = services
  const app = buildApp(services)
  const listeners: Server[] = []
  opened.defer(() => closeWithin(app, listeners))
  await refuseTaken(place)
  const shared = { ...place, reusePort: canShareAddress }
  await app.listen(shared)
  const { port } = app.server.address() as AddressInfo
  let workers: IntakeWorkers | undefined
  if (config.intakeWorkers > 0) {
    const { startIntakeWorkers } = await import('./collect/intake/intake-workers.ts')
    workers = startIntakeWorkers(services, { server: app.server, place: { ...place, port } })
    opened.defer(workers.close)
  } else {
    // Of the workers each has as many, so that this thread takes few connections in addition to theirs.
    listeners.push(...(await openExtraListeners(app.server, { ...place, port })))
  }
  opened.defer(() => {
    lifecycle.draining = true
  })

  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const running = opened.move()
  return {
    url: `http://${host}:${port}`,
    services,
    ready: lifecycle.ready,
    async drain() {
      lifecycle.draining = true
      await Promise.all([workers?.drain(), drain(app.server, listeners)])
    },
    close: () => running.disposeAsync(),
  }
}

/**
 * Connections that wait to be accepted; Linux allows 4,096 by default. Of what exceeds them the
 * kernel drops the first packet, and that client tries again only after 1, 3 and 7 seconds: measured
 * with Node's 511, a flood of one site made other sites' visitors wait for 5 seconds and longer.
 */
const listenBacklog = 4_096
