import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { isCi } from './control-stores.ts'
import { hasPostgres, newControlDatabase } from './processes/postgres.ts'
import { startTestServer, type TestServer } from './server.ts'

if (!hasPostgres() && isCi()) throw new Error('Postgres is missing, and CI skips nothing')

/** Starts two nodes on one Postgres and one engine for a suite, which needs Postgres: `describe.skipIf(!hasPostgres())`. */
export function twoNodes(): () => [TestServer, TestServer] {
  const nodes: TestServer[] = []
  beforeAll(async () => {
    const secret = randomBytes(24).toString('hex')
    const config = { databaseUrl: await newControlDatabase(), secret }
    for (let node = 0; node < 2; node++) {
      nodes.push(await startTestServer({ sharesEngine: true, config }))
    }
  })
  afterAll(() => Promise.all(nodes.map((node) => node.close())))
  return () => nodes as [TestServer, TestServer]
}
