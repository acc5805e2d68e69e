import { join } from 'node:path'
import type { Logger } from 'pino'
import type { EnginePlace } from './answers/messages.ts'
import type { Config } from './config.ts'
import { shareMemory } from './memory.ts'
import { type ControlStore, controlFile, openControlStore } from './store/control/control-store.ts'
import { erasureFile } from './store/control/erasures/erasure-file.ts'
import { type ErasureList, openErasureList } from './store/control/erasures/erasure-list.ts'
import { connectClickHouse } from './store/events/cluster/connect-clickhouse.ts'
import { startEmbeddedEngine } from './store/events/embedded/embedded-engine.ts'
import type { Engine } from './store/events/engine.ts'
import { type EventStore, openEventStore } from './store/events/event-store.ts'
import { migrateEvents } from './store/events/migrate.ts'
import { fillSessions, logFill } from './store/events/sessions/fill-sessions.ts'
import { tracedEngine } from './store/events/traced-engine.ts'
import { refuseHalfRestored } from './store/half-restored.ts'
import { refuseMoved } from './store/moved.ts'

/** Where everything is stored. */
export interface Stores {
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
      onConnectionLost: (err) => logger.warn({ err }, 'lost a connection to the control store'),
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
  // One node alone adds the sessions of a small folder before anything is asked; of a large one, the rest is a job's.
  if (config.clickhouseUrl === undefined) await fillAtStart(engine, logger)
  const dir = join(config.dataDir, 'journal')
  const events = await openEventStore({ dir, engine, logger, erasures: erased })
  opened.defer(() => events.close())
  return { control, engine, engineUrl, enginePlace, events, erased }
}

/** How long a start waits for the newest sessions of a folder from before there were any. */
const fillAtStartMs = 5_000

async function fillAtStart(engine: Engine, logger: Logger): Promise<void> {
  const untilMs = performance.now() + fillAtStartMs
  const options = { shouldStop: () => performance.now() > untilMs, onMonth: logFill(logger) }
  const isDone = await fillSessions(engine, options)
  if (!isDone) logger.info('sessions of older events are added while hits are taken')
}

async function openEngine(
  { clickhouseUrl, clickhouseCluster: cluster, dataDir, memoryBytes }: Config,
  logger: Logger,
): Promise<Pick<Stores, 'engine' | 'engineUrl' | 'enginePlace'>> {
  if (clickhouseUrl !== undefined) {
    const engine = tracedEngine(connectClickHouse(clickhouseUrl, cluster))
    return {
      engine,
      engineUrl: () => clickhouseUrl,
      enginePlace: async () => ({ url: clickhouseUrl, cluster, run: undefined }),
    }
  }
  const embedded = await startEmbeddedEngine({ dataDir, logger, memory: shareMemory(memoryBytes) })
  return {
    engine: tracedEngine(embedded.engine),
    engineUrl: () => embedded.url,
    async enginePlace() {
      const { url, pid } = await embedded.current()
      return { url, cluster: undefined, run: pid }
    },
  }
}
