import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
})

afterAll(() => server?.close())

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="160"><rect width="960" height="160" fill="#7a1fa2"/></svg>',
)

it('a report is shared under a title, a logo and a colour, and its link is shown again', async () => {
  const { site, key } = await server.aSite()
  const visit = { type: 'pageview', visitorId: 'ana', url: 'https://shop.example/' }
  await server.request('POST', '/api/v1/events', { key, body: { events: [visit] } })
  const { page, complaints } = await openSignedIn(browser, server, { colorScheme: 'light' })
  await page.goto(`${server.url}/sites/${site.id}/settings/sharing`)
  await page.getByRole('button', { name: 'Create share link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Board')
  await dialog.getByLabel('Locations and languages').check()
  await dialog.getByLabel('Title').fill('For the <b>board</b>')
  await dialog.getByLabel('Colour', { exact: true }).fill('#ffcc00')
  await dialog.getByText('This colour is too light').waitFor()
  await dialog.getByLabel('Colour', { exact: true }).fill('#7a1fa2')
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo }
  await dialog.getByLabel('Logo').setInputFiles({ ...file, buffer: Buffer.from('no image') })
  await dialog.getByText('This file is not an image').waitFor()
  await dialog.getByLabel('Logo').setInputFiles(file)
  await dialog.getByRole('img', { name: 'Logo' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = (await dialog.locator('pre').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Show link Board' }).click()
  expect(await dialog.locator('pre').first().textContent()).toBe(link)
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).click()

  const { db } = server.services.control
  await db.updateTable('share_links').set({ sealed_token: null }).execute()
  await page.reload()
  await page.getByRole('button', { name: 'Show link Board' }).click()
  await dialog.getByText('This link was created before').waitFor()
  await dialog.getByRole('button', { name: 'Create new address' }).click()
  const renewed = dialog.locator('pre').first()
  await renewed.waitFor()
  const address = (await renewed.textContent()) ?? ''
  expect(address).not.toBe(link)

  for (const colorScheme of ['light', 'dark'] as const) {
    const shared = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } })
    // As a newsletter's program may change it.
    await shared.goto(`${address.replace('http://localhost:0', server.url)}?utm_source=mail`)
    await shared.getByRole('heading', { name: 'For the <b>board</b>', level: 1 }).waitFor()
    await shared.locator('header img').waitFor()
    expect(await shared.evaluate(`document.querySelector('header img').naturalWidth`)).toBe(480)
    await shared.getByRole('row').first().waitFor()
    // Three panels in two columns: the last takes the whole row.
    const widths = await shared.evaluate<number[]>(`
      ['main section[aria-label="Locations"]', 'main [class*="report"]'].map(
        (one) => document.querySelector(one).clientWidth)`)
    expect(Math.abs((widths[0] ?? 0) - (widths[1] ?? 9))).toBeLessThan(4)
    expect(await findAxeViolations(shared)).toEqual([])
    await shared.close()
  }
  const old = await browser.newPage()
  await old.goto(link.replace('http://localhost:0', server.url))
  await old.getByText('This link has expired or was revoked').waitFor()
  await old.getByText('Ask the person who sent you the link for a new one.').waitFor()
  await old.close()
  expect(complaints).toEqual([])
})

it('a digest is previewed as it would be sent, from its subject on in a low window', async () => {
  const { site } = await server.aSite()
  const viewport = { width: 1280, height: 360 }
  const { page, complaints } = await openSignedIn(browser, server, { viewport })
  await page.goto(`${server.url}/sites/${site.id}/settings/alerts`)
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: /last week$/ })
  await dialog.getByText('There were no visitors and no payments').waitFor()
  const subject = await dialog.getByRole('heading').boundingBox()
  expect(subject?.y).toBeGreaterThan(0)
  expect(await findAxeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})
