import { randomBytes } from 'node:crypto'
import { createAccount } from '@tributary/server/accounts/create-account.ts'
import { hashPassword } from '@tributary/server/accounts/password.ts'
import type { RunningServer } from '@tributary/server/serve.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { openChromium } from '../../../scripts/open-chromium.ts'
import { serveFolder, withShopFolder } from './shop-folder.ts'
import { milliseconds, quantile, type Row } from './table.ts'

const runs = 5
const demoEvents = 120_000

/** A mid-range phone on a slow mobile network, as Lighthouse has it: CPU and network throttled. */
const phone = {
  cpuSlowdown: 4,
  bytesPerSecond: { down: (1.6 * 1_000_000) / 8, up: (0.75 * 1_000_000) / 8 },
  roundTripMs: 150,
  screen: { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true },
}

/** How long the main thread must be free of long tasks before a visit counts as over. */
const quietMs = 2_000
/** What browsers call a long task. */
const longTaskMs = 50

/** Of one visit, in milliseconds since the navigation began. */
interface Visit {
  firstPaint: number
  /** The bar with its menus and the tools of the page are visible. */
  controls: number
  /** They do, and no task of more than 50 ms is under way or about to begin: a press is answered at once. */
  interactive: number
  /** The headline figures are visible. */
  figures: number
  /** Nothing waits for an answer any more. */
  complete: number
  /** The last task of more than 50 ms is over. */
  calm: number
}

/** What the page notes of itself. */
type Seen = Omit<Visit, 'interactive' | 'calm'> & { longTasks: [start: number, end: number][] }

/** The site page of a shop of 90 days on a throttled phone, at the first visit and at the next. */
export function measurePage(keepIn?: string): Promise<Row[]> {
  return withShopFolder({ events: demoEvents, keepIn }, async ({ dir, sites: [site] }) => {
    if (site === undefined) throw new Error('there is no site to look at')
    const server = await serveFolder(dir)
    const browser = await openChromium()
    try {
      const cookie = await signIn(server)
      const url = `${server.url}/sites/${site.siteId}`
      const visits: Visit[][] = []
      for (let run = 0; run < runs; run++) {
        // The page's content security policy forbids evaluating text.
        const asked = { ...phone.screen, locale: 'en-US', bypassCSP: true }
        const context = await browser.newContext(asked)
        await context.addCookies([{ ...cookie, url: server.url }])
        visits.push([await visit(context, url), await visit(context, url)])
        await context.close()
      }
      return visits.length === 0 ? [] : rowsOf(visits)
    } finally {
      await browser.close()
      await server.close()
    }
  })
}

async function signIn({ url, services: { control } }: RunningServer) {
  const email = `phone-${randomBytes(4).toString('hex')}@shop.example`
  const password = randomBytes(12).toString('hex')
  const passwordHash = await hashPassword(password)
  await createAccount(control.db, Date.now(), { email, passwordHash })
  const reply = await fetch(`${url}/api/app/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password }),
  })
  const [name = '', value = ''] = reply.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? []
  if (!reply.ok || value === '') throw new Error(`signing in answered ${reply.status}`)
  return { name, value }
}

async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage()
  await throttle(page)
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction('window.seen.complete > 0', undefined, { timeout: 60_000 })
  const isQuiet = `performance.now() - Math.max(seen.complete, ...seen.longTasks.flat()) > ${quietMs}`
  await page.waitForFunction(isQuiet, undefined, { timeout: 60_000 })
  const { longTasks, ...seen } = (await page.evaluate('window.seen')) as Seen
  await page.close()
  const calm = Math.max(seen.controls, ...longTasks.flat())
  return { ...seen, interactive: interactiveAt(seen.controls, longTasks), calm }
}

function interactiveAt(controls: number, longTasks: Seen['longTasks']): number {
  const ordered = longTasks.toSorted(([one], [other]) => one - other)
  return ordered.reduce(
    (atMs, [start, end]) => (start < atMs + longTaskMs && end > atMs ? end : atMs),
    controls,
  )
}

async function throttle(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: phone.roundTripMs,
    downloadThroughput: phone.bytesPerSecond.down,
    uploadThroughput: phone.bytesPerSecond.up,
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpuSlowdown })
}

/** Runs in the page before anything of it: notes when what a person waits for is visible. */
const watch = `(() => {
  const seen = (window.seen = { firstPaint: 0, controls: 0, figures: 0, complete: 0, longTasks: [] })
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) {
      if (name === 'first-contentful-paint') seen.firstPaint = startTime
    }
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      seen.longTasks.push([startTime, startTime + duration])
    }
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    const now = performance.now()
    const waits = document.querySelector('main [data-waiting]') !== null
    if (!seen.controls && document.querySelector('header nav a') && document.querySelector('main button')) {
      seen.controls = now
    }
    const figure = document.querySelector('main dl dd')
    if (!seen.figures && /\\d/.test(figure?.textContent ?? '')) seen.figures = now
    const hasRows = document.querySelector('main [role=tabpanel] tbody tr') !== null
    if (seen.figures && hasRows && !waits) seen.complete = now
    if (!seen.complete) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

function rowsOf(visits: readonly Visit[][]): Row[] {
  const names: Record<keyof Visit, string> = {
    firstPaint: 'first paint',
    controls: 'the controls are visible',
    interactive: 'interactive',
    figures: 'the headline figures are visible',
    complete: 'every panel is drawn',
    calm: 'the last long task is over',
  }
  return ['first visit', 'next visit'].flatMap((which, index) =>
    (Object.keys(names) as (keyof Visit)[]).map((moment) => {
      const times = visits.map((pair) => pair[index]?.[moment] ?? Number.NaN)
      return {
        what: `${which}: ${names[moment]}, median of ${runs}`,
        measured: milliseconds(quantile(times, 0.5)),
        ...(moment === 'interactive' && { aim: '1,500 ms' }),
      }
    }),
  )
}
