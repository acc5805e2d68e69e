import { afterAll, beforeAll, describe } from 'vitest'
import { isCi } from './control-stores.ts'
import { hasPostgres, startPostgres, type TestPostgres } from './postgres.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

/** Starts a server on the database of the suite; like `startTestServer` otherwise. */
type StartServer = (options?: TestServerOptions) => Promise<TestServer>

/**
 * One suite of requests to whole servers, with their control store in SQLite and in Postgres. Without Postgres the
 * second is reported as skipped, which continuous integration refuses.
 */
export function describeOnServers(name: string, suite: (start: StartServer) => void): void {
  describe(`${name}, on SQLite`, () => suite(startTestServer))
  if (!hasPostgres() && isCi()) throw new Error('Postgres is missing, and CI skips nothing')
  describe.skipIf(!hasPostgres())(`${name}, on Postgres`, () => {
    let postgres: TestPostgres | undefined
    beforeAll(async () => {
      postgres = await startPostgres()
    })
    // Before those of the suite, which close its servers: what is to be done after runs in reverse order.
    afterAll(() => postgres?.stop())
    suite(async (options = {}) => {
      if (postgres === undefined) throw new Error('servers can be started from beforeAll on')
      const databaseUrl = await postgres.newDatabase()
      return startTestServer({ ...options, config: { ...options.config, databaseUrl } })
    })
  })
}
