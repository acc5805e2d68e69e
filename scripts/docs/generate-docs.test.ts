import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { Tributary } from '../../sdk/src/sdk.ts'
import { readConfig } from '../../server/src/config.ts'
import { serve } from '../../server/src/serve.ts'
import { createSite } from '../../server/src/sites/manage-sites.ts'
import { itInLongForm } from '../../server/src/test/long-form.ts'
import { generatedDocs, readDoc } from './generate-docs.ts'

it.each(await generatedDocs())('$file is up to date (npm run docs)', ({ file, text }) => {
  expect(readDoc(file)).toBe(text)
})

it('names metrics and health checks that exist', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-docs-'))
  const server = await start(folder)
  const page = readDoc('docs/self-hosting.md')
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const named = [...new Set(page.match(/\btributary_[a-z_]+/g))]
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((name) => !metrics.includes(`# TYPE ${name} `))).toEqual([])
  for (const path of page.match(/\/health\/\w+/g) ?? []) {
    expect((await fetch(server.url + path)).status).toBe(200)
  }
  await server.close()
  await rm(folder, { recursive: true })
})

itInLongForm(
  'a copy of the stopped folder is a whole backup, as docs/self-hosting.md says',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tributary-backup-'))
    const server = await start(join(folder, 'data'))
    const { control, apiKeys } = server.services
    const site = await createSite(control.db, Date.now(), {
      domains: ['shop.example'],
      identification: true,
    })
    const scopes = ['events:write', 'payments:write', 'visitors:read'] as const
    const { token } = await apiKeys.create(site.id, { name: 'server', scopes: [...scopes] })
    const before = new Tributary({ url: server.url, key: token })
    await before.recordEvents([{ type: 'pageview', visitorId: 'v_1', path: '/' }])
    await before.identify({ visitorId: 'v_1', email: 'ana@example.com' })
    const { paymentId } = await before.recordPayment({
      provider: 'custom',
      providerPaymentId: 'order-1',
      amount: 5,
    })
    await server.close()
    await cp(join(folder, 'data'), join(folder, 'copy'), { recursive: true })
    await rm(join(folder, 'data'), { recursive: true })

    const restored = await start(join(folder, 'copy'))
    const after = new Tributary({ url: restored.url, key: token })
    expect(await after.findVisitor('v_1')).toMatchObject({ pageViewCount: 1 })
    expect(await after.findPayment({ paymentId })).toMatchObject({ amount: 5 })
    // The address still matches, so the secret came along too.
    const other = { provider: 'custom', providerPaymentId: 'order-2', amount: 7 }
    await after.recordPayment({ ...other, customerEmail: 'ana@example.com' })
    expect(await after.findPayment(other)).toMatchObject({ visitorId: 'v_1' })
    await restored.close()
    await rm(folder, { recursive: true })
  },
)

function start(dataDir: string) {
  return serve(readConfig({ PORT: '0', DATA_DIR: dataDir }), pino({ level: 'silent' }))
}
