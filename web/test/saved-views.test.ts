import { personName } from '@tributary/contract/person-name.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser
let siteId: string

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
  const { site, key } = await server.aSite()
  siteId = site.id
  const hit = { type: 'pageview', url: 'https://shop.example/' }
  const body = [
    { ...hit, visitorId: 'ana', country: 'US' },
    { ...hit, visitorId: 'ben', country: 'DE' },
  ]
  await server.request('POST', '/api/v1/events', { key, body })
})

afterAll(() => server?.close())

async function addViews(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const reply = await page.request.post(`${server.url}/api/app/sites/${siteId}/views`, {
      data: { name, scope: 'person', filters: [], params: { range: '7d' } },
      headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    })
    expect(reply.status()).toBe(200)
  }
}

async function manageViews(page: Page) {
  await page.goto(`${server.url}/sites/${siteId}?range=7d`)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitem', { name: 'Manage views…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  return { dialog, own: dialog.getByRole('region', { name: 'My views' }) }
}

it('a view keeps filters, range, model, columns and tabs, and opens on another page', async () => {
  const { page, complaints } = await openSignedIn(browser, server)
  const shown = 'range=7d&model=first&traffic=source&filter=country:is:DE'
  await page.goto(`${server.url}/sites/${siteId}?${shown}`)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByText('Save filters, period').waitFor()
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a name.').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByLabel('Name').fill('German speakers')
  await dialog.getByLabel('Available to').selectOption('site')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const opened = page.getByRole('button', { name: 'German speakers', exact: true })
  await opened.waitFor()

  // The columns of the view stay with the view.
  await page.getByRole('button', { name: 'Choose columns' }).first().click()
  await page.getByRole('menuitemcheckbox', { name: 'Sessions' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  const edited = page.getByRole('button', { name: 'German speakers (edited)' })
  await edited.click()
  await page.getByRole('menuitem', { name: 'Close view' }).click()
  await page.waitForURL(/\?view=none$/)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitemradio', { name: 'German speakers' }).click()
  await page.waitForURL((url) => url.search.includes('range=7d&model=first'))
  expect(page.url()).toContain('traffic=source')
  expect(page.url()).toContain('columns=visitors,revenue')
  await opened.waitFor()

  await page.keyboard.press('m')
  await edited.click()
  await page.getByRole('menuitem', { name: 'Update “German speakers”' }).click()
  await opened.waitFor()

  await page.goto(`${server.url}/sites/${siteId}/explore/visitors?range=7d`)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('menuitemradio', { name: 'German speakers' }).click()
  await page.waitForURL(/filter=country:is:DE/)
  await page.getByRole('link', { name: personName('ben') }).waitFor()
  await page.getByRole('link', { name: personName('ana') }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

itInLongForm(
  'opens with the default view unless the address says otherwise, and a change of it stays',
  async () => {
    const { page, complaints } = await openSignedIn(browser, server)
    const site = `${server.url}/sites/${siteId}`
    await page.goto(`${site}?range=today`)
    await page.getByRole('button', { name: 'Saved views' }).click()
    await page.getByRole('menuitem', { name: 'Save as new view…' }).click()
    await page.getByLabel('Name').fill('This morning')
    await page.getByRole('switch', { name: 'Open by default' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    const opened = page.getByRole('button', { name: 'This morning', exact: true })
    await opened.waitFor()

    const asked: string[] = []
    page.on('request', (request) => asked.push(request.postData() ?? ''))
    await page.goto(site)
    await page.waitForURL(/range=today/)
    await opened.waitFor()
    await page.getByRole('button', { name: /Today/ }).waitFor()
    // The page does not first show what it would without a view.
    expect(asked.filter((body) => body.includes('"30d"'))).toEqual([])
    await page.goto(`${site}?range=7d`)
    await page.getByRole('button', { name: 'Saved views' }).waitFor()
    await page.keyboard.press('m')
    await page.waitForURL(site)
    await page.getByRole('button', { name: /Last 30 days/ }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: /Last 30 days/ }).waitFor()
    expect(complaints).toEqual([])
  },
)

it('offers to undo what was done last, also while it is being saved', async () => {
  const { page } = await openSignedIn(browser, server)
  const letGo = Promise.withResolvers<void>()
  let orders = 0
  await page.route('**/views', async (route) => {
    if (route.request().method() === 'PUT') {
      orders += 1
      if (orders === 2) await letGo.promise
    }
    await route.continue()
  })
  await addViews(page, 'First', 'Second', 'Third')
  const { dialog, own } = await manageViews(page)
  const names = async () =>
    (await own.getByRole('listitem').allTextContents()).filter((name) =>
      /^(First|Second|Third)/.test(name),
    )
  await own.getByRole('button', { name: 'Move First' }).press('ArrowDown')
  await dialog.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(names).toEqual(['Second', 'Third', 'First'])
  expect(await dialog.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  letGo.resolve()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(['Second', 'First', 'Third'])
})

itInLongForm(
  'views are renamed, moved by keyboard and by mouse, and deleted, each with an undo',
  async () => {
    const { page, complaints } = await openSignedIn(browser, server)
    await addViews(page, 'One', 'Two', 'Three')
    const { dialog, own } = await manageViews(page)
    const names = async () =>
      (await own.getByRole('listitem').allTextContents()).filter((name) =>
        /^(One|Two|Three|Uno)/.test(name),
      )
    await expect.poll(names).toEqual(['One', 'Two', 'Three'])
    expect(await findAxeViolations(page)).toEqual([])

    await own.getByRole('button', { name: 'Move One' }).press('ArrowDown')
    await expect.poll(names).toEqual(['Two', 'One', 'Three'])
    // The keyboard stays with the view that it moved.
    await page.keyboard.press('ArrowDown')
    await expect.poll(names).toEqual(['Two', 'Three', 'One'])
    const topOfList = async () => (await own.boundingBox())?.y
    const before = await topOfList()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(names).toEqual(['Two', 'One', 'Three'])
    await dialog.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    // The row under the pointer stays there.
    expect(await topOfList()).toBe(before)

    await own.getByRole('button', { name: 'Move Three' }).hover()
    await page.mouse.down()
    const target = await own.getByRole('button', { name: 'Move Two' }).boundingBox()
    await page.mouse.move((target?.x ?? 0) + 5, (target?.y ?? 0) + 2, { steps: 4 })
    await page.mouse.up()
    await expect.poll(names).toEqual(['Three', 'Two', 'One'])

    await own.getByRole('button', { name: 'Actions for One' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.keyboard.type('Uno')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['Three', 'Two', 'Uno'])
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(names).toEqual(['Three', 'Two', 'One'])

    await own.getByRole('button', { name: 'Actions for Two' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect.poll(names).toEqual(['Three', 'One'])
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(names).toEqual(['Three', 'Two', 'One'])
    expect(await findAxeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  },
)
