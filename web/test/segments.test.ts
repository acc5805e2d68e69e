import { startTestServer, type TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openChromium } from '../../scripts/open-chromium.ts'
import { personName } from '../src/format/person-name.ts'
import { findAxeViolations } from './browser.ts'
import { addOwner, openSignedIn } from './signed-in.ts'

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer({ own: true }), openChromium()])
  await addOwner(server)
  const { site, key } = await server.aSite()
  siteId = site.id
  const hit = { type: 'pageview', url: 'https://shop.example/' }
  const body = [
    { ...hit, visitorId: 'ana', country: 'US' },
    { ...hit, visitorId: 'ben', country: 'DE' },
  ]
  await server.request('POST', '/api/v1/events', { key, body })
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

it('filters are saved as a segment, applied on another page, and deleted', async () => {
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${siteId}?filter=country:is:DE`)
  const segments = page.getByRole('button', { name: 'Segments' })
  await segments.click()
  await page.getByRole('menuitem', { name: 'Save as segment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as segment' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByLabel('Name').fill('German speakers')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const chosen = page.getByRole('button', { name: 'German speakers' })
  await chosen.waitFor()

  await page.goto(`${server.url}/sites/${siteId}/explore/visitors?range=7d`)
  await segments.click()
  await page.getByRole('menuitemradio', { name: 'German speakers' }).click()
  await page.waitForURL(/filter=country:is:DE/)
  await page.getByRole('link', { name: personName('ben') }).waitFor()
  await page.getByRole('link', { name: personName('ana') }).waitFor({ state: 'detached' })

  await chosen.click()
  await page.getByRole('menuitem', { name: 'Delete “German speakers”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete segment' }).click()
  await chosen.waitFor({ state: 'detached' })
  // The filters themselves are the address's.
  expect(page.url()).toContain('filter=country:is:DE')
  expect(complaints).toEqual([])
})
