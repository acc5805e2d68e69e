import type { Browser, Page } from 'playwright-core'
import type { ShopServer } from './shop-server.ts'

export const themes = ['light', 'dark'] as const
const patienceMs = 60_000

interface Look {
  theme: (typeof themes)[number]
  width: number
  height: number
}

/** A signed-in page of the shop's owner, whose pictures all have the same size and theme. */
export async function openShopPage(
  browser: Browser,
  shop: ShopServer,
  { theme, width, height }: Look,
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  // One cookie of the session, one that identifies the known browser.
  const cookies = shop.cookie.split('; ').map((cookie) => {
    const [name = '', ...value] = cookie.split('=')
    return { name, value: value.join('='), url: shop.url }
  })
  await context.addCookies(cookies)
  return context.newPage()
}

/** Waits until no request is pending. Pages that follow live activity never become idle. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.locator('main').waitFor({ timeout: patienceMs })
  const waiting = page.locator('[data-waiting], [data-stale]').first()
  await waiting.waitFor({ state: 'detached', timeout: patienceMs })
  // What appears after the answers: a map's shapes, a chart's notes.
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => {})
}
