import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import { findAccountByEmail } from '@tributary/server/accounts/rows/account-rows.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { openPage, type Watched } from './browser.ts'

export const owner = { email: 'owner@shop.example', password: 'a river with two arms' }

/** The account that the tests of one server sign in with. Files that share a server share it. */
export async function addOwner({ services }: TestServer): Promise<void> {
  if ((await findAccountByEmail(services.control.db, owner.email)) !== undefined) return
  const passwordHash = await hashPassword(owner.password)
  const given = { email: owner.email, passwordHash, isEmailProved: true }
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
