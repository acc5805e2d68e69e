import { readFile } from 'node:fs/promises'
import { commandLine } from '@tributary/server/audit/actor.ts'
import { connectProvider } from '@tributary/server/payments/connections/manage-connections.ts'
import { syncConnections } from '@tributary/server/payments/connections/sync-connections.ts'
import { compareAccounts } from '@tributary/server/payments/reconciliation/compare-accounts.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import { type FakeStripe, startStripe } from '@tributary/server/test/providers/fake-stripe.ts'
import { ShopAccount } from '@tributary/server/test/providers/stripe-shop.ts'
import { goodKey, holdSyncs } from '@tributary/server/test/providers/synced-ledger.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

const day = 86_400

let server: TestServer
let stripe: FakeStripe
let browser: Browser
let siteId: string

/** An account with three payments of finished days; one is not recorded, and one that is recorded is not Stripe's. */
beforeAll(async () => {
  const shop = new ShopAccount()
  stripe = await startStripe(shop.account)
  stripe.keys[goodKey] = {}
  const config = { providerApiUrls: { stripe: stripe.url } }
  ;({ server, browser } = await startDashboard(config))
  const { services } = server
  await holdSyncs(services)
  const { site, key } = await server.aSite()
  siteId = site.id
  const midday = Math.floor(Date.now() / 1000 / day) * day + day / 2
  const paid = shop.checkout(midday - 3 * day, { amount: 4_999 })
  shop.refund(midday - 3 * day + 60, paid, 1_000)
  shop.checkout(midday - 2 * day, { amount: 2_500 })
  const lost = shop.checkout(midday - 2 * day + 60, { amount: 3_000 })
  const input = { provider: 'stripe', key: goodKey, months: 1 }
  const nowMs = Date.now()
  await connectProvider(services.connectionStore, siteId, input, { by: commandLine, nowMs })
  await syncConnections(services.syncing, () => false)
  const { db } = services.control
  const { payment_id: id } = await db
    .selectFrom('payment_aliases')
    .select('payment_id')
    .where('alias', '=', lost.charge.id)
    .executeTakeFirstOrThrow()
  for (const table of ['payment_aliases', 'payment_facts'] as const) {
    await db.deleteFrom(table).where('payment_id', '=', id).execute()
  }
  await db.deleteFrom('payments').where('id', '=', id).execute()
  const timestamp = new Date((midday - 3 * day) * 1000).toISOString()
  const sale = { provider: 'stripe', providerPaymentId: 'order-77', amount: 12, currency: 'EUR' }
  const body = { ...sale, timestamp }
  expect((await server.request('POST', '/api/v1/payment', { key, body })).status).toBe(200)
  await compareAccounts(services, () => false)
})

afterAll(async () => {
  await server?.close()
  await stripe?.close()
})

it('leads from the banner to the days that differ, and explains, leaves out and imports', async () => {
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${siteId}/payments`)
  await page.getByText('The recorded payments of 2 days do not match').waitFor()
  await page.getByRole('link', { name: 'Review differences' }).click()
  const days = page.getByRole('region', { name: 'Both sides', exact: true })
  await days.getByText('In the Stripe account, but not recorded').waitFor()
  await days.getByText('Recorded, but not in the Stripe account').waitFor()
  await page.getByText('0 of 2 finished days with payments agree to the cent').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 800 })
  await days.getByRole('columnheader', { name: 'Stripe' }).first().waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  expect(await findAxeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })

  await days.getByRole('button', { name: 'Explain…: order-77' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Explanation').fill('Paid in cash')
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await days.getByText(/Explained on .* by owner@shop\.example: Paid in cash/).waitFor()
  await days.getByText('Explained · 1 difference').waitFor()
  await days.getByRole('button', { name: 'Undo: order-77' }).click()
  await days.getByRole('button', { name: 'Leave out: order-77' }).click()
  await days.getByText('Agrees · 1 left out').waitFor()

  await days.getByRole('button', { name: /^Import: pi_/ }).click()
  await days.getByText('In the Stripe account, but not recorded').waitFor({ state: 'detached' })
  await days.getByRole('checkbox', { name: 'Only days that differ' }).check()
  await days.getByText('All days agree').waitFor()
  await page.getByText('All 2 finished days with payments agree to the cent').waitFor()
  for (const [button, name, content] of [
    ['Export days (CSV)', 'reconciliation.csv', /provider,day,currency,state,/],
    ['Export differences (CSV)', 'reconciliation-differences.csv', /,left-out,/],
  ] as const) {
    const file = page.waitForEvent('download')
    await days.getByRole('button', { name: button }).click()
    expect((await file).suggestedFilename()).toBe(name)
    expect(await readFile(await (await file).path(), 'utf8')).toMatch(content)
  }

  await page.getByRole('link', { name: 'All payments' }).click()
  await page.getByRole('region', { name: 'All payments' }).waitFor()
  await expect.poll(() => page.getByText('do not match').count()).toBe(0)
  expect(complaints).toEqual([])
})

itInLongForm('says how to connect an account where none is', async () => {
  const { site } = await server.aSite()
  const { page } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${site.id}/payments?view=reconciliation`)
  await page.getByText('No account is connected').waitFor()
  await page.getByRole('link', { name: 'Connect account' }).click()
  await page.getByRole('button', { name: 'Connect an account' }).waitFor()
})
