/**
 * `npm run demo`: the real server on a temporary folder, with two shops that have 90 days of history and live
 * traffic. `--days` and `--events` change their size.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { deviceOf } from '@tributary/server/accounts/http/device-of.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import { readConfigWith } from '@tributary/server/config.ts'
import { serve } from '@tributary/server/serve.ts'
import { createSite } from '@tributary/server/sites/manage-sites.ts'
import { pino } from 'pino'
import type { DemoSite } from './demo-api.ts'
import { startTraffic } from './live-traffic.ts'
import { loadShop, shopDomain } from './load-shop.ts'
import { providerOf } from './providers.ts'
import { setUpSite } from './set-up-site.ts'
import { serveSignInLink } from './sign-in-link.ts'

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '90' },
    // Enough new customers a month for the Markov model, which needs 300.
    events: { type: 'string', default: '360000' },
  },
})
const days = Number(values.days)
const events = Number(values.events)

/** The second is a sixth of the first. */
const shops = [
  {
    settings: {
      domains: [shopDomain],
      name: 'Fernwood',
      timezone: 'America/New_York',
      currency: 'USD',
    },
    seed: 7,
    share: 1,
    visitEveryMs: 20_000,
  },
  {
    settings: {
      domains: ['eu.fernwood.example'],
      name: 'Fernwood Europe',
      timezone: 'Europe/Berlin',
      currency: 'EUR',
    },
    seed: 11,
    share: 1 / 6,
    visitEveryMs: 75_000,
  },
]

const dataDir = await mkdtemp(join(tmpdir(), 'tributary-demo-'))
const config = readConfigWith({ DATA_DIR: dataDir })
const server = await serve(config, pino({ level: 'error' }))
const { services } = server
const { control, secrets, engine, collector, identities, payments, apiKeys } = services

const password = randomBytes(6).toString('base64url')
const email = `owner@${shopDomain}`
const nowMs = Date.now()
const { id: ownerId } = await createAccount(control.db, nowMs, {
  email,
  passwordHash: await hashPassword(password),
})
const cookie = `tributary_session=${await services.signInSessions.start(ownerId)}`

const sites: DemoSite[] = []
let stored = { events: 0, payments: 0 }
for (const { settings, seed, share } of shops) {
  // Sites are listed by their age.
  const site = await createSite(control.db, nowMs + sites.length, {
    ...settings,
    identification: true,
  })
  const totals = await loadShop(
    { engine, collector, identities, ledger: { control, secrets } },
    {
      site,
      seed,
      days,
      endMs: nowMs,
      events: events * share,
      providerOf,
      statesSubscriptions: true,
    },
    (done) => process.stderr.write(`\r${settings.name}: day ${done} of ${days} `),
  )
  process.stderr.write('\n')
  stored = {
    events: stored.events + totals.events,
    payments: stored.payments + totals.payments,
  }
  const key = await apiKeys.create(site.id, {
    name: 'Production server',
    scopes: [...apiKeyScopes],
    ratePerMinute: 1_000_000,
  })
  sites.push({
    url: server.url,
    siteId: site.id,
    domain: site.domains[0] ?? '',
    key: key.token,
    cookie,
  })
}
await payments.sweep()

const shared: string[] = []
for (const [index, site] of sites.entries()) {
  const share = shops[index]?.share ?? 1
  shared.push((await setUpSite(site, { days, nowMs, share })).shareLink)
}
const ends = sites.map((site, index) =>
  startTraffic({
    events: services.events,
    site,
    visitEveryMs: shops[index]?.visitEveryMs ?? 60_000,
    seed: nowMs + index,
    onError: (error) => process.stderr.write(`A visit could not be stored: ${error}\n`),
  }),
)
const signIn = await serveSignInLink({
  url: config.publicUrl,
  to: `/sites/${sites[0]?.siteId}#tour`,
  startSession: (request) => services.signInSessions.start(ownerId, { device: deviceOf(request) }),
})

process.stdout.write(
  `${stored.events} events and ${stored.payments} payments of the last ${days} days; visits and payments keep coming.\n\n` +
    `Open ${signIn.link}\n\n` +
    `It signs you in. Elsewhere, sign in at ${config.publicUrl} as ${email} with the password ${password}\n` +
    `What a share link shows: ${shared[0]}\n` +
    'Ctrl+C ends the demo and removes its data.\n',
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    for (const end of ends) end()
    signIn.close()
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
    process.exit(0)
  })
}
