import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../../scripts/shared-browser.ts'
import { inLongForm, itInLongForm } from '../../server/src/test/long-form.ts'
import { startTestServer, type TestServer } from '../../server/src/test/server.ts'
import { findAxeViolations, openPage, type Watched } from './browser.ts'

let server: TestServer
let browser: Browser
let key: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer({ sharesEngine: true }), sharedBrowser()])
  key = (await server.aSite()).key
})
afterAll(() => server?.close())

async function openReference(options?: BrowserContextOptions, hash = ''): Promise<Watched> {
  const watched = await openPage(browser, options)
  await watched.page.goto(`${server.url}/docs${hash}`)
  return watched
}

const phone = { viewport: { width: 360, height: 740 } }
const sidebarOf = (page: Page) => page.getByRole('navigation', { name: 'Operations' })
const currentOf = (page: Page) => page.locator('#sidebar [aria-current]').getAttribute('href')

describe('/docs', () => {
  it('lists every operation in a group, readable by everybody and within the content security policy', async () => {
    const { page, complaints } = await openReference()
    const { body } = await server.request('GET', '/api/openapi.json')
    const { paths, tags } = body as { paths: Record<string, object>; tags: { name: string }[] }
    const listed = await page.locator('.endpoint').allInnerTexts()
    const wanted = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(wanted.sort())
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
      tags.map(({ name }) => name),
    )
    const ids = await page.locator('section[id]').evaluateAll((all) => all.map(({ id }) => id))
    const links = await page
      .locator('#sidebar a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(links).toEqual(ids.map((id) => `#${id}`))
    expect(complaints).toEqual([])
  })

  itInLongForm('has a favicon, and links to the dashboard and the help', async () => {
    const { page } = await openReference()
    const places = page.getByRole('navigation', { name: 'Tributary' }).getByRole('link')
    const addresses = await page
      .locator('link[rel=icon], header nav a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
    expect(await places.allInnerTexts()).toEqual(['Dashboard', 'Help'])
    expect(addresses).toEqual(['/favicon.svg', '/', '/help/'])
    for (const address of addresses) {
      expect([address, (await fetch(server.url + address)).status]).toEqual([address, 200])
    }
  })

  itInLongForm(
    'marks the operation that is read in the sidebar, from a link and while scrolling',
    async () => {
      const { page } = await openReference({}, '#listVisitors')
      await expect.poll(() => currentOf(page)).toBe('#listVisitors')
      await page.evaluate(`document.getElementById('deleteSpend').scrollIntoView()`)
      await expect.poll(() => currentOf(page)).toBe('#deleteSpend')
      // The sidebar has scrolled along.
      const marked = await page.locator('#sidebar [aria-current]').boundingBox()
      expect(marked?.y).toBeGreaterThan(100)
      expect(marked?.y).toBeLessThan(870)
      // The last one too, however short it is.
      await sidebarOf(page).getByRole('link', { name: 'Get imported totals' }).click()
      await expect.poll(() => currentOf(page)).toBe('#importedDays')
      await page.evaluate('scrollTo(0, 0)')
      await expect.poll(() => currentOf(page)).toBe('#overview')
    },
  )

  it('finds operations by path, title and text, with the keyboard alone', async () => {
    const { page, complaints } = await openReference()
    const shown = () =>
      page.locator('section.operation:visible').evaluateAll((all) => all.map(({ id }) => id))
    const all = (await shown()).length
    await page.keyboard.press('Control+k')
    await page.keyboard.type('spend/imp')
    expect(await shown()).toEqual(['importSpend'])
    expect(await page.getByRole('status').innerText()).toBe(`1 of ${all}`)
    expect(await sidebarOf(page).getByRole('link').allInnerTexts()).toEqual([
      'Ad spend',
      expect.stringContaining('Import an ad network’s export'),
    ])
    await page.keyboard.press('Escape')
    expect((await shown()).length).toBe(all)

    await page.locator('#content').focus()
    await page.keyboard.press('/')
    await page.keyboard.type('Erase VISITOR')
    expect(await shown()).toContain('eraseVisitor')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('sankey')
    expect(await shown()).toEqual(['journeys'])
    await page.keyboard.press('Enter')
    await page.waitForURL(/#journeys$/)

    await page.keyboard.press('Control+k')
    await page.keyboard.type('no such operation')
    expect(await shown()).toEqual([])
    expect(await page.getByRole('status').innerText()).toBe('No results')
    // A link to what is hidden shows everything again.
    await page.evaluate(`location.hash = '#funnel'`)
    await expect.poll(() => currentOf(page)).toBe('#funnel')
    expect((await shown()).length).toBe(all)
    expect(complaints).toEqual([])
  })

  itInLongForm(
    'shows all samples in the language that was chosen, also on the next visit',
    async () => {
      const { page } = await openReference()
      const samples = page.locator('.samples pre:visible')
      expect(await samples.first().innerText()).toMatch(/^curl /)
      await page.locator('#recordPayment').getByRole('radio', { name: 'Python' }).check()
      const languages = () =>
        samples.evaluateAll((all) => [
          ...new Set(all.map((one) => one.getAttribute('data-language'))),
        ])
      expect(await languages()).toEqual(['Python'])
      await page.reload()
      expect(await languages()).toEqual(['Python'])
      await page.locator('#query').getByRole('radio', { name: 'Python' }).focus()
      await page.keyboard.press('ArrowRight')
      expect(await languages()).toEqual(['PHP'])
    },
  )

  it('sends what its forms show, with the key that was typed', async () => {
    const { page, complaints } = await openReference()
    const goal = page.locator('#recordGoal')
    await goal.getByText('Try it').click()
    await goal.getByLabel('Example').selectOption({ index: 1 })
    await goal.getByRole('button', { name: 'Send' }).click()
    await goal.getByText('Unauthorized. Invalid or missing API key.').waitFor()

    await page.getByRole('textbox', { name: 'API key' }).fill(key)
    await goal.getByRole('button', { name: 'Send' }).click()
    await goal.locator('output').getByText('Goal \\"signup\\" tracked').waitFor()
    expect(await goal.locator('output').textContent()).toMatch(/^HTTP 200\nx-ratelimit-limit: /)

    const visitor = page.locator('#getVisitor')
    await visitor.getByText('Try it').click()
    await visitor.getByLabel('visitorId').fill('unknown & none')
    await visitor.getByRole('button', { name: 'Send' }).click()
    await visitor.locator('output').getByText('Visitor not found').waitFor()
    expect(complaints).toEqual([])
  })

  it('can be read and its languages switched without JavaScript', async () => {
    const { page } = await openReference({ ...phone, javaScriptEnabled: false })
    expect(await page.locator('#search').isVisible()).toBe(false)
    expect(await page.getByText('Try it').first().isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await sidebarOf(page).getByRole('link', { name: 'Record a payment' }).click()
    await page.waitForURL(/#recordPayment$/)
    await page.keyboard.press('Escape')
    const payment = page.locator('#recordPayment')
    await payment.getByRole('radio', { name: 'PHP' }).check()
    expect(await payment.locator('pre:visible').innerText()).toMatch(/^<\?php/)
  })
})

describe('/docs on a phone', () => {
  itInLongForm('has a menu that closes after a choice and with Escape', async () => {
    const { page, complaints } = await openReference(phone, '#query')
    const sidebar = sidebarOf(page)
    expect(await sidebar.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await sidebar.getByRole('link', { name: 'Get cohorts' }).click()
    expect(await sidebar.isVisible()).toBe(false)
    await expect.poll(() => currentOf(page)).toBe('#cohorts')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('funnel')
    // The first Escape clears the search, the second closes the menu.
    await page.keyboard.press('Escape')
    expect(await sidebar.getByRole('searchbox').inputValue()).toBe('')
    expect(await sidebar.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await sidebar.isVisible()).toBe(false)
    expect(complaints).toEqual([])
  })

  itInLongForm('stays where it was read when the menu opens', async () => {
    const { page } = await openReference(phone, '#query')
    await expect.poll(() => currentOf(page)).toBe('#query')
    const before = await page.evaluate('scrollY')
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await sidebarOf(page).waitFor()
    expect(await page.evaluate('scrollY')).toBe(before)
  })
})

const looks = [
  ['light', 360],
  ['dark', 1440],
  ...inLongForm([['light', 1440] as const, ['dark', 360] as const], []),
] as const

describe('/docs', () => {
  it.each(looks)('is accessible, %s, and fits %i pixels', async (colorScheme, width) => {
    const { page } = await openReference({ colorScheme, viewport: { width, height: 800 } })
    await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    if (width < 800) await page.getByRole('button', { name: 'Menu' }).click()
    expect(await findAxeViolations(page)).toEqual([])
    const small = await page
      .locator('button, summary, select, input, nav a, .brand, h3 a, .languages label')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ text }) => text),
      )
    expect(small).toEqual([])
  })
})
