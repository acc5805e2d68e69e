import { commandLine } from '@tributary/server/audit/actor.ts'
import { changeGoalSetting } from '@tributary/server/goals/goal-settings.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

/* The pages below "Explore", in one browser at one server. */

let server: TestServer
let browser: Browser
let site: { id: string; key: string }

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const made = await server.aSite()
  site = { id: made.site.id, key: made.key }
  // What people read of a goal is not what it is sent by.
  const said = { by: commandLine, nowMs: Date.now() }
  const { control } = server.services
  await changeGoalSetting(control, made.site, { goal: 'signup', name: 'Account made' }, said)
  await tell([
    { ...ana, url: `${shop}/`, referrer: 'https://www.reddit.com/r/selfhosted' },
    { ...ana, url: `${shop}/pricing` },
    { ...ana, url: `${shop}/pricing`, type: 'goal', name: 'signup' },
    { ...ben, url: `${shop}/`, referrer: 'https://www.google.com/' },
  ])
  const payment = { provider: 'stripe', providerPaymentId: 'pi_ana', amount: 49, currency: 'USD' }
  const body = { ...payment, visitorId: 'ana' }
  const paid = await server.request('POST', '/api/v1/payment', { key: site.key, body })
  expect(paid.status).toBe(200)
})

afterAll(() => server?.close())

const shop = 'https://shop.example'
const ana = { visitorId: 'ana', sessionId: 's-ana', country: 'US' }
const ben = { visitorId: 'ben', sessionId: 's-ben', country: 'DE' }

