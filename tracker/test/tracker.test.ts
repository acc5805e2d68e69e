import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../../scripts/shared-browser.ts'
import { buildTracker } from '../build.ts'
import { openTestSite, type TestSite } from './site.ts'

let browser: Browser
let site: TestSite
let context: BrowserContext
let page: Page
const idPattern = /^[A-Za-z0-9_-]{8,255}$/

beforeAll(async () => {
  ;[browser, site] = await Promise.all([sharedBrowser(), openTestSite()])
})
beforeEach(async () => {
  site.hits.length = 0
  context = await browser.newContext()
  page = await context.newPage()
})
afterEach(() => context.close())
afterAll(() => site?.close())

const at = (path: string, host = 'www.shop.test') => `http://${host}:${site.port}${path}`
const cookies = async () =>
  Object.fromEntries((await context.cookies()).map((cookie) => [cookie.name, cookie]))
/** Long enough for a hit that must not be sent to have been sent. */
const settle = () => page.waitForTimeout(150)
const types = () => site.hits.map((hit) => hit.body.type)

describe('page views', () => {
  it('sends one on load, as plain text, with ids, address, title and referrer', async () => {
    await page.goto(at('/plain?utm_source=x'), { referer: 'https://news.example/item' })
    const [hit] = await site.waitFor('pageview')

    expect(hit).toEqual({
      siteId: 'site_test',
      type: 'pageview',
      visitorId: expect.stringMatching(idPattern),
      sessionId: expect.stringMatching(idPattern),
      url: at('/plain?utm_source=x'),
      title: 'Plain page',
      screenWidth: 1280,
      referrer: 'https://news.example/item',
    })
    expect(site.hits.map(({ method, contentType }) => [method, contentType])).toEqual([
      ['POST', 'text/plain;charset=UTF-8'],
    ])
  })

  it('keeps the visitor for a year and the session for 30 minutes, on the whole domain', async () => {
    await page.goto(at('/plain'))
    const [first] = await site.waitFor('pageview')
    const { tributary_visitor_id: visitor, tributary_session_id: session } = await cookies()
    const secondsLeft = (expires: number | undefined) => (expires ?? 0) - Date.now() / 1000

    expect([visitor?.value, session?.value]).toEqual([first?.visitorId, first?.sessionId])
    expect(visitor?.domain).toBe('.shop.test')
    expect(secondsLeft(visitor?.expires)).toBeGreaterThan(364 * 86_400)
    expect(secondsLeft(session?.expires)).toBeGreaterThan(1780)
    expect(secondsLeft(session?.expires)).toBeLessThanOrEqual(1800)

    await page.goto(at('/plain', 'blog.shop.test'))
    const [, second] = await site.waitFor('pageview', 2)
    expect([second?.visitorId, second?.sessionId]).toEqual([first?.visitorId, first?.sessionId])
  })

  it('renews the cookies with each hit where a wider domain takes none', async () => {
    // Like shop.co.uk, whose cookies cannot be set for anything wider.
    await page.goto(at('/plain', '127.0.0.1'))
    await site.waitFor('pageview')
    const before = await cookies()
    await page.reload()
    const [first, second] = await site.waitFor('pageview', 2)
    const after = await cookies()
    expect(second?.sessionId).toBe(first?.sessionId)
    for (const name of ['tributary_visitor_id', 'tributary_session_id'])
      expect(after[name]?.expires).toBeGreaterThan(before[name]?.expires ?? Number.NaN)
  })

  it('begins a new session for the same visitor when the session cookie has run out', async () => {
    await page.goto(at('/plain'))
    await site.waitFor('pageview')
    await context.clearCookies({ name: 'tributary_session_id' })
    await page.reload()
    const [first, second] = await site.waitFor('pageview', 2)

    expect(second?.visitorId).toBe(first?.visitorId)
    expect(second?.sessionId).not.toBe(first?.sessionId)
  })

  it('follows pushState, replaceState and back, with the page before as referrer', async () => {
    await page.goto(at('/plain'))
    await page.evaluate(`history.pushState({}, '', '/plain/a')`)
    await page.evaluate(`history.pushState({}, '', '/plain/a')`)
    await page.evaluate(`history.replaceState({}, '', '/plain/b')`)
    await page.evaluate('history.back()')
    const views = await site.waitFor('pageview', 4)
    await settle()

    expect(views.map(({ url, referrer }) => [url, referrer])).toEqual([
      [at('/plain'), ''],
      [at('/plain/a'), at('/plain')],
      [at('/plain/b'), at('/plain/a')],
      [at('/plain/a'), at('/plain/b')],
    ])
    expect(types().filter((type) => type === 'pageview')).toHaveLength(4)
  })

  it('counts hash routes only where the tag says so', async () => {
    await page.goto(at('/plain'))
    await page.evaluate(`location.hash = '#/ignored'`)
    await settle()
    expect(types().filter((type) => type === 'pageview')).toHaveLength(1)

    await page.goto(at('/hash'))
    await page.click('#go')
    const views = await site.waitFor('pageview', 3)
    expect(views[2]?.url).toBe(at('/hash#/pricing'))
  })

  it('waits until a prerendered page is shown', async () => {
    await page.goto(at('/prerendered'))
    await settle()
    expect(site.hits).toEqual([])

    await page.evaluate(`document.dispatchEvent(new Event('prerenderingchange'))`)
    await site.waitFor('pageview')
  })

  it('counts a page again that comes back from the back/forward cache', async () => {
    await page.goto(at('/plain'))
    await site.waitFor('pageview')
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await site.waitFor('pageview', 2)
  })
})

