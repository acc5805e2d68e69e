import { readFile } from 'node:fs/promises'
import { listGoalSettings } from '@tributary/server/goals/goal-settings.ts'
import { updateRates } from '@tributary/server/payments/rates/update-rates.ts'
import { aPerson } from '@tributary/server/test/a-person.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import { type RatesServer, startRatesServer } from '@tributary/server/test/rates-server.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, owner, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser
let bank: RatesServer

beforeAll(async () => {
  bank = await startRatesServer()
  const config = { exchangeRates: bank.url }
  ;({ server, browser } = await startDashboard(config))
})

afterAll(async () => {
  await server?.close()
  await bank?.close()
})

itInLongForm('says where exchange rates come from, and why there are no new ones', async () => {
  const { site, key } = await server.aSite({ currency: 'EUR' })
  const { page, complaints } = await openSignedIn(browser, server)
  const section = page.getByRole('region', { name: 'Exchange rates' })
  await page.goto(`${server.url}/sites/${site.id}/settings`)
  await section.getByText('Not needed yet').waitFor()

  const payment = { provider: 'custom', providerPaymentId: 'order-1', amount: 9, currency: 'USD' }
  const visit = { type: 'pageview', visitorId: 'ana', url: 'https://shop.example/' }
  await server.request('POST', '/api/v1/events', { key, body: { events: [visit] } })
  await server.request('POST', '/api/v1/payment', { key, body: payment })
  await server.services.payments.flush()
  await updateRates(server.services)
  await page.reload()
  await section.getByText('The source cannot be reached: HTTP 404.').waitFor()
  expect(await section.textContent()).toContain('Latest rate: Sep 29, 2026')
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto(`${server.url}/sites/${site.id}?range=7d`)
  await page.getByText('Converted at an outdated exchange rate').getByText('USD').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

itInLongForm('replaces the identity key only after asking', async () => {
  const { site } = await server.aSite()
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${site.id}/settings`)
  const section = page.getByRole('region', { name: 'Identity key' })
  await section.getByRole('button', { name: 'Show identity key' }).click()
  const code = section.locator('pre')
  const before = (await code.textContent()) ?? ''
  expect(before).toMatch(/^[\w-]{43}$/)
  const replace = section.getByRole('button', { name: 'Replace identity key' })
  await replace.click()
  const question = page.getByRole('alertdialog')
  await question.getByText('become invalid immediately').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await code.textContent()).toBe(before)
  await replace.click()
  await question.getByRole('button', { name: 'Replace identity key' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await code.textContent()).toMatch(/^[\w-]{43}$/)
  expect(await code.textContent()).not.toBe(before)
  expect(complaints).toEqual([])
})

describe('API keys', () => {
  it('shows a new key once, and the key does what its scopes say until it is revoked', async () => {
    const { site } = await server.aSite()
    const { page, complaints } = await openKeys(site.id)
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Checkout <b>server</b>')
    await dialog.getByLabel('Record goals').uncheck()
    await dialog.getByLabel('Expires').selectOption('In 30 days')
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByRole('heading', { name: 'Copy the key now' }).waitFor()
    const key = (await dialog.locator('pre').textContent()) ?? ''
    expect(key).toMatch(/^trb_[0-9A-Za-z]+$/)
    expect(await visitorStatus(key)).toBe(404)
    expect(await goalStatus(key)).toBe(403)

    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.reload()
    const line = page.getByRole('listitem').filter({ hasText: 'Checkout <b>server</b>' })
    await line.getByText(/Record payments; Read visitors .* expires /).waitFor()
    expect(await page.content()).not.toContain(key)

    await line.getByRole('button', { name: 'Edit the key' }).click()
    await dialog.getByLabel('Requests per minute').fill('50')
    await dialog.getByLabel('Record goals').check()
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await line.getByText(/Record goals; Record payments; .* up to 50 requests per minute/).waitFor()
    await expect.poll(() => goalStatus(key)).not.toBe(403)

    await line.getByRole('button', { name: 'Revoke the key Checkout <b>server</b>' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('This cannot be undone').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await visitorStatus(key)).toBe(404)
    await line.getByRole('button', { name: /^Revoke/ }).click()
    await question.getByRole('button', { name: 'Revoke' }).click()
    await line.waitFor({ state: 'detached' })
    await expect.poll(() => visitorStatus(key)).toBe(401)
    expect(complaints).toEqual([])
  })
})

describe('rolling a key', () => {
  itInLongForm('shows a new one to copy, and the old one stays valid for a day', async () => {
    const { site } = await server.aSite()
    const { apiKeys } = server.services
    const { token } = await apiKeys.create(site.id, { name: 'Backend', scopes: ['visitors:read'] })
    const { page, complaints } = await openKeys(site.id)
    const lines = page.getByRole('listitem').filter({ hasText: 'Backend' })
    await lines.getByRole('button', { name: 'Roll the key Backend' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The old key keeps working for 24 hours').waitFor()
    await dialog.getByRole('button', { name: 'Roll', exact: true }).click()
    await dialog.getByRole('heading', { name: 'Copy the key now' }).waitFor()
    const successor = (await dialog.locator('pre').textContent()) ?? ''
    expect(successor).not.toBe(token)
    expect([await visitorStatus(token), await visitorStatus(successor)]).toEqual([404, 404])
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await expect.poll(() => lines.count()).toBe(2)
    await lines.filter({ hasText: ' expires ' }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('exports and imports', () => {
  itInLongForm('download a site, preview an import, and undo it', async () => {
    const [from, to] = [await server.aSite(), await server.aSite()]
    const seen = { type: 'pageview', visitorId: 'ana', url: 'https://shop.example/' }
    const sent = { key: from.key, body: { events: [{ ...seen, timestamp: '2026-10-03T12:00Z' }] } }
    expect((await server.request('POST', '/api/v1/events', sent)).status).toBe(200)
    const { page, complaints } = await openSignedIn(browser, server)
    await page.goto(`${server.url}/sites/${from.site.id}/settings/exports`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download export' }).click(),
    ])
    const file = { buffer: await readFile(await download.path()), mimeType: 'application/gzip' }

    await page.goto(`${server.url}/sites/${to.site.id}/settings/exports`)
    await page.getByText('Nothing has been imported yet').waitFor()
    await page.getByLabel('File', { exact: true }).setInputFiles({ ...file, name: 'shop.gz' })
    await page.getByRole('button', { name: 'Upload and check' }).click()
    const item = page.getByRole('listitem').filter({ hasText: 'shop.gz' })
    await item.getByRole('button', { name: 'Import data' }).click()
    await item.getByText(/^Done/).waitFor()
    await item.getByRole('row', { name: 'Events 1 1 0' }).waitFor()
    expect(await pageViews(to.key)).toBe(1)
    await item.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    await item.getByText(/^Undone/).waitFor()
    expect(await pageViews(to.key)).toBe(0)

    await page.getByLabel('Source of the file').selectOption('plausible')
    const days = 'date,visitors,pageviews\n2025-03-01,10,30\n2025-03-32,1,1\n2025-03-02,5,9\n'
    await page.getByLabel('File', { exact: true }).setInputFiles({
      ...{ name: 'imported_visitors.csv', mimeType: 'text/csv', buffer: Buffer.from(days) },
    })
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await page.getByText('1 line could not be imported').click()
    await page.getByText('Line 3: date must be like 2025-12-31').waitFor()
    await page.getByRole('button', { name: 'Import data' }).click()
    await page.getByRole('row', { name: 'Mar 2025 15 39' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])

    // With the measured figures, and marked as imported.
    const own = { ...sent.body.events[0], timestamp: '2025-03-02T12:00:00Z' }
    await server.request('POST', '/api/v1/events', { key: to.key, body: { events: [own] } })
    await page.goto(`${server.url}/sites/${to.site.id}?range=2025-02-25..2025-03-05`)
    await page.getByText('Dashed line: daily totals imported').waitFor()
    const chart = page.getByRole('slider')
    await chart.focus()
    for (const key of ['Home', ...Array<string>(5).fill('ArrowRight')])
      await page.keyboard.press(key)
    await expect
      .poll(() => chart.getAttribute('aria-valuetext'))
      .toMatch(/^.*Mar 2, 2025: 1 visitors, .* revenue; Imported: 5$/)
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('row', { name: /Mar 1, 2025 0 10 / }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('goals', () => {
  itInLongForm('are pinned, renamed and hidden, and the site page obeys', async () => {
    const { site, key } = await server.aSite()
    const { page, complaints } = await openSignedIn(browser, server)
    const settings = `${server.url}/sites/${site.id}/settings/goals`
    await page.goto(settings)
    await page.getByText('No goals reached yet.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    const url = 'https://shop.example/'
    const events = ['ana', 'ben', 'chen'].flatMap((visitorId, index) => [
      { type: 'pageview', visitorId, url },
      { type: 'goal', visitorId, url, name: 'scrolled' },
      ...(index === 0 ? [] : [{ type: 'goal', visitorId, url, name: '<b>demo</b>' }]),
      ...(index === 0
        ? [{ type: 'goal', visitorId, url, name: 'signup', value: 20, properties: { plan: 'pro' } }]
        : []),
    ])
    const sent = await server.request('POST', '/api/v1/events', { key, body: { events } })
    expect(sent.body).toMatchObject({ data: { accepted: 9, rejected: [] } })

    await page.reload()
    const listed = page.getByRole('list', { name: 'Listed' })
    await listed
      .getByText('Once by one visitor in the last 30 days · total value 20 · with plan')
      .waitFor()
    // By keyboard, which stays with a goal that changes its list or reaches the top.
    const focused = page.locator(':focus')
    await page.getByRole('button', { name: 'Pin signup' }).press('Enter')
    await page.getByRole('list', { name: 'Pinned' }).getByText('signup').waitFor()
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Rename signup')
    await page.getByRole('button', { name: 'Pin <b>demo</b>' }).click()
    const up = page.getByRole('button', { name: 'Move <b>demo</b> up' })
    await up.press('Enter')
    await up.and(page.locator('[aria-disabled=true]')).waitFor()
    await expect.poll(() => focused.getAttribute('aria-label')).toBe('Move <b>demo</b> up')
    await page.getByRole('button', { name: 'Rename signup' }).click()
    await page.getByLabel('Display name').fill('Sign-ups')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Hide scrolled' }).click()
    await page.getByRole('list', { name: 'Hidden' }).getByText('scrolled').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await expect
      .poll(async () => (await settingsOf(site.id)).map(({ goal, shown }) => [goal, shown]))
      .toEqual([
        ['<b>demo</b>', 'pinned'],
        ['signup', 'pinned'],
        ['scrolled', 'hidden'],
      ])

    await page.goto(`${server.url}/sites/${site.id}`)
    const panel = page.getByRole('region', { name: 'Goals' })
    await panel.getByRole('button', { name: 'Show only Sign-ups' }).waitFor()
    await panel.getByText('33.33%').waitFor()
    const rows = await panel.getByRole('row').allTextContents()
    // One of three visitors: a rate that is marked as unsure, and says why.
    expect(rows.slice(1)).toEqual([
      expect.stringContaining('<b>demo</b>2266.67%95% confidence interval: 20.77% to 93.85%'),
      expect.stringContaining('Sign-ups1133.33%95% confidence interval: 6.15% to 79.23%'),
    ])
    const chart = page.getByRole('slider')
    await expect
      .poll(() => chart.getAttribute('aria-valuetext'))
      .toMatch(/; <b>demo<\/b>: 2; Sign-ups: 1$/)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('columnheader', { name: 'Sign-ups' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })
})

function settingsOf(siteId: string) {
  return listGoalSettings(server.services.control, siteId)
}

describe('the settings of a site', () => {
  it('keeps what was changed, here and by others, the theme as well, and says what cannot be', async () => {
    const { site } = await server.aSite()
    const { page, complaints } = await openSettings(site.id)
    await changeAsOther(`/api/app/sites/${site.id}`, { privacyMode: 'cookieless' })
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByLabel('Name', { exact: true }).fill('The shop')
    await page.getByLabel('Domains').fill('shop.example\nnot a domain!')
    await page.getByRole('switch', { name: 'User identification' }).click()
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('alert').getByText('Enter a domain such as example.com.').waitFor()

    await page.getByLabel('Domains').fill('shop.example\nhttps://shop.test/')
    await page.getByLabel('Excluded IP addresses').fill('203.0.113.0/24')
    await page.getByLabel('Excluded pages').fill('/admin/*')
    await page.getByLabel('Data retention').selectOption('For a limited time')
    await page.getByLabel('Days', { exact: true }).fill('90')
    await page.getByText('Events older than 90 days are permanently deleted').waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Account and theme' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.reload()
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('The shop')
    expect(await page.getByLabel('Domains').inputValue()).toBe('shop.example\nshop.test')
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
    expect(await page.getByLabel('Excluded IP addresses').inputValue()).toBe('203.0.113.0/24')
    expect(await page.getByLabel('Excluded pages').inputValue()).toBe('/admin/*')
    expect(await page.getByLabel('Days', { exact: true }).inputValue()).toBe('90')
    const identification = page.getByRole('switch', { name: 'User identification' })
    expect(await identification.getAttribute('aria-checked')).toBe('true')
    const cookieless = page.getByRole('switch', { name: 'Cookieless mode' })
    expect(await cookieless.getAttribute('aria-checked')).toBe('true')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await findAxeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('keep what is edited while they are saved, and send it alone the next time', async () => {
    const { site } = await server.aSite()
    const { page, complaints } = await openSettings(site.id)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(`**/api/app/sites/${site.id}`, async (route) => {
      await held
      await route.continue()
    })
    const name = page.getByLabel('Name', { exact: true })
    const save = page.getByRole('button', { name: 'Save changes' })
    const saved = page.getByText('Saved', { exact: true })
    await name.fill('First')
    await save.click()
    await page.getByLabel('Excluded pages').fill('/late/*')
    letGo()
    await save.waitFor()
    expect(await saved.isVisible()).toBe(false)
    await changeAsOther(`/api/app/sites/${site.id}`, { name: 'By another' })
    await save.click()
    await saved.waitFor()
    expect(await name.inputValue()).toBe('By another')
    expect(await page.getByLabel('Excluded pages').inputValue()).toBe('/late/*')
    await page.reload()
    await save.click()
    await saved.waitFor()
    expect(complaints).toEqual([])
  })

  it('adds a further site, leads to its script, and deletes it after its name is typed', async () => {
    const { page, complaints } = await openSignedIn(browser, server)
    await page.goto(`${server.url}/sites/new`)
    await page.getByLabel('Domain').fill('blog.example')
    await page.getByRole('button', { name: 'Create site' }).click()
    await page.getByText('Waiting for the first visit').waitFor()
    await page.goto(page.url().replace(/install$/, 'settings/danger'))
    await page.getByRole('button', { name: 'Delete this site' }).click()
    const question = page.getByRole('alertdialog')
    const go = question.getByRole('button', { name: 'Delete site' })
    await go.waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(await go.isDisabled()).toBe(true)
    await question.getByLabel('Type blog.example').fill('blog.example')
    await go.click()
    await page.waitForURL(`${server.url}/sites`)
    await page
      .getByRole('link', { name: /shop\.example/ })
      .first()
      .waitFor()
    await page.getByRole('link', { name: /blog\.example/ }).waitFor({ state: 'detached' })
    expect(await findAxeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  itInLongForm('have an address for each section, and old anchors lead to it', async () => {
    const { site } = await server.aSite()
    const { page, complaints } = await openSettings(site.id)
    expect(page.url()).toBe(`${server.url}/sites/${site.id}/settings/general`)
    const list = page.getByRole('navigation', { name: 'Settings' })
    await list.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await list.locator('[aria-current=page]', { hasText: 'API keys' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'General' }).waitFor()
    await page.goto(`${server.url}/sites/${site.id}/settings#keys`)
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await page.goto(`${server.url}/sites/${site.id}/settings/nothing`)
    await page.getByText('Page not found').waitFor()
    // Of a site that does not exist no more is said.
    await page.goto(`${server.url}/sites/site_nothing/settings`)
    await page.getByRole('alert').getByText('Not found', { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('reports and alerts', () => {
  it('are changed, saved and tested, and say that no e-mails are sent', async () => {
    const { site } = await server.aSite()
    const { page, complaints } = await openSignedIn(browser, server)
    await page.goto(`${server.url}/sites/${site.id}/settings/alerts`)
    await page.getByText('E-mail is not set up on this server').waitFor()
    await page.getByText('No alerts yet.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await changeAsOther(`/api/app/sites/${site.id}/alerts`, { minimumVisitors: 77 })
    await page.getByLabel('Weekly, on Monday').check()
    const save = page.getByRole('button', { name: 'Save changes' })
    await save.first().click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.getByLabel('Many fewer visitors than usual').check()
    await page.getByLabel(owner.email).check()
    await page.getByLabel('Cooldown after an alert (hours)').fill('24')
    await save.nth(1).click()
    await page.getByText('Saved', { exact: true }).nth(1).waitFor()

    await page.getByRole('button', { name: 'Add webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Format').selectOption('Signed JSON')
    await dialog.getByLabel('Name').fill('My <b>program</b>')
    await dialog.getByLabel('URL').fill('https://127.0.0.1/alerts?token=hidden')
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText(/^whsec_/).waitFor()
    await dialog.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Send a test alert to My <b>program</b>' }).click()
    await page.getByRole('alert').getByText('private network').waitFor()
    await page.reload()
    await page.getByText(/My <b>program<\/b> · .* · failed/).waitFor()
    await expect.poll(() => page.getByLabel('Weekly, on Monday').isChecked()).toBe(true)
    await expect.poll(() => page.getByLabel(owner.email).isChecked()).toBe(true)
    expect(await page.getByLabel('Cooldown after an alert (hours)').inputValue()).toBe('24')
    expect(await page.getByLabel('Minimum visitors per hour').inputValue()).toBe('77')
    expect(await page.content()).not.toContain('token=hidden')
    await page.getByRole('button', { name: 'Remove My <b>program</b>' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No webhooks yet.').waitFor()
    expect(complaints).toEqual([])
  })
})

/** Changes settings as another admin does while the page is open. */
async function changeAsOther(path: string, body: object) {
  const headers = await aPerson(server.services, { role: 'owner' })
  const reply = await server.request('PATCH', path, { headers, body })
  expect(reply.status).toBe(200)
}

async function openSettings(siteId: string) {
  const watched = await openSignedIn(browser, server)
  await watched.page.goto(`${server.url}/sites/${siteId}/settings`)
  await watched.page.getByRole('button', { name: 'Save changes' }).waitFor()
  return watched
}

async function openKeys(siteId: string) {
  const watched = await openSignedIn(browser, server)
  await watched.page.goto(`${server.url}/sites/${siteId}/settings/keys`)
  await watched.page.getByRole('button', { name: 'Create key' }).waitFor()
  return watched
}

async function visitorStatus(key: string): Promise<number> {
  return (await server.request('GET', '/api/v1/visitor?visitorId=unknown', { key })).status
}

async function goalStatus(key: string): Promise<number> {
  const body = { event: 'signup', visitorId: 'unknown' }
  return (await server.request('POST', '/api/v1/goal', { key, body })).status
}

async function pageViews(key: string): Promise<number> {
  const body = { metrics: ['pageViews'], dateRange: ['2026-10-01', '2026-10-31'] }
  const reply = await server.request('POST', '/api/v1/query', { key, body })
  return (reply.body as { data: { totals: { pageViews: number } } }).data.totals.pageViews
}
