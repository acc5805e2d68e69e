import { readFile } from 'node:fs/promises'
import { personName } from '@tributary/contract/person-name.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

/*
 * Ana comes from Reddit, later from a newsletter, and pays $49. Of 52 other payments the visitor is
 * unknown; one of those came with an id that was never seen.
 */
let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  siteId = await tellTheStory()
})

afterAll(() => server?.close())

it('lists payments page by page, filters them, and keeps that in the address', async () => {
  const { page, complaints } = await open('/settings/danger')
  const bar = page.getByRole('banner')
  await bar.getByRole('link', { name: 'Payments', exact: true }).click()
  const list = page.getByRole('region', { name: 'All payments' })
  const rows = list.getByRole('listitem')
  await expect.poll(() => rows.count()).toBe(50)
  await list.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count()).toBe(53)
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Link' }).selectOption('By ID')
  await page.waitForURL(/method=ids/)
  await expect.poll(() => rows.count()).toBe(1)
  const whole = /\$49\.00.*Paid.*Stripe.*letterEmail.*By ID/
  await expect.poll(() => rows.first().textContent()).toMatch(whole)
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Refunded')
  await page.getByText('No payments match these filters').waitFor()
  await page.goBack()
  await expect.poll(() => rows.count()).toBe(1)
  expect(complaints).toEqual([])
})

itInLongForm(
  'groups unlinked payments by the action that would fix them, and leads to those payments',
  async () => {
    const { page, complaints } = await open('/payments?view=unlinked')
    const cause = page.getByRole('article').filter({ hasText: 'No visitor ID was sent' })
    // What goes into the checkout's code is set as code.
    await cause
      .locator('code')
      .filter({ hasText: /tributary_visitor_id$/ })
      .first()
      .waitFor()
    expect(await cause.textContent()).toMatch(/\$102\.00.*51 payments · Stripe.*Checkout Session/)
    expect(await findAxeViolations(page)).toEqual([])
    const other = page.getByRole('article').filter({ hasText: 'never seen on the site' })
    await other.getByRole('link', { name: 'Show payments' }).click()
    await page.waitForURL(/cause=id-not-seen/)
    await page.getByRole('link', { name: /\$20\.00/ }).waitFor()
    expect(complaints).toEqual([])
  },
)

