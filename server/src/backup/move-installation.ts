import { writeFile } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { ReachedStores } from '../operator/reach-stores.ts'
import { controlFile } from '../store/control/control-store.ts'
import { deliverAllAgain, fillControl } from '../store/control/copy/fill-control.ts'
import { readControl } from '../store/control/copy/read-control.ts'
import { connectClickHouse } from '../store/events/cluster/connect-clickhouse.ts'
import { copyDay, differingDays } from '../store/events/copy/copy-events.ts'
import type { Engine } from '../store/events/engine.ts'
import { migrateEvents } from '../store/events/migrate.ts'
import { syncDirectory } from '../store/journal/directory.ts'
import { movedFile } from '../store/moved.ts'

export interface MoveOptions {
  config: Config
  stores: ReachedStores
  /** The target; stores that are not named stay in the folder. */
  databaseUrl: string | undefined
  clickhouseUrl: string | undefined
  clickhouseCluster?: string | undefined
  onProgress?: (text: string) => void
}

/**
 * Copies an embedded installation to servers. While the server runs, events are copied, as often as wanted: only
 * days that differ. With the server stopped the rest follows, and the folder is marked so that it only ever starts
 * with the servers again. Returns whether that was done.
 */
export async function moveInstallation(options: MoveOptions): Promise<{ isDone: boolean }> {
  const { config, stores, databaseUrl, clickhouseUrl, onProgress = () => undefined } = options
  refuseNonsense(options)
  await stores.flush()
  if (clickhouseUrl !== undefined) {
    const target = connectClickHouse(clickhouseUrl, options.clickhouseCluster)
    try {
      await migrateEvents(target)
      await copyEvents(stores.engine, target, onProgress)
      // A running server accepts events while they are copied, so this only holds for a stopped one.
      if (!stores.isRunning && (await differingDays(stores.engine, target)).length > 0) {
        throw new Error('The days do not hold the same events in both engines; run this again')
      }
    } finally {
      await target.close()
    }
  }
  if (stores.isRunning) return { isDone: false }
  if (databaseUrl === undefined) {
    await deliverAllAgain(stores.control.db)
  } else {
    const file = controlFile(config.dataDir)
    await readControl({ ...stores.control, file }, ({ migrations, tables, rows }) =>
      fillControl({ databaseUrl, file }, { migrations, tables, rows }),
    )
    onProgress('sites, keys, accounts and payments: copied')
  }
  const moved = { database: databaseUrl !== undefined, clickhouse: clickhouseUrl !== undefined }
  await writeFile(movedFile(config.dataDir), JSON.stringify(moved), { mode: 0o600, flush: true })
  await syncDirectory(config.dataDir)
  return { isDone: true }
}

function refuseNonsense({ config, databaseUrl, clickhouseUrl }: MoveOptions): void {
  if (databaseUrl === undefined && clickhouseUrl === undefined) {
    throw new AppError('invalid', 'Say where to: --database-url, --clickhouse-url or both')
  }
  const already = [
    ...(databaseUrl !== undefined && config.databaseUrl !== undefined ? ['DATABASE_URL'] : []),
    ...(clickhouseUrl !== undefined && config.clickhouseUrl !== undefined
      ? ['CLICKHOUSE_URL']
      : []),
  ]
  if (already.length === 0) return
  throw new AppError(
    'invalid',
    `${already.join(' and ')} is set: run this with the settings of the embedded installation, and name the servers with --database-url and --clickhouse-url`,
  )
}

async function copyEvents(
  from: Engine,
  to: Engine,
  onProgress: (text: string) => void,
): Promise<void> {
  const days = await differingDays(from, to)
  const all = days.reduce((sum, { events }) => sum + events, 0)
  let copied = 0
  for (const total of days) {
    copied += await copyDay(from, to, total)
    onProgress(`${total.day}: ${total.events} events (${copied} of ${all})`)
  }
}
