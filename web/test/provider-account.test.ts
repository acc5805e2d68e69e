import { syncConnections } from '@tributary/server/payments/connections/sync-connections.ts'
import { inLongForm } from '@tributary/server/test/long-form.ts'
import { type FakeStripe, startStripe } from '@tributary/server/test/providers/fake-stripe.ts'
import { aYear } from '@tributary/server/test/providers/stripe-shop.ts'
import { holdSyncs } from '@tributary/server/test/providers/synced-ledger.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations, whatIsCut } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

const [first, second] = ['rk_live_51First00000000', 'rk_live_51Second00001234']
let server: TestServer
let stripe: FakeStripe
let browser: Browser

beforeAll(async () => {
  stripe = await startStripe(aYear(4, Math.floor(Date.now() / 1000)).account)
  Object.assign(stripe.keys, { [first]: {}, [second]: {} })
  const config = { providerApiUrls: { stripe: stripe.url } }
  ;({ server, browser } = await startDashboard(config))
  await holdSyncs(server.services)
})

afterAll(async () => {
  await server?.close()
  await stripe?.close()
})

const sync = (requests = Number.POSITIVE_INFINITY) => {
  const until = stripe.requests.length + requests
  return syncConnections(server.services.syncing, () => stripe.requests.length >= until)
}

it('connects a Stripe account by key, shows its import and what is wrong with the key', async () => {
  const { site } = await server.aSite()
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${site.id}/settings/providers`)
  const account = page.getByRole('region', { name: 'Stripe account' })
  const start = page.getByRole('button', { name: 'Connect an account' })
  await start.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Stripe' }).click()
  await dialog.getByText('Checkout Sessions').waitFor()
  await dialog.getByLabel('Key').fill('sk_live_51Everything')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await dialog.getByText('This is a secret key').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByLabel('Key').fill(first)
  await dialog.getByLabel('Import payments').selectOption('24 months')
  await dialog.getByRole('button', { name: 'Connect' }).click()
  await account.getByText('Importing').waitFor()
  await account.getByRole('progressbar', { name: 'Imported so far' }).waitFor()
  // What is missing is a webhook, not a provider.
  await page.getByText('No webhook is set up yet').waitFor()
  expect(await page.getByText('No payment provider connected yet').count()).toBe(0)
  expect(await findAxeViolations(page)).toEqual([])

  await sync(20)
  stripe.keys[first] = { isRevoked: true }
  await sync()
  await page.reload()
  await account.getByText('Needs attention').waitFor()
  await account.getByText('The key is no longer accepted').waitFor()
  await account.getByRole('button', { name: 'Change key' }).click()
  await dialog.getByLabel('Key').fill(second)
  await dialog.getByRole('button', { name: 'Change key' }).click()
  await account.getByText('rk_live_…1234').waitFor()
  await sync()
  await page.reload()
  await account.getByText('Up to date').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await page.content()).not.toContain(second)

  await account.getByRole('button', { name: 'Disconnect' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Imported payments stay').waitFor()
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await account.waitFor({ state: 'detached' })
  await start.waitFor()
  // The browser notes the two answers of 400 and nothing else.
  expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
})

it.each(inLongForm([1280, 360], [360]))(
  'chooses the provider of an account by keyboard, %i pixels wide',
  async (width) => {
    const { site } = await server.aSite()
    const { page, complaints } = await openSignedIn(browser, server, {
      viewport: { width, height: 800 },
    })
    await page.goto(`${server.url}/sites/${site.id}/settings/providers`)
    await page.getByRole('button', { name: 'Connect an account' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Connect an account' })
    await dialog.getByRole('button', { name: 'Stripe' }).press('Enter')
    const asked = page.getByRole('dialog', { name: 'Connect Stripe account' })
    await asked.getByRole('link', { name: 'Create a read-only key in Stripe' }).waitFor()
    // The next stop is the first step: the keyboard has not left the dialog.
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Create a read-only key in Stripe')
    await asked.getByRole('button', { name: 'Back' }).press('Enter')
    await dialog.getByRole('button', { name: 'Stripe' }).and(page.locator(':focus')).waitFor()
    expect(await dialog.getByRole('listitem').count()).toBe(10)
    expect(await findAxeViolations(page)).toEqual([])

    await dialog.getByRole('button', { name: 'PayPal' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Connect PayPal account' })
    await form.getByText('Enter these below: Client ID, Client secret.').waitFor()
    await form.getByLabel('Client ID').fill('A21')
    await form.getByText('PayPal has no read-only keys').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.evaluate(whatIsCut)).toEqual([])
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  },
)
