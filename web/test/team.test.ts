import { aPerson } from '@tributary/server/test/a-person.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import type { TestServer } from '@tributary/server/test/server.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findAxeViolations, openPage } from './browser.ts'
import { openSignedIn, startDashboard } from './signed-in.ts'

let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await startDashboard())
})

afterAll(() => server?.close())

it('invites a viewer, who may look and change nothing, gets more rights, and leaves', async () => {
  const { site } = await server.aSite({ name: 'The shop' })
  const { page, complaints } = await openTeam(site.id)
  await page.getByText('No pending invitations.').waitFor()
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await page.getByRole('dialog').getByLabel('E-mail').waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const link = await invite(page, 'ben@shop.example')
  const line = page.getByRole('listitem').filter({ hasText: 'ben@shop.example' })
  await line.getByText(/Viewer · expires/).waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  const ben = await openPage(browser, { viewport: { width: 390, height: 800 } })
  await ben.page.goto(link)
  await ben.page.getByText('owner@shop.example invites you to The shop as Viewer.').waitFor()
  expect(await findAxeViolations(ben.page)).toEqual([])
  await ben.page.getByLabel('Choose a password').fill('an ocean with one arm')
  await ben.page.getByRole('button', { name: 'Create account and accept' }).click()
  await ben.page.waitForURL(`${server.url}/sites/${site.id}`)
  await ben.page.getByRole('link', { name: 'Site settings' }).click()
  await ben.page.getByRole('list', { name: 'Members' }).getByText('ben@shop.example').waitFor()
  expect(await ben.page.getByRole('link', { name: 'API keys' }).count()).toBe(0)
  expect(await ben.page.getByRole('button', { name: 'Invite a member' }).count()).toBe(0)
  expect(await ben.page.getByRole('combobox').count()).toBe(0)
  await ben.page.goto(`${server.url}/sites/${site.id}/settings/keys`)
  await ben.page.getByText('Only admins and owners of this site can see this page.').waitFor()
  const refused = await ben.page.request.patch(`${server.url}/api/app/sites/${site.id}`, {
    data: { name: 'Mine' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(refused.status()).toBe(403)

  await page.reload()
  await Promise.all([
    page.waitForResponse((reply) => reply.request().method() === 'PATCH'),
    page.getByLabel('Role of ben@shop.example').selectOption('Admin'),
  ])
  await ben.page.reload()
  await ben.page.getByRole('button', { name: 'Create key' }).waitFor()
  await ben.page.getByRole('link', { name: 'Team' }).click()
  await ben.page.getByRole('button', { name: 'Leave this site' }).click()
  const question = ben.page.getByRole('alertdialog')
  await question.getByText('To come back you need a new invitation.').waitFor()
  expect(await findAxeViolations(ben.page)).toEqual([])
  await question.getByRole('button', { name: 'Leave this site' }).click()
  await ben.page.getByText('No sites yet').waitFor()
  expect([...complaints, ...ben.complaints]).toEqual([])
})

itInLongForm(
  'removes a member with the keys that they know, and shows later what they still have',
  async () => {
    const { site } = await server.aSite()
    const { services } = server
    const email = 'leaver@shop.example'
    const headers = await aPerson(services, { role: 'admin', siteId: site.id, email })
    const make = (path: string, body: object) =>
      server.request('POST', `/api/app/sites/${site.id}/${path}`, { headers, body })
    expect((await make('keys', { name: 'Backend', scopes: ['goals:write'] })).status).toBe(200)
    const share = { name: 'Board', panels: ['figures'], showsMoney: false }
    expect((await make('shares', share)).status).toBe(200)
    const { page, complaints } = await openTeam(site.id)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: `Remove ${email}` }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    const theirs = dialog.getByRole('group', { name: 'Created or seen by this member' })
    await theirs.getByRole('checkbox', { name: 'Backend' }).focus()
    await page.keyboard.press('Space')
    expect(await theirs.getByRole('checkbox', { checked: true }).count()).toBe(1)
    // The key that the test's site began with is in no log.
    await dialog.getByRole('group', { name: 'Creator unknown' }).getByText('test').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Remove and revoke' }).focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const former = page.getByRole('list', { name: 'Former members' })
    await former.getByText('active keys, links and webhooks: 1').waitFor()
    await page
      .getByRole('list', { name: 'Members', exact: true })
      .getByText(email)
      .waitFor({ state: 'detached' })
    const names = async () => {
      const keys = await services.apiKeys.list(site.id)
      return keys.filter(({ revokedMs }) => revokedMs === undefined).map(({ name }) => name)
    }
    expect(await names()).toEqual(['test'])

    await former.getByRole('button', { name: `Review access of ${email}` }).click()
    await theirs.getByRole('checkbox', { name: 'Board' }).check()
    expect(await findAxeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Revoke selected' }).click()
    await former.getByText('no active keys, links or webhooks').waitFor()
    await dialog.waitFor({ state: 'detached' })
    expect(await former.getByRole('button').count()).toBe(0)
    expect(complaints).toEqual([])
  },
)

itInLongForm(
  'opens nothing once an invitation is revoked, and nothing for another account',
  async () => {
    const { site } = await server.aSite()
    const { page, complaints } = await openTeam(site.id)
    const link = await invite(page, 'eva@shop.example')
    const other = await openSignedIn(browser, server)
    await other.page.goto(link)
    await other.page.getByText('You are signed in as owner@shop.example').waitFor()
    await page.getByRole('button', { name: 'Revoke the invitation of eva@shop.example' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('No pending invitations.').waitFor()
    await other.page.goto('about:blank')
    await other.page.goto(link)
    await other.page.getByText('used or revoked, or is too old').waitFor()
    expect([...complaints, ...other.complaints]).toEqual([])
  },
)

itInLongForm('shares chosen panels by a link with a password, until it is revoked', async () => {
  const { site, key } = await server.aSite({ name: 'The shop' })
  const url = 'https://shop.example/?utm_source=letter'
  const events = [{ type: 'pageview', visitorId: 'ana', sessionId: 's1', url }]
  expect((await server.request('POST', '/api/v1/events', { key, body: { events } })).status).toBe(
    200,
  )
  const { page, complaints } = await openSignedIn(browser, server)
  await page.goto(`${server.url}/sites/${site.id}/settings/sharing`)
  await page.getByText('No share links yet.').waitFor()
  await page.getByRole('button', { name: 'Create share link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Board <b>meeting</b>')
  await dialog.getByLabel('Pages').uncheck()
  await dialog.getByLabel('Password').fill('a lake without an arm')
  await dialog.getByRole('switch', { name: 'Allow embedding' }).click()
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByRole('heading', { name: 'Link created' }).waitFor()
  const link = (await dialog.locator('pre').first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page
    .getByText(/Key metrics, Chart, Traffic sources · with a password · embedding allowed/)
    .waitFor()

  const reader = await openPage(browser, { viewport: { width: 390, height: 800 } })
  await reader.page.goto(server.url + new URL(link).pathname + new URL(link).hash)
  await reader.page.getByLabel('Password').fill('a wrong guess')
  await reader.page.getByRole('button', { name: 'Open' }).click()
  await reader.page.getByText('This is not the password of this link').waitFor()
  await reader.page.getByLabel('Password').fill('a lake without an arm')
  expect(await findAxeViolations(reader.page)).toEqual([])
  await reader.page.getByRole('button', { name: 'Open' }).click()
  const traffic = reader.page.getByRole('region', { name: 'Traffic sources' })
  await traffic.getByRole('tab', { name: 'Sources' }).click()
  await traffic.getByText('letter').waitFor()
  await reader.page.getByRole('slider').waitFor()
  expect(await findAxeViolations(reader.page)).toEqual([])
  expect(await reader.page.getByText('Revenue', { exact: true }).count()).toBe(0)
  expect(await reader.page.getByRole('region', { name: 'Pages' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Revoke the link Board <b>meeting</b>' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('No share links yet.').waitFor()
  await reader.page.reload()
  await reader.page.getByText('This link has expired or was revoked').waitFor()
  expect([...complaints, ...reader.complaints]).toEqual([])
})

itInLongForm(
  'erases a visitor after the id was typed again, and writes down that it did',
  async () => {
    const { site, key } = await server.aSite()
    const goal = { event: 'signup', visitorId: 'forget-me' }
    expect((await server.request('POST', '/api/v1/goal', { key, body: goal })).status).toBe(200)
    const { page, complaints } = await openSignedIn(browser, server)
    await page.goto(`${server.url}/sites/${site.id}/settings/danger`)
    await page.getByLabel('Visitor ID').fill('forget-me')
    await page.getByRole('button', { name: 'Erase a visitor' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('All data about forget-me').waitFor()
    const erase = question.getByRole('button', { name: 'Erase visitor' })
    expect(await erase.isDisabled()).toBe(true)
    await question.getByLabel('Type the visitor ID to continue').fill('forget-me')
    expect(await findAxeViolations(page)).toEqual([])
    await erase.click()
    await page.getByText(/^Erased 1 events/).waitFor()
    const gone = await server.request('GET', '/api/v1/visitor?visitorId=forget-me', { key })
    expect(gone.status).toBe(404)
    await page.getByRole('link', { name: 'Audit log' }).click()
    await page.getByText('owner@shop.example erased a visitor').waitFor()
    await page.getByLabel('Type').selectOption('connected')
    await page.getByText('No entries yet.').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  },
)

async function openTeam(siteId: string) {
  const watched = await openSignedIn(browser, server)
  await watched.page.goto(`${server.url}/sites/${siteId}/settings/team`)
  await watched.page.getByRole('button', { name: 'Invite a member' }).waitFor()
  return watched
}

/** Answers the link, which is shown once. */
async function invite(page: Page, email: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await dialog.getByRole('heading', { name: 'Copy the invitation link' }).waitFor()
  const link = (await dialog.locator('pre').textContent()) ?? ''
  expect(link).toContain('/invitation#token=')
  await dialog.getByRole('button', { name: 'Done' }).click()
  return server.url + link.slice(link.indexOf('/invitation'))
}
