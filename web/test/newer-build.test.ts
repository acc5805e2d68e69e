import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  siteId = (await server.aSite()).site.id
})

afterAll(() => server?.close())

/** As after an update: the files of this page are gone, and the start page names others. */
async function update(page: Page): Promise<void> {
  await page.route('**/assets/*', (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.route(`${server.url}/`, async (route) => {
    const html = await (await route.fetch()).text()
    await route.fulfill({
      body: html.replace(/start-[\w-]+/g, 'start-newer'),
      contentType: 'text/html',
    })
  })
}

async function openSettings() {
  const watched = await openSignedIn(browser, server)
  await watched.page.goto(`${server.url}/sites/${siteId}/settings/general`)
  await watched.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  return watched
}

it('a file of the last build is answered with 404, not with a page', async () => {
  const { status, headers } = await server.request('GET', '/assets/start-0ld.js')
  expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('json')])
})

it('a page that was open during an update says so, with a button that reloads', async () => {
  const { page } = await openSettings()
  await update(page)
  // What is pointed at is fetched ahead.
  await page.getByRole('banner').getByRole('link', { name: 'Payments', exact: true }).hover()
  await page.getByRole('alert').filter({ hasText: 'Tributary was updated' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  expect(await page.getByText('Tributary was updated').count()).toBe(0)
})

it('a link that is followed after an update leads to its page after a reload', async () => {
  const { page } = await openSettings()
  await update(page)
  await page.getByRole('banner').getByRole('link', { name: 'Payments', exact: true }).click()
  await page.getByRole('heading', { name: 'Tributary was updated' }).waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
})

it('a page whose script is missing says so and is not empty', async () => {
  const { page } = await openSignedIn(browser, server, { locale: 'de-DE' })
  await page.route('**/assets/start-*.js', (route) => route.fulfill({ status: 404, body: '{}' }))
  await page.goto(`${server.url}/sites/${siteId}`)
  await page.getByText('Tributary konnte nicht geladen werden').waitFor()
})