it('shows what each model credits a visit with, and links and unlinks by hand with a trace', async () => {
  const { page, complaints } = await open('/payments?method=ids')
  await page.getByRole('link', { name: /\$49\.00/ }).click()
  await page.getByText('$49.00 is credited to letter').waitFor()
  await page.getByRole('button', { name: /^Attribution model/ }).click()
  await page.getByRole('menuitemradio', { name: /^Linear/ }).click()
  const path = page.getByRole('region', { name: 'Path to this payment' })
  await path.getByText('The sessions before the payment').waitFor()
  const stops = await path.getByRole('listitem').allTextContents()
  expect(stops.map((text) => text.match(/\$[\d.]+(?:50%)?$/)?.[0])).toEqual([
    ...['$24.5050%', '$24.5050%', '$49.00'],
  ])
  await path.getByText('Compare all models').click()
  const visits = page.getByRole('table').getByRole('row')
  const credited = await visits.allTextContents()
  expect(credited[1]).toMatch(/^reddit/i)
  expect(credited[1]?.match(/\$24\.50/g)?.length).toBeGreaterThan(1)
  expect(credited[2]).toMatch(/^letter/)
  expect(await findAxeViolations(page)).toEqual([])
  const there = page.getByRole('link', { name: 'Open in Stripe' })
  expect(await there.getAttribute('href')).toBe('https://dashboard.stripe.com/payments/pi_ana')

  await page.getByRole('button', { name: 'Unlink' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It still counts as revenue').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Unlink' }).click()
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await page.getByText('Manually unlinked.').waitFor()
  await page.getByRole('heading', { name: 'Path to this payment' }).waitFor({ state: 'detached' })

  const finder = page.getByRole('searchbox', { name: 'Find visitor' })
  await finder.fill('unknown')
  await page.getByRole('radio', { name: 'Use unknown as visitor ID' }).check()
  await page.getByRole('button', { name: 'Link to visitor' }).click()
  await dialog.getByRole('button', { name: 'Link to visitor' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await finder.fill('an')
  await page.getByRole('radio', { name: /Last seen/ }).waitFor()
  // By the name that pages show, too.
  await finder.fill(personName('ana').toLowerCase())
  await page.getByRole('radio', { name: `Use ${personName('ana').toLowerCase()} as` }).waitFor()
  await page.getByRole('radio', { name: new RegExp(`${personName('ana')}.*Last seen`) }).check()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Link to visitor' }).click()
  await dialog.getByRole('button', { name: 'Link to visitor' }).click()
  await path.getByText('The sessions before the payment').waitFor()
  await dialog.waitFor({ state: 'detached' })
  const history = page.getByRole('region', { name: 'History' })
  await history
    .getByRole('listitem')
    .filter({ hasText: /Unlinkedyou$/ })
    .waitFor()
  await history
    .getByRole('listitem')
    .filter({ hasText: `Linked: ${personName('ana')}you` })
    .waitFor()
  expect(complaints).toEqual([])
})

itInLongForm(
  'finds payments by amount and source, adds them up, and saves them as CSV',
  async () => {
    const { page, complaints } = await open('/payments')
    const list = page.getByRole('region', { name: 'All payments' })
    const rows = list.getByRole('listitem')
    await list.getByText('53 payments · $171.00').waitFor()
    const search = page.getByRole('searchbox', { name: 'Search payments' })
    await search.fill('20')
    await page.waitForURL(/search=20/)
    await expect.poll(() => rows.count()).toBe(1)
    await list.getByText('1 payment · $20.00').waitFor()
    await search.fill('pi_nothing')
    await page.getByText('No payments match these filters').waitFor()
    await page.getByRole('button', { name: 'Search the last 3 years' }).click()
    await page.waitForURL(/days=1095/)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('combobox', { name: 'Credited to' }).selectOption('letter')
    await page.waitForURL(/source=letter/)
    await expect.poll(() => rows.count()).toBe(1)
    await list.getByText('1 payment · $49.00').waitFor()
    const saved = page.waitForEvent('download')
    await list.getByRole('button', { name: 'Export CSV' }).click()
    const table = await readFile(await (await saved).path(), 'utf8')
    expect(table.trim().split('\r\n')).toHaveLength(2)
    expect(table).toMatch(/pi_ana,49,49,,,,USD.*Email,letter/)
    expect(complaints).toEqual([])
  },
)

it('lists by what was chosen last, also before the page shows what was cleared', async () => {
  const { page } = await open('/payments?search=pi_nothing')
  await page.getByText('No payments match these filters').waitFor()
  const credited = page.getByRole('combobox', { name: 'Credited to' })
  await credited.getByRole('option', { name: 'letter' }).waitFor({ state: 'attached' })
  // Both before anything is drawn again, as on a slow device.
  await page.evaluate(`(() => {
    const named = (selector, text) => [...document.querySelectorAll(selector)].find(
      (one) => (one.ariaLabel ?? one.textContent).includes(text))
    named('button', 'Clear filters').click()
    const credited = named('select', 'Credited to')
    credited.value = 'letter'
    credited.dispatchEvent(new Event('change', { bubbles: true }))
  })()`)
  await page.getByText('1 payment · $49.00').waitFor()
  expect(new URL(page.url()).search).toBe('?source=letter')
})

itInLongForm('links several payments at once, and takes that back', async () => {
  const { page, complaints } = await open('/payments?search=pi_1')
  const list = page.getByRole('region', { name: 'All payments' })
  await list.getByText('11 payments').waitFor()
  await list.getByRole('button', { name: 'Select' }).click()
  const many = page.getByRole('region', { name: 'Link selected payments' })
  expect(await many.getByRole('button', { name: 'Unlink' }).isDisabled()).toBe(true)
  const boxes = list.getByRole('checkbox', { name: /Select the payment of \$2\.00/ })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await many.getByText('2 selected').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await many.getByRole('button', { name: 'Link to visitor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link 2 payments?' })
  await dialog.getByRole('searchbox').fill('ana')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: 'Link to visitor' }).click()
  await many.getByText('2 selected · 2 updated').waitFor()
  await expect.poll(() => list.getByText('Manual').count()).toBe(2)
  await many.getByRole('button', { name: 'Link automatically' }).click()
  await expect.poll(() => list.getByText('Manual').count()).toBe(0)
  expect(complaints).toEqual([])
})

it('lists the first payment on the first screen of a small phone', async () => {
  const { page } = await openSignedIn(browser, server, { viewport: { width: 320, height: 640 } })
  await page.goto(`${server.url}/sites/${siteId}/payments`)
  const amount = page.getByRole('region', { name: 'All payments' }).getByRole('listitem').first()
  await amount.waitFor()
  expect((await amount.boundingBox())?.y).toBeLessThan(500)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
})

