import { readFile } from 'node:fs/promises'
import { personName } from '@tributary/contract/person-name.ts'
import type { Site } from '@tributary/server/site.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

/* Visitors and their stories, ad spend, and notes on the chart, in one browser at one server. */

let server: TestServer
let browser: Browser
let site: Site
let key: string

const attack = '<img src=x onerror="document.title=1">'
const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  ;({ site, key } = await server.aSite({ identification: true }))
  const shop = 'https://shop.example'
  const onPhone = { visitorId: 'ana-phone', sessionId: 's1', type: 'pageview', country: 'DE' }
  const views = Array.from({ length: 60 }, (_, index) => ({
    ...onPhone,
    url: `${shop}/page/${index}`,
    title: attack,
  }))
  const goal = { ...onPhone, type: 'goal', name: attack, properties: { plan: attack } }
  await tell('POST', 'events', {
    events: [
      {
        ...onPhone,
        url: `${shop}/?utm_source=newsletter&utm_campaign=autumn`,
        timestamp: new Date(Date.now() - 60_000).toISOString(),
      },
      ...views,
      { ...goal, url: `${shop}/signup` },
      { visitorId: 'ana-laptop', sessionId: 's2', type: 'pageview', url: `${shop}/pricing` },
    ],
  })
  const email = 'ana@example.com'
  for (const visitorId of ['ana-phone', 'ana-laptop']) {
    await tell('POST', 'identify', { visitorId, email })
  }
  await tell('POST', 'payment', {
    provider: 'stripe',
    providerPaymentId: 'pi_1',
    amount: 49.99,
    visitorId: 'ana-phone',
  })
  await tell('PUT', 'annotations?annotationId=a', { at: today, text: attack, kind: 'launch' })
}, 60_000)

afterAll(() => server?.close())

async function tell(method: string, path: string, body: unknown): Promise<void> {
  const reply = await server.request(method, `/api/v1/${path}`, { key, body })
  expect([path, reply.status, reply.body]).toEqual([path, 200, expect.anything()])
}

async function open(path: string, options: Parameters<typeof openSignedIn>[2] = {}) {
  const watched = await openSignedIn(browser, server, options)
  await watched.page.goto(`${server.url}/sites/${site.id}${path}`)
  return watched
}

describe('visitors', () => {
  it('are found by an address, and lead to one person with the payment and its receipt', async () => {
    const { page, complaints } = await open('/explore/visitors')
    await page.getByRole('link', { name: 'Steady Deer' }).waitFor()
    await page.getByRole('searchbox').fill('ana@example.com')
    await page.waitForURL(/q=ana%40example\.com|q=ana@example\.com/)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('revenue')
    await page.waitForURL(/sort=revenue/)
    await page.locator('[data-stale]').waitFor({ state: 'detached' })
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Steady Deer' }).click()
    await page.getByRole('heading', { name: 'Steady Deer' }).waitFor()
    await page.getByText('2 devices').waitFor()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText('Paid $49.99').waitFor()
    await timeline.getByText('Credited to newsletter · autumn').waitFor()
    await timeline.getByRole('button', { name: /^Show 57 more/ }).click()
    await timeline.getByRole('button', { name: 'Show more page views' }).click()
    await timeline.getByText('/page/59', { exact: true }).waitFor()
    expect(await page.getByText(attack).count()).toBeGreaterThan(60)
    expect(await findAxeViolations(page)).toEqual([])
    await timeline.getByRole('link', { name: 'Receipt' }).click()
    await page.waitForURL(/\/payments\/pay_/)
    expect(complaints).toEqual([])
  })
})

describe('who paid', () => {
  itInLongForm(
    'is named with flag, first source and story in the list, on the receipt and where it is linked',
    async () => {
      const { page, complaints } = await open('/payments')
      const row = page.getByRole('region', { name: 'All payments' }).getByRole('listitem')
      await row.getByText('1 session, from newsletter').waitFor()
      const ana = row.getByRole('link', { name: 'Steady Deer' })
      expect(await ana.locator('img[src*="#DE"]').count()).toBe(1)
      expect(await ana.locator('[data-letter=N]').count()).toBe(1)
      await row.getByRole('link', { name: /\$49\.99/ }).click()
      const details = page.getByRole('region', { name: 'Details' })
      await details.getByText('1 session, from newsletter').waitFor()
      expect(await details.locator('img[src*="#DE"]').count()).toBe(1)

      await page.getByRole('searchbox').fill('ana-laptop')
      await page.getByRole('radio').first().check()
      await page.getByRole('button', { name: 'Link to visitor' }).click()
      const dialog = page.getByRole('dialog')
      const name = personName('ana-laptop')
      await dialog.getByText(`credited to the sources of visitor ${name}`).waitFor()
      expect(complaints).toEqual([])
    },
  )
})