describe('goals', () => {
  it('sends the calls that were queued before the script had loaded, in order', async () => {
    // Each hit has its own connection, so they may arrive in another order.
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.postDataJSON().type)
    })
    await page.goto(at('/queue'))
    const [goal] = await site.waitFor('goal')
    const [identify] = await site.waitFor('identify')
    await site.waitFor('pageview')

    expect(goal).toMatchObject({ name: 'signup', value: 9.5, properties: { plan: 'pro' } })
    expect(identify).toMatchObject({ email: 'ana@shop.test', userId: 'u1' })
    expect(sent).toEqual(['pageview', 'goal', 'identify'])
  })

  it('sends the signatures that an identify is called with', async () => {
    await page.goto(at('/plain'))
    await page.evaluate(
      "tributary('identify', { userId: 'u1', email: 'a@b.test', plan: 'x' }, { signature: 'ab', emailSignature: 'cd' })",
    )
    const [identify] = await site.waitFor('identify')
    expect(identify).toMatchObject({
      ...{ userId: 'u1', email: 'a@b.test', signature: 'ab', emailSignature: 'cd' },
    })
    expect(identify).not.toHaveProperty('plan')
  })

  it('sends goals by attribute: on click, from inside the element, with value and properties', async () => {
    await page.goto(at('/goals'))
    await page.click('#inner')
    await page.click('#zero')
    const [buy, zero] = await site.waitFor('goal', 2)

    expect(buy).toMatchObject({ name: 'buy', value: 49.9, properties: { plan: 'pro' } })
    expect(zero).toMatchObject({ name: 'zero', value: 0 })
  })

  it('sends a form’s goal once, when it is submitted and not when it is clicked', async () => {
    await page.goto(at('/goals'))
    await page.click('#form input')
    await settle()
    expect(types()).not.toContain('goal')

    await page.click('#submit')
    await settle()
    expect(await site.waitFor('goal')).toHaveLength(1)
  })

  it('notes outbound links and downloads, without their query, and nothing for inner links', async () => {
    await page.goto(at('/links'))
    for (const id of ['#in', '#mail', '#out', '#file']) await page.click(id, { noWaitAfter: true })
    const goals = await site.waitFor('goal', 2)
    await settle()

    expect(goals.map(({ name, properties }) => [name, properties])).toEqual([
      ['outbound-link', { url: 'http://other.test/page' }],
      ['download', { url: at('/price-list.pdf') }],
    ])
  })
})

