import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSignedIn, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const { site, key } = await server.aSite()
  siteId = site.id
  const at = (ago: number) => ({
    url: 'https://shop.example/',
    visitorId: `v${ago}`,
    timestamp: new Date(Date.now() - ago * 86_400_000).toISOString(),
  })
  const body = Array.from({ length: 25 }, (_, ago) => [
    { ...at(ago), type: 'pageview' },
    { ...at(ago), type: 'goal', name: 'daily' },
    ...(ago % 10 === 0 ? [{ ...at(ago), type: 'goal', name: 'rare' }] : []),
  ]).flat()
  const reply = await server.request('POST', '/api/v1/events', { key, body })
  expect(reply.body).toMatchObject({ data: { accepted: body.length } })
})

afterAll(() => server?.close())

it('draws a goal that is reached daily as bars, and a rare one as marks', async () => {
  const { page, complaints } = await openSignedIn(browser, server)
  for (const goal of ['daily', 'rare']) {
    const pinned = await page.request.patch(`${server.url}/api/app/sites/${siteId}/goals`, {
      data: { goal, shown: 'pinned' },
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    })
    expect(pinned.ok()).toBe(true)
  }
  await page.goto(`${server.url}/sites/${siteId}`)
  const rows = page.getByRole('slider').locator('svg g[class*=goals]')
  await expect.poll(() => rows.count()).toBe(2)
  // Bars with the sign of the row, of which there is one in the legend as well.
  await expect.poll(() => rows.nth(0).locator('rect').count()).toBe(25)
  expect(await rows.nth(0).locator('path').count()).toBe(1)
  expect(await rows.nth(1).locator('rect').count()).toBe(0)
  expect(await rows.nth(1).locator('path').count()).toBe(3)
  expect(complaints).toEqual([])
})