itInLongForm('says what to do when the list fails, and recovers by a retry', async () => {
  const { page } = await openSignedIn(browser, server)
  await page.route('**/api/v1/payments*', (route) => route.abort())
  await page.goto(`${server.url}/sites/${siteId}/payments?cause=id-not-seen`)
  await page.getByRole('alert').getByText('The server does not respond').waitFor()
  await page.unroute('**/api/v1/payments*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: /\$20\.00/ }).waitFor()

  // The ledger's data is shown even if the credit cannot be read.
  await page.route('**/api/v1/payments*credit=*', (route) => route.abort())
  await page.goto(`${server.url}/sites/${siteId}/payments`)
  await page.getByRole('link', { name: /\$49\.00/ }).waitFor()
  await page.getByText('The server does not respond').waitFor()
})

it('names the status when a network’s sign-in page answers instead, and saves it as no table', async () => {
  const { page } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${siteId}/payments`)
  const list = page.getByRole('region', { name: 'All payments' })
  await list.getByRole('listitem').first().waitFor()
  const signInPage = {
    status: 200,
    contentType: 'text/html',
    body: '<h1>Welcome to our Wi-Fi</h1>',
  }
  await page.route('**/api/v1/payments*', (route) => route.fulfill(signInPage))
  let saved = 0
  page.on('download', () => ++saved)
  await list.getByRole('button', { name: 'Export CSV' }).click()
  const said = 'Another server answered instead of Tributary (status 200)'
  await list.getByText(said).waitFor()
  expect(saved).toBe(0)
  await page.goto(`${server.url}/sites/${siteId}/payments?cause=id-not-seen`)
  await page.getByRole('alert').getByText(said).waitFor()
})

it('says of a payment or site that is not there where to go, and offers no retry', async () => {
  const { page } = await open('/payments/pay_none')
  await page.getByRole('alert').getByText('Not found').waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.goto(`${server.url}/sites/site_none`)
  await page.getByRole('button', { name: 'Switch site: All sites' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.getByRole('link', { name: 'Go to your sites' }).click()
  await page.waitForURL(new RegExp(`/sites/${siteId}$`))
})

it('calls a step not applicable that lacked what it needs to link a payment', async () => {
  const { page } = await open('/payments?cause=no-ids')
  await page
    .getByRole('link', { name: /\$2\.00/ })
    .first()
    .click()
  const why = page.getByRole('region', { name: 'How this was attributed' })
  await why.getByText('Visitor ID: not applicable').waitFor()
  await why.getByText('No visitor ID or session ID was sent with the payment.').waitFor()
})

// The last one, for it takes the owner's rights away.
it('offers no links by hand to who may only look', async () => {
  const { db } = server.services.control
  await db.updateTable('accounts').set({ installation_role: 'member' }).execute()
  const { id } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const membership = { account_id: id, site_id: siteId, role: 'viewer' }
  await db.insertInto('memberships').values(membership).execute()
  const { page } = await open('/payments?cause=id-not-seen')
  await page.getByRole('link', { name: /\$20\.00/ }).click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  // Who looks is known by now: the same answer names the site in the bar above.
  await page.getByRole('button', { name: 'Switch site: shop.example' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Link manually' }).count()).toBe(0)
})

async function open(path: string, options: Parameters<typeof openSignedIn>[2] = {}) {
  const watched = await openSignedIn(browser, server, options)
  await watched.page.goto(`${server.url}/sites/${siteId}${path}`)
  return watched
}

async function tellTheStory(): Promise<string> {
  const { site, key } = await server.aSite()
  const hit = { type: 'pageview', visitorId: 'ana', url: 'https://shop.example/' }
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  const body = [
    { ...hit, sessionId: 's-1', timestamp: hourAgo, referrer: 'https://www.reddit.com/' },
    { ...hit, sessionId: 's-2', url: `${hit.url}?utm_source=letter&utm_medium=email` },
  ]
  const reply = await server.request('POST', '/api/v1/events', { key, body })
  expect(reply.body).toMatchObject({ data: { accepted: 2, rejected: [] } })
  const pay = async (providerPaymentId: string, amount: number, more: object = {}) => {
    const payment = { provider: 'stripe', providerPaymentId, amount, ...more }
    const reply = await server.request('POST', '/api/v1/payment', { key, body: payment })
    expect(reply.status).toBe(200)
  }
  // Long before Ana's visits, so that no visit fits their time.
  const timestamp = new Date(Date.now() - 5 * 3_600_000).toISOString()
  await Promise.all(
    Array.from({ length: 51 }, (_, number) => pay(`pi_${number}`, 2, { timestamp })),
  )
  await pay('pi_unseen', 20, { visitorId: 'somebody-else', timestamp })
  await pay('pi_ana', 49, { visitorId: 'ana' })
  return site.id
}
