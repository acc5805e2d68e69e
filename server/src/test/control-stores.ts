import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe } from 'vitest'
import {
  type ControlStore,
  type ControlStoreOptions,
  controlFile,
  openControlStore,
} from '../store/control/control-store.ts'
import { threadFiles } from '../thread-files.ts'
import { copyMadeControl } from './made-folder.ts'
import { hasPostgres, newControlDatabase, newSharedDatabase } from './processes/postgres.ts'
import { useBuiltThreads } from './processes/server-program.ts'

/** Provides a suite with control stores of one kind. All are closed and removed after the suite. */
export interface TestControlStores {
  readonly dialect: 'sqlite' | 'postgres'
  /** The options for `openControlStore` to open a new, empty store, any number of times. */
  newPlace(): Promise<ControlStoreOptions>
  /** Opens a store with these options; without any, an empty one. */
  open(place?: ControlStoreOptions): Promise<ControlStore>
}

/**
 * One suite for both databases. The test files of a worker share a Postgres; a machine without it runs the
 * suite on SQLite alone and reports the other as skipped, which continuous integration refuses.
 */
export function describeOnControlStores(
  name: string,
  suite: (stores: TestControlStores) => void,
): void {
  describeOnSqlite(name, suite)
  if (!hasPostgres() && isCi()) throw new Error('Postgres is missing, and CI skips nothing')
  describe.skipIf(!hasPostgres())(`${name}, on Postgres`, () => suite(postgresStores()))
}

/** For tests that are the same on Postgres, which another suite shows. */
export function describeOnSqlite(name: string, suite: (stores: TestControlStores) => void): void {
  describe(`${name}, on SQLite`, () => suite(sqliteStores()))
}

function sqliteStores(): TestControlStores {
  const folders: string[] = []
  async function newPlace() {
    const folder = await mkdtemp(join(tmpdir(), 'tributary-control-'))
    folders.push(folder)
    return { file: controlFile(folder) }
  }
  return keepOpen('sqlite', {
    newPlace,
    async placeWithTables() {
      const place = await newPlace()
      await copyMadeControl(dirname(place.file))
      return place
    },
    async remove() {
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  })
}

useBuiltThreads()

function postgresStores(): TestControlStores {
  return keepOpen('postgres', {
    newPlace: async () => ({ databaseUrl: await newSharedDatabase(), file: '' }),
    placeWithTables: async () => ({ databaseUrl: await newControlDatabase(), file: '' }),
  })
}

interface Places {
  newPlace(): Promise<ControlStoreOptions>
  placeWithTables(): Promise<ControlStoreOptions>
  remove?(): Promise<void>
}

function keepOpen(dialect: TestControlStores['dialect'], places: Places): TestControlStores {
  const opened: ControlStore[] = []
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()))
    await places.remove?.()
  })
  return {
    dialect,
    newPlace: () => places.newPlace(),
    async open(place) {
      const store = await openControlStore({
        ...(place ?? (await places.placeWithTables())),
        commands: threadFiles.commands,
      })
      opened.push(store)
      return store
    },
  }
}

export function isCi(): boolean {
  // biome-ignore lint/style/noProcessEnv: a setting of the test runner, not of the server.
  return process.env.CI === 'true'
}
