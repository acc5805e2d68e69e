import { createReadStream } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { linesOf } from '../imports/reading/lines.ts'
import { makeFolder } from '../process/make-folder.ts'
import { shareMemory } from '../process/memory.ts'
import { controlFile } from '../store/control/control-store.ts'
import { fillControl, refuseUnknownMigrations } from '../store/control/copy/fill-control.ts'
import type { CopiedRow } from '../store/control/copy/read-control.ts'
import { attachTable } from '../store/events/copy/attach-tables.ts'
import { startEmbeddedEngine } from '../store/events/embedded/embedded-engine.ts'
import { refuseNewerEvents } from '../store/events/migrate.ts'
import { halfRestoredFile } from '../store/half-restored.ts'
import { syncDirectory } from '../store/journal/directory.ts'
import { copyFolder } from './copy-files.ts'
import { restoreDeadLetters } from './dead-letters.ts'
import { type Manifest, readVerified, secretMark } from './manifest.ts'

export interface RestoreOptions {
  config: Config
  folder: string
  onProgress?: (text: string) => void
}

/** Files that the folder may contain already: the secret, and the erasures since the backup was made. */
const mayStay = ['secret', 'erasures.jsonl']

/**
 * Restores a backup into an empty folder, or an empty folder and database. Nothing is written before every file was
 * found intact. The first start applies the erasures of the backup and those of an `erasures.jsonl` that was left in
 * the folder, before it answers any request.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { config, folder, onProgress = () => undefined } = options
  onProgress('comparing every file with its checksum')
  const manifest = await readVerified(folder)
  refuseUnknownMigrations(manifest.control.migrations)
  if (manifest.events) await refuseNewerEvents(manifest.events.migrations)
  refuseOtherEngine(manifest, config)
  refuseOtherSecret(manifest, config)
  await refuseFull(config.dataDir)

  const marker = halfRestoredFile(config.dataDir)
  await writeFile(marker, '', { flag: 'wx', mode: 0o600, flush: true })
  await syncDirectory(config.dataDir)
  onProgress('sites, keys, accounts and payments')
  await restoreControl(options, manifest)
  if (manifest.events) await restoreEvents(options, manifest.events)
  await restoreDeadLetters(manifest, { folder, dataDir: config.dataDir })
  await rm(marker)
  await syncDirectory(config.dataDir)
  return manifest
}

function refuseOtherEngine({ events }: Manifest, { clickhouseUrl }: Config): void {
  if (events && clickhouseUrl !== undefined) {
    throw new AppError(
      'invalid',
      'This backup holds the events of an embedded engine. Restore it without CLICKHOUSE_URL, then move it to the server with tributary move',
    )
  }
}

function refuseOtherSecret(manifest: Manifest, { secret, dataDir }: Config): void {
  if (secretMark(secret) === manifest.secret) return
  throw new AppError(
    'invalid',
    `The secret is not the one this backup was made with, so nothing encrypted could be read. Set SECRET to the old one, or put the old file "secret" to ${join(dataDir, 'secret')}, and run this again`,
  )
}

async function refuseFull(dataDir: string): Promise<void> {
  makeFolder(dataDir)
  // Compiled code of commands is not part of an installation.
  const isOther = (name: string) => name !== 'compiled' && !mayStay.includes(name)
  const others = (await readdir(dataDir)).filter(isOther)
  if (others.length === 0) return
  throw new AppError(
    'conflict',
    `${dataDir} is not empty (${others.slice(0, 3).join(', ')}). Move what is there away; of it only ${mayStay.join(' and ')} may stay`,
  )
}

async function restoreControl(
  { config, folder, onProgress = () => undefined }: RestoreOptions,
  { control }: Manifest,
): Promise<void> {
  const counts = new Map<string, number>()
  await fillControl(
    { databaseUrl: config.databaseUrl, file: controlFile(config.dataDir) },
    {
      migrations: control.migrations,
      tables: control.tables.map(({ name }) => name),
      rows: (table) => rowsOf(join(folder, 'control', `${table}.jsonl`)),
    },
    (table, count) => void counts.set(table, (counts.get(table) ?? 0) + count),
  )
  for (const { name, rows } of control.tables) {
    if ((counts.get(name) ?? 0) !== rows) throw new Error(`${name} lost rows on the way`)
    if (rows > 0) onProgress(`${name}: ${rows} rows`)
  }
}

const portion = 500

async function* rowsOf(file: string): AsyncGenerator<CopiedRow[]> {
  let rows: CopiedRow[] = []
  for await (const { text } of linesOf(createReadStream(file), Number.POSITIVE_INFINITY)) {
    rows.push(JSON.parse(text) as CopiedRow)
    if (rows.length < portion) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

async function restoreEvents(
  { config, folder, onProgress = () => undefined }: RestoreOptions,
  { tables }: NonNullable<Manifest['events']>,
): Promise<void> {
  const logger = pino({ level: 'silent' })
  const memory = shareMemory(config.memoryBytes)
  const embedded = await startEmbeddedEngine({ dataDir: config.dataDir, logger, memory })
  try {
    for (const table of tables) {
      const from = join(folder, 'events', table.name)
      const rows = await attachTable(embedded.engine, table, table.parts, (part, to) =>
        copyFolder(join(from, part), to),
      )
      // A table that replaces rows by newer ones may merge at any moment, and so have fewer rows.
      if (table.engine === 'MergeTree' && rows !== table.rows) {
        throw new Error(`${table.name} has ${rows} rows instead of ${table.rows}`)
      }
      onProgress(`${table.name}: ${rows} rows`)
    }
  } finally {
    await embedded.stop()
  }
}
