import { describe } from 'vitest'
import { isCi } from './control-stores.ts'
import { hasPostgres, newControlDatabase } from './processes/postgres.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** Starts a server on the database of the suite; like `startTestServer` otherwise. */
type StartServer = (options?: TestServerOptions) => Promise<TestServer>

/**
 * One suite of requests to whole servers, with their control store in SQLite and in Postgres. Without Postgres the
 * second is reported as skipped, which continuous integration refuses.
 */
export function describeOnServers(name: string, suite: (start: StartServer) => void): void {
  describeOnSqliteServer(name, suite)
  if (!hasPostgres() && isCi()) throw new Error('Postgres is missing, and CI skips nothing')
  describe.skipIf(!hasPostgres())(`${name}, on Postgres`, () => {
    suite(async (options = {}) => {
      const databaseUrl = await newControlDatabase()
      const config = { ...options.config, databaseUrl }
      return startTestServer({ sharesEngine: true, ...options, config })
    })
  })
}

/** For tests that are the same on Postgres, which another suite shows. */
export function describeOnSqliteServer(name: string, suite: (start: StartServer) => void): void {
  describe(`${name}, on SQLite`, () =>
    suite((options) => startTestServer(options && { sharesEngine: true, ...options })))
}
