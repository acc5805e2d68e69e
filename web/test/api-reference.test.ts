import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../../scripts/open-chromium.ts'
import { startTestServer, type TestServer } from '../../server/src/test/server.ts'
import { findAxeViolations, openPage, type Watched } from './browser.ts'

let server: TestServer
let browser: Browser
let key: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer({ own: true }), openChromium()])
  key = (await server.aSite()).key
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
})

async function openReference(): Promise<Watched> {
  const watched = await openPage(browser)
  await watched.page.goto(`${server.url}/docs`)
  return watched
}

describe('/docs', () => {
  it('lists every operation, readable by everybody and within the content security policy', async () => {
    const { page, complaints } = await openReference()
    const { body } = await server.request('GET', '/api/openapi.json')
    const { paths } = body as { paths: Record<string, object> }
    const listed = await page.locator('nav a').allInnerTexts()
    const wanted = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(wanted.sort())
    expect(await findAxeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('sends what its forms show, with the key that was typed', async () => {
    const { page, complaints } = await openReference()
    const goal = page.locator('#recordGoal')
    await goal.getByLabel('Example').selectOption({ index: 1 })
    await goal.getByRole('button', { name: 'Send' }).click()
    await goal.getByText('Unauthorized. Invalid or missing API key.').waitFor()

    await page.getByLabel('API key').fill(key)
    await goal.getByRole('button', { name: 'Send' }).click()
    await goal.locator('output').getByText('Goal \\"signup\\" tracked').waitFor()
    expect(await goal.locator('output').textContent()).toMatch(/^HTTP 200\nx-ratelimit-limit: /)

    const visitor = page.locator('#getVisitor')
    await visitor.getByLabel('visitorId').fill('unknown & none')
    await visitor.getByRole('button', { name: 'Send' }).click()
    await visitor.locator('output').getByText('Visitor not found').waitFor()
    expect(complaints).toEqual([])
  })

  it('fits a phone', async () => {
    const { page } = await openPage(browser, { viewport: { width: 375, height: 800 } })
    await page.goto(`${server.url}/docs`)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    expect(width).toBe(375)
  })
})
