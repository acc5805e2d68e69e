import { join } from 'node:path'
import type { Logger } from 'pino'
import type { EnginePlace } from './answers/messages.ts'
import { type Config, mayHaveOtherNodes } from './config.ts'
import { shareMemory } from './process/memory.ts'
import { reachControl } from './reach-control.ts'
import { reachEngine } from './reach-engine.ts'
import { commandPatienceMs, type Reaching } from './reach-server.ts'
import { type ControlStore, controlFile } from './store/control/control-store.ts'
import { erasureFile } from './store/control/erasures/erasure-file.ts'
import { type ErasureList, openErasureList } from './store/control/erasures/erasure-list.ts'
import { awaitedEngine } from './store/events/awaited-engine.ts'
import { connectClickHouse } from './store/events/cluster/connect-clickhouse.ts'
import { startEmbeddedEngine } from './store/events/embedded/embedded-engine.ts'
import type { Engine } from './store/events/engine.ts'
import { type EventStore, openEventStore } from './store/events/event-store.ts'
import { migrateEvents } from './store/events/migrate.ts'
import { fillAtStart } from './store/events/sessions/fill-at-start.ts'
import { takeTurnsAmongNodes } from './store/events/sessions/turns.ts'
import { tracedEngine } from './store/events/traced-engine.ts'
import { refuseHalfRestored } from './store/half-restored.ts'
import { refuseMoved } from './store/moved.ts'
import { threadFiles } from './thread-files.ts'

/** Where everything is stored. */
export interface Stores {
  erased: ErasureList
  control: ControlStore
  /** The engine; its calls wait until it has started. */
  engine: Engine
  /** Resolves when the engine has started and has its tables; rejects with the reason if it cannot. */
  engineStarted: Promise<void>
  /** Where the engine listens, with name and secret; changes when the embedded one is restarted. */
  engineUrl(): Promise<string>
  /** The engine's address for a thread, once it can be asked. */
  enginePlace(): Promise<EnginePlace>
  events: EventStore
}

/** How long a start waits for databases that do not answer. */
interface Patience {
  controlMs: number
  engineMs: number
}

/**
 * The server's. Without sites and keys it can do nothing; without the engine it takes hits, so it must not end
 * because of an outage that may last hours.
 */
const serversPatience: Patience = { controlMs: 60_000, engineMs: Number.POSITIVE_INFINITY }

/** A command's. */
export const commandsPatience: Patience = {
  controlMs: commandPatienceMs,
  engineMs: commandPatienceMs,
}

/**
 * Opens control store and journal, and begins to start the engine, update its tables and ship to it. Hits can be
 * stored as soon as this resolves.
 */
export async function openStores(
  config: Config,
  logger: Logger,
  opened: AsyncDisposableStack,
  patience = serversPatience,
): Promise<Stores> {
  refuseHalfRestored(config.dataDir)
  refuseMoved(config.dataDir, config)
  const closing = new AbortController()
  const onWait = (sentence: string) => logger.warn(sentence)
  const reaching = { onWait, signal: closing.signal }
  const starting = startEngine(config, logger, { ...reaching, patienceMs: patience.engineMs })
  opened.defer(async () => {
    closing.abort()
    // Callers that wait for the start get its error.
    const connected = await starting.connected.catch(() => undefined)
    await connected?.engine.close()
  })
  const engine = awaitedEngine(starting.prepared)
  const engineStarted = starting.prepared.then(() => undefined)
  // If the rest fails to open, that is the error to throw.
  engineStarted.catch(() => undefined)
  const control = await reachControl(
    {
      databaseUrl: config.databaseUrl,
      file: controlFile(config.dataDir),
      commands: threadFiles.commands,
      onConnectionLost: (err) => logger.warn({ err }, 'lost a connection to the control store'),
    },
    { ...reaching, patienceMs: patience.controlMs },
  )
  opened.defer(() => control.close())
  if (mayHaveOtherNodes(config)) takeTurnsAmongNodes(engine, control.alone)
  const erased = await openErasureList({
    control,
    file: erasureFile(join(config.dataDir, 'erasures.jsonl')),
    onError: (err) => logger.warn({ err }, "other processes' erasures could not be read"),
  })
  opened.defer(() => erased.close())
  const dir = join(config.dataDir, 'journal')
  const shipFewEveryMs = mayHaveOtherNodes(config) ? undefined : shipFewAloneEveryMs
  const options = { dir, engine, logger, erasures: erased, lockWaitMs, shipFewEveryMs }
  const events = await openEventStore(options)
  opened.defer(() => events.close())
  return {
    ...{ control, engine, engineStarted, events, erased },
    engineUrl: async () => (await starting.connected).url(),
    enginePlace: async () => (await starting.connected).place(),
  }
}

interface ConnectedEngine {
  engine: Engine
  url(): string
  place(): Promise<EnginePlace>
}

interface StartingEngine {
  connected: Promise<ConnectedEngine>
  /** The engine once it has its tables. */
  prepared: Promise<Engine>
}

function startEngine(config: Config, logger: Logger, reaching: Reaching): StartingEngine {
  const connected = connectTo(config, logger)
  const prepared = connected.then(async ({ engine }) => {
    await reachEngine(config.clickhouseUrl, () => migrateEvents(engine), reaching)
    // Only of a single node: others would add the same.
    if (config.clickhouseUrl === undefined) await fillAtStart(engine, logger)
    return engine
  })
  return { connected, prepared }
}

/** How long a start waits for a server that is just stopping, as the engine does. */
const lockWaitMs = 10_000

/**
 * How often hits are inserted while few arrive and no read asks for them. Only a single node may wait this long:
 * reports of another node lack what this one has not shipped.
 */
const shipFewAloneEveryMs = 5_000

async function connectTo(
  { clickhouseUrl, clickhouseCluster: cluster, dataDir, memoryBytes }: Config,
  logger: Logger,
): Promise<ConnectedEngine> {
  if (clickhouseUrl !== undefined) {
    return {
      engine: tracedEngine(connectClickHouse(clickhouseUrl, cluster)),
      url: () => clickhouseUrl,
      place: async () => ({ url: clickhouseUrl, cluster, run: undefined }),
    }
  }
  const embedded = await startEmbeddedEngine({ dataDir, logger, memory: shareMemory(memoryBytes) })
  return {
    engine: tracedEngine(embedded.engine),
    url: () => embedded.url,
    async place() {
      const { url, pid } = await embedded.current()
      return { url, cluster: undefined, run: pid }
    },
  }
}
