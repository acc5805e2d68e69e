import { inLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { whatIsCut } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

// Nothing that a site, its visitors or its payments are called has to be short, or to have a blank.
const long = 'W'.repeat(180)

let server: TestServer
let browser: Browser
let site: string
let paymentId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const { site: made, key } = await server.aSite({ name: long.slice(0, 60), currency: 'EUR' })
  site = `${server.url}/sites/${made.id}`
  const visitorId = long
  const at = { visitorId, url: `https://shop.example/${long}?utm_source=${long}` }
  const goal = { ...at, type: 'goal', name: long, properties: { [long.slice(0, 60)]: long } }
  const events = [{ ...at, type: 'pageview', title: long }, goal]
  await server.request('POST', '/api/v1/events', { key, body: { events } })
  // Amounts of Germans are long, too: 7.654.321,00 €.
  const payment = { provider: 'custom', providerPaymentId: long, amount: 7_654_321, visitorId }
  const more = { currency: 'EUR', product: long, metadata: { note: long } }
  const reply = await server.request('POST', '/api/v1/payment', {
    key,
    body: { ...payment, ...more },
  })
  ;({ paymentId } = (reply.body as { data: { paymentId: string } }).data)
  const annotation = { at: new Date().toISOString().slice(0, 10), text: long, kind: 'launch' }
  const { token } = await server.services.apiKeys.create(made.id, {
    name: 'notes',
    scopes: ['annotations:write'],
  })
  const noted = await server.request('POST', '/api/v1/annotations', {
    key: token,
    body: annotation,
  })
  expect(noted.status).toBe(200)
  await server.services.payments.flush()
})

afterAll(() => server?.close())

/** Labels of a chart that begin outside it. */
const cutLabels = `[...document.querySelectorAll('main svg text')]
  .filter((text) => text.getBoundingClientRect().left < text.ownerSVGElement.getBoundingClientRect().left)
  .map((text) => text.textContent)`

/** Figures, and their names, that are wider than their box. */
const cutFigures = `[...document.querySelectorAll('main dt, main dl dd')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)`

it.each(inLongForm([390, 1280], [390]))(
  'long names and amounts widen no page that is %d px wide',
  async (width) => {
    const options = { locale: 'de-DE', viewport: { width, height: 900 } }
    const { page, complaints } = await openSignedIn(browser, server, options)
    const expectWhole = async (path: string) => {
      expect([path, await page.evaluate(whatIsCut)]).toEqual([path, []])
      expect([path, await page.evaluate(cutLabels)]).toEqual([path, []])
      expect([path, await page.evaluate(cutFigures)]).toEqual([path, []])
    }
    const open = async (path: string) => {
      await page.goto(`${site}${path}`, { waitUntil: 'networkidle' })
      await expect.poll(() => page.getByRole('main').innerText()).toMatch(/W{60}/i)
    }
    await open('')
    await page.getByRole('button', { name: new RegExp(`^Launch.*${long}$`) }).click()
    await page.getByText(long, { exact: true }).first().waitFor()
    await expectWhole('the site with a note')
    for (const path of [
      ...[`/visitors/${long}`, `/payments/${paymentId}`, '/payments'],
      ...['/explore/visitors', '/install'],
    ]) {
      await open(path)
      await expectWhole(path)
    }
    await page.goto(`${site}/explore/funnels?step=page:is:/&step=goal:is:${long}`)
    await page.getByRole('button', { name: 'Funnel speichern' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(`${width}${long.slice(0, 60)}`)
    await dialog.getByRole('button', { name: 'Funnel speichern' }).click()
    await page.getByRole('button', { name: /löschen/ }).waitFor()
    await expectWhole('a saved funnel')
    expect(complaints).toEqual([])
  },
)
