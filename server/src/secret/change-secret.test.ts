import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addEndpoint, getEndpoint } from '../payments/webhooks/manage-endpoints.ts'
import { openSecrets } from '../store/control/keys/open-secrets.ts'
import {
  describeOnControlStores,
  describeOnSqlite,
  type TestControlStores,
} from '../test/control-stores.ts'
import { inLongForm } from '../test/long-form.ts'
import { startTestServer, type TestServer } from '../test/server.ts'
import { changeSecret } from './change-secret.ts'

inLongForm(describeOnControlStores, describeOnSqlite)(
  'changing the secret',
  (stores: TestControlStores) => {
    let server: TestServer
    beforeAll(async () => {
      const { databaseUrl } = await stores.newPlace()
      server = await startTestServer({ sharesEngine: true, config: { databaseUrl } })
    })
    afterAll(() => server.close())

    it('keeps everything readable and every e-mail address known, and leaves nothing under old keys', async () => {
      const { site, key } = await server.aSite({ identification: true })
      const claim = { visitorId: 'ana', email: 'ana@example.com' }
      await server.request('POST', '/api/collect', {
        body: { siteId: site.id, type: 'pageview', visitorId: 'ana', url: 'https://shop.example/' },
      })
      await server.request('POST', '/api/v1/identify', { key, body: claim })
      const given = { provider: 'stripe', secret: 'whsec_MDEyMzQ1Njc4OWFi' }
      const { webhookStore } = server.services
      const { endpoint } = await addEndpoint(webhookStore, site.id, given, Date.now())
      await pay(key, 'before')
      const { services, dataDir } = server
      const old = services.config.secret
      const before = await sealedTexts()
      expect(before.length).toBeGreaterThanOrEqual(3)
      const next = 'another secret of more than thirty-two characters'

      await server.restartWith(async () => {
        const store = await stores.open({
          databaseUrl: services.config.databaseUrl,
          file: join(dataDir, 'control.sqlite'),
        })
        await writeFile(join(dataDir, 'secret'), old)
        const change = { dataDir, secret: old, next, isInFile: true, nowMs: Date.now() }
        expect(await changeSecret(store, change)).toBe(before.length)
        expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(next)
        const wrong = { dataDir, secret: old }
        await expect(openSecrets(store.db, wrong)).rejects.toThrow('is not the new one')
        // The state after a kill just before the file is changed; the server below starts with the old secret.
        await rename(join(dataDir, 'secret'), join(dataDir, 'secret.new'))
      })

      expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe(next)
      const after = await sealedTexts()
      expect(after.filter((text) => before.includes(text))).toEqual([])
      expect(await payment(key, 'before')).toMatchObject({ customerEmail: 'ana@example.com' })
      const found = await getEndpoint(server.services.webhookStore, endpoint.id)
      expect(found.credentials.secret).toBe(given.secret)
      await pay(key, 'after')
      expect(await payment(key, 'after')).toMatchObject({
        visitorId: 'ana',
        link: { method: 'email' },
      })
    })

    async function pay(key: string, providerPaymentId: string) {
      const body = {
        provider: 'api',
        providerPaymentId,
        amount: 5,
        customerEmail: 'ana@example.com',
      }
      const reply = await server.request('POST', '/api/v1/payment', { key, body })
      expect(reply.status).toBe(200)
    }

    async function payment(key: string, id: string) {
      const path = `/api/v1/payment?provider=api&providerPaymentId=${id}`
      return ((await server.request('GET', path, { key })).body as { data: object }).data
    }

    /** Every encrypted text that any column of any table holds, whether this program knows of it or not. */
    async function sealedTexts(): Promise<string[]> {
      const { db } = server.services.control
      const texts: string[] = []
      for (const { name } of await db.introspection.getTables()) {
        if (name === 'installation_keys') continue
        const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
        texts.push(...(JSON.stringify(rows).match(/v1\.[\w-]{38,}/g) ?? []))
      }
      return texts
    }
  },
)