describe('the realtime page', () => {
  it('is reached by the menu, with what the figures are counted over, and shows what comes', async () => {
    const { page, complaints } = await open('?range=7d')
    await page.getByRole('button', { name: 'Explore' }).click()
    await page.getByRole('menuitem', { name: /^Realtime/ }).press('Enter')
    await page.waitForURL(/\/explore\/realtime\?range=7d$/)
    const sources = page.getByRole('region', { name: 'Sources' })
    await expect
      .poll(() => sources.getByRole('listitem').allTextContents())
      .toEqual(['Google1', 'Reddit1'])
    const chart = page.getByRole('slider')
    await chart.press('End')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/page views$/)
    expect(await findAxeViolations(page)).toEqual([])
    await tell([{ visitorId: 'cem', sessionId: 's-cem', country: 'PT', url: `${shop}/docs` }])
    await page.getByRole('listitem').getByText('Nimble Alpaca').waitFor()
    const reached = page.getByRole('listitem').filter({ hasText: 'reached Account made' })
    await reached.getByRole('link').click()
    await page.getByText('Goal “Account made”').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(31)
    await page.goBack()
    await page.goBack()
    await page.getByRole('region', { name: 'Key metrics' }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('the TV mode', () => {
  itInLongForm(
    'is dark, hides its controls while the mouse rests, and ends with Escape in the theme of before',
    async () => {
      const { page, complaints } = await open('realtime', { colorScheme: 'light' })
      const ground = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
      const light = await ground()
      await page.getByRole('link', { name: 'TV mode' }).click()
      await page.waitForURL(/\/tv$/)
      await page.getByText('Revenue today').waitFor()
      expect(await ground()).not.toBe(light)
      const leave = page.getByRole('button', { name: 'Exit TV mode' })
      const opacity = () =>
        page.evaluate(`getComputedStyle([...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent.includes('Exit TV mode')).parentElement).opacity`)
      expect(await findAxeViolations(page)).toEqual([])
      await expect.poll(opacity).toBe('0')
      await page.mouse.move(300, 300)
      await expect.poll(opacity).toBe('1')
      await expect.poll(opacity).toBe('0')
      await leave.focus()
      expect(await opacity()).toBe('1')
      // While the page fills the screen the browser takes the key for itself; a test's keyboard does not.
      await page.keyboard.press('Escape')
      await page.waitForURL(/\/explore\/realtime$/)
      await page.getByRole('link', { name: 'TV mode' }).waitFor()
      expect(await ground()).toBe(light)
      expect(complaints).toEqual([])
    },
  )

  itInLongForm('is left by its button, and ends when the browser leaves full screen', async () => {
    const { page } = await open('realtime')
    await page.getByRole('link', { name: 'TV mode' }).click()
    await page.getByRole('button', { name: 'Exit TV mode' }).click()
    await page.waitForURL(/\/explore\/realtime$/)
    const isFullScreen = () => page.evaluate('document.fullscreenElement !== null')
    await expect.poll(isFullScreen).toBe(false)
    await page.getByRole('link', { name: 'TV mode' }).click()
    await page.waitForURL(/\/tv$/)
    await expect.poll(isFullScreen).toBe(true)
    await page.evaluate('document.exitFullscreen()')
    await page.waitForURL(/\/explore\/realtime$/)
  })

  itInLongForm(
    'does not fill the screen once it was left, however long the browser took',
    async () => {
      const { page } = await open('realtime')
      await page.evaluate(`void (() => {
      const request = document.documentElement.requestFullscreen
      window.filled = new Promise((resolve) => {
        document.documentElement.requestFullscreen = async function () {
          await new Promise((wait) => { window.fill = wait })
          await request.call(this).finally(resolve)
        }
      })
    })()`)
      await page.getByRole('link', { name: 'TV mode' }).click()
      await page.getByRole('button', { name: 'Exit TV mode' }).click()
      await page.waitForURL(/\/explore\/realtime$/)
      await page.evaluate('window.fill()')
      await page.evaluate('window.filled')
      await expect.poll(() => page.evaluate('document.fullscreenElement === null')).toBe(true)
    },
  )

  itInLongForm('fits a phone and says why it shows nothing when figures fail', async () => {
    const { page } = await openSignedIn(browser, server, { viewport: { width: 360, height: 740 } })
    await page.route('**/api/v1/realtime?*', (route) =>
      route.fulfill({ status: 400, json: refusal }),
    )
    await page.goto(`${server.url}/sites/${site.id}/tv`)
    await page.getByRole('alert').getByText('not today').waitFor()
    await page.unroute('**/api/v1/realtime?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Revenue today').waitFor()
    expect(await overflowOf(page)).toBe(0)
    expect(await findAxeViolations(page)).toEqual([])
  })
})

describe('the funnels page', () => {
  it('suggests a way, counts it, keeps it by name and goes back', async () => {
    const { page, complaints } = await open('funnels')
    await page.getByRole('button', { name: '/ /pricing', exact: true }).click()
    await page.waitForURL(/step=page:is:\/&step=page:is:\/pricing/)
    const result = page.getByRole('region', { name: 'Results' })
    await result.getByText('1 (50.00%) dropped off').waitFor()
    expect(await findAxeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Add step' }).press('Enter')
    const third = page.getByRole('group', { name: 'Step 3' })
    await third.getByRole('combobox', { name: 'Type' }).selectOption('goal')
    const name = third.getByRole('combobox', { name: 'Goal name' })
    await name.fill('sign')
    await page.getByRole('option', { name: /^Account made signup/ }).waitFor()
    await name.fill('made')
    await page.getByRole('option', { name: /^Account made/ }).waitFor()
    await name.press('ArrowDown')
    await page.locator('[role=option][data-highlighted]', { hasText: 'Account made' }).waitFor()
    await name.press('Enter')
    await third.getByText('Shown as “Account made”').waitFor()
    await page.getByRole('button', { name: 'Move step 3 up' }).press('Enter')
    await page.getByRole('button', { name: 'Remove step 3' }).press('Enter')
    await page.getByRole('button', { name: 'Show funnel' }).click()
    await page.waitForURL(/step=page:is:\/&step=goal:is:signup$/)
    await result.getByText('Goal “Account made”').waitFor()
    await page.getByLabel('Split by').selectOption('source')
    await page.getByRole('row', { name: /Reddit 1 1/ }).waitFor()

    await page.getByRole('button', { name: 'Save funnel' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('To the sign-up')
    await page.getByRole('dialog').getByRole('button', { name: 'Save funnel' }).click()
    await page.waitForURL(/funnel=fun_/)
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await result.getByText('/pricing').waitFor()
    await page.getByRole('link', { name: /To the sign-up/ }).click()
    await result.getByText('Goal “Account made”').waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await result.getByRole('columnheader', { name: '95% confidence interval' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Filter by').selectOption('goal')
    const value = dialog.getByRole('combobox', { name: 'Value' })
    await value.fill('signup')
    await page.getByRole('option', { name: /^Account made/ }).waitFor()
    await value.press('Enter')
    await dialog.getByRole('button', { name: 'Remove Account made' }).waitFor()
    await dialog.getByRole('button', { name: 'Apply filter' }).click()
    await page.getByRole('button', { name: 'Remove the filter Goal is Account made' }).click()
    expect(complaints).toEqual([])
  })
})

describe('the journeys page', () => {
  it('begins at the most seen page, walks on by keyboard, turns around and goes back', async () => {
    const { page, complaints } = await open('journeys')
    const places = page.getByRole('list', { name: 'Steps' })
    await places.getByRole('button', { name: /^\/pricing 1/ }).press('Enter')
    await page.waitForURL(/from=page:is:\/pricing/)
    await places.getByRole('button', { name: /^Goal “Account made” 1/ }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    const path = page.getByRole('combobox', { name: 'Path' })
    await path.fill('/')
    await path.press('Enter')
    await page.waitForURL(/from=page:is:\/$/)
    await places.getByRole('button', { name: /^\/pricing 1/ }).waitFor()
    await path.and(page.locator(':focus')).waitFor()
    await page.goBack()
    // The address is there before the page that it leads to.
    await expect.poll(() => path.inputValue()).toBe('/pricing')
    await places.getByRole('button', { name: /^Goal “Account made” 1/ }).waitFor()
    // The picture ends after some steps; visits may continue.
    await page.getByLabel('Number of steps').selectOption('1')
    await page.waitForURL(/depth=1/)
    await expect.poll(() => places.getByText(/end here/).count()).toBe(0)
    await page.goBack()
    await expect.poll(() => page.getByLabel('Number of steps').inputValue()).not.toBe('1')
    await page.getByLabel('Direction').selectOption('previous')
    await places.getByText('1 · 100% · 1 end here').waitFor()
    await page.getByRole('button', { name: 'Show as table' }).click()
    await page.getByRole('row', { name: '1 /pricing / 1 100.00%' }).waitFor()
    await page.goBack()
    await page.goBack()
    await places.getByText('Goal “Account made”').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('the cohorts page', () => {
  it('shows who came back and what they are worth, by week and by channel', async () => {
    const { page, complaints } = await open('cohorts')
    const table = page.getByRole('region', { name: 'Cohorts as a table' })
    await table.getByRole('row', { name: /^All cohorts [23] .*100%/ }).waitFor()
    await table.getByRole('columnheader', { name: 'Weeks after the first visit' }).waitFor()
    await page.getByLabel('Show', { exact: true }).selectOption('lifetimeValue')
    await page.getByLabel('Rows').selectOption('channel')
    await page.waitForURL(/split=channel/)
    await table.getByRole('row', { name: /^Organic Social 1 .*\$49\.00$/ }).waitFor()
    const chart = page.getByRole('slider')
    await chart.press('Home')
    await expect
      .poll(() => chart.getAttribute('aria-valuetext'))
      .toMatch(/^The week of the first visit: All cohorts .*Organic Social \$49\.00/)
    expect(await findAxeViolations(page)).toEqual([])
    await page.goBack()
    await table.getByRole('columnheader', { name: 'Week of the first visit' }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('the attribution page', () => {
  itInLongForm(
    'shows models side by side and the ways to a payment, by any dimension',
    async () => {
      const { page, complaints } = await open('attribution')
      const models = page.getByRole('region', { name: 'Attribution models as a table' })
      await models.getByRole('row', { name: /^Organic Social/ }).waitFor()
      await page.getByLabel('Credit to').selectOption('source')
      await page.waitForURL(/split=source/)
      const ways = page.getByRole('region', { name: 'Most frequent paths' })
      await ways.getByRole('row', { name: 'Reddit 1 $49.00' }).waitFor()
      expect(await findAxeViolations(page)).toEqual([])
      await page.goBack()
      await ways.getByRole('row', { name: 'Organic Social 1 $49.00' }).waitFor()
      expect(complaints).toEqual([])
    },
  )
})

it('adds up to the total in the comparison of models, also of more sources than it lists', async () => {
  const { site: shop, key } = await server.aSite()
  const amounts = Array.from({ length: 22 }, (_, index) => index + 1)
  const events = amounts.map((amount) => ({
    ...{ type: 'pageview', visitorId: `v${amount}` },
    url: `https://shop.example/?utm_source=s${amount}`,
  }))
  const arrived = await server.request('POST', '/api/v1/events', { key, body: { events } })
  expect(arrived.status).toBe(200)
  for (const amount of amounts) {
    const of = { provider: 'custom', providerPaymentId: `p${amount}`, visitorId: `v${amount}` }
    const body = { ...of, amount, currency: 'USD' }
    const paid = await server.request('POST', '/api/v1/payment', { key, body })
    expect(paid.status).toBe(200)
  }
  const { page } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${shop.id}/explore/attribution?split=source`)
  const models = page.getByRole('region', { name: 'Attribution models as a table' })
  await models.getByRole('row', { name: /^Total \$253\.00/ }).waitFor()
  expect(await models.getByRole('row', { name: /^s\d+ / }).count()).toBe(20)
  expect(await models.getByRole('row', { name: /^All others( \$3\.00){8}$/ }).count()).toBe(1)
  // Of paths that are equally frequent, the one that brought most is first.
  const paths = page.getByRole('region', { name: 'Most frequent paths' })
  expect(await paths.getByRole('row').nth(1).textContent()).toBe('s221$22.00')
})

describe('the tools of a page', () => {
  it('leave the first figures on the first screen of a small phone, also with filters', async () => {
    const phone = { viewport: { width: 320, height: 568 } }
    const { page } = await openSignedIn(browser, server, phone)
    await page.goto(`${server.url}/sites/${site.id}/explore/attribution?filter=country:is:US`)
    const models = page.getByRole('region', { name: 'Compare models' })
    await models.waitFor()
    expect((await models.boundingBox())?.y).toBeLessThan(260)
    // What decides the figures is in sight without scrolling sideways.
    const range = await page.getByRole('button', { name: /^Period/ }).boundingBox()
    expect((range?.x ?? 320) + (range?.width ?? 0)).toBeLessThan(320)
  })
})

describe('the steps of a funnel', () => {
  it('are next to each other on a desktop, and below each other on a phone', async () => {
    const { page } = await openSignedIn(browser, server, { viewport: { width: 1440, height: 800 } })
    await page.goto(
      `${server.url}/sites/${site.id}/explore/funnels?step=page:is:/&step=goal:is:signup`,
    )
    const steps = page.getByRole('region', { name: 'Results' }).locator('ol > li')
    await steps.last().waitFor()
    const place = async () => {
      const [first, last] = await Promise.all([
        steps.first().boundingBox(),
        steps.last().boundingBox(),
      ])
      const isNext = first?.y === last?.y && (first?.x ?? 0) + (first?.width ?? 0) <= (last?.x ?? 0)
      return isNext ? 'next to each other' : 'below each other'
    }
    await expect.poll(place).toBe('next to each other')
    expect(await findAxeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 800 })
    await expect.poll(place).toBe('below each other')
    expect(await findAxeViolations(page)).toEqual([])
  })
})

describe('a page that cannot be loaded', () => {
  itInLongForm(
    'says what to do, recovers by a retry, and then fits a phone in the dark',
    async () => {
      const phone = { colorScheme: 'dark', viewport: { width: 360, height: 800 } } as const
      const { page, complaints } = await openSignedIn(browser, server, phone)
      for (const [path, region] of [
        ['realtime', 'Current pages'],
        ['funnels?step=page:is:/&step=goal:is:signup&split=source', 'Split by Source'],
        ['journeys?from=page:is:/', 'Starting point'],
        ['cohorts', 'Lifetime value over time'],
        ['attribution', 'Assisted conversions'],
      ] as const) {
        await page.route('**/api/v1/**', (route) => route.fulfill({ status: 400, json: refusal }))
        await page.goto(`${server.url}/sites/${site.id}/explore/${path}`)
        await page.getByRole('alert').getByText('not today').waitFor()
        await page.unroute('**/api/v1/**')
        await page.getByRole('button', { name: 'Try again' }).click()
        await page.getByRole('region', { name: region }).waitFor()
        await page.getByRole('alert').waitFor({ state: 'detached' })
        expect([path, await overflowOf(page)]).toEqual([path, 0])
        expect(await findAxeViolations(page)).toEqual([])
      }
      expect(complaints).toEqual([])
    },
  )
})

// The last: its visitors would be in the figures of the other pages.
describe('the live map', () => {
  it('shows where visitors are, and visits, goals and payments as they come', async () => {
    await tell([{ ...ana, url: `${shop}/` }])
    const { page, complaints } = await open('realtime')
    const map = page.getByRole('img', { name: /^Live map: .*United States 1/ })
    await map.waitFor()
    const dia = { visitorId: 'dia', sessionId: 's-dia', country: 'BR' }
    await tell([
      { ...dia, url: `${shop}/`, referrer: 'https://duckduckgo.com/' },
      { ...dia, url: `${shop}/`, type: 'goal', name: 'signup' },
    ])
    await map.getByText('DuckDuckGo', { exact: true }).waitFor()
    await map.getByText('Account made', { exact: true }).waitFor()
    // One that no visitor is known for has a place, too.
    const payment = { provider: 'stripe', providerPaymentId: 'pi_map', amount: 31, currency: 'USD' }
    await server.request('POST', '/api/v1/payment', { key: site.key, body: payment })
    await map.getByText('$31.00', { exact: true }).waitFor()
    await map.getByText('$31.00', { exact: true }).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  itInLongForm('shows nothing again that had happened before the page was opened', async () => {
    const { page } = await open('realtime')
    await page.getByRole('img', { name: /^Live map/ }).waitFor()
    await page.waitForResponse((reply) => reply.url().includes('/api/v1/realtime'))
    await page.waitForResponse((reply) => reply.url().includes('/api/v1/realtime'))
    expect(
      await page
        .getByRole('img', { name: /^Live map/ })
        .getByText('$')
        .count(),
    ).toBe(0)
  })
})

/** A page below "Explore", or the site page when only its search is given. */
async function open(search: string, options: Parameters<typeof openSignedIn>[2] = {}) {
  const watched = await openSignedIn(browser, server, options)
  const path = search.startsWith('?') ? search : `/explore/${search}`
  await watched.page.goto(`${server.url}/sites/${site.id}${path}`)
  return watched
}

const refusal = { status: 'error', error: { code: 400, message: 'not today' } }

const overflowOf = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth - innerWidth')

async function tell(events: Record<string, string>[]): Promise<void> {
  const body = events.map((event, index) => {
    const timestamp = new Date(Date.now() - (events.length - index) * 1_000).toISOString()
    return { type: 'pageview', timestamp, ...event }
  })
  const reply = await server.request('POST', '/api/v1/events', { key: site.key, body })
  expect(reply.body).toMatchObject({ data: { accepted: events.length } })
}
