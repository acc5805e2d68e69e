/**
 * `npm run demo`: the real server on a throw-away folder, with a shop that has been open for 90 days.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import { readConfigWith } from '@tributary/server/config.ts'
import { serve } from '@tributary/server/serve.ts'
import { createSite } from '@tributary/server/sites/manage-sites.ts'
import { pino } from 'pino'
import { loadShop, shopDomain } from './load-shop.ts'

const days = 90
const events = 120_000
const seed = 7

const dataDir = await mkdtemp(join(tmpdir(), 'tributary-demo-'))
const config = readConfigWith({ DATA_DIR: dataDir })
const server = await serve(config, pino({ level: 'warn' }))
const { control, secrets, engine, collector, identities, payments } = server.services

const password = randomBytes(6).toString('base64url')
const email = `owner@${shopDomain}`
const nowMs = Date.now()
await createAccount(control.db, nowMs, { email, passwordHash: await hashPassword(password) })
const site = await createSite(control.db, nowMs, {
  domains: [shopDomain],
  name: 'Fernwood',
  timezone: 'Europe/Berlin',
  currency: 'USD',
  identification: true,
})
const totals = await loadShop(
  { engine, collector, identities, ledger: { control, secrets } },
  { site, seed, days, endMs: nowMs, events },
  (done) => process.stderr.write(`\rOpening the shop: day ${done} of ${days} `),
)
await payments.sweep()
process.stderr.write('\n')
process.stdout.write(
  `${totals.events} events and ${totals.payments} payments of the last ${days} days.\n` +
    `Open ${config.publicUrl}/sites/${site.id}\n` +
    `and sign in as ${email} with the password ${password}\n` +
    'Ctrl+C ends the demo and removes its data.\n',
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
}
