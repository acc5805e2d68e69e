/**
 * `npm run screenshots`: pictures of the main pages at three widths in both themes, made from a
 * server of their own with a small invented shop. They land in the folder given as first argument
 * (./screenshots by default); `--readme` writes the two that the README shows into docs/images.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { chromium } from 'playwright-core'
import { createAccount } from '../server/src/accounts/create-account.ts'
import { hashPassword } from '../server/src/accounts/password.ts'
import { readConfig } from '../server/src/config.ts'
import { serve } from '../server/src/serve.ts'
import { apiKeyScopes } from '../server/src/sites/key-scopes.ts'
import { createSite } from '../server/src/sites/manage-sites.ts'
import { keepInDashboard, signIn, tellAdSpend, tellLiveVisits, tellNotes } from './shop-extras.ts'
import { tellShopStory } from './shop-story.ts'

const owner = { email: 'ana@northlight.example', password: 'a river with two arms' }
const widths = { phone: 390, desk: 1440, wall: 2560 }
const themes = ['light', 'dark'] as const

const dataDir = await mkdtemp(join(tmpdir(), 'tributary-screenshots-'))
const config = readConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  SECRET: 'only for these pictures, thrown away',
})
const server = await serve(config, pino({ level: 'warn' }))
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
})
try {
  const shop = await fillShop()
  if (process.argv.includes('--readme')) await takeReadmePictures(shop)
  else await takeAllPictures(shop, process.argv[2] ?? 'screenshots')
} finally {
  await browser.close()
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
}

interface FilledShop {
  siteId: string
  sharePath: string
  cookie: string
}

async function fillShop(): Promise<FilledShop> {
  const { control, apiKeys } = server.services
  const passwordHash = await hashPassword(owner.password)
  await createAccount(control.db, Date.now(), { email: owner.email, passwordHash })
  const site = await createSite(control.db, Date.now(), {
    name: 'Northlight',
    domains: ['northlight.example'],
  })
  const scopes = [...apiKeyScopes]
  const key = { name: 'Production server', scopes, ratePerMinute: 1_000_000 }
  const { token } = await apiKeys.create(site.id, key)
  const cookie = await signIn(server.url, owner)
  const shop = { url: server.url, siteId: site.id, key: token, cookie }
  await tellShopStory(shop.url, shop.key)
  await tellAdSpend(shop)
  await tellNotes(shop)
  const { sharePath } = await keepInDashboard(shop)
  await tellLiveVisits(shop)
  return { siteId: site.id, sharePath, cookie }
}

async function takeAllPictures(shop: FilledShop, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const { main, further } = pagesOf(shop)
  for (const theme of themes) {
    for (const [size, width] of Object.entries(widths)) {
      // Further pages change little between a desk and a wall.
      const pages = size === 'wall' ? main : { ...main, ...further }
      for (const [name, path] of Object.entries(pages)) {
        const file = join(folder, `${name}-${size}-${theme}.png`)
        await takePicture({ path, file, theme, width, height: 1000, whole: true })
      }
    }
  }
}

/** The addresses of all pages, by the name of the picture. */
function pagesOf({ siteId, sharePath }: FilledShop) {
  const site = `/sites/${siteId}`
  const main = {
    site,
    filtered: `${site}?traffic=source&by=revenue&filter=country:is:US`,
    realtime: `${site}/explore/realtime`,
    funnel: `${site}/explore/funnels?step=page:is:/&step=goal:is:signup&split=source`,
    attribution: `${site}/explore/attribution`,
    spend: `${site}/explore/spend`,
    visitor: `${site}/visitors/live-3`,
    payments: `${site}/payments`,
    providers: `${site}/settings/providers`,
    share: sharePath,
  }
  const sections = [
    'general',
    'keys',
    'goals',
    'alerts',
    'exports',
    'team',
    'sharing',
    'audit',
    'danger',
  ]
  const further = {
    journeys: `${site}/explore/journeys`,
    cohorts: `${site}/explore/cohorts?range=90d`,
    visitors: `${site}/explore/visitors`,
    notes: `${site}/explore/notes`,
    install: `${site}/install`,
    ...Object.fromEntries(sections.map((name) => [name, `${site}/settings/${name}`])),
    sites: '/sites',
    account: '/account',
    'audit-of-all': '/audit',
  }
  return { main, further }
}

/** One light, one dark; small enough for a README. */
async function takeReadmePictures({ siteId }: FilledShop): Promise<void> {
  const folder = fileURLToPath(new URL('../docs/images', import.meta.url))
  await mkdir(folder, { recursive: true })
  const size = { width: 1360, height: 1000, whole: false }
  const path = `/sites/${siteId}?traffic=source`
  await takePicture({
    path,
    file: join(folder, 'site-light.png'),
    theme: 'light',
    ...size,
  })
  const filtered = `${path}&by=revenue&filter=country:is:US`
  await takePicture({
    path: filtered,
    file: join(folder, 'site-dark.png'),
    theme: 'dark',
    ...size,
  })
}

interface Picture {
  path: string
  file: string
  theme: (typeof themes)[number]
  width: number
  height: number
  /** Down to the end of the page, or only what fits the window. */
  whole: boolean
}

async function takePicture(picture: Picture): Promise<void> {
  const { theme, width, height } = picture
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  await context.request.post(`${server.url}/api/app/session`, { data: owner, headers })
  const page = await context.newPage()
  await page.goto(server.url + picture.path)
  // Pages that follow what happens never fall silent.
  await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => {})
  await page.screenshot({ path: picture.file, fullPage: picture.whole })
  await context.close()
  console.log(picture.file)
}
