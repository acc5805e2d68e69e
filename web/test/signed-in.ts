import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import type { Config } from '@tributary/server/config.ts'
import { startTestServer, type TestServer } from '@tributary/server/test/server.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { sharedBrowser } from '../../scripts/shared-browser.ts'
import { openPage, type Watched } from './browser.ts'

export const owner = { email: 'owner@shop.example', password: 'a river with two arms' }

/**
 * What most tests of the dashboard begin with: a server with an owner on the worker's engine, and the worker's browser. The
 * server is the file's own: an account may ask only so much in a minute.
 */
export async function startDashboard(
  config: Partial<Config> = {},
): Promise<{ server: TestServer; browser: Browser }> {
  const [server, browser] = await Promise.all([
    startTestServer({ sharesEngine: true, config }),
    sharedBrowser(),
  ])
  await addOwner(server)
  return { server, browser }
}

/** The account that the tests of one server sign in with. */
export async function addOwner({ services }: TestServer): Promise<void> {
  const passwordHash = await hashPassword(owner.password)
  const given = { email: owner.email, passwordHash, isEmailVerified: true }
  await createAccount(services.control.db, Date.now(), given)
}

/** A page of a person who has signed in, not yet anywhere. */
export async function openSignedIn(
  browser: Browser,
  server: TestServer,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const watched = await openPage(browser, options)
  const reply = await watched.page.request.post(`${server.url}/api/app/session`, {
    data: owner,
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
  })
  if (!reply.ok()) throw new Error(`signing in answered ${reply.status()}: ${await reply.text()}`)
  return watched
}
