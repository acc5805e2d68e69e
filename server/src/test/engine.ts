import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import {
  type EmbeddedEngine,
  type EmbeddedEngineOptions,
  startEmbeddedEngine,
} from '../store/events/embedded/embedded-engine.ts'
import { copyMadeFolder } from './made-folder.ts'

/** A real embedded engine in a folder of its own. */
export interface TestEngine extends EmbeddedEngine {
  readonly dataDir: string
  /** Ends the child and removes the folder. */
  remove(): Promise<void>
}

export const silent = pino({ level: 'silent' })

/** For an engine that no test ends: a failure must say so, or the tests that meet it cannot be understood. */
export const failures = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))

/** A start on a busy machine takes longer than a dashboard should wait. */
const patienceMs = 60_000

/** Starts an engine for one test file, by default in a new folder. `withTables`: with our tables, without a row. */
export async function startTestEngine({
  withTables = false,
  ...options
}: Partial<EmbeddedEngineOptions> & { withTables?: boolean } = {}): Promise<TestEngine> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tributary-engine-')))
  if (withTables) await copyMadeFolder(dataDir)
  const embedded = await startEmbeddedEngine({ logger: silent, patienceMs, ...options, dataDir })
  return {
    dataDir,
    engine: embedded.engine,
    version: embedded.version,
    get url() {
      return embedded.url
    },
    get pid() {
      return embedded.pid
    },
    current: () => embedded.current(),
    stop: () => embedded.stop(),
    async remove() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
