import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Type from 'typebox'
import { StartRefused } from '../../errors.ts'
import { localTable } from './cluster/cluster-statements.ts'
import { defineQuery } from './define-query.ts'
import type { Engine } from './engine.ts'
import { tableNames } from './table-names.ts'

const schemaDir = fileURLToPath(new URL('./schema/', import.meta.url))

/** This program is older than the tables it found: it must not touch them. */
export class NewerSchema extends StartRefused {
  constructor(unknown: readonly string[]) {
    super(
      `The events were written by a newer version of Tributary (unknown migrations: ${unknown.join(', ')}). Start that version or a newer one, or restore a backup made before the upgrade.`,
    )
  }
}

const recordTable = `
  create table if not exists schema_migrations
  (
      name       String,
      applied_at DateTime('UTC') default now('UTC')
  )
  engine = MergeTree
  order by name
  settings
      non_replicated_deduplication_window = 1000,
      fsync_after_insert = 1,
      fsync_part_directory = 1`

const appliedNames = defineQuery({
  name: 'applied-migrations',
  params: Type.Object({}),
  row: Type.Object({ name: Type.String() }),
  sql: 'select distinct name from schema_migrations order by name',
})

/**
 * Brings the engine's tables up to date: runs the files of `schema/` that it has not recorded, in order of their
 * names. ClickHouse has no transaction around DDL, so a file that a crash interrupted runs again as a whole; its
 * statements therefore use `if not exists` and the like. A file named `…-fill` copies what a view would have added,
 * so the views come before it: no row that other nodes insert meanwhile is missed.
 */
export async function migrateEvents(engine: Engine, dir: string = schemaDir): Promise<void> {
  if (!(await existingTables(engine)).has('schema_migrations')) await engine.command(recordTable)
  const known = await knownMigrations(dir)
  const applied = await appliedMigrations(engine)
  await refuseNewerEvents(applied, dir)
  for (const name of known) {
    if (applied.includes(name)) continue
    if (name.endsWith('-fill')) await createViews(engine, join(dir, 'views'))
    const text = await readFile(join(dir, `${name}.sql`), 'utf8')
    for (const statement of splitStatements(text)) await engine.command(statement)
    // Two nodes that start together both get here; the token keeps one row.
    const line = Buffer.from(`${JSON.stringify({ name })}\n`)
    await engine.insertLines('schema_migrations', line, {
      deduplicationToken: `migration-${name}`,
    })
  }
  await createViews(engine, join(dir, 'views'))
}

/**
 * At every start: a backup contains tables and their migrations, but no views. Those that exist are left out, because
 * the engine analyses the whole statement before it finds that there is nothing to create.
 */
async function createViews(engine: Engine, dir: string): Promise<void> {
  const existing = await existingTables(engine)
  const files = existsSync(dir) ? (await readdir(dir)).sort() : []
  for (const file of files) {
    const name = file.slice(0, -'.sql'.length).replaceAll('-', '_')
    if (existing.has(name)) continue
    await engine.command(await readFile(join(dir, file), 'utf8'))
  }
}

/** What need not be created again. Nothing on a cluster, where another node may lack what this one has. */
async function existingTables(engine: Engine): Promise<Set<string>> {
  const names = await tableNames(engine)
  return names.has(localTable('events')) ? new Set() : names
}

/** The applied migrations of an engine's tables. */
export async function appliedMigrations(engine: Engine): Promise<string[]> {
  return (await appliedNames(engine, {})).map((row) => row.name)
}

/** Whether this program knows tables with these migrations; throws if a newer one made them. */
export async function refuseNewerEvents(
  applied: readonly string[],
  dir: string = schemaDir,
): Promise<void> {
  const known = await knownMigrations(dir)
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new NewerSchema(unknown)
}

const versionOfEngine = defineQuery({
  name: 'engine-version',
  params: Type.Object({}),
  row: Type.Object({ version: Type.String() }),
  sql: 'select version() as version',
})

export async function engineVersion(engine: Engine): Promise<string> {
  return (await versionOfEngine(engine, {}))[0]?.version ?? 'unknown'
}

async function knownMigrations(dir: string): Promise<string[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort(byNumber)
  return files.map((file) => file.slice(0, -'.sql'.length))
}

/** `2026-11-20-10-x` comes after `2026-11-20-9-y`. */
function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** Statements end with a semicolon at the end of a line. */
export function splitStatements(text: string): string[] {
  return text
    .split(/;[ \t]*$/m)
    .filter((statement) => statement.replaceAll(/--.*$/gm, '').trim() !== '')
}
