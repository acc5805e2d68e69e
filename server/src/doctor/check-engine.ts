import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { reachStores } from '../operator/reach-stores.ts'
import { shareMemory } from '../process/memory.ts'
import { connectClickHouse } from '../store/events/cluster/connect-clickhouse.ts'
import { countShards } from '../store/events/cluster/count-shards.ts'
import { startEmbeddedEngine } from '../store/events/embedded/embedded-engine.ts'
import type { Engine } from '../store/events/engine.ts'
import { fillProgress } from '../store/events/sessions/fill-sessions.ts'

/** Whether events can be stored: the ClickHouse server answers, or the embedded engine starts. */
export async function checkEngine(config: Config): Promise<string> {
  if (config.clickhouseUrl !== undefined)
    return checkServer(config.clickhouseUrl, config.clickhouseCluster)
  const holder = await findHolder(config.dataDir)
  if (holder !== undefined)
    return `in use by the running server (process ${holder})${await fillingOf(config)}`
  const engine = await startEmbeddedEngine({
    dataDir: config.dataDir,
    logger: pino({ level: 'silent' }),
    memory: shareMemory(config.memoryBytes),
    lockWaitMs: 0,
  })
  try {
    if (!(await engine.engine.ping())) throw new Error('the embedded engine does not answer')
    return `embedded, version ${engine.version}, starts and answers${await filling(engine.engine)}`
  } finally {
    await engine.stop()
  }
}

async function checkServer(url: string, cluster: string | undefined): Promise<string> {
  const engine = connectClickHouse(url, cluster)
  const { host } = new URL(url)
  try {
    if (!(await engine.ping())) throw new Error(`ClickHouse at ${host} does not answer`)
    if (cluster === undefined) return `ClickHouse at ${host} answers${await filling(engine)}`
    const shards = await countShards(engine, cluster)
    if (shards > 0) {
      return `ClickHouse at ${host} answers, ${cluster} has ${shards} shards${await filling(engine)}`
    }
    throw new Error(
      `ClickHouse at ${host} knows no cluster ${cluster}; see its remote_servers, and CLICKHOUSE_CLUSTER`,
    )
  } finally {
    await engine.close()
  }
}

/** The same, as the running server reports it. */
async function fillingOf(config: Config): Promise<string> {
  const reached = await reachStores(config)
  try {
    return await filling(reached.engine)
  } finally {
    await reached.close()
  }
}

/** The progress of an upgrade that adds sessions to older events; empty when it is done or has not begun. */
async function filling(engine: Engine): Promise<string> {
  const { months, filled } = await fillProgress(engine)
  return filled === months ? '' : `; sessions of ${filled} of ${months} months were added so far`
}

/** The process that has the embedded engine's folder open, according to the folder's note. */
async function findHolder(dataDir: string): Promise<number | undefined> {
  const note = await readFile(join(dataDir, 'events', 'db', 'status'), 'utf8').catch(() => '')
  const pid = Number(/^PID: (\d+)/.exec(note)?.[1] ?? Number.NaN)
  // The note outlives a process that was killed.
  return isRunning(pid) ? pid : undefined
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
