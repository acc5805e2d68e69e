import { inLongForm, itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignedIn, startDashboard } from './signed-in.ts'

/** What a page may move while it loads and at each filter; 0.1 counts as good. */
const maxShift = 0.02

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const { site, key } = await server.aSite()
  siteId = site.id
  const countries = ['US', 'DE', 'JP', 'FR', 'GB', 'NL', 'ES', 'IT', 'SE', 'PL', 'CA']
  const sources = [
    'www.google.com',
    'www.reddit.com',
    'news.ycombinator.com',
    'chatgpt.com',
    'x.com',
  ]
  const body = Array.from({ length: 120 }, (_, index) => ({
    type: 'pageview',
    visitorId: `v${index}`,
    url: `https://shop.example/${['', 'pricing', 'docs'][index % 3]}`,
    referrer: `https://${sources[index % 5]}/`,
    country: countries[index % 11],
    timestamp: new Date(Date.now() - (index % 40) * 86_400_000).toISOString(),
  }))
  const reply = await server.request('POST', '/api/v1/events', { key, body })
  expect(reply.body).toMatchObject({ data: { accepted: 120 } })
  for (const index of [1, 3, 7, 20, 60]) {
    // One is converted at an old rate, which the page says.
    const currency = index === 3 ? 'EUR' : 'USD'
    const paid = { provider: 'stripe', amount: 49, currency, visitorId: `v${index}` }
    const payment = { ...paid, providerPaymentId: `pi_${index}` }
    const { status } = await server.request('POST', '/api/v1/payment', { key, body: payment })
    expect(status).toBe(200)
  }
})

afterAll(() => server?.close())

