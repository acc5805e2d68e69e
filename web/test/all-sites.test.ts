import { aPerson } from '@tributary/server/test/a-person.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations, openPage } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

/* The page of all sites, in one browser at one server. */

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  for (const [index, name] of ['Apple', 'Birch', 'Cedar'].entries()) {
    const currency = name === 'Cedar' ? 'EUR' : 'USD'
    const { site, key } = await server.aSite({ name, currency, domains: [`${name}.example`] })
    const visits = Array.from({ length: index + 1 }, (_, at) => ({
      type: 'pageview',
      visitorId: `v-${at}`,
      sessionId: `s-${at}`,
      url: `https://${name.toLowerCase()}.example/`,
    }))
    const sent = await server.request('POST', '/api/v1/events', { key, body: visits })
    expect(sent.body).toMatchObject({ data: { rejected: [] } })
    const payment = { provider: 'stripe', providerPaymentId: 'p', amount: 100 - index, currency }
    const paid = await server.request('POST', '/api/v1/payment', { key, body: payment })
    expect(paid.status).toBe(200)
    if (name === 'Apple') {
      const timestamp = new Date(Date.now() - 10 * 86_400_000).toISOString()
      const body = { ...payment, providerPaymentId: 'before', amount: 0.04, timestamp }
      expect((await server.request('POST', '/api/v1/payment', { key, body })).status).toBe(200)
    }
    if (name !== 'Birch') continue
    const row = { site_id: site.id, kind: 'traffic-drop', at_ms: Date.now() - 60_000 }
    await server.services.control.db.insertInto('alert_states').values(row).execute()
  }
})

afterAll(() => server?.close())

it('shows every site at a glance and adds up each currency separately', async () => {
  const { page, complaints } = await openSites()
  const birch = lineOf(page, 'Birch')
  await birch.getByText('$99.00').waitFor()
  await birch.getByText('2 now').waitFor()
  await birch.getByText('Many fewer visitors than usual').waitFor()
  const totals = page.getByRole('region', { name: 'All sites' })
  for (const sum of ['$199.00', '€98.00', '6']) {
    await totals.getByText(sum, { exact: true }).first().waitFor()
  }
  await totals.getByText('added up for each currency separately').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

it('says how many times as much it is after a period with next to nothing', async () => {
  const { page } = await openSites()
  await lineOf(page, 'Apple').getByText('×2,500', { exact: true }).waitFor()
})

itInLongForm('sorts by what was chosen, also after a reload', async () => {
  const { page } = await openSites()
  expect(await names(page)).toEqual(['Apple', 'Birch', 'Cedar'])
  await page.getByLabel('Sort by').selectOption('Most visitors')
  await expect.poll(() => names(page)).toEqual(['Cedar', 'Birch', 'Apple'])
  await page.getByLabel('Sort by').selectOption('Alerts first')
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Birch', 'Apple', 'Cedar'])
})

itInLongForm('leads to a site with the same range by keyboard alone', async () => {
  const { page } = await openSites()
  await page.getByRole('button', { name: '30 days' }).press('Enter')
  await page.waitForURL(/\/sites\?range=30d$/)
  const apple = page.getByRole('link', { name: 'Apple' })
  // The address changes a moment before what is on the page.
  await expect.poll(() => apple.getAttribute('href')).toMatch(/range=30d$/)
  await apple.press('Enter')
  await page.waitForURL(/\/sites\/site_\w+\?range=30d$/)
})

itInLongForm('fits a phone and says the same in German and Spanish', async () => {
  for (const [locale, now, totals] of [
    ['de-DE', '2 jetzt', 'Alle Websites'],
    ['es-ES', '2 ahora', 'Todos los sitios'],
  ] as const) {
    const { page } = await openSites({ locale, viewport: { width: 360, height: 800 } })
    await lineOf(page, 'Birch').getByText(now).waitFor()
    await page.getByRole('region', { name: totals }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    expect(await findAxeViolations(page)).toEqual([])
  }
})

itInLongForm(
  'lists the sites without figures when these fail, and asks again on request',
  async () => {
    const watched = await openSignedIn(browser, server)
    const { page } = watched
    let isDown = true
    await page.route('**/api/app/overview?*', (route) =>
      isDown ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
    )
    await page.goto(`${server.url}/sites`)
    await page.getByRole('alert').waitFor()
    expect(await names(page)).toEqual(['Apple', 'Birch', 'Cedar'])
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await lineOf(page, 'Apple').getByText('$100.00').waitFor()
  },
)

it('shows a member of one site nothing of the others', async () => {
  const sites = await server.services.control.db.selectFrom('sites').selectAll().execute()
  const birch = sites.find(({ name }) => name === 'Birch')
  const person = await aPerson(server.services, { role: 'viewer', siteId: birch?.id ?? '' })
  const [name = '', value = ''] = person.cookie.split('=')
  const { page } = await openPage(browser)
  await page.context().addCookies([{ name, value, url: server.url }])
  await page.goto(`${server.url}/sites`)
  await lineOf(page, 'Birch').getByText('$99.00').waitFor()
  expect(await names(page)).toEqual(['Birch'])
  expect(await page.getByRole('region', { name: 'All sites' }).count()).toBe(0)
})

it('lists sites that earn nothing after those that earn something in any currency', async () => {
  await server.aSite({ name: 'Aspen', currency: 'USD', domains: ['aspen.example'] })
  const { page } = await openSites()
  await expect.poll(() => names(page)).toEqual(['Apple', 'Birch', 'Cedar', 'Aspen'])
})

async function openSites(options?: Parameters<typeof openPage>[1]) {
  const watched = await openSignedIn(browser, server, options)
  await watched.page.goto(`${server.url}/sites`)
  await lineOf(watched.page, 'Apple').getByText('100').waitFor()
  return watched
}

const lineOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })

const names = (page: Page) => page.getByRole('listitem').getByRole('link').allTextContents()