describe('engaged time', () => {
  it('reports the time in sight when the page is left', async () => {
    await page.goto(at('/plain'))
    await site.waitFor('pageview')
    await page.waitForTimeout(300)
    await page.goto(at('/goals'))
    const [report] = await site.waitFor('engagement')

    expect(report?.url).toBe(at('/plain'))
    expect(report?.engagedMs).toBeGreaterThanOrEqual(300)
    expect(report?.engagedMs).toBeLessThan(10_000)
  })

  it('does not count the time out of sight', async () => {
    await page.goto(at('/plain'))
    const isHidden = (value: boolean) =>
      page.evaluate(`
        Object.defineProperty(document, 'hidden', { value: ${value}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await isHidden(true)
    await page.waitForTimeout(500)
    await isHidden(false)
    site.hits.length = 0
    await page.waitForTimeout(120)
    await page.goto(at('/goals'))
    const [report] = await site.waitFor('engagement')
    expect(report?.engagedMs).toBeLessThan(500)
  })
})

describe('ids on other domains', () => {
  it('hands the ids over to a listed domain, which takes them off the address', async () => {
    await page.goto(at('/shared'))
    await page.click('#over')
    const [first, second] = await site.waitFor('pageview', 2)

    expect([second?.visitorId, second?.sessionId]).toEqual([first?.visitorId, first?.sessionId])
    expect(new URL(String(second?.url)).search).toBe('?a=1')
    expect(await page.evaluate('location.search')).toBe('?a=1')
  })

  it('gives nothing to a domain that is not listed', async () => {
    await page.goto(at('/shared'))
    await page.click('#stranger')
    const [first, second] = await site.waitFor('pageview', 2)

    expect(new URL(String(second?.url)).search).toBe('?a=1')
    expect(second?.visitorId).not.toBe(first?.visitorId)
  })

  it('keeps the id that a browser has, whatever ids a link brings', async () => {
    await page.goto(at('/partner', 'shop.other.test'))
    await page.goto(at('/shared'))
    await page.click('#over')
    const [own, elsewhere, back] = await site.waitFor('pageview', 3)

    expect(back?.visitorId).toBe(own?.visitorId)
    expect(back?.visitorId).not.toBe(elsewhere?.visitorId)
    expect(new URL(String(back?.url)).search).toBe('?a=1')
  })

  it.each([
    ['a site that is not listed', '/partner', 'https://evil.example/', 0],
    ['a host that only ends like a listed one', '/partner', 'https://badshop.test/', 0],
    ['an address that only names a listed one', '/partner', 'https://evil.example/shop.test', 0],
    ['no page at all, such as an e-mail', '/partner', undefined, 0],
    ['a listed site, more than two minutes ago', '/partner', 'https://www.shop.test/', -121_000],
    ['a listed site, with a time to come', '/partner', 'https://www.shop.test/', 121_000],
    ['another site to a page without data-domains', '/plain', 'https://www.shop.test/', 0],
  ])('ignores the ids of a link from %s', async (_where, path, referer, ageMs) => {
    const link = at(`${path}?_trb=attacker.planted.${Date.now() + ageMs}`, 'www.other.test')
    await page.goto(link, { ...(referer !== undefined && { referer }) })
    const [hit] = await site.waitFor('pageview')
    expect([hit?.visitorId, hit?.sessionId]).not.toContain('attacker')
    expect([hit?.visitorId, hit?.sessionId]).not.toContain('planted')
    expect(hit?.visitorId).toMatch(idPattern)
    expect(String(hit?.url)).not.toContain('_trb')
  })

  it('accepts the ids of a link from a listed site', async () => {
    const link = at(`/partner?_trb=visitor.session.${Date.now()}`, 'www.other.test')
    await page.goto(link, { referer: 'https://www.shop.test/' })
    const [hit] = await site.waitFor('pageview')
    expect([hit?.visitorId, hit?.sessionId]).toEqual(['visitor', 'session'])
  })
})

describe('what is not sent', () => {
  it('sends and keeps no id in cookieless mode', async () => {
    await page.goto(at('/cookieless'))
    const [hit] = await site.waitFor('pageview')
    expect(hit).not.toHaveProperty('visitorId')
    expect(hit).not.toHaveProperty('sessionId')
    expect(await context.cookies()).toEqual([])
  })

  it.each([['opted-out'], ['respectful']])(
    'sends nothing and sets no cookie on %s',
    async (name) => {
      await page.goto(at(`/${name}`))
      await settle()
      expect(site.hits).toEqual([])
      expect(await context.cookies()).toEqual([])
    },
  )

  it('stops tracking a browser after an opt-out link, until an opt-in link', async () => {
    const logged = page.waitForEvent('console', (message) => message.type() === 'info')
    await page.goto(at('/plain?tributary_ignore=1'))
    expect((await logged).text()).toMatch(/tributary_ignore=1$/)
    await page.goto(at('/core'))
    await settle()
    expect(site.hits).toEqual([])
    expect(await context.cookies()).toEqual([])
    await page.goto(at('/plain?a=1&tributary_ignore=0'))
    await site.waitFor('pageview')
    await page.goto(at('/core'))
    await site.waitFor('pageview', 2)
  })

  it('tracks visitors with a privacy signal where the owner did not ask to respect it', async () => {
    await page.goto(at('/gpc-ignored'))
    await site.waitFor('pageview')
  })
})

describe('the page', () => {
  it('never sees an error, with storage denied or the server unreachable', async () => {
    for (const name of ['broken', 'offline']) {
      await page.goto(at(`/${name}`))
      await page.mouse.click(10, 10)
      await settle()
      expect(await page.evaluate('errors')).toEqual([])
    }
  })
})

describe('the small script', () => {
  it('sends page views and called goals, and no goals by attribute', async () => {
    await page.goto(at('/core'))
    await page.click('a')
    await page.evaluate(`history.pushState({}, '', '/core/b')`)
    await site.waitFor('pageview', 2)
    await settle()
    expect(types()).toEqual(['pageview', 'goal', 'pageview'])
  })
})

describe("goals that the site's owner defined", () => {
  it('counts clicks and submits of the elements that the answer to the page view names, each goal once', async () => {
    await page.goto(at('/own-goals'))
    await page.waitForFunction('window.tributary.rules')
    await page.click('#inner')
    await page.click('#inner', { button: 'right' })
    await page.click('#input')
    await page.click('#submit')
    const goals = await site.waitFor('goal', 2)
    await settle()
    expect(site.hits.filter(({ body }) => body.type === 'goal')).toHaveLength(2)
    expect(goals.map(({ name }) => name)).toEqual(['Buy', 'Newsletter'])
  })

  it('loads nothing for other sites', async () => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(at('/plain'))
    await site.waitFor('pageview')
    await settle()
    expect(loaded.filter((path) => path.startsWith('/js/'))).toEqual(['/js/script.js'])
  })
})

describe('size', () => {
  it('stays within 1,700 bytes with everything and 1,000 for the small script, gzipped', async () => {
    const built = await buildTracker()
    const size = (path: string) => gzipSync(built[path] ?? '', { level: 9 }).length
    expect(size('/js/script.js')).toBeLessThanOrEqual(1_700)
    expect(size('/js/core.js')).toBeLessThanOrEqual(1_000)
  })
})
