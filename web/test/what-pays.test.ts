import { aPerson } from '@tributary/server/test/a-person.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import { dayMs } from '@tributary/server/time/durations.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations, openPage } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

/* What a page says of revenue first. Ana comes from Reddit and pays $30, Ben comes from Google and pays $60. */

let server: TestServer
let browser: Browser
let siteId: string

const shop = 'https://shop.example/'
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const { site, key } = await server.aSite()
  siteId = site.id
  const at = { type: 'pageview', url: shop, timestamp: daysAgo(3) }
  const visits = [
    { ...at, visitorId: 'ana', country: 'US', referrer: 'https://www.reddit.com/' },
    { ...at, visitorId: 'ben', country: 'DE', referrer: 'https://www.google.com/' },
  ]
  expect((await server.request('POST', '/api/v1/events', { key, body: visits })).status).toBe(200)
  for (const [id, amount, visitorId, days] of [
    ['pi_ana', 30, 'ana', 2],
    ['pi_ben', 60, 'ben', 2],
    ['pi_nobody', 45, undefined, 9],
  ] as const) {
    const sum = { provider: 'stripe', providerPaymentId: id, amount, currency: 'USD' }
    const body = { ...sum, visitorId, timestamp: daysAgo(days) }
    expect((await server.request('POST', '/api/v1/payment', { key, body })).status).toBe(200)
  }
})

afterAll(() => server?.close())

it('a shared report with revenue opens with what pays', async () => {
  const page = await openShared(['figures', 'chart', 'traffic'], true)
  const summary = page.getByRole('region', { name: 'Revenue summary' })
  await summary.getByText('$135.00 revenue in the last 30 days').waitFor()
  await summary.getByRole('button', { name: 'Organic Search brought $60.00, 44% of' }).waitFor()
  const first = page.locator('main section').first()
  expect(await first.getAttribute('aria-label')).toBe('Revenue summary')
  // Unlinked payments are the owner's business.
  expect(await summary.getByRole('link').count()).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])
  await summary.getByRole('button', { name: /^Organic Search/ }).click()
  await summary.getByText('$60.00 revenue in the last 30 days').waitFor()
})

it('a shared report without sources says what was earned', async () => {
  const page = await openShared(['figures', 'chart'], true)
  const summary = page.getByRole('region', { name: 'Revenue summary' })
  await summary.getByText('$135.00 revenue').waitFor()
  expect(await summary.getByRole('listitem').count()).toBe(0)
})

it('a shared report without revenue says nothing of it, and has no hole at any width', async () => {
  const page = await openShared(['figures', 'chart', 'traffic', 'content'], false)
  await page.getByRole('row').first().waitFor()
  expect(await page.getByText('$').count()).toBe(0)
  expect(await page.getByText(/revenue/i).count()).toBe(0)
  for (const width of [1440, 1000, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const edges = () =>
      page.evaluate<number[]>(`
    ['main section', 'main dl > div:last-child', 'main section[aria-label="Pages"]']
      .map((one) => Math.round(document.querySelector(one).getBoundingClientRect().right))`)
    // Its layout is updated a moment after it is resized.
    await expect.poll(edges, { message: `${width} px` }).toSatisfy(reachesEnd)
  }
})

/** Whether the last figure and the last panel end where the page does. */
const reachesEnd = ([whole = 0, figure = 0, panel = 0]: number[]) =>
  Math.abs(whole - figure) < 4 && panel === whole

it('a share of revenue is never of the revenue of another filter', async () => {
  const page = await openSite('?range=7d')
  const summary = page.getByRole('region', { name: 'Revenue summary' })
  await summary.getByRole('button', { name: /^Organic Search brought \$60.00, 67% of/ }).waitFor()
  const { promise: held, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/v1/query*', async (route) => {
    const { dimensions } = route.request().postDataJSON() as { dimensions?: string[] }
    if (dimensions?.[0] === 'channel') await held
    await route.continue()
  })
  await page.getByRole('tab', { name: 'Countries' }).click()
  await page.getByRole('button', { name: 'Show only United States' }).click()
  await summary.getByText('$30.00 revenue').waitFor()
  expect(await summary.getByRole('button').first().textContent()).toContain('67% of revenue')
  resolve()
  await summary.getByRole('button', { name: /^Organic Social brought \$30.00, 100% of/ }).waitFor()
})

