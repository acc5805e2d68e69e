import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import { sendQueued } from '@tributary/server/mail/send-queued.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import {
  startOidcProvider,
  type TestOidcProvider,
} from '@tributary/server/test/processes/oidc-provider.ts'
import {
  type SmtpReceiver,
  startSmtpReceiver,
} from '@tributary/server/test/processes/smtp-receiver.ts'
import { startTestServer, type TestServer } from '@tributary/server/test/server.ts'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { sharedBrowser } from '../../scripts/shared-browser.ts'
import { findAxeViolations, openPage } from './browser.ts'
import { addOwner, owner } from './signed-in.ts'

let server: TestServer
let provider: TestOidcProvider
let smtp: SmtpReceiver
let browser: Browser
/** Browsers know passkeys at localhost, and not at 127.0.0.1. */
let origin: string

beforeAll(async () => {
  ;[provider, browser, smtp] = await Promise.all([
    startOidcProvider(),
    sharedBrowser(),
    startSmtpReceiver(),
  ])
  const port = await freePort()
  origin = `http://localhost:${port}`
  const { issuer, clientId, clientSecret } = provider
  const oidc = {
    issuer,
    clientId,
    clientSecret,
    name: 'Acme',
    allowedDomains: [],
    isOnlyWay: false,
  }
  server = await startTestServer({
    sharesEngine: true,
    config: { port, publicUrl: origin, oidc, smtpUrl: smtp.url },
  })
  await addOwner(server)
})

afterAll(async () => {
  await server?.close()
  await provider?.close()
  await smtp?.close()
})

const phone = { viewport: { width: 390, height: 844 } }

async function signIn(page: Page, to = '/account', who = owner): Promise<void> {
  await page.goto(`${origin}/sign-in?to=${to}`)
  await page.getByLabel('E-mail', { exact: true }).fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Account and theme' }).waitFor()
}

/** A virtual authenticator, which verifies its owner at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Waits until every e-mail is sent, so that the next recipient is who the test means. */
async function nothingToSend() {
  const { db } = server.services.control
  const left = async () => {
    await sendQueued(server.services)
    return db
      .selectFrom('mails')
      .select('id')
      .where('state', 'in', ['waiting', 'sending'])
      .execute()
  }
  await expect.poll(left).toEqual([])
}

