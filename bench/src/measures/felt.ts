import { loadavg } from 'node:os'
import type { Page } from 'playwright-core'
import { seededRandom } from '../demo/random.ts'
import { type Dashboard, type DashboardOptions, withDashboard } from './dashboard.ts'
import { leaving, returning, siteClicks } from './felt-clicks.ts'
import { type Felt, watchClicks } from './felt-watch.ts'
import { count, milliseconds, quantile, type Row } from './table.ts'

const seed = 1
const screen = { viewport: { width: 1440, height: 900 } }
/** How long people hold a button of the mouse down. */
const pressMs = 80
/** After this long, missing figures must be announced. */
const patienceMs = 300
/** A browser draws a frame every 17 ms; on a busy machine one is left out now and then. */
const toleranceMs = 50

interface Click extends Felt {
  kind: string
  /** What was clicked. */
  name: string
}

/** How long figures take after a click on the site page and around it. */
export function measureFelt({
  clicks,
  ...options
}: DashboardOptions & { clicks: number }): Promise<Row[]> {
  return withDashboard(options, async (dashboard) => {
    const before = loadavg()[0] ?? 0
    const felt = await clickAround(dashboard, clicks)
    const load = `${before.toFixed(1)} to ${(loadavg()[0] ?? 0).toFixed(1)}`
    return [...rowsOf(felt), { what: 'load of the machine meanwhile', measured: load }]
  })
}

async function clickAround(dashboard: Dashboard, wanted: number): Promise<Click[]> {
  const { url, sitePath, openContext } = dashboard
  const random = seededRandom(seed)
  const context = await openContext(screen)
  const page = await context.newPage()
  await page.addInitScript(watchClicks)
  await page.goto(url + sitePath)
  await rest(page)
  const done: Click[] = []
  while (done.length < wanted) {
    const kinds = random.chance(0.15)
      ? [leaving, returning]
      : [siteClicks[random.between(0, siteClicks.length - 1)]]
    for (const kind of kinds) {
      const target = await kind?.find(page, random)
      if (kind === undefined || target === undefined) continue
      const name = ((await target.getAttribute('aria-label')) ?? (await target.innerText())).trim()
      // Scrolling to it and hovering over it are not part of the click.
      await target.hover()
      await page.evaluate('felt.arm()')
      await target.click({ delay: pressMs })
      await page.waitForFunction('felt.result', undefined, { timeout: 60_000, polling: 100 })
      const felt = (await page.evaluate('felt.result')) as Felt
      done.push({ kind: kind.name, name: name.split('\n')[0] ?? '', ...felt })
      process.stderr.write(`\rclick ${done.length} of ${wanted} `)
    }
  }
  process.stderr.write('\n')
  await context.close()
  return done
}

/** Waits until a page that was just opened has no pending requests. */
async function rest(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('table').first().waitFor({ timeout: 60_000 })
  const waiting = page.locator('[data-waiting], [data-stale]').first()
  await waiting.waitFor({ state: 'detached', timeout: 60_000 })
  await page.waitForLoadState('networkidle')
}

function rowsOf(clicks: readonly Click[]): Row[] {
  const kinds = [...new Set(clicks.map(({ kind }) => kind))].toSorted()
  const late = clicks.filter(({ all }) => all > patienceMs)
  const unannounced = late.filter(
    ({ waitShown = Number.POSITIVE_INFINITY }) => waitShown > patienceMs + toleranceMs,
  )
  const shifts = clicks.map(({ shift }) => shift)
  const worst = clicks.toSorted((one, other) => other.shift - one.shift)[0]
  const aims = { aim: '150 ms', floor: '300 ms' }
  return [
    { what: `first figures, ${spread}`, measured: spreadOf(clicks, 'first'), ...aims },
    { what: `all figures in the window, ${spread}`, measured: spreadOf(clicks, 'all'), ...aims },
    { what: '… of which answers of the server', measured: spreadOf(clicks, 'answered') },
    ...kinds.map((kind) => {
      const some = clicks.filter((click) => click.kind === kind)
      return { what: `${kind} (${some.length}): all figures`, measured: spreadOf(some, 'all') }
    }),
    {
      what: `clicks with figures after more than ${patienceMs} ms`,
      measured: `${late.length} of ${clicks.length}`,
    },
    {
      what: `… and nothing that showed it by then${examples(unannounced)}`,
      measured: count(unannounced.length),
      floor: '0',
    },
    {
      what: `layout shift of a click, worst${worst && worst.shift > 0 ? ` (${worst.name}: ${worst.moved})` : ''}`,
      measured: Math.max(0, ...shifts).toFixed(3),
      floor: '0.02',
    },
  ]
}

const spread = 'median / p95 / worst'

function spreadOf(clicks: readonly Click[], of: 'first' | 'all' | 'answered'): string {
  const times = clicks.map((click) => click[of])
  return [0.5, 0.95, 1].map((share) => milliseconds(quantile(times, share))).join(' / ')
}

function examples(clicks: readonly Click[]): string {
  const names = clicks
    .slice(0, 3)
    .map(
      ({ kind, name, all, waitShown = Number.POSITIVE_INFINITY }) =>
        `${kind}: ${name}, ${count(all)} ms, shown after ${count(waitShown)} ms`,
    )
  return names.length === 0 ? '' : ` (${names.join('; ')})`
}
