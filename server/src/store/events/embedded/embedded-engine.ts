import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { StartRefused } from '../../../errors.ts'
import { connectEngine, type Engine } from '../engine.ts'
import { EngineUnavailable } from '../engine-errors.ts'
import { lastingEngine } from '../lasting-engine.ts'
import { type EngineChild, PortTaken, startEngineChild } from './engine-child.ts'
import type { StartMessage } from './engine-process.ts'
import { defaultMemoryLimits, type MemoryLimits } from './engine-settings.ts'
import { defaultWatchLimits, type WatchLimits, watchEngine } from './engine-watch.ts'
import { userName } from './http-interface.ts'

/** ClickHouse without a server to set up: chDB in a child process that is restarted when it ends. */
export interface EmbeddedEngine {
  /** Works across restarts of the child: calls wait a moment for the next one. */
  readonly engine: Engine
  /** ClickHouse's HTTP interface with name and secret; may change when the child is restarted. */
  readonly url: string
  /** The engine's address, by child; waits a moment for the next one like a call. */
  current(): Promise<{ url: string; pid: number }>
  /** The child's process id, undefined while none runs. */
  readonly pid: number | undefined
  readonly version: string
  /** Lets running statements finish, closes the folder and ends the child. */
  stop(): Promise<void>
}

export interface EmbeddedEngineOptions {
  /** The installation's folder; the engine keeps to `events/` in it. */
  dataDir: string
  logger: Logger
  memory?: MemoryLimits
  /** How long to wait for another process to release the folder. */
  lockWaitMs?: number
  /** How long a call waits for an engine that is being restarted; 5 seconds by default. */
  patienceMs?: number
  watch?: WatchLimits
}

/** Starts the engine; rejects with the reason when it cannot, such as a folder in use. */
export async function startEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const supervisor = new Supervisor(options)
  await supervisor.startFirst()
  return supervisor
}

const firstDelayMs = 50
const longestDelayMs = 5_000
/** A child that ran this long was healthy: the next one is started without delay again. */
const healthyAfterMs = 10_000
const defaultPatienceMs = 5_000
const stopPatienceMs = 10_000

interface Running {
  child: EngineChild
  url: string
  engine: Engine
}

class Supervisor implements EmbeddedEngine {
  readonly engine: Engine
  #options: EmbeddedEngineOptions
  #secret = randomBytes(24).toString('base64url')
  #port = 0
  #running: Running | undefined
  #ready = Promise.withResolvers<Running>()
  #stopping = false
  #watch: Promise<void> | undefined

  constructor(options: EmbeddedEngineOptions) {
    this.#options = options
    this.engine = {
      ...lastingEngine(async () => (await this.#current()).engine),
      ping: async () => (await this.#running?.engine.ping()) ?? false,
      close: () => this.stop(),
    }
  }

  get url(): string {
    return urlOf(this.#port, this.#secret)
  }

  get pid(): number | undefined {
    return this.#running?.child.pid
  }

  version = ''

  async current(): Promise<{ url: string; pid: number }> {
    const { url, child } = await this.#current()
    return { url, pid: child.pid }
  }

  async startFirst(): Promise<void> {
    await this.#launch().catch((error: Error) => {
      throw new StartRefused(error.message, { cause: error })
    })
    this.#watch = this.#keepAlive()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#running?.child.stop(stopPatienceMs)
    await this.#watch
  }

  async #launch(): Promise<void> {
    const { dataDir, logger, memory, lockWaitMs } = this.#options
    const start: StartMessage = {
      type: 'start',
      dir: join(dataDir, 'events'),
      port: this.#port,
      secret: this.#secret,
      memory: memory ?? defaultMemoryLimits,
      lockWaitMs: lockWaitMs ?? 10_000,
    }
    const child = await startEngineChild(start, logger).catch((error: unknown) => {
      if (!(error instanceof PortTaken)) throw error
      return startEngineChild({ ...start, port: 0 }, logger)
    })
    this.#port = child.port
    this.version = child.version
    this.#running = { child, url: this.url, engine: connectEngine(this.url) }
    this.#ready.resolve(this.#running)
    logger.info({ enginePid: child.pid, version: child.version }, 'events engine is ready')
  }

  /** Waits for the child to end and starts the next one, until stopped. */
  async #keepAlive(): Promise<void> {
    let delayMs = firstDelayMs
    while (!this.#stopping) {
      const livedMs = await this.#untilEnd()
      if (livedMs > healthyAfterMs) delayMs = firstDelayMs
      if (this.#stopping) return
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      delayMs = Math.min(delayMs * 2, longestDelayMs)
      if (this.#stopping) return
      await this.#launch().catch((error: unknown) =>
        this.#options.logger.error({ err: error }, 'events engine could not be restarted'),
      )
    }
    await this.#running?.child.stop(stopPatienceMs)
  }

  async #untilEnd(): Promise<number> {
    if (this.#running === undefined) return 0
    const startedMs = performance.now()
    const { child, engine, url } = this.#running
    const { watch = defaultWatchLimits, logger } = this.#options
    await watchEngine(child, url, watch, logger)
    const reason = await child.ended
    this.#running = undefined
    this.#ready = Promise.withResolvers()
    await engine.close()
    if (!this.#stopping) {
      logger.error({ reason, lastLines: await child.lastLines }, 'events engine ended')
    }
    return performance.now() - startedMs
  }

  /** The engine of the running child, or of the next one if that starts soon. */
  async #current(): Promise<Running> {
    if (this.#running !== undefined) return this.#running
    const { patienceMs = defaultPatienceMs } = this.#options
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new EngineUnavailable(undefined, new Error('the engine is being restarted'))),
        this.#stopping ? 0 : patienceMs,
      )
    })
    try {
      return await Promise.race([this.#ready.promise, tooLong])
    } finally {
      clearTimeout(timer)
    }
  }
}

const urlOf = (port: number, secret: string) => `http://${userName}:${secret}@127.0.0.1:${port}`
