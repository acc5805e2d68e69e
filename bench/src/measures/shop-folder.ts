import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { readConfigWith } from '@tributary/server/config.ts'
import { type RunningServer, serve } from '@tributary/server/serve.ts'
import { createSite } from '@tributary/server/sites/manage-sites.ts'
import { deriveSecrets } from '@tributary/server/store/control/secrets.ts'
import type { Engine } from '@tributary/server/store/events/engine.ts'
import { mergeMoney } from '@tributary/server/store/events/merge-money.ts'
import { mergeSessions } from '@tributary/server/store/events/sessions/merge-sessions.ts'
import { pino } from 'pino'
import { copyShop } from '../demo/copy-shop.ts'
import { loadShop, shopDomain } from '../demo/load-shop.ts'
import { count, type Row, timed } from './table.ts'

/** A site to ask questions about, with an API key. */
export interface BenchSite {
  siteId: string
  key: string
}

/** A data folder with a generated shop, and possibly other sites with the same events. */
export interface ShopFolder {
  dir: string
  sites: BenchSite[]
  /** Of all sites together. */
  events: number
  /** What making it took. */
  rows: Row[]
}

export interface ShopFolderOptions {
  /** Of the first site, in 90 days. */
  events: number
  /** How many sites have the same events, the first one included. */
  sites?: number
  /** How many times the first site has these events, each time of other visitors. */
  copies?: number
  /** Where to store it for the next run; without it, it is removed. */
  keepIn?: string | undefined
}

/** Makes a folder, or takes the stored one; `use` runs while no server is on it. */
export async function withShopFolder<Answer>(
  options: ShopFolderOptions,
  use: (folder: ShopFolder) => Promise<Answer>,
): Promise<Answer> {
  const { keepIn, copies = 1 } = options
  const stored = keepIn && (copies === 1 ? keepIn : `${keepIn}-x${copies}`)
  const dir = stored ?? (await mkdtemp(join(tmpdir(), 'tributary-bench-')))
  const noteFile = join(dir, 'bench.json')
  try {
    await mkdir(dir, { recursive: true })
    if (!existsSync(noteFile)) {
      const made = await (copies === 1 ? make(dir, options) : multiply(dir, options))
      await writeFile(noteFile, JSON.stringify(made))
    }
    const noted = JSON.parse(await readFile(noteFile, 'utf8')) as ShopFolder
    // A folder that was moved or copied since is used where it is now.
    return await use({ ...noted, dir })
  } finally {
    if (keepIn === undefined) await rm(dir, { recursive: true, force: true })
  }
}

/** The server in this process, on a folder. */
export function serveFolder(
  dir: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  return serve(readConfigWith({ ...settings, DATA_DIR: dir, PORT: '0' }), pino({ level: 'error' }))
}

/** Copies the folder of one copy, which is stored as well if this one is. */
function multiply(dir: string, { copies = 1, ...options }: ShopFolderOptions): Promise<ShopFolder> {
  return withShopFolder(options, async (once) => {
    await rm(dir, { recursive: true, force: true })
    await cp(once.dir, dir, {
      recursive: true,
      filter: (from) => from !== join(once.dir, 'bench.json'),
    })
    const server = await serveFolder(dir)
    try {
      const { engine } = server.services
      const siteId = once.sites[0]?.siteId ?? ''
      const others = Array.from({ length: copies - 1 }, (_, at) => ({ siteId, suffix: `~${at}` }))
      const ms = await timed(async () => {
        await copyShop(engine, siteId, others, (day) => tell(`copying within the site: ${day}`))
        await mergeAll(engine)
      })
      process.stderr.write('\n')
      const events = once.events * copies
      const what = `the same ${copies - 1} times more in the site, ${count(events)} events in all`
      const row = { what, measured: `${Math.round(ms / 1000)} s` }
      return { ...once, dir, events, rows: [...once.rows, row] }
    } finally {
      await server.close()
    }
  })
}

/** What background jobs do every ten minutes while a site grows. */
async function mergeAll(engine: Engine): Promise<void> {
  await mergeSessions(engine, { nowMs: Date.now(), shouldStop: () => false })
  await mergeMoney(engine, () => false)
}

const tell = (text: string) => process.stderr.write(`\r${text} `)

async function make(dir: string, options: ShopFolderOptions): Promise<ShopFolder> {
  const { secret } = readConfigWith({ DATA_DIR: dir, PORT: '0' })
  const server = await serveFolder(dir)
  try {
    return await load(server, { dir, secret, ...options })
  } finally {
    await server.close()
  }
}

async function load(
  server: RunningServer,
  { dir, secret, events, sites: wanted = 1 }: ShopFolderOptions & { dir: string; secret: string },
): Promise<ShopFolder> {
  const { control, engine, apiKeys, collector, identities, payments } = server.services
  const newSite = async () => {
    const site = await createSite(control.db, Date.now(), {
      domains: [shopDomain],
      identification: true,
    })
    const scopes = [...apiKeyScopes]
    const key = { name: 'bench', scopes, ratePerMinute: 1_000_000 }
    return { site, key: (await apiKeys.create(site.id, key)).token }
  }
  const { site, key } = await newSite()
  const sites = [{ siteId: site.id, key }]
  const startMs = performance.now()
  const totals = await loadShop(
    { engine, collector, identities, ledger: { control, secrets: deriveSecrets(secret) } },
    { site, seed: 1, days: 90, endMs: Date.now(), events },
    (done, loaded) => tell(`loading: day ${done} of 90, ${count(loaded)} events`),
  )
  const loadSeconds = (performance.now() - startMs) / 1000
  const sweepMs = await timed(() => payments.sweep())
  for (let copy = 1; copy < wanted; copy++) {
    const another = await newSite()
    sites.push({ siteId: another.site.id, key: another.key })
  }
  const others = sites.slice(1).map(({ siteId }) => ({ siteId, suffix: '' }))
  const copyMs = await timed(() =>
    copyShop(engine, site.id, others, (day) => tell(`copying to other sites: ${day}`)),
  )
  const mergeMs = await timed(() => mergeAll(engine))
  process.stderr.write('\n')
  const all = totals.events * wanted
  return {
    dir,
    sites,
    events: all,
    rows: [
      {
        what: 'events loaded',
        measured: `${count(totals.events)} in ${Math.round(loadSeconds)} s`,
      },
      {
        what: `linking their ${count(totals.payments)} payments`,
        measured: `${Math.round(sweepMs / 1000)} s`,
      },
      { what: 'merging what the jobs merge', measured: `${Math.round(mergeMs / 1000)} s` },
      ...(wanted === 1
        ? []
        : [
            {
              what: `the same for ${count(wanted - 1)} other sites, ${count(all)} events in all`,
              measured: `${Math.round(copyMs / 1000)} s`,
            },
          ]),
    ],
  }
}
