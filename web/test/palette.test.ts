import { personName } from '@tributary/contract/person-name.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const { site, key } = await server.aSite()
  siteId = site.id
  const hit = { type: 'pageview', url: 'https://shop.example/', visitorId: 'anabel-7' }
  const long = new Date(Date.now() - 100 * 86_400_000).toISOString()
  const body = [
    { ...hit, referrer: 'https://www.reddit.com/' },
    { ...hit, visitorId: 'basil-9', timestamp: long },
  ]
  await server.request('POST', '/api/v1/events', { key, body })
  const payment = { provider: 'stripe', providerPaymentId: 'pi_anabel', amount: 49 }
  const paid = { key, body: { ...payment, currency: 'USD', visitorId: 'anabel-7' } }
  expect((await server.request('POST', '/api/v1/payment', paid)).status).toBe(200)
})

afterAll(() => server?.close())

it('the search finds values, visitors and payments, and starts actions', async () => {
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${siteId}/explore/visitors?range=7d`)
  await page.getByRole('button', { name: /^Search (Ctrl K|⌘K)$/ }).click()
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const field = palette.getByRole('combobox')
  await field.fill('redd')
  await palette.getByRole('option', { name: 'Source: Reddit 1 visitor', selected: true }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(/range=7d&filter=source:is:reddit/i)

  await page.keyboard.press('Control+k')
  await field.fill('anabel-7')
  await palette.getByRole('option', { name: personName('anabel-7') }).click()
  await page.waitForURL(/\/visitors\/anabel-7/)
  await page.getByRole('link', { name: 'Visitors', exact: true }).waitFor()

  // By a name that no page has shown since.
  await page.goto(`${server.url}/sites/${siteId}/settings/general`)
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.keyboard.press('Control+k')
  await field.fill(personName('anabel-7').toLowerCase())
  await palette.getByRole('option', { name: personName('anabel-7') }).click()
  await page.waitForURL(/\/visitors\/anabel-7/)
  await page.getByRole('link', { name: 'Visitors', exact: true }).waitFor()

  // Who was not here for months is found as well.
  await page.keyboard.press('Control+k')
  await field.fill('basil-9')
  await palette.getByRole('option', { name: personName('basil-9') }).click()
  await page.waitForURL(/\/visitors\/basil-9/)
  await page.getByRole('link', { name: 'Visitors', exact: true }).waitFor()

  await page.keyboard.press('Control+k')
  await field.fill('pi_anabel')
  await palette.getByRole('option', { name: /\$49\.00/ }).click()
  await page.waitForURL(/\/payments\/pay_/)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Payments', exact: true }).click()
  await page.waitForURL(/\/payments$/)
  // The page that had the link is gone.
  await main.getByRole('heading', { level: 1, name: 'Payments' }).waitFor()

  await page.keyboard.press('Control+k')
  await field.fill('time zone')
  await palette.getByRole('option', { name: 'Settings: General' }).waitFor()

  await field.fill('share link')
  await palette.getByRole('option', { name: 'Create a share link' }).click()
  await page.getByRole('dialog', { name: 'Create share link' }).waitFor()
  await page.waitForURL(/\/settings\/sharing$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await field.fill('theme dark')
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=dark]').waitFor()
  expect(complaints).toEqual([])
})

it('the search that was opened while the next page came stays open on it, with what was typed', async () => {
  const { page } = await openSignedIn(browser, server)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/payments-page-[^/]*\.js/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${server.url}/sites/${siteId}/settings/general`)
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Payments' }).click()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')
  await field.fill('time')
  held.resolve()
  await page.locator('h1', { hasText: 'Payments' }).waitFor()
  expect(await field.inputValue()).toBe('time')
})

itInLongForm(
  'on a phone every place of the bar is named, nothing is wider, and fingers can hit what there is',
  async () => {
    const viewport = { width: 360, height: 740 }
    const { page } = await openSignedIn(browser, server, { viewport, locale: 'de-DE' })
    for (const path of ['', '/payments', '/explore/visitors', '/visitors/anabel-7']) {
      await page.goto(`${server.url}/sites/${siteId}${path}`)
      await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
      for (const name of ['Dashboard', 'Zahlungen', 'Einstellungen', 'Suche']) {
        const shown = page.getByRole('banner').getByText(name, { exact: true })
        expect([path, name, (await shown.boundingBox())?.width ?? 0]).toEqual([
          path,
          name,
          expect.toSatisfy((width: number) => width > 20),
        ])
      }
      expect([path, await page.evaluate(tooSmallOrWide)]).toEqual([path, []])
    }
  },
)

/** What fingers miss (WCAG 2.5.8, without links in sentences), and what is scrolled to sideways. */
const tooSmallOrWide = `(() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page is wide'] : []
  const small = [...document.querySelectorAll('button, a[href], input, select')].filter((one) => {
    const { width, height } = one.getBoundingClientRect()
    const after = getComputedStyle(one, '::after')
    const fillsMore = after.position === 'absolute' && after.content !== 'none'
    const isShown = width > 2 && height > 2 && !one.closest('p')
    return isShown && !fillsMore && (width < 24 || height < 24)
  })
  return [...wide, ...small.map((one) => one.outerHTML.slice(0, 120))]
})()`

it('the address of a page is copied on plain http too, and a refusal is shown', async () => {
  const options = { permissions: ['clipboard-read'] }
  const { page } = await openSignedIn(browser, server, options)
  const { port } = new URL(server.url)
  // Browsers have no `navigator.clipboard` there.
  const home = `http://dashboard.test:${port}`
  const cookies = await page.context().cookies(server.url)
  await page.context().addCookies(cookies.map(({ name, value }) => ({ name, value, url: home })))
  await page.goto(`${home}/sites/${siteId}/payments`)
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const copy = async () => {
    await page.getByRole('main').getByRole('heading', { level: 1, name: 'Payments' }).waitFor()
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').fill('copy address')
    await page.keyboard.press('Enter')
  }
  await copy()
  await palette.getByRole('status').getByText('Copied').waitFor()
  await page.goto(`${server.url}/sites/${siteId}/payments`)
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `${home}/sites/${siteId}/payments`,
  )
  await copy()
  await palette.getByRole('status').getByText('Your browser blocked copying').waitFor()
})