describe('ad spend', () => {
  const csv = `Day,Campaign,Cost,Clicks\n${today},autumn,20.00,40\n${today},never seen,much,1\n`

  it('is uploaded after a look, changed by hand, and deleted and brought back', async () => {
    const watched = await openSignedIn(browser, server)
    const { page, complaints } = watched
    // The first report by campaign is answered only when there is spend that it does not know.
    const imported = Promise.withResolvers<void>()
    let isHeld = false
    await page.route('**/api/v1/spend/report*', async (route) => {
      if (isHeld || !route.request().postData()?.includes('"campaign"')) return route.continue()
      isHeld = true
      const reply = await route.fetch()
      await imported.promise
      // The page may have given it up by then.
      await route.fulfill({ response: reply }).catch(() => undefined)
    })
    await page.goto(`${server.url}/sites/${site.id}/explore/spend`)
    await page.getByRole('button', { name: 'Upload CSV' }).click()
    const file = { name: 'ads.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
    await page.getByLabel('File').setInputFiles(file)
    await page.getByText('Line 3: much is no amount').waitFor()
    // Typing the source, which the file does not name, is enough: no other field needs to be visited.
    await page.getByLabel('Source').fill('newsletter')
    await page.getByRole('button', { name: 'Import 1 rows' }).click()
    await page.getByRole('region', { name: 'Results' }).waitFor()
    imported.resolve()
    const report = page.getByRole('region', { name: 'By campaign' })
    await report.getByRole('row', { name: /autumn.*\$20\.00.*\$49\.99/ }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    const saved = page.waitForEvent('download')
    const panel = page.getByRole('region', { name: 'Results' })
    await panel.getByRole('button', { name: 'Export CSV' }).click()
    const table = await readFile(await (await saved).path(), 'utf8')
    expect(table).toMatch(/^\uFEFFsource,medium,campaign,spend,.*\r\nnewsletter,,autumn,20,/)
    const spend = page.getByRole('region', { name: 'Spend rows' })
    await spend.getByRole('button', { name: /^Edit / }).click()
    await page.getByLabel('Amount').fill('25')
    await page.getByRole('button', { name: 'Save' }).click()
    await spend.getByText('$25.00').waitFor()
    await spend.getByRole('button', { name: /^Delete / }).click()
    await page.getByText('No ad spend in this period').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await spend.getByText('$25.00').waitFor()
    expect(complaints).toEqual([])
  })

  it('names the source as other reports do, and leaves the other UTM values as they are', async () => {
    const row = { day: today, source: 'google', medium: 'cpc', campaign: 'google', amount: 3 }
    await tell('PUT', 'spend', { rows: [{ ...row, currency: 'USD' }] })
    const { page } = await open('/explore/spend')
    const report = page.getByRole('region', { name: 'By campaign' })
    await report.getByRole('rowheader', { name: 'google Google / cpc', exact: true }).waitFor()
    const rows = page.getByRole('region', { name: 'Spend rows' }).getByRole('listitem')
    await rows.getByText('Google / cpc', { exact: true }).waitFor()
  })
})

describe('notes', () => {
  itInLongForm(
    'are shown on the chart and in its table as text, added with a key, and restored after a deletion',
    async () => {
      const { page, complaints } = await open('')
      const mark = page.getByRole('button', { name: /^Launch, / })
      await mark.focus()
      const story = page.getByRole('list', { name: 'Notes in this period' }).getByText(attack)
      await story.waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await mark.press('Escape')
      await story.waitFor({ state: 'detached' })
      await mark.blur()
      await page.keyboard.press('o')
      await page.getByLabel('What happened').fill('New prices')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: /New prices/ }).waitFor()
      await page.getByRole('button', { name: 'Show as table' }).click()
      await page.getByRole('row', { name: /New prices/ }).waitFor()
      await page.goto(`${server.url}/sites/${site.id}/explore/notes`)
      await page.getByRole('button', { name: 'Delete “New prices”' }).press('Enter')
      // The row goes with the button that was pressed; the focus moves to its neighbour.
      const focused = () => page.locator(':focus').getAttribute('aria-label')
      await expect.poll(focused).toContain(attack)
      await page.getByRole('button', { name: 'Undo' }).press('Enter')
      await page.getByRole('button', { name: 'Delete “New prices”' }).waitFor()
      await expect.poll(() => page.locator('main :focus').count()).toBe(1)
      expect(await page.title()).not.toBe('1')
      expect(complaints).toEqual([])
    },
  )
})
