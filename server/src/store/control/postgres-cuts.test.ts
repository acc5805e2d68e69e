import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasPostgres, startPostgres } from '../../test/processes/postgres.ts'
import { openControlStore } from './control-store.ts'

/** As many as the store has at a time. */
const mostConnections = 10

/** A connection to a server that can be cut at the first statement of each new connection. */
async function openWay(socketPath: string) {
  let isCut = false
  const ways = new Set<Socket>()
  const way = createServer((client) => {
    const server = connect(socketPath)
    ways.add(client)
    client.on('data', (bytes) => {
      // After its start, a client sends statements: Q or P, and their length.
      if (isCut && /^[QP]\0/.test(bytes.toString('latin1'))) return server.destroy()
      server.write(bytes)
    })
    server.on('data', (bytes) => client.write(bytes))
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    way.close()
    for (const client of ways) client.destroy()
  })
  return {
    port: (way.address() as AddressInfo).port,
    cut: (on: boolean) => {
      isCut = on
    },
  }
}

describe.skipIf(!hasPostgres())('a Postgres that goes away while connections are made', () => {
  it('is used again when it is back, on as many connections, and delays no stop', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.stop())
    const address = new URL(await postgres.newDatabase())
    const way = await openWay(`${address.searchParams.get('host')}/.s.PGSQL.5432`)
    const store = await openControlStore({
      databaseUrl: `postgres://tributary@127.0.0.1:${way.port}${address.pathname}?sslmode=disable`,
      file: '',
      onConnectionLost: () => undefined,
    })
    const askAll = () =>
      Promise.allSettled(
        Array.from({ length: mostConnections }, () => sql`select pg_sleep(0.3)`.execute(store.db)),
      )
    way.cut(true)
    for (let round = 0; round < 2; round++) {
      const statuses = (await askAll()).map(({ status }) => status)
      expect(statuses.filter((status) => status === 'rejected').length).toBeGreaterThan(8)
    }
    way.cut(false)
    const statuses = (await askAll()).map(({ status }) => status)
    expect(statuses).toEqual(Array(mostConnections).fill('fulfilled'))
    await store.close()
  })
})
