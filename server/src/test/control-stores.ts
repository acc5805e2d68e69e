import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import {
  type ControlStore,
  type ControlStoreOptions,
  openControlStore,
} from '../store/control/control-store.ts'
import { hasPostgres, startPostgres, type TestPostgres } from './postgres.ts'

/** Gives a suite control stores of one kind. All are closed and removed after the suite. */
export interface TestControlStores {
  readonly dialect: 'sqlite' | 'postgres'
  /** An empty place: what `openControlStore` needs to open it, as often as wanted. */
  newPlace(): Promise<ControlStoreOptions>
  /** Opens a place; without one, an empty one. */
  open(place?: ControlStoreOptions): Promise<ControlStore>
}

/**
 * One suite for both databases. Postgres is started for the test file; a machine without it runs the
 * suite on SQLite alone and reports the other as skipped, which continuous integration refuses.
 */
export function describeOnControlStores(
  name: string,
  suite: (stores: TestControlStores) => void,
): void {
  describe(`${name}, on SQLite`, () => suite(sqliteStores()))
  if (!hasPostgres() && isCi()) throw new Error('Postgres is missing, and CI skips nothing')
  describe.skipIf(!hasPostgres())(`${name}, on Postgres`, () => suite(postgresStores()))
}

function sqliteStores(): TestControlStores {
  const folders: string[] = []
  return keepOpen('sqlite', {
    async newPlace() {
      const folder = await mkdtemp(join(tmpdir(), 'tributary-control-'))
      folders.push(folder)
      return { file: join(folder, 'control.sqlite') }
    },
    async copyOf({ file }) {
      const copy = await this.newPlace()
      await copyFile(file, copy.file)
      return copy
    },
    async remove() {
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  })
}

function postgresStores(): TestControlStores {
  let server: TestPostgres | undefined
  beforeAll(async () => {
    server = await startPostgres()
  })
  return keepOpen('postgres', {
    async newPlace() {
      if (server === undefined) throw new Error('stores are there from beforeAll on, not earlier')
      return { databaseUrl: await server.newDatabase(), file: '' }
    },
    async copyOf({ databaseUrl }) {
      return { databaseUrl: await server?.newDatabase(databaseUrl), file: '' }
    },
    remove: async () => server?.stop(),
  })
}

interface Places {
  newPlace(): Promise<ControlStoreOptions>
  /** A place with what another holds, which is closed. */
  copyOf(place: ControlStoreOptions): Promise<ControlStoreOptions>
  remove(): Promise<void>
}

function keepOpen(dialect: TestControlStores['dialect'], places: Places): TestControlStores {
  const opened: ControlStore[] = []
  // Tables are made once: all their migrations take longer than most tests.
  let made: Promise<ControlStoreOptions> | undefined
  async function makeTables(): Promise<ControlStoreOptions> {
    const place = await places.newPlace()
    await (await openControlStore(place)).close()
    return place
  }
  async function placeWithTables(): Promise<ControlStoreOptions> {
    made ??= makeTables()
    return places.copyOf(await made)
  }
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()))
    await places.remove()
  })
  return {
    dialect,
    newPlace: () => places.newPlace(),
    async open(place) {
      const store = await openControlStore(place ?? (await placeWithTables()))
      opened.push(store)
      return store
    },
  }
}

export function isCi(): boolean {
  // biome-ignore lint/style/noProcessEnv: a setting of the test runner, not of the server.
  return process.env.CI === 'true'
}
