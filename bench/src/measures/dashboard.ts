import { randomBytes } from 'node:crypto'
import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import { listAccountRows } from '@tributary/server/accounts/rows/account-rows.ts'
import type { RunningServer } from '@tributary/server/serve.ts'
import { listSites } from '@tributary/server/sites/manage-sites.ts'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { openChromium } from '../../../scripts/open-chromium.ts'
import { shopDomain } from '../demo/load-shop.ts'
import { startServerOn } from './server-process.ts'
import { serveFolder, withShopFolder } from './shop-folder.ts'

const demoEvents = 120_000

/** The built server on a data folder, and a browser whose pages are signed in as the installation's owner. */
export interface Dashboard {
  url: string
  /** The path of the oldest site's page. */
  sitePath: string
  /** A fresh browser profile of the owner, signed in. */
  openContext(options: BrowserContextOptions): Promise<BrowserContext>
}

export interface DashboardOptions {
  /** An existing data folder, preferably a copy: the owner is signed in, and the server's jobs run. */
  folder?: string | undefined
  /** The size of the shop to generate if no folder is given. */
  events?: number
  keepIn?: string | undefined
}

/** Opens the dashboard of a folder, or of a generated shop of 90 days. */
export function withDashboard<Answer>(
  { folder, events = demoEvents, keepIn }: DashboardOptions,
  use: (dashboard: Dashboard) => Promise<Answer>,
): Promise<Answer> {
  if (folder !== undefined) return useFolder(folder, use)
  return withShopFolder({ events, keepIn }, ({ dir }) => useFolder(dir, use))
}

async function useFolder<Answer>(
  dir: string,
  use: (dashboard: Dashboard) => Promise<Answer>,
): Promise<Answer> {
  const { sitePath, token } = await signIn(dir)
  const server = await startServerOn(dir, shopDomain)
  const url = `http://127.0.0.1:${server.port}`
  let browser: Browser | undefined
  try {
    await server.ready()
    browser = await openChromium()
    return await use({ url, sitePath, openContext: contextsOf(browser, { url, token }) })
  } finally {
    await browser?.close()
    await server.stop()
  }
}

/** A session of the owner, and where the oldest site's page is. */
async function signIn(dir: string): Promise<{ sitePath: string; token: string }> {
  const server = await serveFolder(dir)
  try {
    const { control, signInSessions } = server.services
    const [site] = await listSites(control)
    if (site === undefined) throw new Error('the folder has no site')
    return {
      sitePath: `/sites/${site.id}`,
      token: await signInSessions.start(await ownerOf(server)),
    }
  } finally {
    await server.close()
  }
}

function contextsOf(
  browser: Browser,
  { url, token }: { url: string; token: string },
): Dashboard['openContext'] {
  return async (options) => {
    // The page's content security policy forbids evaluating text.
    const context = await browser.newContext({ locale: 'en-US', bypassCSP: true, ...options })
    await context.addCookies([{ name: 'tributary_session', value: token, url }])
    return context
  }
}

/** An account that may see every site; created if there is none. */
async function ownerOf({ services: { control } }: RunningServer): Promise<string> {
  const accounts = await listAccountRows(control.db)
  const owner = accounts.find(({ installationRole }) => installationRole === 'owner')
  if (owner !== undefined) return owner.id
  const email = `owner-${randomBytes(4).toString('hex')}@shop.example`
  const passwordHash = await hashPassword(randomBytes(12).toString('hex'))
  return (await createAccount(control.db, Date.now(), { email, passwordHash })).id
}
