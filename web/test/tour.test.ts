import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

/* The tour of a site, which `npm run demo` offers. */

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  siteId = (await server.aSite()).site.id
})

afterAll(() => server?.close())

it('leads through five pages by keyboard alone, and ends for good', async () => {
  const { page, complaints } = await openTour()
  await page.getByRole('button', { name: 'Start tour' }).press('Enter')
  const paths = ['', '/payments', '/explore/attribution', '/explore/spend', '/explore/realtime']
  for (const [index, path] of paths.entries()) {
    await tourOf(page)
      .getByText(`${index + 1} of 5`)
      .waitFor()
    expect(new URL(page.url()).pathname).toBe(`/sites/${siteId}${path}`)
    await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel ?? ""')).toBe('Tour')
    if (index === 1) expect(await findAxeViolations(page)).toEqual([])
    const next = index === paths.length - 1 ? 'Finish' : 'Next'
    await page.getByRole('button', { name: next }).press('Enter')
  }
  await tourOf(page).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Realtime' }).waitFor()
  expect(await tourOf(page).count()).toBe(0)
  expect(complaints).toEqual([])
})

itInLongForm('goes back, and continues after a reload', async () => {
  const { page } = await openTour()
  await page.getByRole('button', { name: 'Start tour' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await tourOf(page).getByText('2 of 5').waitFor()
  await page.reload()
  await tourOf(page).getByText('2 of 5').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  await tourOf(page).getByText('1 of 5').waitFor()
  await page.getByRole('button', { name: 'End tour' }).click()
  await tourOf(page).waitFor({ state: 'detached' })
})

itInLongForm('is declined with one click, also by a link that offers it again', async () => {
  const { page } = await openTour()
  await page.getByRole('button', { name: 'No thanks' }).click()
  await tourOf(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).hash).toBe('')
  await page.reload()
  await page.getByRole('link', { name: 'Payments' }).waitFor()
  expect(await tourOf(page).count()).toBe(0)
})

itInLongForm('speaks German and Spanish and fits a phone', async () => {
  for (const [locale, start] of [
    ['de-DE', 'Tour starten'],
    ['es-ES', 'Empezar la visita'],
  ] as const) {
    const { page } = await openTour({ locale, viewport: { width: 360, height: 740 } })
    await page.getByRole('button', { name: start }).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    expect(await findAxeViolations(page)).toEqual([])
  }
})

async function openTour(options?: Parameters<typeof openSignedIn>[2]) {
  const watched = await openSignedIn(browser, server, options)
  await watched.page.goto(`${server.url}/sites/${siteId}#tour`)
  return watched
}

const tourOf = (page: Page) => page.getByRole('complementary', { name: 'Tour' })