/** The first link in e-mails to an address, which may be queued only after the page was answered. */
function mailedLink(email: string): Promise<string> {
  return vi.waitFor(async () => {
    await sendQueued(server.services)
    const mails = smtp.mails.filter(({ to }) => to[0] === email)
    const text = mails.map(({ parts }) => parts['text/plain']).join('\n')
    const link = /http:\S+#(?:token|prove-email)=\S+/.exec(text)?.[0]
    if (link === undefined) throw new Error(`no e-mail to ${email}`)
    return link
  }, 60_000)
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account and theme' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

it('adds a passkey, signs in with it by the button and below the field, and removes it', async () => {
  const { page, complaints } = await openPage(browser, phone)
  await addAuthenticator(page)
  await signIn(page)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Work laptop')
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('never used').waitFor()
  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  await dialog.getByLabel('Name').fill('Phone')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await page.getByText('Phone', { exact: true }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  // A browser that offers nothing below the field: there the authenticator would answer before any press.
  await page.evaluate(`
    window.offersBelow = PublicKeyCredential.isConditionalMediationAvailable
    PublicKeyCredential.isConditionalMediationAvailable = async () => false`)
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('button', { name: 'Account and theme' }).waitFor()
  await page.evaluate('PublicKeyCredential.isConditionalMediationAvailable = window.offersBelow')
  // The authenticator answers the question that waits below the e-mail field, before anybody sees the page.
  const answered = page.waitForResponse('**/api/app/passkey/session')
  await signOut(page)
  expect((await answered).status()).toBe(200)
  await page.getByRole('button', { name: 'Account and theme' }).waitFor()

  await page.goto(`${origin}/account`)
  await page.getByText(/last used/).waitFor()
  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You have no passkeys yet.').waitFor()
  expect(complaints).toEqual([])
})

it('signs in with the provider of the operator, and says why somebody is refused', async () => {
  const { page, complaints } = await openPage(browser)
  provider.person = { sub: 'stranger', email: 'stranger@shop.example', email_verified: true }
  await page.goto(`${origin}/sign-in?to=/people`)
  await page.getByRole('button', { name: 'Sign in with Acme' }).click()
  await page.getByRole('alert').getByText('Ask an owner of this installation').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  provider.person = { sub: 'owner', email: owner.email, email_verified: true }
  await page.goto(`${origin}/sign-in?to=/people`)
  await page.getByRole('button', { name: 'Sign in with Acme' }).click()
  await page.getByRole('heading', { name: 'People' }).waitFor()
  await page.goto(`${origin}/account`)
  await page.getByText('Connected.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Disconnect Acme' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect Acme' }).click()
  await page.getByText('Not connected.').waitFor()
  expect(complaints).toEqual([])
})

itInLongForm(
  'allows only the account page without a second factor, once an owner requires it',
  async () => {
    const { page, complaints } = await openPage(browser)
    await addAuthenticator(page)
    await signIn(page, '/people')
    const ask = page.getByRole('button', { name: 'Require a second factor' })
    const dialog = page.getByRole('dialog')
    await ask.click()
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Require a second factor' }).click()
    await dialog.getByText('Set up a second factor of your own first').waitFor()
    complaints.length = 0

    await page.goto(`${origin}/account`)
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByLabel('Name').fill('Laptop')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByText('never used').waitFor()
    await page.goto(`${origin}/people`)
    await ask.click()
    await dialog.getByRole('button', { name: 'Require a second factor' }).click()
    await page.getByText('With only a password, people can open their account page').waitFor()

    const mate = { email: 'mate@shop.example', password: 'a lake without an outlet' }
    const passwordHash = await hashPassword(mate.password)
    const { control } = server.services
    await createAccount(control.db, Date.now(), { email: mate.email, passwordHash })
    const fresh = await openPage(browser, phone)
    await addAuthenticator(fresh.page)
    const refused: string[] = []
    fresh.page.on('response', (reply) => reply.status() === 403 && refused.push(reply.url()))
    await signIn(fresh.page, '/people', mate)
    // Otherwise somebody who learned the password could choose the factor.
    await fresh.page.getByText('To confirm that it is you').waitFor()
    expect(await fresh.page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([])
    expect(await findAxeViolations(fresh.page)).toEqual([])
    // A page that leads here again with each refusal is drawn late, or never.
    expect(refused.length).toBeLessThan(5)
    await fresh.page.getByRole('button', { name: 'Send reset link' }).click()
    await fresh.page.getByText(`We sent a link to ${mate.email}`).waitFor()
    await fresh.page.goto(await mailedLink(mate.email))
    await fresh.page.getByLabel('New password').fill('a delta without a sea')
    await fresh.page.getByRole('button', { name: 'Set password and sign in' }).click()
    await fresh.page.getByText('This installation requires a second factor.').waitFor()
    expect(await fresh.page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'Passkeys',
      'Two-factor sign-in',
    ])
    expect(await findAxeViolations(fresh.page)).toEqual([])
    await fresh.page.goto(`${origin}/sites`)
    await fresh.page.getByText('This installation requires a second factor.').waitFor()
    await fresh.page.getByRole('button', { name: 'Add passkey' }).click()
    await fresh.page.getByRole('dialog').getByLabel('Name').fill('Phone')
    await fresh.page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click()
    await fresh.page.getByRole('heading', { name: 'Signed-in devices' }).waitFor()

    await page.getByRole('button', { name: 'Stop requiring a second factor' }).click()
    await dialog.getByRole('button', { name: 'Stop requiring a second factor' }).click()
    await page.getByText('Each person decides').waitFor()
    await page.goto(`${origin}/account`)
    await page.getByRole('button', { name: 'Remove Laptop' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('You have no passkeys yet.').waitFor()
    expect([...complaints, ...fresh.complaints]).toEqual([])
  },
)

itInLongForm('gives an owner a link for somebody, who chooses a new password with it', async () => {
  const { page, complaints } = await openPage(browser, phone)
  await signIn(page, '/people')
  await page.getByText(owner.email).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: `Actions for ${owner.email}` }).click()
  await page.getByRole('menuitem', { name: 'Create password reset link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Password reset link' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  const link = (await dialog.locator('pre').textContent()) ?? ''
  expect(link).toMatch(new RegExp(`^${origin}/reset-password#token=[\\w-]{43}$`))

  const fresh = await openPage(browser)
  await fresh.page.goto(link)
  await fresh.page.getByText(`For ${owner.email}`).waitFor()
  expect(await findAxeViolations(fresh.page)).toEqual([])
  await fresh.page.getByLabel('New password').fill('a lake without an outlet')
  await fresh.page.getByRole('button', { name: 'Set password and sign in' }).click()
  await fresh.page.getByRole('button', { name: 'Account and theme' }).waitFor()
  await page.goto(link)
  await page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor()
  expect([...complaints, ...fresh.complaints]).toEqual([])
})

it('mails a password reset link, and does not reveal who has an account', async () => {
  const person = { email: 'lost@shop.example', password: 'a river with two arms' }
  const passwordHash = await hashPassword(person.password)
  await createAccount(server.services.control.db, Date.now(), { email: person.email, passwordHash })
  const { page, complaints } = await openPage(browser, phone)
  await page.goto(`${origin}/sign-in`)
  await page.getByText('Forgot your password?').click()
  for (const address of ['unknown@shop.example', person.email]) {
    await page.getByLabel('Your e-mail address').fill(address)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByText('If an account with this address exists').waitFor()
  }
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto(await mailedLink(person.email))
  expect(smtp.mails.some(({ to }) => to[0] === 'unknown@shop.example')).toBe(false)
  await page.getByLabel('New password').fill('a lake without an outlet')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.getByRole('button', { name: 'Account and theme' }).waitFor()

  // The operator can send a test e-mail where e-mails are configured.
  const { site } = await server.aSite()
  await page.goto(`${origin}/sites/${site.id}/settings/alerts`)
  await page.getByRole('button', { name: 'Send a test e-mail' }).click()
  await page.getByText(`The mail server accepted an e-mail to ${person.email}.`).waitFor()
  await nothingToSend()
  smtp.refuse('550 no such user here')
  await page.getByRole('button', { name: 'Send a test e-mail' }).click()
  await page.getByRole('alert').getByText('no such user here').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

itInLongForm(
  'lets a new address count when its link is opened, after signing in where that is needed',
  async () => {
    const person = { email: 'ana@shop.example', password: 'a river with two arms' }
    const passwordHash = await hashPassword(person.password)
    const { control } = server.services
    await createAccount(control.db, Date.now(), { email: person.email, passwordHash })
    const { page, complaints } = await openPage(browser, phone)
    await signIn(page, '/account', person)
    await page.getByRole('button', { name: 'Change address' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New e-mail address').fill('ana@new.example')
    await dialog.getByLabel('Current password').fill(person.password)
    await dialog.getByRole('button', { name: 'Change address' }).click()
    await page.getByText('We sent a link to ana@new.example').waitFor()
    const link = await mailedLink('ana@new.example')

    await signOut(page)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(link)
    await page.getByLabel('E-mail', { exact: true }).fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('You now sign in with it.').waitFor()
    await page.getByText('ana@new.example', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  },
)
