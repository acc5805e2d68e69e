import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { startTestServer, type TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedBrowser } from '../../scripts/shared-browser.ts'
import { findAxeViolations, openPage } from './browser.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer({ sharesEngine: true }), sharedBrowser()])
})
afterAll(() => server?.close())

async function signedIn(page: Page): Promise<void> {
  const { control, signInSessions } = server.services
  const person = { email: 'ana@shop.example', passwordHash: 'none' }
  const account = await createAccount(control.db, Date.now(), person)
  const value = await signInSessions.start(account.id)
  await page.context().addCookies([{ name: 'tributary_session', value, url: server.url }])
}

it('counts payments of two systems once, one of them all the same, and takes both back', async () => {
  const { site, key } = await server.aSite({ currency: 'EUR' })
  const timestamp = new Date(Date.now() - 3_600_000).toISOString()
  const money = { amount: 29_000, currency: 'USD', customerEmail: 'ada@shop.example', timestamp }
  for (const [provider, providerPaymentId] of [
    ['woocommerce', '1001'],
    ['stripe', 'pi_1'],
  ]) {
    const body = { ...money, provider, providerPaymentId }
    expect((await server.request('POST', '/api/v1/payment', { key, body })).status).toBe(200)
  }
  const { page, complaints } = await openPage(browser)
  await signedIn(page)
  await page.goto(`${server.url}/sites/${site.id}/settings/providers`)
  const section = page.getByRole('region', { name: 'Payments reported by two systems' })
  await section.getByText('Stripe and WooCommerce report the same payment.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  await section.getByRole('button', { name: 'Dismiss' }).click()
  await section.getByText('Suggestion dismissed: Stripe and WooCommerce').waitFor()
  await page.reload()
  await section.getByRole('button', { name: 'Suggest again' }).click()
  await section.getByRole('button', { name: 'Count WooCommerce' }).click()
  await section.getByText('WooCommerce is the primary system.').waitFor()
  expect(await section.getByLabel('Primary system').inputValue()).toBe('woocommerce')
  await server.services.payments.sweep()
  await page.reload()
  await section.getByText('1 duplicate is not counted.').waitFor()
  await section.getByRole('link', { name: 'Show duplicates' }).click()
  await page.getByText('Also reported by WooCommerce').waitFor()
  // What is left out of reports has no amount in them.
  expect(await page.getByText('in reports').count()).toBe(0)
  // On a phone, the date takes two lines at most.
  await page.setViewportSize({ width: 360, height: 800 })
  const date = page.getByRole('region', { name: 'All payments' }).locator('time').first()
  expect((await date.boundingBox())?.height).toBeLessThan(50)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('link', { name: '$29,000.00' }).click()
  const note = page.getByRole('region', { name: 'This payment is not counted' })
  await note.getByText('the same amount and e-mail address').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await note.getByRole('button', { name: 'Count this payment' }).click()
  await note.getByText('A member of your team counts this payment').waitFor()
  const list = await page.context().newPage()
  await list.goto(`${server.url}/sites/${site.id}/payments`)
  await list.getByText('in reports').nth(1).waitFor()
  const runsOver = `[...document.querySelectorAll('li a > small')]
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`
  expect(await list.evaluate(runsOver)).toEqual([])
  await list.close()
  await note.getByRole('button', { name: 'Decide automatically' }).click()
  await note.getByText('the same amount and e-mail address').waitFor()

  await page.goto(`${server.url}/sites/${site.id}/settings/providers`)
  await section.getByLabel('Primary system').selectOption('off')
  await section.getByText('Every payment counts again.').waitFor()
  await section.getByRole('button', { name: 'Undo' }).click()
  await section.getByText('Every payment counts again.').waitFor({ state: 'detached' })
  expect(await section.getByLabel('Primary system').inputValue()).toBe('woocommerce')
  expect(complaints).toEqual([])
})
