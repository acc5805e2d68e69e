import { createHash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { controlFile, openControlStore } from '../store/control/control-store.ts'
import { startEmbeddedEngine } from '../store/events/embedded/embedded-engine.ts'
import { migrateEvents } from '../store/events/migrate.ts'
import { fillSessions } from '../store/events/sessions/fill-sessions.ts'
import { copyFolder, madeOnce } from './made-once.ts'

const roomOf = (path: string) => fileURLToPath(new URL(`../store/${path}`, import.meta.url))

/** The definitions of the tables: when they change, new folders are made. */
const sources = [
  ...['events/schema', 'events/embedded', 'events/sessions', 'events'],
  ...['control/migrations', 'control'],
]

/**
 * Copies empty tables of both embedded stores into a server's empty folder. Creating them takes 0.7 s of CPU, for
 * each of a hundred test files. Tests of starting on an empty folder do not use it.
 */
export async function copyMadeFolder(dataDir: string): Promise<void> {
  copyFolder(`${await madeFolder()}/.`, dataDir)
}

/** Copies only the control store, for a server that uses another one's engine. */
export async function copyMadeControl(dataDir: string): Promise<void> {
  copyFileSync(controlFile(await madeFolder()), controlFile(dataDir))
}

const madeFolder = () => madeOnce(`stores-${digest()}`, makeTables)

async function makeTables(into: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-made-'))
  const engine = await startEmbeddedEngine({ dataDir, logger: pino({ level: 'silent' }) })
  await migrateEvents(engine.engine)
  await fillSessions(engine.engine)
  await engine.stop()
  await (await openControlStore({ file: controlFile(dataDir) })).close()
  copyFolder(dataDir, into)
  await rm(dataDir, { recursive: true, force: true })
}

function digest(): string {
  const hash = createHash('sha256').update(readFileSync(roomOf('../../package.json')))
  for (const folder of sources) {
    for (const name of readdirSync(roomOf(folder)).sort()) {
      if (/(?<!\.test)\.(ts|sql)$/.test(name)) hash.update(readFileSync(join(roomOf(folder), name)))
    }
  }
  return hash.digest('hex').slice(0, 12)
}