/** Adds up what moves from now on, also within half a second of a click, which browsers leave out of their sum. */
const watchShifts = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const names = sources.map(({ node, previousRect: from, currentRect: to }) =>
        [node?.className, from.y, to.y, from.height, to.height].join(' '))
      window.shifts.push([value, names])
    }
  }).observe({ type: 'layout-shift', buffered: true })`

type Shift = [value: number, elements: string[]]

/** What has moved since the last time, with the elements where it is more than allowed. */
async function shiftsOf(page: Page): Promise<{ sum: number; elements: Shift[] }> {
  const shifts = await page.evaluate<Shift[]>('window.shifts.splice(0)')
  return { sum: shifts.reduce((sum, [value]) => sum + value, 0), elements: shifts }
}

/** Until everything is drawn and has rested. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('slider').waitFor()
  await page
    .locator('[data-waiting], [data-stale], [aria-busy=true]')
    .first()
    .waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
}

const phone = ['a phone', { width: 390, height: 844 }] as const
const desktop = ['a desktop', { width: 1280, height: 900 }] as const

describe.each(inLongForm([desktop, phone], [phone]))('the site page on %s', (_, viewport) => {
  it('moves nothing while it loads, at later visits, and when filters are added and removed', async () => {
    const { page } = await openSignedIn(browser, server, { viewport })
    await page.addInitScript(watchShifts)
    const expectRest = async (after: string) => {
      await settled(page)
      const { sum, elements } = await shiftsOf(page)
      expect(sum, JSON.stringify([after, elements], null, 1)).toBeLessThanOrEqual(maxShift)
    }
    await page.goto(`${server.url}/sites/${siteId}`)
    await page.getByText('Converted at an outdated exchange rate').waitFor()
    await expectRest('the first visit')
    await page.goto(`${server.url}/sites/${siteId}?traffic=source&places=country`)
    await expectRest('a later visit')
    const chips = page.getByRole('button', { name: /^Remove the filter/ })
    const steps = [
      () => page.getByRole('button', { name: 'Show only Google' }).first().click(),
      () => page.getByRole('button', { name: 'Show only Germany' }).first().click(),
      () => page.keyboard.press('x'),
    ]
    for (const [index, step] of steps.entries()) {
      await step()
      await expect.poll(() => chips.count()).toBe([1, 2, 0][index])
      await expectRest(`step ${index}`)
    }
  })
})

itInLongForm('moves nothing when the comparison is turned off and on again', async () => {
  const [, viewport] = desktop
  const { page } = await openSignedIn(browser, server, { viewport })
  await page.addInitScript(watchShifts)
  await page.goto(`${server.url}/sites/${siteId}`)
  await settled(page)
  const menu = page.getByRole('button', { name: /^Compare with/ })
  for (const choice of ['No comparison', 'Previous period']) {
    await menu.click()
    await page.getByRole('menuitemradio', { name: choice }).hover()
    await shiftsOf(page)
    await page.getByRole('menuitemradio', { name: choice }).click()
    await page.getByRole('button', { name: `Compare with: ${choice}` }).waitFor()
    await settled(page)
    const { sum, elements } = await shiftsOf(page)
    expect(sum, JSON.stringify([choice, elements], null, 1)).toBeLessThanOrEqual(maxShift)
  }
})

itInLongForm(
  'draws the course of each row in the expanded view, and moves nothing for it',
  async () => {
    const { page } = await openSignedIn(browser, server, { viewport: { width: 1280, height: 900 } })
    await page.addInitScript(watchShifts)
    await page.goto(`${server.url}/sites/${siteId}?open=source`)
    const google = page.getByRole('dialog').getByRole('row', { name: /Google/ })
    await google.locator('td path').first().waitFor({ state: 'attached' })
    const { sum, elements } = await shiftsOf(page)
    expect(sum, JSON.stringify(elements, null, 1)).toBeLessThanOrEqual(maxShift)
  },
)

itInLongForm('moves nothing while people come to a list of payments', async () => {
  const { page } = await openSignedIn(browser, server, { viewport: { width: 1280, height: 900 } })
  await page.addInitScript(watchShifts)
  await page.goto(`${server.url}/sites/${siteId}/payments`)
  await page.getByText('1 session, from').first().waitFor()
  await page.waitForLoadState('networkidle')
  const { sum, elements } = await shiftsOf(page)
  expect(sum, JSON.stringify(elements, null, 1)).toBeLessThanOrEqual(maxShift)
})

itInLongForm('moves no conversion paths when the models come after them', async () => {
  const { page } = await openSignedIn(browser, server, { viewport: { width: 1280, height: 900 } })
  await page.addInitScript(watchShifts)
  const paths = page.waitForResponse('**/api/v1/paths?*')
  await page.route('**/api/v1/models?*', async (route) => {
    await paths
    await route.continue()
  })
  await page.goto(`${server.url}/sites/${siteId}/explore/attribution?split=device`)
  await page.getByRole('heading', { name: 'Conversion paths' }).waitFor()
  await page.waitForLoadState('networkidle')
  const { sum, elements } = await shiftsOf(page)
  expect(sum, JSON.stringify(elements, null, 1)).toBeLessThanOrEqual(maxShift)
})

itInLongForm(
  'requests what a row will show when the pointer goes down on it, the headline first',
  async () => {
    const { page } = await openSignedIn(browser, server)
    await page.goto(`${server.url}/sites/${siteId}?places=country`)
    await settled(page)
    await page.getByRole('button', { name: 'Show only Germany' }).hover()
    interface Question {
      dimensions?: string[]
      filters: unknown[]
    }
    const asked: Question[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== '/api/v1/query') return
      const body = request.postDataJSON() as Question
      if (JSON.stringify(body.filters) === '[["is","country",["DE"]]]') asked.push(body)
    })
    await page.mouse.down()
    await expect.poll(() => asked.length).toBeGreaterThan(3)
    expect(asked[0]?.dimensions).toBeUndefined()
    expect(page.url()).not.toContain('filter')
    await page.mouse.up()
    await page.getByRole('button', { name: 'Edit the filter Country is Germany' }).waitFor()
  },
)
