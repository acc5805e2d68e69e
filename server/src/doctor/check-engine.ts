import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { connectClickHouse } from '../store/events/cluster/connect-clickhouse.ts'
import { countShards } from '../store/events/cluster/count-shards.ts'
import { startEmbeddedEngine } from '../store/events/embedded/embedded-engine.ts'

/** Whether events can be stored: the ClickHouse server answers, or the embedded engine starts. */
export async function checkEngine(config: Config): Promise<string> {
  if (config.clickhouseUrl !== undefined)
    return checkServer(config.clickhouseUrl, config.clickhouseCluster)
  const holder = await findHolder(config.dataDir)
  if (holder !== undefined) return `in use by the running server (process ${holder})`
  const engine = await startEmbeddedEngine({
    dataDir: config.dataDir,
    logger: pino({ level: 'silent' }),
    lockWaitMs: 0,
  })
  try {
    if (!(await engine.engine.ping())) throw new Error('the embedded engine does not answer')
    return `embedded, version ${engine.version}, starts and answers`
  } finally {
    await engine.stop()
  }
}

async function checkServer(url: string, cluster: string | undefined): Promise<string> {
  const engine = connectClickHouse(url, cluster)
  const { host } = new URL(url)
  try {
    if (!(await engine.ping())) throw new Error(`ClickHouse at ${host} does not answer`)
    if (cluster === undefined) return `ClickHouse at ${host} answers`
    const shards = await countShards(engine, cluster)
    if (shards > 0) return `ClickHouse at ${host} answers, ${cluster} has ${shards} shards`
    throw new Error(
      `ClickHouse at ${host} knows no cluster ${cluster}; see its remote_servers, and CLICKHOUSE_CLUSTER`,
    )
  } finally {
    await engine.close()
  }
}

/** The process that has the embedded engine's folder open, as the folder's own note says. */
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
    // EPERM: it runs, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
