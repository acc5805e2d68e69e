/**
 * `npm run screenshots`: pictures of all pages on a phone, a tablet and a desktop, and of the main ones on a very
 * wide screen, in both themes, from a temporary server with a small invented shop. They are written to the folder
 * given as first argument (./screenshots by default); `--only funnels,spend` selects pages, and `--readme` writes
 * the pictures and the animation (with ffmpeg) of the README and the help pages into docs/images.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { openChromium } from '../open-chromium.ts'
import { recordAnimation } from './record-animation.ts'
import { openShopPage, themes, untilDrawn } from './shop-page.ts'
import { type ShopServer, startShopServer } from './shop-server.ts'

const widths = { phone: 360, tablet: 768, desk: 1440, wall: 2560 } as const

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, readme: { type: 'boolean', default: false } },
})

const startMs = performance.now()
const tell = (text: string) => {
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1).padStart(6)
  console.log(`${seconds} s  ${text}`)
}

const shop = await startShopServer(tell)
const browser = await openChromium()
try {
  if (values.readme) await takeReadmePictures()
  else await takeAllPictures(positionals[0] ?? 'screenshots')
} finally {
  await browser.close()
  await shop.close()
}

async function takeAllPictures(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { main, further } = pagesOf(shop)
  const wanted = values.only?.split(',')
  for (const theme of themes) {
    for (const [size, width] of Object.entries(widths)) {
      // Further pages change little between a desktop and a very wide screen.
      const pages = Object.entries(size === 'wall' ? main : { ...main, ...further })
      const page = await openShopPage(browser, shop, { theme, width, height: 1000 })
      for (const [name, path] of pages) {
        if (wanted && !wanted.includes(name)) continue
        const file = join(folder, `${name}-${size}-${theme}.png`)
        await takePicture(page, { path, file, isWhole: true })
      }
      await page.context().close()
    }
  }
}

/** The addresses of all pages, by the name of the picture. */
function pagesOf({ siteId, sharePath, paymentId }: ShopServer) {
  const site = `/sites/${siteId}`
  const main = {
    site,
    filtered: `${site}?traffic=source&filter=country:is:US`,
    realtime: `${site}/explore/realtime`,
    tv: `${site}/tv`,
    funnel: `${site}/explore/funnels?step=page:is:/&step=goal:is:signup&split=source`,
    journeys: `${site}/explore/journeys`,
    cohorts: `${site}/explore/cohorts?range=90d`,
    attribution: `${site}/explore/attribution`,
    spend: `${site}/explore/spend`,
    visitors: `${site}/explore/visitors`,
    visitor: `${site}/visitors/live-3`,
    subscriptions: `${site}/explore/subscriptions?range=90d`,
    payments: `${site}/payments`,
    duplicates: `${site}/payments?status=duplicate`,
    reconciliation: `${site}/payments?view=reconciliation`,
    receipt: `${site}/payments/${paymentId}`,
    share: sharePath,
  }
  const sections = [
    'general',
    'keys',
    'goals',
    'providers',
    'alerts',
    'exports',
    'team',
    'sharing',
    'audit',
    'danger',
  ]
  const further = {
    unlinked: `${site}/payments?view=unlinked`,
    funnels: `${site}/explore/funnels`,
    notes: `${site}/explore/notes`,
    breakdown: `${site}?open=source`,
    models: `${site}?open=models`,
    install: `${site}/install`,
    ...Object.fromEntries(sections.map((name) => [name, `${site}/settings/${name}`])),
    sites: '/sites',
    'new-site': '/sites/new',
    account: '/account',
    people: '/people',
    'audit-of-all': '/audit',
  }
  return { main, further }
}

/** One light, one dark, small enough for a README, pages of Getting started, and a short recorded session. */
async function takeReadmePictures(): Promise<void> {
  const folder = fileURLToPath(new URL('../../docs/images', import.meta.url))
  await mkdir(folder, { recursive: true })
  const path = `/sites/${shop.siteId}?traffic=source`
  const filtered = `${path}&filter=country:is:US`
  for (const [theme, shown] of [
    ['light', path],
    ['dark', filtered],
  ] as const) {
    const page = await openShopPage(browser, shop, { theme, width: 1360, height: 1260 })
    await takePicture(page, { path: shown, file: join(folder, `site-${theme}.png`) })
    await page.context().close()
  }
  const help = {
    install: `/sites/${shop.siteId}/install`,
    providers: `/sites/${shop.siteId}/settings/providers`,
    receipt: `/sites/${shop.siteId}/payments/${shop.paymentId}`,
  }
  for (const [name, shown] of Object.entries(help)) {
    const page = await openShopPage(browser, shop, { theme: 'light', width: 1120, height: 700 })
    await takePicture(page, { path: shown, file: join(folder, `${name}.png`) })
    await page.context().close()
  }
  const animation = join(folder, 'tour.png')
  await recordAnimation(browser, shop, animation)
  tell(animation)
}

interface Picture {
  path: string
  file: string
  /** The whole page, or only what fits the window. */
  isWhole?: boolean
}

/** A real server has a name, where this one has a port. */
function showPublicAddress(page: Page): Promise<void> {
  return page.evaluate(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const local = /http:\\/\\/(localhost|127\\.0\\.0\\.1):\\d+/g
      if (local.test(text.data)) text.data = text.data.replace(local, 'https://stats.northlight.example')
    }
  })()`)
}

async function takePicture(page: Page, { path, file, isWhole = false }: Picture): Promise<void> {
  await page.goto(shop.url + path)
  await untilDrawn(page)
  await showPublicAddress(page)
  await page.screenshot({ path: file, fullPage: isWhole })
  tell(file)
}
