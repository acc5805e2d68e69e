import { inLongForm, itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPage } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

/* What a click does before its answer is there: it asks early, and says that it has asked. */

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const { site, key } = await server.aSite()
  siteId = site.id
  const visit = { type: 'pageview', visitorId: 'ana', url: 'https://shop.example/', country: 'DE' }
  const found = { ...visit, referrer: 'https://www.google.com/' }
  const visits = [visit, { ...found, visitorId: 'ben' }, { ...found, visitorId: 'cem' }]
  const reply = await server.request('POST', '/api/v1/events', { key, body: visits })
  expect(reply.status).toBe(200)
  const received = { provider: 'stripe', providerPaymentId: 'pi_ana', visitorId: 'ana' }
  const payment = { ...received, amount: 49, currency: 'USD' }
  const paid = await server.request('POST', '/api/v1/payment', { key, body: payment })
  expect(paid.status).toBe(200)
})

afterAll(() => server?.close())

describe('when the pointer goes down on another range', () => {
  const pages = [
    ['funnels?step=page:is:/&step=page:is:/pricing', '/api/v1/funnel'],
    ['visitors', '/api/v1/visitors'],
    ['subscriptions', '/api/v1/subscriptions/report'],
    ['spend', '/api/v1/spend/report'],
  ] as const
  it.each(inLongForm<readonly (typeof pages)[number][]>(pages, pages.slice(0, 1)))(
    'requests the figures of it before the button is released, on %s',
    async (path, endpoint) => {
      const { page } = await openSignedIn(browser, server)
      await page.goto(`${server.url}/sites/${siteId}/explore/${path}`)
      await page.waitForLoadState('networkidle')
      await expectAskedAhead(page, endpoint)
    },
  )

  itInLongForm(
    'requests the figures of it before the button is released, on a shared page',
    async () => {
      const { page: owners } = await openSignedIn(browser, server)
      const made = await owners.request.post(`${server.url}/api/app/sites/${siteId}/shares`, {
        data: { name: 'Figures', panels: ['figures', 'chart'], showsMoney: true },
        headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
      })
      const { pathname, hash } = new URL((await made.json()).data.link)
      const { page } = await openPage(browser)
      await page.goto(server.url + pathname + hash)
      await page.getByRole('slider').waitFor()
      await page.waitForLoadState('networkidle')
      await expectAskedAhead(page, '/api/share/query')
    },
  )
})

/** Presses on seven days and expects them to be requested from an endpoint while the button is down. */
async function expectAskedAhead(page: Page, endpoint: string): Promise<void> {
  await page.getByRole('button', { name: /^Period/ }).click()
  const days = page.getByRole('menuitemradio', { name: 'Last 7 days' })
  await days.hover()
  const asked: string[] = []
  page.on('request', (request: Request) => {
    if (request.method() !== 'POST') return
    if (request.postDataJSON().dateRange !== '7d') return
    asked.push(`${new URL(request.url()).pathname} ${request.postData()}`)
  })
  await page.mouse.down()
  await expect.poll(() => asked.some((one) => one.startsWith(`${endpoint} `))).toBe(true)
  expect(page.url()).not.toContain('range=7d')
  expect(await page.locator('html[data-under-way]').count()).toBe(1)
  await page.mouse.up()
  await page.waitForURL(/range=7d/)
  await page.locator('html:not([data-under-way])').waitFor()
  // What was asked ahead is what the page shows.
  expect(asked).toEqual([...new Set(asked)])
}

it('requests rows in their new order, and begins the line, at the press of the head of a column', async () => {
  const { page } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${siteId}`)
  const panel = page.getByRole('region', { name: 'Traffic sources' })
  const head = panel.getByRole('button', { name: 'Sort by Visitors' })
  await head.hover()
  await page.waitForLoadState('networkidle')
  await page.locator('html:not([data-under-way])').waitFor()
  const asked: string[] = []
  page.on('request', (request: Request) => {
    if (request.method() === 'POST') asked.push(JSON.stringify(request.postDataJSON().orderBy))
  })
  await page.mouse.down()
  await expect.poll(() => asked).toContain('[["visitors","desc"],["revenue","desc"]]')
  expect(page.url()).not.toContain('order=')
  expect(await page.locator('html[data-under-way]').count()).toBe(1)
  await page.mouse.up()
  await panel
    .getByRole('columnheader', { name: 'Sort by Visitors' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  await page.locator('html:not([data-under-way])').waitFor()
})

it('sorts rows that are all there before the answer is', async () => {
  const { page } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${siteId}`)
  const panel = page.getByRole('region', { name: 'Traffic sources' })
  const first = () => panel.getByRole('row').nth(1).textContent()
  await expect.poll(first).toContain('Direct')
  await page.locator('html:not([data-under-way])').waitFor()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/v1/query*', async (route) => {
    await answered
    await route.continue()
  })
  await panel.getByRole('button', { name: 'Sort by Visitors' }).click()
  await expect.poll(first).toContain('Organic Search')
  answer()
  await page.locator('html:not([data-under-way])').waitFor()
  expect(await first()).toContain('Organic Search')
})

