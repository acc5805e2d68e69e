import type { BrowserContext, Page } from 'playwright-core'
import { type Dashboard, type DashboardOptions, withDashboard } from './dashboard.ts'
import { count, milliseconds, quantile, type Row } from './table.ts'

const runs = 5

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
  /** Bytes of script, as they came, that were fetched before the controls were visible. */
  scriptBytes: number
  firstPaint: number
  /** The bar with its menus and the tools of the page are visible. */
  controls: number
  /**
   * The controls are visible, and no task of more than 50 ms is running or about to begin: a press is answered at
   * once.
   */
  interactive: number
  /** The headline figures are visible. */
  figures: number
  /** No request is pending any more. */
  complete: number
  /** The last task of more than 50 ms is over. */
  calm: number
}

/** What the page notes of itself. */
type Seen = Omit<Visit, 'interactive' | 'calm'> & { longTasks: [start: number, end: number][] }

/** The site page on a throttled phone, at the first visit and at the next. */
export function measurePage(options: DashboardOptions): Promise<Row[]> {
  return withDashboard(options, measurePageOf)
}

async function measurePageOf({ url, sitePath, openContext }: Dashboard): Promise<Row[]> {
  const visits: Visit[][] = []
  for (let run = 0; run < runs; run++) {
    const context = await openContext(phone.screen)
    visits.push([await visit(context, url + sitePath), await visit(context, url + sitePath)])
    await context.close()
  }
  return rowsOf(visits)
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
  const seen = (window.seen = { scriptBytes: 0, firstPaint: 0, controls: 0, figures: 0, complete: 0, longTasks: [] })
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
      for (const { name, encodedBodySize } of performance.getEntriesByType('resource')) {
        if (name.endsWith('.js')) seen.scriptBytes += encodedBodySize
      }
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
  const names: Record<Exclude<keyof Visit, 'scriptBytes'>, string> = {
    firstPaint: 'first paint',
    controls: 'the controls are visible',
    interactive: 'interactive',
    figures: 'the headline figures are visible',
    complete: 'every panel is drawn',
    calm: 'the last long task is over',
  }
  const scriptBytes = visits.map(([first]) => first?.scriptBytes ?? Number.NaN)
  const script: Row = {
    what: 'first visit: script fetched before the controls are visible, gzip',
    measured: `${count(quantile(scriptBytes, 0.5) / 1000)} kB`,
    aim: '180 kB',
  }
  const times = ['first visit', 'next visit'].flatMap((which, index) =>
    (Object.keys(names) as (keyof typeof names)[]).map((moment) => {
      const taken = visits.map((pair) => pair[index]?.[moment] ?? Number.NaN)
      return {
        what: `${which}: ${names[moment]}, median of ${runs}`,
        measured: milliseconds(quantile(taken, 0.5)),
        ...(moment === 'interactive' && { aim: '1,500 ms' }),
      }
    }),
  )
  return [script, ...times]
}
