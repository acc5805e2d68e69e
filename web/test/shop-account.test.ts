import { shopifyScopes } from '@tributary/server/payments/connections/shopify/shopify-key.ts'
import { syncConnections } from '@tributary/server/payments/connections/sync-connections.ts'
import { inLongForm, itInLongForm } from '@tributary/server/test/long-form.ts'
import { type FakeShopify, startShopify } from '@tributary/server/test/providers/fake-shopify.ts'
import {
  type FakeWoocommerce,
  startWoocommerce,
} from '@tributary/server/test/providers/fake-woocommerce.ts'
import { playYear } from '@tributary/server/test/providers/shop-year.ts'
import { ShopifyShop } from '@tributary/server/test/providers/shopify-shop.ts'
import { holdSyncs } from '@tributary/server/test/providers/synced-ledger.ts'
import { WoocommerceShop } from '@tributary/server/test/providers/woocommerce-shop.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations, whatIsCut } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

const consumerKey = `ck_${'a'.repeat(40)}`
const [reading, writing] = [`cs_${'1'.repeat(40)}`, `cs_${'2'.repeat(40)}`]
const token = 'shpat_00000000000000000000000000000001'
let server: TestServer
let shopify: FakeShopify
let woocommerce: FakeWoocommerce
let browser: Browser

beforeAll(async () => {
  shopify = await startShopify(playYear(new ShopifyShop(), 4, Date.now()).account)
  shopify.keys[token] = { scopes: shopifyScopes }
  woocommerce = await startWoocommerce(playYear(new WoocommerceShop(), 4, Date.now()).data)
  woocommerce.keys[`${consumerKey}:${reading}`] = 'read'
  woocommerce.keys[`${consumerKey}:${writing}`] = 'read_write'
  const config = { providerApiUrls: { shopify: shopify.url }, privateTargets: ['127.0.0.1'] }
  ;({ server, browser } = await startDashboard(config))
  await holdSyncs(server.services)
})

afterAll(async () => {
  await server?.close()
  await Promise.all([shopify?.close(), woocommerce?.close()])
})

async function openDialog(page: Page, title: string) {
  const { site } = await server.aSite()
  await page.goto(`${server.url}/sites/${site.id}/settings/providers`)
  await page.getByRole('button', { name: 'Connect an account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: title }).click()
  return page.getByRole('dialog', { name: `Connect ${title} account` })
}

async function expectImported(page: Page, title: string) {
  const account = page.getByRole('region', { name: `${title} account` })
  await account.getByText('Importing').waitFor()
  await syncConnections(server.services.syncing, () => false)
  await page.reload()
  await account.getByText('Up to date').waitFor()
}

it.each(inLongForm([1440, 360], [360]))(
  'connects a WooCommerce shop by its address, %i pixels wide',
  async (width) => {
    const viewport = { width, height: 900 }
    const { page, complaints } = await openSignedIn(browser, server, { viewport })
    const dialog = await openDialog(page, 'WooCommerce')
    await dialog.getByLabel('Address of the shop').fill(woocommerce.url)
    await dialog.getByLabel('Consumer key').fill(consumerKey)
    await dialog.getByLabel('Consumer secret').fill(writing)
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await dialog.getByText('This key may change data in the shop').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(await page.evaluate(whatIsCut)).toEqual([])
    await dialog.getByLabel('Consumer secret').fill(reading)
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expectImported(page, 'WooCommerce')
    expect(await page.content()).not.toContain(reading)
    expect(complaints.filter((text) => !text.includes('400'))).toEqual([])
  },
)

itInLongForm(
  'connects a Shopify shop with the token of an older app, without a client ID',
  async () => {
    const { page } = await openSignedIn(browser, server)
    const dialog = await openDialog(page, 'Shopify')
    await dialog.getByLabel('Shop domain').fill('teapots.myshopify.com')
    await dialog.getByText('Not needed for every kind of key.').waitFor()
    await dialog.getByLabel('Client secret or access token').fill(token)
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Connect' }).click()
    await expectImported(page, 'Shopify')
  },
)
