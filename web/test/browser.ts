import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inLongForm } from '@tributary/server/test/long-form.ts'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What a page did that no page of the dashboard may do. */
export interface Watched {
  page: Page
  /** Refusals of the content security policy, uncaught errors and messages of the console. */
  complaints: string[]
}

/**
 * A page of a fresh browser profile, in English, with everything it complains about noted. It is closed
 * with its test: a page left open keeps requesting its figures during all later tests.
 */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  // On a busy small machine a step has taken more than Playwright's 30 s.
  context.setDefaultTimeout(60_000)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused request is logged by the browser itself; the tests that provoke one look at the page.
    const isOwn = !message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && isOwn) complaints.push(message.text())
  })
  return { page, complaints }
}

/** They compare pixels, which takes two thirds of the time. */
const rulesOfPixels = ['color-contrast', 'target-size']

/**
 * What axe finds wrong with the page by WCAG 2.2 A and AA, in a line each. In the short form what it compares by pixels is
 * left to the test of every page, which says so.
 */
export async function findAxeViolations(
  page: Page,
  comparesPixels = inLongForm(true, false),
): Promise<string[]> {
  // What is about to change is paler than it may be.
  await page.locator('[data-stale]').first().waitFor({ state: 'detached' })
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe)
  // To say what is well with every element takes a third of the time, and to read all styles, which only rules about
  // the rotation of screens and about sound ask for, a fifth.
  const found = await page.evaluate(`axe.run(document, {
    rules: ${JSON.stringify(Object.fromEntries(rulesOfPixels.map((id) => [id, { enabled: comparesPixels }])))},
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
    preload: false,
  }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => id + ': ' + node.target.join(' ') + ' ' + (node.any[0]?.message ?? ''))))`)
  return found as string[]
}

/** What a reader would have to scroll the whole page sideways for, and buttons that hide their words. */
export const whatIsCut = `(() => {
  const reachable = (one) => one.closest('[class*="visually-hidden"]') === null
  const scrolls = (one) => one !== null &&
    (getComputedStyle(one).overflowX !== 'visible' || scrolls(one.parentElement))
  const outside = [...document.querySelectorAll('main *, header *')].filter((one) =>
    one.getBoundingClientRect().right > innerWidth + 1 && !scrolls(one.parentElement))
  const cut = [...document.querySelectorAll('main button, main label, main h1, main h2, main h3')]
    .filter((one) => one.clientWidth > 2 && one.scrollWidth > one.clientWidth + 1)
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : []
  return [...wide, ...[...outside, ...cut].filter(reachable).map((one) => one.textContent)]
})()`

/** Panels whose table is wider than they are. */
export const scrollingPanels = `[...document.querySelectorAll('main table')]
  .filter(({ parentElement }) => parentElement.scrollWidth > parentElement.clientWidth)
  .map((table) => table.textContent)`
