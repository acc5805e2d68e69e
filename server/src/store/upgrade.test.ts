import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { describeOnControlStores, describeOnSqlite } from '../test/control-stores.ts'
import { inLongForm } from '../test/long-form.ts'
import { fillOldControl, fillOldEvents, released } from '../test/old-folder.ts'
import { startTestServer } from '../test/server.ts'
import { expectSessionsAgree } from '../test/sessions-agree.ts'
import { type ControlStoreOptions, openUnmigrated } from './control/control-store.ts'
import { migrations } from './control/migrations/list.ts'
import { listTables } from './events/copy/freeze-tables.ts'

inLongForm(describeOnControlStores, describeOnSqlite)('an upgrade', (stores) => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tributary-upgrade-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  for (const { version, control, events } of released) {
    it(`carries a folder of ${version} over, also after a crash in its middle`, async () => {
      const dataDir = join(folder, version)
      const file = join(dataDir, 'control.sqlite')
      await mkdir(dataDir)
      const { databaseUrl } = await stores.newPlace()
      const place = { databaseUrl, file }
      const key = await fillOldControl(place, control)
      await fillOldEvents(dataDir, events)

      const child = fork(migrationChild, [JSON.stringify(place)])
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      expect(await appliedIn(place)).toEqual(control)

      const config = { ...readConfig({ PORT: '0', DATA_DIR: dataDir }), databaseUrl }
      const server = await startTestServer({ config })
      const visitor = await server.request('GET', '/api/v1/visitor?visitorId=ana', { key })
      // One view is in the engine, the other was acknowledged and is still in the journal.
      expect(visitor.body).toMatchObject({ data: { pageViewCount: 2 } })
      await expectSessionsAgree(server.services.engine)
      const tables = (await listTables(server.services.engine)).map(({ name }) => name)
      expect(tables).toEqual([
        ...['events', 'payer_sessions', 'payers', 'payment_entries'],
        ...['schema_migrations', 'session_fills', 'sessions'],
      ])
      const payment = '/api/v1/payment?provider=custom&providerPaymentId=order-1'
      expect((await server.request('GET', payment, { key })).body).toMatchObject({
        data: { amount: 12.5, visitorId: 'ana' },
      })
      await server.close()
      expect(await appliedIn(place)).toEqual(migrations.map(({ name }) => name).sort())
    })
  }
})

const migrationChild = fileURLToPath(
  new URL('../test/processes/migration-child.ts', import.meta.url),
)
async function appliedIn(place: ControlStoreOptions): Promise<string[]> {
  const { db } = await openUnmigrated(place)
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  await db.destroy()
  return rows.map(({ name }) => name).sort()
}
