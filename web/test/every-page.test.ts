import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations, whatIsCut } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

/* What holds for every page of the dashboard that an owner can open, in the sizes and languages that are the hardest. */

let server: TestServer
let browser: Browser
let siteId: string
let paymentId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const { site, key } = await server.aSite()
  siteId = site.id
  const ana = { type: 'pageview', visitorId: 'ana', country: 'US' }
  const body = [
    { ...ana, url: 'https://shop.example/', referrer: 'https://www.reddit.com/r/selfhosted' },
    { ...ana, url: 'https://shop.example/pricing' },
    { ...ana, type: 'goal', name: 'signup', url: 'https://shop.example/pricing' },
  ]
  const hits = await server.request('POST', '/api/v1/events', { key, body })
  expect(hits.body).toMatchObject({ data: { accepted: 3 } })
  const pay = async (payment: object) => {
    const body = { provider: 'stripe', amount: 49, currency: 'USD', ...payment }
    const reply = await server.request('POST', '/api/v1/payment', { key, body })
    return (reply.body as { data: { paymentId: string } }).data.paymentId
  }
  paymentId = await pay({ providerPaymentId: 'pi_ana', visitorId: 'ana' })
  await pay({ providerPaymentId: 'pi_nobody' })
})

afterAll(() => server?.close())

/** What `id: '…'` names in a list of the dashboard's sources, so that a further page is tried without a line here. */
function idsIn(file: string): string[] {
  const source = readFileSync(join(import.meta.dirname, '../src', file), 'utf8')
  return [...source.matchAll(/^ +(?:\{ )?id: '([a-z-]+)',/gm)].map(([, id]) => id ?? '')
}

const explored = idsIn('parts/frame/explore-pages.ts').map((id) => `/explore/${id}`)
const sections = idsIn('pages/settings/sections.ts').map((id) => `/settings/${id}`)
/** Below the address of the site; `PAYMENT` is the id of one that is linked. */
const ofSite = [
  ...[
    '',
    '?open=source',
    '?open=models',
    '?traffic=source&filter=country:is:US',
    '/install',
    '/tv',
  ],
  ...['/payments', '/payments?view=unlinked', '/payments?view=reconciliation'],
  ...['/payments?status=duplicate', '/payments/PAYMENT', '/visitors/ana'],
  ...explored,
  ...['/explore/funnels?step=page:is:/&step=page:is:/pricing&split=source'],
  ...sections,
]
const ofInstallation = ['/sites', '/sites/new', '/account', '/people', '/audit']

it('lists the pages that the menus lead to', () => {
  expect(explored.length).toBeGreaterThan(8)
  expect(sections.length).toBeGreaterThan(8)
})

const all = [...ofSite.map((path) => `SITE${path}`), ...ofInstallation]
/** Those that no test of their own looks at, and those with the most words. */
const some = [
  ...[
    'SITE',
    'SITE/payments',
    'SITE/explore/cohorts',
    'SITE/explore/notes',
    'SITE/settings/general',
  ],
  ...['SITE/settings/sharing', 'SITE/settings/audit', '/audit'],
]
const tried = inLongForm(all, some)

async function visit(page: Page, path: string): Promise<void> {
  const address = path.replace('SITE', `/sites/${siteId}`).replace('PAYMENT', paymentId)
  await page.goto(server.url + address)
  // Pages that are still loading have no heading.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
}

/** A phone, a window of 1280 px at 200 % and at 400 %, and a tablet. */
const sizes = [
  [360, 740],
  [640, 360],
  [320, 256],
  [768, 1024],
] as const

// German has the longest words, and Spanish most of the others that are longer than in English.
const looks = inLongForm(
  [
    ['en-US', 'light', 1280],
    ['en-US', 'dark', 360],
    ['de-DE', 'light', 1280],
    ['es-ES', 'light', 1280],
  ] as const,
  [['de-DE', 'light', 1280]] as const,
)

it.each(looks)(
  'axe finds nothing on any page, and nothing is cut off in a small window, in %s, %s, at first %i px wide',
  async (locale, colorScheme, width) => {
    const viewport = { width, height: 900 }
    const look = { locale, colorScheme, viewport }
    const { page, complaints } = await openSignedIn(browser, server, look)
    for (const path of tried) {
      await page.setViewportSize(viewport)
      await visit(page, path)
      expect(await findAxeViolations(page, true), path).toEqual([])
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        // Charts take a new width a moment later.
        const cut = async () => [path, width, await page.evaluate(whatIsCut)]
        await expect.poll(cut).toEqual([path, width, []])
      }
    }
    expect(complaints).toEqual([])
  },
  600_000,
)