it('a point of the chart says by how much it changed, and a click with Alt held down excludes a source that pays', async () => {
  const page = await openSite('?range=7d')
  const chart = page.getByRole('slider')
  await chart.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await chart.getByText('+100%', { exact: true }).waitFor()
  await chart.getByText('$45.00', { exact: true }).waitFor()
  const summary = page.getByRole('region', { name: 'Revenue summary' })
  await summary.getByRole('button', { name: /^Organic Search/ }).click({ modifiers: ['Alt'] })
  await page.waitForURL(/filter=channel:is_not:Organic/)
  await summary.getByText('$30.00 revenue').waitFor()
})

it('two rows that are pressed before the page shows the first are both filtered by', async () => {
  const page = await openSite('?places=country')
  const rows = ['Germany', 'United States'].map((name) => `Show only ${name}`)
  for (const name of rows) await page.getByRole('button', { name }).waitFor()
  // Both before anything is drawn again, as on a slow device.
  await page.evaluate(`(() => {
    const buttons = [...document.querySelectorAll('button')]
    for (const name of ${JSON.stringify(rows)}) buttons.find((one) => one.ariaLabel === name).click()
  })()`)
  for (const name of ['Germany', 'United States']) {
    await page.getByRole('button', { name: `Remove the filter Country is ${name}` }).waitFor()
  }
})

it('the rows of all panels are asked for together, before the panels are there, and once', async () => {
  const { page } = await openSignedIn(browser, server)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/(below-headline|places-map)-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/api/v1/query')) return
    const { dimensions } = request.postDataJSON() as { dimensions?: string[] }
    asked.push(...(dimensions ?? []))
  })
  const ofPanels = () =>
    asked.filter((name) => ['channel', 'page', 'country', 'device'].includes(name)).sort()
  await page.goto(`${server.url}/sites/${siteId}`)
  await expect.poll(ofPanels).toEqual(['channel', 'country', 'device', 'page'])
  letGo()
  await page
    .getByRole('button', { name: /^Show only Desktop|^Show only Unknown/ })
    .first()
    .waitFor()
  await page.getByRole('img', { name: /map/i }).first().waitFor()
  expect(ofPanels()).toEqual(['channel', 'country', 'device', 'page'])
})

it('on a phone, the menu of ranges and the figures of a point are whole in the window', async () => {
  const page = await openSite('', { viewport: { width: 360, height: 800 } })
  await page.getByRole('button', { name: 'Last 30 days' }).click()
  const sidesOf = async (one: Locator) => {
    const { x = 0, width = 0 } = (await one.boundingBox()) ?? {}
    return [x >= 0, width > 0, x + width <= 360]
  }
  const menu = page.getByRole('menu')
  await menu.waitFor()
  await expect.poll(() => sidesOf(menu)).toEqual([true, true, true])
  await page.keyboard.press('Escape')
  const chart = page.getByRole('slider')
  await chart.focus()
  await page.keyboard.press('End')
  for (let pressed = 0; pressed < 15; pressed++) await page.keyboard.press('ArrowLeft')
  expect(await sidesOf(chart.locator('> [aria-hidden]').last())).toEqual([true, true, true])
})

it('sources show whole what another model changes, in a window and on a phone', async () => {
  const page = await openSite('?model=linear')
  const sources = page.getByRole('tabpanel', { name: 'Channels' })
  await sources.getByRole('columnheader', { name: 'Difference' }).waitFor()
  await sources.getByTitle('Difference in revenue from “Last non-direct click”').waitFor()
  const cutOff = () =>
    sources
      .getByRole('table')
      .evaluate(
        ({ parentElement: { scrollWidth, clientWidth } }: Table) => scrollWidth - clientWidth,
      )
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(cutOff, { message: `${width} px` }).toBe(0)
  }
})

interface Table {
  parentElement: { scrollWidth: number; clientWidth: number }
}

async function openSite(
  search: string,
  look: Parameters<typeof openSignedIn>[2] = {},
): Promise<Page> {
  const { page } = await openSignedIn(browser, server, look)
  await page.goto(`${server.url}/sites/${siteId}${search}`)
  await page.getByRole('slider').waitFor()
  return page
}

/** The page of a new share link, which no request may be refused on. */
async function openShared(panels: string[], showsMoney: boolean): Promise<Page> {
  const made = await server.request('POST', `/api/app/sites/${siteId}/shares`, {
    headers: await aPerson(server.services, { role: 'owner' }),
    body: { name: 'Figures', panels, showsMoney },
  })
  const { pathname, hash } = new URL((made.body as { data: { link: string } }).data.link)
  const { page } = await openPage(browser)
  page.on('response', (response) => expect(response.status()).toBeLessThan(400))
  await page.goto(server.url + pathname + hash)
  await page.getByRole('slider').waitFor()
  return page
}
