import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

type Site = Awaited<ReturnType<TestServer['aSite']>>['site']

let server: TestServer
let browser: Browser
let shop: Server
let site: Site
let shopUrl: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  ;({ site } = await server.aSite({ domains: ['localhost'] }))
  shop = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>
      <html lang="en"><title>Shop</title>
      <script defer src="${server.url}/js/script.js" data-site="${site.id}"></script>
      <div class="card"><button class="add"><span>Add to cart</span></button></div>
      <div class="card"><button class="add" data-id="mug">Add to cart</button></div>
      <form id="newsletter" onsubmit="return false"><button>Subscribe</button></form>`)
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
  // On this machine a headless browser is no bot.
  shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}`
})

afterAll(async () => {
  await server?.close()
  await new Promise((done) => shop?.close(done))
})

async function openGoals() {
  const watched = await openSignedIn(browser, server)
  await watched.page.goto(`${server.url}/sites/${site.id}/settings/goals`)
  return watched
}

async function openDialog(page: Page, name: string, kind: string) {
  await page.getByRole('button', { name: 'Add goal' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Counts when').selectOption({ label: kind })
  return dialog
}

const lineOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Goals without code' })
    .getByRole('listitem')
    .filter({ hasText: name })

it('counts an element that was picked on the page, seen a moment later', async () => {
  const { page, complaints } = await openGoals()
  const dialog = await openDialog(page, 'Cart', 'An element is clicked')
  await dialog.getByLabel('Page to pick on').fill(`${shopUrl}/mugs`)
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Pick element' }).click(),
  ])
  const picker = tab.getByRole('dialog', { name: 'Pick an element' })
  await dialog.getByText('Click the element in the other tab').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await tab.getByText('Add to cart').first().click()
  await picker.getByText('button.add').waitFor()
  expect(await picker.getByRole('status').textContent()).toBe('2 elements match')
  const closed = tab.waitForEvent('close')
  // The tab closes before the click is over.
  const use = picker.getByRole('button', { name: 'Use this element' })
  await Promise.all([closed, use.click().catch(() => undefined)])
  await dialog.getByText('Matches 2 elements on that page.').waitFor()
  await expect.poll(() => dialog.getByLabel('CSS selector').inputValue()).toBe('button.add')
  await dialog.getByRole('button', { name: 'Add goal' }).click()
  await lineOf(page, 'Cart').getByText('Not matched yet').waitFor()

  // Servers know of it within a second.
  await page.waitForTimeout(1100)
  const visitor = await (await browser.newContext()).newPage()
  const part = visitor.waitForResponse((response) => response.url().includes('/js/goals.js'))
  await visitor.goto(shopUrl)
  expect((await part).headers()['cache-control']).toContain('immutable')
  await visitor.waitForFunction('window.tributary.rules')
  await visitor.getByText('Add to cart').first().click()
  await lineOf(page, 'Cart').getByText('Once by one visitor').waitFor()
  expect(await lineOf(page, 'Cart').textContent()).toContain('last matched')
  expect(await findAxeViolations(page)).toEqual([])
  // The tab in which the element was picked is none of the visits.
  const pages = await server.services.engine.query<{ path: string }>(
    `select path from events where site_id = {site:String} and kind = 'pageview'`,
    { site: site.id },
  )
  expect(pages).toEqual([{ path: '/' }])
  expect(complaints).toEqual([])
  await visitor.context().close()
})

itInLongForm('picks by keyboard, in a browser that opted out and still is afterwards', async () => {
  const { page } = await openGoals()
  const optedOut = await page.context().newPage()
  await optedOut.goto(`${shopUrl}/?tributary_ignore=1`)
  await optedOut.waitForFunction(`localStorage.tributary_ignore === '1'`)
  const dialog = await openDialog(page, 'Sign-up', 'An element is clicked')
  await dialog.getByLabel('Page to pick on').fill(`${shopUrl}/`)
  const [silent] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Pick element' }).click(),
  ])
  await dialog.getByText('The page did not answer').waitFor()
  await silent.close()
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('button', { name: 'Open it anyway' }).click(),
  ])
  await tab.getByRole('dialog', { name: 'Pick an element' }).waitFor()
  await tab.getByRole('button', { name: 'Subscribe' }).focus()
  await tab.keyboard.press('Enter')
  await tab.keyboard.press('ArrowUp')
  await tab.getByText('#newsletter', { exact: true }).waitFor()
  expect(await tab.evaluate('localStorage.tributary_ignore')).toBe('1')
  const closed = tab.waitForEvent('close')
  // It has the focus. The tab closes before the key is up.
  await tab.keyboard.press('Enter').catch(() => undefined)
  await closed
  await expect.poll(() => dialog.getByLabel('CSS selector').inputValue()).toBe('#newsletter')
})

it('says what of the past a page goal covers, and tells what a change means for it, and deletes it only after asking', async () => {
  const { site: other, key } = await server.aSite()
  const view = (visitorId: string, path: string) => ({
    ...{ type: 'pageview', visitorId, url: `https://shop.example${path}` },
    timestamp: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  })
  const events = [view('ana', '/thanks/1'), view('ben', '/thanks/2'), view('ben', '/about')]
  await server.request('POST', '/api/v1/events', { key, body: { events } })
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${other.id}/settings/goals`)
  const dialog = await openDialog(page, 'Order', 'A page is viewed')
  await dialog.getByLabel('Page', { exact: true }).fill('/thanks/*')
  await dialog.getByText('2 matching addresses, counted 2 times').waitFor()
  await dialog.getByRole('button', { name: 'Add goal' }).click()
  await lineOf(page, 'Order').getByText('2 times by 2 visitors').waitFor()
  await lineOf(page, 'Order').getByRole('button', { name: 'Edit Order' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit “Order”' })
  expect(await editor.getByLabel('Page', { exact: true }).inputValue()).toBe('/thanks/*')
  await editor.getByLabel('Page', { exact: true }).fill('/thanks/2')
  await editor.getByText('The past is counted again').waitFor()
  await editor.getByLabel('Name').fill('Purchase')
  await editor.getByText('share links change to the new name').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await editor.getByRole('button', { name: 'Save' }).click()
  await lineOf(page, 'Purchase').getByText('Once by one visitor').waitFor()
  await lineOf(page, 'Purchase').getByRole('button', { name: 'Delete Purchase' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('removed from all reports').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await lineOf(page, 'Purchase').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
