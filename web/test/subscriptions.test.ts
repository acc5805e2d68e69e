import { itInLongForm } from '@tributary/server/test/long-form.ts'
import { aSubscriptionLife } from '@tributary/server/test/providers/stripe-subscription.ts'
import { aShopWith, type Shop } from '@tributary/server/test/providers/webhook-sender.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

// Twelve customers, a new one every 20 days, by turns from Google, from a newsletter and from nowhere known. Every
// third has a trial, every fourth leaves after two months, and the others' plan grows after three.
let server: TestServer
let browser: Browser
let shop: Shop

const day = 86_400
const began = Date.parse('2026-01-10T12:00:00Z') / 1000

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  shop = await aShopWith(server, 'stripe')
  const visits = Array.from({ length: 12 }, (_, nth) => ({
    ...{ type: 'pageview', visitorId: `v${nth}`, timestamp: isoOf(began + nth * 20 * day - 3600) },
    url: `https://shop.example/?utm_source=${nth % 3 === 0 ? 'google' : 'newsletter'}`,
  }))
  const body = { events: visits }
  expect((await server.request('POST', '/api/v1/events', { key: shop.key, body })).status).toBe(200)
  for (const nth of visits.keys()) await subscribe(nth)
})

afterAll(() => server?.close())

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()

async function subscribe(nth: number) {
  const id = `sub_${nth}`
  const life = aSubscriptionLife(id, began + nth * 20 * day, {
    trialDays: nth % 3 === 0 ? 14 : 0,
    changes:
      nth % 4 === 0 ? [{ afterDays: 60, status: 'canceled' }] : [{ afterDays: 90, cents: 4900 }],
  })
  const paidAt = (life.truth[0]?.atMs ?? 0) / 1000
  const invoice = {
    ...{ id: `in_${nth}`, object: 'invoice', currency: 'usd', amount_paid: 2900, subscription: id },
    ...{ billing_reason: 'subscription_create', status_transitions: { paid_at: paidAt } },
    subscription_details: { metadata: nth % 3 === 2 ? {} : { tributary_visitor_id: `v${nth}` } },
  }
  const bill = {
    id: `evt_in_${nth}`,
    type: 'invoice.paid',
    created: paidAt,
    data: { object: invoice },
  }
  for (const event of [...life.events, bill]) expect((await shop.send(event)).status).toBe(200)
}

const address = (id: string) =>
  `${server.url}/sites/${id}/explore/subscriptions?range=2026-01-01..2026-11-20`

it('shows MRR, and of one source alone when it is chosen', async () => {
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(address(shop.siteId))
  const bySource = page.getByRole('region', { name: 'By source', exact: true })
  await bySource.getByRole('button', { name: 'Google' }).waitFor()
  const chart = page.getByRole('slider', { name: /^MRR from/ })
  await chart.focus()
  await page.keyboard.press('Home')
  await expect
    .poll(() => chart.getAttribute('aria-valuetext'))
    .toMatch(/^Jan 2026: MRR \$58\.00, New \$58\.00/)
  expect(await findAxeViolations(page)).toEqual([])
  await bySource.getByRole('button', { name: 'Google' }).click()
  await page.getByText(/show customers from Google only/).waitFor()
  await page.getByRole('button', { name: 'Show all customers' }).last().click()
  await page.getByText(/show customers from Google only/).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

it('shows step by step how MRR came from its start to its end', async () => {
  const { page } = await openSignedIn(browser, server)
  await page.goto(address(shop.siteId).replace('2026-01-01', '2026-03-01'))
  const steps = page.getByRole('list').filter({ hasText: 'At the start' }).getByRole('listitem')
  await steps.first().waitFor()
  const texts = await steps.allTextContents()
  const cents = texts.map((text) => Math.round(100 * Number(text.replace(/[^-\d.]/g, ''))))
  const [last = 0] = cents.slice(-1)
  expect(texts.map((text) => text.replace(/[^A-Za-z ]/g, ''))).toEqual([
    ...['At the start', 'New', 'Expansion', 'Churn', 'At the end'],
  ])
  expect(cents.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBe(last)
})

it('shows no churn above 100% where hardly anybody was a customer at the start', async () => {
  const { page } = await openSignedIn(browser, server)
  await page.goto(address(shop.siteId).replace('2026-01-01', '2026-01-26'))
  const totals = page.getByRole('region', { name: 'Subscription totals' })
  await totals.getByRole('button', { name: 'Customer churn' }).waitFor()
  for (const name of ['LTV', 'Customer churn', 'Revenue churn']) {
    const has = page.getByRole('button', { name, exact: true })
    const figure = totals.locator('dl > div').filter({ has }).locator('dd')
    await expect.poll(() => figure.textContent()).toBe('–')
  }
})

itInLongForm('fits a phone, in the dark, in German, and axe finds nothing', async () => {
  const { page, complaints } = await openSignedIn(browser, server, {
    ...{ viewport: { width: 360, height: 740 }, colorScheme: 'dark', locale: 'de-DE' },
  })
  await page.goto(address(shop.siteId))
  await page.getByRole('heading', { name: 'Testphasen nach Startmonat' }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expect(await findAxeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

itInLongForm('says what to connect where there are no subscriptions', async () => {
  const { site } = await server.aSite()
  const { page } = await openSignedIn(browser, server)
  await page.goto(address(site.id))
  await page.getByText('No subscriptions yet').waitFor()
  await page.getByRole('link', { name: 'Connect payments' }).click()
  await page.waitForURL(/settings\/providers/)
  await page.getByRole('button', { name: 'Connect a provider' }).waitFor()
})
