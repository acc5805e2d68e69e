import { personName } from '@tributary/contract/person-name.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedIn, startDashboard } from './signed-in.ts'

/* Mia is known by the address that she paid with alone, Tom by the site's own ID as well. */
const people = { 'mia-1': 'mia@example.com', 'tom-1': 'customer-7' }

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const { site, key } = await server.aSite({ identification: true })
  siteId = site.id
  const report = async (path: string, body: unknown) => {
    const { status } = await server.request('POST', `/api/v1/${path}`, { key, body })
    expect([path, status]).toEqual([path, 200])
  }
  for (const visitorId of Object.keys(people)) {
    await report('events', [{ type: 'pageview', url: 'https://shop.example/', visitorId }])
    const customerEmail = `${visitorId.slice(0, 3)}@example.com`
    const payment = { provider: 'stripe', providerPaymentId: `pi_${visitorId}`, amount: 49 }
    await report('payment', { ...payment, currency: 'USD', customerEmail, visitorId })
  }
  await report('identify', { visitorId: 'tom-1', userId: 'customer-7' })
})

afterAll(() => server?.close())

it('Mia and Tom have the same name in every list, on the receipt and in the search', async () => {
  const { page, complaints } = await openSignedIn(browser, server)
  const open = (path: string) => page.goto(`${server.url}/sites/${siteId}${path}`)
  const names = Object.values(people)
  const main = page.getByRole('main')
  for (const path of [
    '',
    '?filter=country:is:',
    '/explore/visitors',
    '/explore/realtime',
    '/payments',
  ]) {
    await open(path)
    for (const name of names) await main.getByRole('link', { name }).first().waitFor()
    for (const visitorId of Object.keys(people)) {
      const pseudonym = page.getByText(personName(visitorId), { exact: true })
      expect([path, await pseudonym.count()]).toEqual([path, 0])
    }
  }
  for (const [visitorId, name] of Object.entries(people)) {
    if (!page.url().endsWith('/payments')) await open('/payments')
    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.getByRole('link', { name: /\$49/ }).click()
    await page.getByRole('region', { name: 'Details' }).getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    expect(await page.title()).toContain(name)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Go to' })
    await palette.getByRole('combobox').fill(name)
    await palette
      .getByRole('option', { name: new RegExp(`^${name}.*${personName(visitorId)}`) })
      .waitFor()
  }
  expect(complaints).toEqual([])
})
