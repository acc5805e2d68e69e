import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { engineFolder, type ReachedStores } from '../operator/reach-stores.ts'
import { makeFolder } from '../process/make-folder.ts'
import { version } from '../process/version.ts'
import { controlFile } from '../store/control/control-store.ts'
import { type CopiedRow, passingTables, readControl } from '../store/control/copy/read-control.ts'
import {
  type FrozenTable,
  freezeTables,
  unfreezeTables,
} from '../store/events/copy/freeze-tables.ts'
import { appliedMigrations, engineVersion } from '../store/events/migrate.ts'
import { syncDirectory } from '../store/journal/directory.ts'
import {
  type FileSink,
  fileSink,
  filesOf,
  inParallel,
  syncFolders,
  writeFile,
} from './copy-files.ts'
import { areSomeGone, backUpDeadLetters, readDeadLetters } from './dead-letters.ts'
import { type Manifest, manifestName, manifestSumName, secretMark, sha256 } from './manifest.ts'

export interface BackupOptions {
  config: Config
  stores: ReachedStores
  folder: string
  now: () => number
  onProgress?: (text: string) => void
}

/**
 * Copies an installation into an empty folder while it keeps working. Everything acknowledged before the call is in
 * it once; what arrives meanwhile may or may not be.
 *
 * The order ensures that. First the journal is shipped, so the engine alone has every event, except those that it
 * rejected. Then its tables are frozen, and the dead letters with the rejected events are read. Then the control
 * store is read as of one moment: an erasure that came in between is in it, and is applied again to the older events
 * and dead letters when the copy is started. Whatever is derived from either is left out and computed again.
 */
export async function makeBackup(options: BackupOptions): Promise<Manifest> {
  const { config, stores, folder, now, onProgress = () => undefined } = options
  await claimEmpty(folder)
  const createdAt = new Date(now()).toISOString()
  await stores.flush()
  const sink = fileSink(folder)
  const isEmbedded = config.clickhouseUrl === undefined
  const events = isEmbedded ? await backUpEvents(options, sink) : undefined
  if (!isEmbedded) await backUpDeadLetters(await readDeadLetters(config.dataDir), sink)
  onProgress('sites, keys, accounts and payments')
  const control = await backUpControl(options, sink)
  const manifest: Manifest = {
    format: 1,
    version,
    createdAt,
    secret: secretMark(config.secret),
    control,
    ...(events && { events }),
    files: sink.files,
  }
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await writeFile(join(folder, manifestSumName), pieces(`${sha256(text)}  ${manifestName}\n`))
  // Written last, once every file it names is on disk: it is what makes the folder a backup.
  await syncFolders(folder)
  await writeFile(join(folder, manifestName), pieces(text))
  await syncDirectory(folder)
  return manifest
}

async function claimEmpty(folder: string): Promise<void> {
  makeFolder(folder)
  if ((await readdir(folder)).length === 0) return
  throw new AppError('conflict', `${folder} is not empty; a backup needs a folder of its own`)
}

/** Dead letters are retried once an hour; twice in a row while tables are frozen means a command. */
const mostAttempts = 5

async function backUpEvents(options: BackupOptions, sink: FileSink): Promise<Manifest['events']> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const events = await attemptEvents(options, sink, `backup_${options.now()}_${attempt}`)
    if (events !== undefined) return events
  }
  throw new AppError(
    'unavailable',
    'Quarantined events are being retried; make the backup when that is done',
  )
}

/**
 * Undefined when dead letters were removed while the tables were being frozen: it is unknown whether the frozen
 * tables have those events.
 */
async function attemptEvents(
  { config, stores, onProgress = () => undefined }: BackupOptions,
  sink: FileSink,
  label: string,
): Promise<Manifest['events']> {
  const { engine } = stores
  const before = await readDeadLetters(config.dataDir)
  try {
    const frozen = await freezeTables(engine, engineFolder(config.dataDir), label)
    const rejected = await readDeadLetters(config.dataDir)
    if (areSomeGone(before, rejected)) return undefined
    await backUpDeadLetters(rejected, sink)
    for (const table of frozen) {
      onProgress(`${table.name}: ${table.rows} rows`)
      await copyParts(table, sink)
    }
    return {
      engine: await engineVersion(engine),
      migrations: await appliedMigrations(engine),
      tables: frozen.map(({ parts, ...table }) => ({
        ...table,
        parts: parts.map(({ name }) => name),
      })),
    }
  } finally {
    await unfreezeTables(engine, label)
  }
}

async function copyParts({ name: table, parts }: FrozenTable, sink: FileSink): Promise<void> {
  for (const { name, folder } of parts) {
    await inParallel(await filesOf(folder), (file) =>
      sink.copy(join(folder, file), `events/${table}/${name}/${file}`),
    )
  }
}

function backUpControl(
  { config, stores }: BackupOptions,
  sink: FileSink,
): Promise<Manifest['control']> {
  const file = controlFile(config.dataDir)
  return readControl({ ...stores.control, file }, async ({ migrations, tables, rows }) => {
    const written: Manifest['control']['tables'] = []
    for (const name of tables.filter((table) => !passingTables.includes(table))) {
      let count = 0
      await sink.write(
        `control/${name}.jsonl`,
        linesOf(rows(name), (added) => {
          count += added
        }),
      )
      written.push({ name, rows: count })
    }
    return { migrations, tables: written }
  })
}

async function* linesOf(
  portions: AsyncIterable<readonly CopiedRow[]>,
  onRows: (count: number) => void,
): AsyncGenerator<string> {
  for await (const rows of portions) {
    onRows(rows.length)
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  }
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text
}
