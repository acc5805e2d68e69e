import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, owner, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
})

afterAll(() => server?.close())

/** The form for a new key, filled in by somebody who signed in eleven minutes ago. */
async function openNewKey(options: BrowserContextOptions = {}) {
  const { site } = await server.aSite()
  const { page, complaints } = await openSignedIn(browser, server, options)
  await server.services.control.db
    .updateTable('sign_in_sessions')
    .set(({ eb }) => ({ created_ms: eb('created_ms', '-', 11 * 60_000) }))
    .execute()
  await page.goto(`${server.url}/sites/${site.id}/settings/keys`)
  await page.getByRole('button', { name: 'Create key' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Backend')
  await form.getByLabel('Name').press('Enter')
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.waitFor()
  return { page, complaints, confirm }
}

it('asks who signed in a while ago to confirm that it is them, and then makes the key', async () => {
  const { page, complaints, confirm } = await openNewKey()
  expect(await findAxeViolations(page)).toEqual([])
  const password = confirm.getByLabel('Current password')
  await expect
    .poll(() => password.evaluate((field) => field.ownerDocument.activeElement === field))
    .toBe(true)
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await confirm.getByText('This is not your password').waitFor()
  await password.fill(owner.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Copy the key now' }).waitFor()
  expect(await page.getByRole('dialog').locator('pre').textContent()).toMatch(/^trb_/)
  expect(complaints).toEqual([])
})

itInLongForm('changes nothing for somebody who would rather not confirm', async () => {
  const { page, confirm } = await openNewKey({ viewport: { width: 390, height: 800 } })
  await page.keyboard.press('Escape')
  await confirm.waitFor({ state: 'detached' })
  await page.getByText('Nothing was changed because you did not confirm').waitFor()
})
