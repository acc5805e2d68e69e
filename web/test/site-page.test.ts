import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAxeViolations, scrollingPanels } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

/*
 * The cast. Ana comes from Reddit in the USA, sees two pages and pays $49. Ben comes from Google in
 * Germany and pays nothing. Chen comes directly from Japan; a page's name and his campaign try to
 * be script. An unknown visitor pays $20.
 */
const attack = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  siteId = await tellTheStory()
})

afterAll(() => server?.close())

describe('the site page', () => {
  it('shows what came in and what it brought, and explains a payment by its receipt', async () => {
    const { page, complaints } = await openSite()
    await expectFigure(page, 'Visitors', '3')
    await expectFigure(page, 'Page views', '4')
    await expectFigure(page, 'Revenue', '$69.00')
    const pays = page.getByRole('region', { name: 'Revenue summary' })
    await pays.getByText('$69.00 revenue in the last 30 days').waitFor()
    await pays.getByRole('button', { name: 'Organic Social brought $49.00, 71% of' }).waitFor()
    await pays.getByRole('link', { name: '29% of revenue ($20.00) is not linked' }).waitFor()
    // One of three has paid: a rate of so few is marked, and says how unsure it is.
    await page.getByRole('button', { name: 'Conversion rate' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await page.getByText('95% confidence interval: 6.15% to 79.23%').waitFor()
    await page.keyboard.press('Escape')
    const letGo = await holdAnswers(page, 'source')
    await page.getByRole('tab', { name: 'Sources' }).click()
    const sources = page.getByRole('tabpanel', { name: 'Sources' })
    await sources.waitFor()
    // Channels would be wrong as sources.
    expect(await sources.getByRole('row').count()).toBe(0)
    letGo()
    await sources.getByRole('row', { name: /reddit.*\$49\.00/i }).waitFor()
    await sources.getByRole('row', { name: /Not linked.*\$20\.00/ }).waitFor()
    expect(await sources.getByRole('row').count()).toBe(5)
    expect(await findAxeViolations(page)).toEqual([])
    // The browser is in New York; the site's days are in UTC, and so are its times.
    const paid = page.getByRole('region', { name: 'Recent payments' }).locator('time').first()
    const at = new Date((await paid.getAttribute('datetime')) ?? '')
    const inUtc = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })
    expect(await paid.textContent()).toBe(inUtc.format(at))

    await page.getByRole('link', { name: /\$49\.00/ }).click()
    await page.getByText('Your server sent the visitor ID').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Open visitor' }).click()
    await page.getByText('/pricing').waitFor()
    await page.getByText('Visit from Reddit').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('keeps filters, figure, model and comparison in the address, and goes back', async () => {
    const { page } = await openSite()
    await page.getByRole('tab', { name: 'Countries' }).click()
    const headline = page.getByRole('region', { name: 'Key metrics' })
    const place = await headline.boundingBox()
    await page.getByRole('button', { name: 'Show only Germany' }).click()
    await expectFigure(page, 'Visitors', '1')
    expect(await headline.boundingBox()).toEqual(place)
    // Ben, who came from Germany, paid nothing.
    const payers = page.getByRole('region', { name: 'Top customers' })
    await payers.getByText('No customers match these filters').waitFor()
    expect(page.url()).toContain('filter=country:is:DE')
    await page.reload()
    await expectFigure(page, 'Visitors', '1')
    await page.getByRole('button', { name: 'Invert the filter Country is Germany' }).click()
    await expectFigure(page, 'Visitors', '2')
    await page.goBack()
    await expectFigure(page, 'Visitors', '1')
    await page.goBack()
    await expectFigure(page, 'Visitors', '3')
    await page.getByRole('button', { name: 'Show only Germany' }).click({ modifiers: ['Alt'] })
    await page.waitForURL(/filter=country:is_not:DE/)
    await expectFigure(page, 'Visitors', '2')
    await payers.getByRole('link', { name: 'Dawn Fox' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Show only Germany' }).click()
    await page.getByRole('button', { name: 'Remove the filter Country is Germany' }).click()
    await expectFigure(page, 'Visitors', '3')
    expect(page.url()).not.toContain('filter')
    // The chip is gone; the focus moves to the button that adds another.
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Filter')

    await whole(page)
    await page.getByRole('button', { name: 'Sessions' }).click()
    await page.waitForURL(/metric=sessions/)
    await page.getByRole('heading', { name: 'Sessions and revenue' }).waitFor()
    await page.getByRole('button', { name: /^Compare with/ }).click()
    await page.getByRole('menuitemradio', { name: 'No comparison' }).click()
    await page.waitForURL(/compare=none/)
    await whole(page)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/query')) asked.push(request.postData() ?? '')
    })
    await page.getByRole('button', { name: /^Attribution model/ }).click()
    await page.getByRole('menuitemradio', { name: /^First touch/ }).click()
    await page.waitForURL(/model=first/)
    // Another model credits the same total, so only what is named by visits is asked for.
    await expectFigure(page, 'Revenue', '$69.00')
    await whole(page)
    expect(asked.length).toBeGreaterThan(0)
    expect(
      asked.filter((body) => !/"dimensions":\["(source|channel|page|country|device)"/.test(body)),
    ).toEqual([])
    for (const _ of ['model', 'comparison', 'figure']) await page.goBack()
    await page.getByRole('heading', { name: 'Revenue', exact: true }).waitFor()
    expect(page.url()).not.toMatch(/model|compare|metric/)
  })

  itInLongForm(
    'excludes a row by the keyboard, where the button is the next stop after it',
    async () => {
      const { page } = await openSite()
      await page.getByRole('tab', { name: 'Countries' }).click()
      await page.getByRole('button', { name: 'Show only Germany' }).focus()
      await page.keyboard.press('Tab')
      await page
        .getByRole('button', { name: 'Exclude Germany' })
        .and(page.locator(':focus'))
        .waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await page.waitForURL(/filter=country:is_not:DE/)
    },
  )

  itInLongForm(
    'shows the columns that a person chose, sorts by them, and remembers both',
    async () => {
      const { page, complaints } = await openSite()
      const channels = page.getByRole('tabpanel', { name: 'Channels' })
      const firstOf = () => channels.getByRole('row').nth(1).textContent()
      // Money comes first where there is any, with what is new since the time before.
      await expect.poll(firstOf).toBe('Organic Social1$49.00New')
      await page.getByRole('button', { name: 'Choose columns' }).first().click()
      await page.getByRole('menuitemcheckbox', { name: 'Conversion rate' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Revenue', exact: true }).click()
      await page.keyboard.press('Escape')
      await channels.getByRole('button', { name: 'Sort by Conversion rate' }).click()
      await page.waitForURL(/by=conversionRate/)
      await expect.poll(firstOf).toContain('100.00%')
      expect(await findAxeViolations(page)).toEqual([])
      await page.goto(`${server.url}/sites/${siteId}`)
      await whole(page)
      await expect.poll(firstOf).toContain('100.00%')
      expect(await channels.getByRole('columnheader').allTextContents()).toEqual([
        'Channel',
        'Visitors',
        'Conversion rate',
      ])
      expect(complaints).toEqual([])
    },
  )

  itInLongForm(
    'is led by the keyboard: ranges, the chart point by point, any page by its name',
    async () => {
      const { page, complaints } = await openSite()
      const chart = page.getByRole('slider')
      const words = () => chart.getAttribute('aria-valuetext')
      await chart.press('End')
      await expect.poll(words).toMatch(/: \$69\.00 revenue;/)
      await chart.press('Home')
      await expect.poll(words).toMatch(/: \$0\.00 revenue;/)
      await page.getByRole('button', { name: 'Show as table' }).click()
      const table = page.getByRole('region', { name: 'Revenue as a table' })
      await expect.poll(() => table.getByRole('table').getByRole('row').count()).toBe(31)

      await page.keyboard.press('c')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('From').fill('2026-01-01')
      await dialog.getByLabel('To').fill('2026-01-31')
      await dialog.getByRole('button', { name: 'Show period' }).click()
      await page.waitForURL(/range=2026-01-01\.\.2026-01-31/)
      await page.getByRole('button', { name: /Jan 1 – 31, 2026/ }).waitFor()
      await expectFigure(page, 'Visitors', '0')
      await page.keyboard.press('w')
      await page.waitForURL(/range=7d/)

      await page.keyboard.press('?')
      const palette = page.getByRole('dialog', { name: 'Go to' })
      await palette.getByRole('option', { name: 'Last 7 days W' }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await palette.getByRole('combobox').fill('on your site right now')
      await palette.getByRole('option', { name: /^Realtime/, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/explore\/realtime\?range=7d/)
      // The page that had the keyboard is gone; the new one has it.
      const focused = () => page.locator(':focus').getAttribute('id')
      await expect.poll(focused).toBe('content')

      await turnOffShortCuts(page)
      await page.keyboard.press('t')
      await page.keyboard.press('Control+k')
      await palette.getByRole('combobox').and(page.locator(':focus')).waitFor()
      expect(page.url()).toContain('range=7d')
      await page.keyboard.type('API keys')
      await palette.getByRole('option', { name: 'Settings: API keys', selected: true }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/settings\/keys$/)
      expect(complaints).toEqual([])
    },
  )

  it('shows what visitors made up as text, never as markup', async () => {
    const { page, complaints } = await openSite()
    const content = page.getByRole('region', { name: 'Pages' })
    await content.getByRole('row', { name: /onerror/ }).waitFor()
    await page.getByRole('tab', { name: 'Campaigns' }).click()
    await page.getByRole('button', { name: `Show only ${attack}` }).click()
    await expectFigure(page, 'Visitors', '1')
    await page.getByRole('button', { name: `Edit the filter Campaign is ${attack}` }).waitFor()
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(complaints).toEqual([])
  })

  itInLongForm('filters by an editor, with several values, and changes what it made', async () => {
    const { page } = await openSite()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    const value = dialog.getByRole('combobox', { name: 'Value' })
    await value.click()
    const offers = page.getByRole('listbox').getByRole('option')
    await page.getByRole('option', { name: 'Reddit 1' }).waitFor()
    // What was offered of another subject, or does not fit what is written, is gone at once.
    const letGo = await holdAnswers(page, 'country')
    await dialog.getByLabel('Filter by').selectOption('country')
    await value.fill('germ')
    expect(await offers.count()).toBe(0)
    letGo()
    await page.getByRole('option', { name: 'Germany 1' }).waitFor()
    await value.fill('an')
    expect(await offers.allTextContents()).toEqual(['Germany 1', 'Japan 1'])
    await value.fill('germ')
    expect(await offers.allTextContents()).toEqual(['Germany 1'])
    expect(await findAxeViolations(page)).toEqual([])
    await value.press('ArrowDown')
    await page.locator('[role=option][data-highlighted]', { hasText: 'Germany' }).waitFor()
    await value.press('Enter')
    await dialog.getByRole('button', { name: 'Remove Germany' }).waitFor()
    // By the code that is stored as well as by the name that people read.
    await value.fill('JP')
    await page.getByRole('option', { name: 'Japan 1' }).click()
    await dialog.getByRole('button', { name: 'Remove Japan' }).waitFor()
    await dialog.getByRole('button', { name: 'Apply filter' }).click()
    await page.waitForURL(/filter=country:is:DE%7CJP/)
    await expectFigure(page, 'Visitors', '2')

    await page.getByRole('button', { name: 'Edit the filter Country is Germany or Japan' }).click()
    await dialog.getByLabel('Filter by').selectOption('source')
    await dialog.getByLabel('Condition').selectOption('contains')
    await value.fill('reddit')
    await page.getByRole('option', { name: 'Reddit 1' }).waitFor()
    await value.press('Enter')
    await dialog.getByRole('button', { name: 'Remove reddit' }).waitFor()
    await dialog.getByRole('button', { name: 'Apply filter' }).click()
    await page.waitForURL(/filter=source:contains:reddit/)
    await expectFigure(page, 'Revenue', '$49.00')
  })

  itInLongForm(
    'opens breakdowns in full, compares models side by side, and shows the world on a map',
    async () => {
      const { page, complaints } = await openSite()
      await page.getByRole('button', { name: 'Show all: Pages' }).click()
      await page.waitForURL(/open=page/)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Sort by Revenue per visitor' }).click()
      await dialog.getByLabel('Search pages').fill('pricing')
      await dialog.getByRole('row', { name: /onerror/ }).waitFor({ state: 'detached' })
      await dialog.getByRole('row', { name: /pricing/ }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      const saved = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Export CSV' }).click()
      const file = await (await saved).createReadStream()
      const text = (await file.toArray()).join('')
      expect(text).toMatch(/^\uFEFFpage,visitors,revenue,/)
      // With what is left of the revenue, and how much of it is known.
      expect(text).toContain('\r\n/pricing,1,0,0,0,0,1,0,0,,\r\n')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => page.url()).not.toContain('open=')

      await page.getByRole('button', { name: /^Attribution model/ }).click()
      await page.getByRole('menuitem', { name: 'Compare all models' }).click()
      await page.waitForURL(/open=models/)
      const models = page.getByRole('dialog', { name: 'Compare all models' })
      const social = models.getByRole('row', { name: /Organic Social/ })
      await social.waitFor()
      expect((await social.textContent())?.match(/\$49\.00/g)).toHaveLength(8)
      expect(await findAxeViolations(page)).toEqual([])
      await page.keyboard.press('Escape')
      await models.waitFor({ state: 'detached' })
      await page.locator('[data-code="DE"]').click()
      await page.waitForURL(/filter=country:is:DE/)
      expect(complaints).toEqual([])
    },
  )

  itInLongForm('speaks the language of the browser, with its numbers', async () => {
    const { page, complaints } = await openSignedIn(browser, server, { locale: 'de-DE' })
    await page.goto(`${server.url}/sites/${siteId}`)
    const headline = page.getByRole('region', { name: 'Kennzahlen' })
    await headline.getByText('69,00 $').waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
    await page.getByRole('button', { name: 'Nur Organische Suche anzeigen' }).waitFor()
    await page.getByRole('button', { name: 'Alle anzeigen: Kanäle' }).click()
    // Found by the word that is read and by the one that is stored, which here differ.
    const all = page.getByRole('dialog')
    for (const text of ['SOCIAL MEDIA', 'organic so']) {
      await all.getByLabel('Kanäle durchsuchen').fill(text)
      await all.getByRole('row', { name: /Organische Suche/ }).waitFor({ state: 'detached' })
      await all.getByRole('row', { name: /Organische Social Media/ }).waitFor()
    }
    await page.keyboard.press('Escape')
    await all.waitFor({ state: 'detached' })
    await page.keyboard.press('f')
    const filter = page.getByRole('dialog', { name: 'Filter hinzufügen' })
    await filter.getByLabel('Filtern nach').selectOption('campaign')
    await filter.getByRole('combobox', { name: 'Wert' }).fill('keine kamp')
    await page.getByRole('option', { name: 'Keine Kampagne 2' }).click()
    await filter.getByRole('button', { name: 'Keine Kampagne entfernen' }).waitFor()
    await page.goto(`${server.url}/sites/${siteId}/payments?view=unlinked`)
    await page.getByText('Setze metadata.tributary_visitor_id').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('states of the site page', () => {
  itInLongForm(
    'explains the two steps while nothing has come, and opens up when something does',
    async () => {
      const { site } = await server.aSite()
      const { page } = await openSignedIn(browser, server)
      await page.goto(`${server.url}/sites/${site.id}`)
      await page.getByRole('heading', { name: 'No visits yet' }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await send(site.id, { visitorId: 'dora', url: 'https://shop.example/' })
      await page.getByRole('region', { name: 'Key metrics' }).waitFor()
    },
  )

  it('says what to do when reports fail, and recovers by a retry', async () => {
    const { page } = await openSignedIn(browser, server)
    await page.route('**/api/v1/query*', (route) => route.abort())
    await page.goto(`${server.url}/sites/${siteId}`)
    // One message for the page in the end, not one in each panel.
    await page.getByRole('alert').getByText('The server does not respond').waitFor()
    const headline = page.getByRole('region', { name: 'Key metrics' })
    await headline.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByRole('alert').count()).toBe(1)
    await page.unroute('**/api/v1/query*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectFigure(page, 'Visitors', '3')
  })

  itInLongForm(
    'is not blank while it loads, fits phone and wall, and says when network or session end',
    async () => {
      const { page } = await openSignedIn(browser, server, { colorScheme: 'dark' })
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/api/app/**', async (route) => {
        await held
        await route.continue()
      })
      await page.goto(`${server.url}/sites/${siteId}`)
      await page.locator('main[aria-busy=true]').getByText('Loading').waitFor()
      letGo()
      await whole(page)
      const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')
      for (const width of [2560, 360]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(overflow).toBe(0)
      }
      // The narrowest window with two panels in a row.
      await page.setViewportSize({ width: 820, height: 900 })
      await expect.poll(() => page.evaluate(scrollingPanels)).toEqual([])
      expect(await findAxeViolations(page)).toEqual([])

      // What the page is made of has come: without a network nothing more of it does.
      await page.context().setOffline(true)
      const notice = page.getByRole('alert').getByText('The server does not respond')
      const asksForAWeek = async () => {
        await page.keyboard.press('w')
        return notice.isVisible()
      }
      await expect.poll(asksForAWeek, { interval: 500 }).toBe(true)
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expectFigure(page, 'Visitors', '3')

      await page.context().clearCookies()
      await page.keyboard.press('m')
      await page.getByText('You were signed out').waitFor()
      expect(decodeURIComponent(page.url())).toContain(`to=/sites/${siteId}`)
    },
  )
})

async function openSite(options: Parameters<typeof openSignedIn>[2] = {}) {
  const watched = await openSignedIn(browser, server, options)
  await watched.page.goto(`${server.url}/sites/${siteId}`)
  await whole(watched.page)
  return watched
}

/** Panels and chart come after the headline. */
async function whole(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Show only/ })
    .first()
    .waitFor()
  await page.getByRole('slider').waitFor()
}

/** Keeps back what the page asks by a dimension, until what this answers is called. */
async function holdAnswers(page: Page, dimension: string): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/v1/query*', async (route) => {
    const { dimensions } = route.request().postDataJSON() as { dimensions?: string[] }
    if (dimensions?.[0] === dimension) await held
    await route.continue()
  })
  return resolve
}

async function turnOffShortCuts(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account and theme' }).click()
  const shortCuts = page.getByRole('menuitemcheckbox', { name: 'Keyboard shortcuts' })
  await shortCuts.click()
  await shortCuts.and(page.locator('[aria-checked=false]')).waitFor()
  await page.keyboard.press('Escape')
  await shortCuts.waitFor({ state: 'detached' })
}

async function expectFigure(page: Page, name: string, value: string): Promise<void> {
  await expect.poll(() => figure(page, name), { interval: 250 }).toBe(value)
}

async function figure(page: Page, name: string): Promise<string | null> {
  const headline = page.getByRole('region', { name: 'Key metrics' })
  const place = headline.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  return place.locator('dd').first().textContent()
}

async function tellTheStory(): Promise<string> {
  const { site, key } = await server.aSite()
  const shop = 'https://shop.example'
  const ana = { visitorId: 'ana', sessionId: 's-ana', country: 'US' }
  const events = [
    { ...ana, url: `${shop}/`, referrer: 'https://www.reddit.com/r/selfhosted' },
    { ...ana, url: `${shop}/pricing` },
    {
      visitorId: 'ben',
      sessionId: 's-ben',
      country: 'DE',
      url: `${shop}/`,
      referrer: 'https://www.google.com/',
    },
    {
      visitorId: 'chen',
      sessionId: 's-chen',
      country: 'JP',
      url: `${shop}/${attack}?utm_campaign=${encodeURIComponent(attack)}`,
      title: attack,
    },
  ]
  const body = events.map((event) => ({ type: 'pageview', ...event }))
  const reply = await server.request('POST', '/api/v1/events', { key, body })
  expect(reply.body).toMatchObject({ data: { accepted: 4, rejected: [] } })
  for (const [id, amount, who] of [
    ['pi_ana', 49, { visitorId: 'ana' }],
    ['pi_nobody', 20, {}],
  ] as const) {
    const payment = { provider: 'stripe', providerPaymentId: id, amount, currency: 'USD', ...who }
    expect((await server.request('POST', '/api/v1/payment', { key, body: payment })).status).toBe(
      200,
    )
  }
  return site.id
}

async function send(site: string, hit: Record<string, string>): Promise<void> {
  const body = { siteId: site, type: 'pageview', sessionId: `s-${hit.visitorId}`, ...hit }
  expect((await server.request('POST', '/api/collect', { body })).status).toBe(202)
}