itInLongForm(
  'shows a line at the top from a click until the next page has loaded and is drawn',
  async () => {
    const { page, complaints } = await openSignedIn(browser, server)
    await page.goto(`${server.url}/sites/${siteId}`)
    await page.getByRole('slider').waitFor()
    const line = page.locator('html[data-under-way]')
    await line.waitFor({ state: 'detached' })
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/payments-page-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    // By keyboard, which does not point at it first.
    await page.getByRole('banner').getByRole('link', { name: 'Payments' }).press('Enter')
    await line.waitFor({ state: 'attached' })
    const shown = `(() => {
    const { position, height } = getComputedStyle(document.documentElement, '::before')
    return position + ' ' + height
  })()`
    expect(await page.evaluate(shown)).toBe('fixed 2px')
    held.resolve()
    await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
    await line.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  },
)

/** The completely loaded dashboard, and the line that is shown while something is pending. */
async function openAtRest() {
  const { page } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${siteId}`)
  await page.getByRole('slider').waitFor()
  await page.waitForLoadState('networkidle')
  const line = page.locator('html[data-under-way]')
  await line.waitFor({ state: 'detached' })
  return { page, line }
}

it('begins the line at the press of a link, and ends it where the pointer lets go elsewhere', async () => {
  const { page, line } = await openAtRest()
  await page.getByRole('banner').getByRole('link', { name: 'Payments' }).hover()
  await page.mouse.down()
  expect(await line.count()).toBe(1)
  await page.mouse.move(400, 600)
  await page.mouse.up()
  await line.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(`/sites/${siteId}`)
})

it('keeps the line of a press that follows another at once', async () => {
  const { page, line } = await openAtRest()
  const link = page.getByRole('banner').getByRole('link', { name: 'Payments' })
  const [x, y] = await link.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect()
    return [left + 5, top + 5] as const
  })
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(400, 600)
  await page.mouse.up()
  await page.mouse.move(x, y)
  await page.mouse.down()
  // Longer than the line of a press outlives its release.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 150))')
  expect(await line.count()).toBe(1)
  await page.mouse.move(400, 600)
  await page.mouse.up()
  await line.waitFor({ state: 'detached' })
})

it('paints the line before a page that is there at once occupies the browser', async () => {
  const { page } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${siteId}`)
  await page.getByRole('slider').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Payments' }).click()
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor()
  await page.locator('html[data-under-way]').waitFor({ state: 'detached' })
  await page.evaluate(`(() => {
    window.order = []
    new MutationObserver(() => {
      if (order.length > 0) return
      order.push('marked')
      requestAnimationFrame(() => order.push('painted'))
    }).observe(document.documentElement, { attributes: true, attributeFilter: ['data-under-way'] })
    new MutationObserver(() => {
      if (document.querySelector('main dl')) order.push('drawn')
    }).observe(document.body, { childList: true, subtree: true })
  })()`)
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).press('Enter')
  await page.locator('main dl').first().waitFor()
  expect(await page.evaluate('order.slice(0, 3)')).toEqual(['marked', 'painted', 'drawn'])
})

it('shows the line of a click until its figures are there, and no other with it', async () => {
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${siteId}`)
  await page.getByRole('slider').waitFor()
  await page.waitForLoadState('networkidle')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/query*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: /^Period/ }).click()
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await page.locator('[data-stale]').first().waitFor()
  const lines = `[document.documentElement, document.querySelector('[data-stale]')]
    .map((one) => getComputedStyle(one, '::before').content !== 'none')`
  expect(await page.evaluate(lines)).toEqual([true, false])
  held.resolve()
  await page.locator('html:not([data-under-way])').waitFor()
  expect(complaints).toEqual([])
})

itInLongForm(
  'shows what pays on the first screen of a phone, in the longest of its languages',
  async () => {
    const options = { locale: 'de-DE', viewport: { width: 360, height: 800 } }
    const { page } = await openSignedIn(browser, server, options)
    await page.goto(`${server.url}/sites/${siteId}`)
    await page.getByRole('slider').waitFor()
    const sources = page.getByRole('region', { name: 'Umsatzübersicht' }).getByRole('listitem')
    await sources.first().waitFor()
    const { y = 800, height = 0 } = (await sources.last().boundingBox()) ?? {}
    expect(y + height).toBeLessThan(800)
  },
)
