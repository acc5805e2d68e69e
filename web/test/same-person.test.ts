import { personName } from '@tributary/contract/person-name.ts'
import { startTestServer, type TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedBrowser } from './browser.ts'
import { addOwner, openSignedIn } from './signed-in.ts'

/* Mia is known by the address that she paid with alone, Tom by the site's own ID as well. */
const people = { 'mia-1': 'mia@example.com', 'tom-1': 'customer-7' }

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer({ sharesEngine: true }), sharedBrowser()])
  await addOwner(server)
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

it.each(Object.entries(people))(
  '%s is %s in every list, on the receipt and in the search',
  async (visitorId, name) => {
    const { page, complaints } = await openSignedIn(browser, server)
    const open = (path: string) => page.goto(`${server.url}/sites/${siteId}${path}`)
    const link = page.getByRole('main').getByRole('link', { name }).first()
    for (const path of [
      '',
      '?filter=country:is:',
      '/explore/visitors',
      '/explore/realtime',
      '/payments',
    ]) {
      await open(path)
      await link.waitFor()
      expect([path, await page.getByText(personName(visitorId), { exact: true }).count()]).toEqual([
        path,
        0,
      ])
    }
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
    expect(complaints).toEqual([])
  },
)
