import { itInLongForm } from '@tributary/server/test/long-form.ts'
import { signAs } from '@tributary/server/test/providers/webhook-signer.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
})

afterAll(() => server?.close())

describe('payment providers', () => {
  it('connects Stripe, shows what came and what was refused, and ends it again', async () => {
    const { site } = await server.aSite()
    const { page, complaints } = await openSignedIn(browser, server)
    await page.goto(`${server.url}/sites/${site.id}/settings/providers`)
    await page.getByText('No payment provider connected yet').waitFor()
    await page.getByRole('button', { name: 'Connect a provider' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Provider').selectOption('Stripe')
    await dialog.getByLabel('Signing secret').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Connect' }).click()
    const address = (await dialog.locator('pre').first().textContent()) ?? ''
    const path = new URL(address).pathname
    expect(path).toMatch(/^\/webhooks\/stripe\/whe_/)
    expect(await deliver(path, 'whsec_ours')).toBe(401)
    await dialog.getByLabel('Signing secret from the provider').fill('whsec_ours')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Saved. New webhooks are verified').waitFor()
    expect(await deliver(path, 'whsec_ours')).toBe(200)
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.route('**/webhooks', (route) => route.fulfill({ status: 400 }))
    await page.reload()
    await page.getByText('This could not be loaded').waitFor()
    await page.unroute('**/webhooks')
    await page.getByRole('button', { name: 'Try again' }).click()
    const card = page.getByRole('article', { name: 'Stripe' })
    await card.getByText('Receiving').waitFor()
    await card.getByText('1 recorded').waitFor()
    await card.getByText('One request was rejected').waitFor()
    await card.getByRole('button', { name: 'Send test event' }).click()
    await card.getByText('The test event was received').waitFor()
    await expect.poll(() => card.getByRole('img', { name: 'Passed' }).count()).toBe(5)

    await card.getByRole('button', { name: 'Deliveries' }).click()
    const delivery = card.getByRole('listitem').filter({ hasText: '29.00 USD' })
    await delivery.getByText('Recorded').waitFor()
    await delivery.getByRole('button', { name: /^Replay/ }).click()
    await card.getByText('Replayed: 1 recorded. Nothing is counted twice.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])

    await card.getByRole('button', { name: 'Options of Stripe' }).click()
    const options = page.getByRole('dialog')
    await options.getByLabel('Store deliveries (days)').fill('14')
    await options.getByLabel('Maximum age of signatures (seconds)').fill('')
    await options.getByRole('switch', { name: 'Test mode' }).click()
    expect(await findAxeViolations(page)).toEqual([])
    await options.getByRole('button', { name: 'Save changes' }).click()
    await card.getByText('Test mode', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Options of Stripe' }).click()
    expect(await options.getByLabel('Store deliveries (days)').inputValue()).toBe('14')
    expect(await options.getByLabel('Maximum age of signatures (seconds)').inputValue()).toBe('300')
    await options.getByRole('button', { name: 'Cancel' }).click()

    await replaceSecret(page, 'whsec_next')
    expect([await deliver(path, 'whsec_ours'), await deliver(path, 'whsec_next')]).toEqual([
      401, 200,
    ])
    await card.getByRole('button', { name: 'Remove Stripe' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('This cannot be undone').waitFor()
    await question.getByRole('button', { name: 'Remove' }).click()
    // Behind a question a card is hidden from roles, so that it is gone would say nothing.
    await page.getByText('No payment provider connected yet').waitFor()
    expect(await deliver(path, 'whsec_next')).toBe(404)
    expect(complaints).toEqual([])
  })

  itInLongForm(
    'says that Gumroad does not sign webhooks, and shows a made secret once',
    async () => {
      const { site } = await server.aSite()
      const { page, complaints } = await openSignedIn(browser, server)
      await page.goto(`${server.url}/sites/${site.id}/settings#providers`)
      await page.getByRole('button', { name: 'Connect a provider' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Provider').selectOption('Gumroad')
      await dialog.getByText('Gumroad does not sign webhooks').waitFor()
      await dialog.getByLabel('Access token').waitFor()
      expect(await dialog.getByLabel('secret').count()).toBe(0)
      await dialog.getByLabel('Provider').selectOption('Lemon Squeezy')
      await dialog.getByRole('button', { name: 'Connect' }).click()
      const made = dialog
        .getByRole('figure', { name: 'Secret to paste at the provider' })
        .locator('pre')
      const secret = (await made.textContent()) ?? ''
      expect(secret).toMatch(/^[0-9A-Za-z]{40}$/)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await page.reload()
      await page.getByRole('article', { name: 'Lemon Squeezy' }).waitFor()
      expect(await page.content()).not.toContain(secret)
      expect(complaints).toEqual([])
    },
  )

  itInLongForm(
    'adds and removes the credentials of a PayPal app, and never shows the secret',
    async () => {
      const { site } = await server.aSite()
      const { page, complaints } = await openSignedIn(browser, server)
      await page.goto(`${server.url}/sites/${site.id}/settings/providers`)
      await page.getByRole('button', { name: 'Connect a provider' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Provider').selectOption('PayPal')
      await dialog.getByLabel('Webhook ID').fill('WH-1')
      await dialog.getByRole('button', { name: 'Connect' }).click()
      await dialog.getByRole('button', { name: 'Done' }).click()

      const openOptions = () => page.getByRole('button', { name: 'Options of PayPal' }).click()
      const save = async () => {
        await dialog.getByRole('button', { name: 'Save changes' }).click()
        await dialog.waitFor({ state: 'detached' })
      }
      await openOptions()
      await dialog.getByRole('textbox', { name: 'Client ID' }).fill('client-1')
      await dialog.getByLabel('Client secret').fill('client-secret-1')
      expect(await findAxeViolations(page)).toEqual([])
      await save()
      await page.reload()
      await openOptions()
      expect(await dialog.getByRole('textbox', { name: 'Client ID' }).inputValue()).toBe('client-1')
      await dialog.getByText('A token is stored but not shown').waitFor()
      expect(await page.content()).not.toContain('client-secret-1')
      await dialog.getByRole('switch', { name: 'Remove the client ID and secret' }).click()
      await save()
      await openOptions()
      expect(await dialog.getByRole('textbox', { name: 'Client ID' }).inputValue()).toBe('')
      expect(await dialog.getByRole('switch').count()).toBe(1)
      expect(complaints).toEqual([])
    },
  )
})

async function replaceSecret(page: Page, secret: string): Promise<void> {
  await page.getByRole('button', { name: 'Replace secret of Stripe' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Signing secret').fill(secret)
  await dialog.getByLabel('Accept the current secret').selectOption('no longer')
  await dialog.getByRole('button', { name: 'Replace secret' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** What Stripe would send of a payment; answers the status. */
async function deliver(path: string, secret: string): Promise<number> {
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'payment_intent.succeeded',
    created: Math.floor(Date.now() / 1000),
    livemode: true,
    data: { object: { id: 'pi_1', amount_received: 2900, currency: 'usd' } },
  })
  const headers = signAs('stripe', body, { secret, nowMs: Date.now() })
  return (await server.request('POST', path, { body, headers })).status
}
