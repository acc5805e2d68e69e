import { oneTimeCode, stepAt } from '@tributary/server/accounts/one-time-code.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations, openPage } from './browser.ts'
import { openSignedIn, owner, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
})

afterAll(() => server?.close())

/** What an authenticator shows for a secret as it is typed. */
function codeOf(secret: string, stepsAhead = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return oneTimeCode(Uint8Array.from(bytes), stepAt(Date.now()) + stepsAhead)
}

async function signIn(page: Page, password = owner.password): Promise<void> {
  await page.goto(`${server.url}/sign-in`)
  await page.getByLabel('E-mail').fill(owner.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

itInLongForm('leads from the menu to the devices, and signs another one out', async () => {
  const other = await openSignedIn(browser, server)
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites`)
  await page.getByRole('button', { name: 'Account and theme' }).click()
  await page.getByRole('menuitem', { name: 'Your account' }).click()
  await page.getByText('this device').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Sign out/ }).click()
  await expect.poll(() => page.getByRole('button', { name: /^Sign out/ }).count()).toBe(0)
  await other.page.goto(`${server.url}/sites`)
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(complaints).toEqual([])
})

it('sets up two-factor sign-in, asks for the code, and takes a recovery code', async () => {
  const { page, complaints } = await openSignedIn(browser, server, {
    viewport: { width: 390, height: 844 },
  })
  await page.goto(`${server.url}/account`)
  await page.getByRole('button', { name: 'Set up two-factor sign-in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill('not my password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('alert').getByText('This is not your password').waitFor()
  await dialog.getByLabel('Current password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code with the secret' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  const secret = (await dialog.locator('pre').textContent()) ?? ''
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  const codes = ((await dialog.locator('pre').textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('10 recovery codes are left').waitFor()

  for (const [index, code] of [codeOf(secret, 1), codes[0] ?? ''].entries()) {
    const fresh = await openPage(browser)
    await signIn(fresh.page)
    await fresh.page.getByLabel('Authentication code').fill('000000')
    await fresh.page.getByRole('button', { name: 'Sign in' }).click()
    await fresh.page.getByRole('alert').getByText('This code is wrong').waitFor()
    if (index === 0) expect(await findAxeViolations(fresh.page)).toEqual([])
    await fresh.page.getByLabel('Authentication code').fill(code)
    await fresh.page.getByRole('button', { name: 'Sign in' }).click()
    await fresh.page.getByRole('button', { name: 'Account and theme' }).waitFor()
  }

  await page.reload()
  await page.getByRole('button', { name: 'Turn off two-factor sign-in' }).click()
  await dialog.getByLabel('Current password').fill(owner.password)
  await dialog.getByLabel('Authentication code').fill(codes[1] ?? '')
  await dialog.getByRole('button', { name: 'Turn off two-factor sign-in' }).click()
  await page.getByText('You sign in with your password only').waitFor()
  expect(complaints).toEqual([])
})

itInLongForm('changes the password with the current one', async () => {
  const { page } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/account`)
  const next = 'a lake without an outlet'
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').getByText('This is not your password').waitFor()
  await page.getByLabel('Current password').fill(owner.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed. Other devices are signed out.').waitFor()
  const fresh = await openPage(browser)
  await signIn(fresh.page, next)
  await fresh.page.getByRole('button', { name: 'Account and theme' }).waitFor()
})
