import { createSetupLink } from '@tributary/server/setup/setup-link.ts'
import { itInLongForm } from '@tributary/server/test/long-form.ts'
import { startTestServer, type TestServer } from '@tributary/server/test/server.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedBrowser } from '../../scripts/shared-browser.ts'
import { findAxeViolations, openPage } from './browser.ts'

const account = { email: 'ana@shop.example', password: 'a river with two arms' }
let server: TestServer
let browser: Browser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startTestServer({ sharesEngine: true }), sharedBrowser()])
})

afterAll(() => server?.close())

describe('the first run', () => {
  it('leads from the one-time link over the first visit to the dashboard', async () => {
    const link = await createSetupLink(server.services.control, Date.now(), server.url)
    const { page, complaints } = await openPage(browser)
    await page.goto(link ?? '')
    await page.getByLabel('E-mail').waitFor()
    expect(await findAxeViolations(page)).toEqual([])

    await page.getByLabel('E-mail').fill(account.email)
    await page.getByLabel('Password').fill('short')
    await page.getByLabel('Domain').fill('https://www.shop.example/about')
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await page.getByLabel('Currency').selectOption('EUR')
    await page.getByRole('button', { name: 'Create account and site' }).click()
    await page.getByText('needs at least 8 characters').waitFor()
    await page.getByLabel('Password').fill(account.password)
    await page.getByRole('button', { name: 'Create account and site' }).click()

    await page.getByText('Waiting for the first visit').waitFor()
    const siteId = /\/sites\/(site_\w+)\/install$/.exec(page.url())?.[1] ?? ''
    expect(await page.locator('pre').first().textContent()).toBe(
      `<script defer src="${server.url}/js/script.js" data-site="${siteId}"></script>`,
    )
    expect(await findAxeViolations(page)).toEqual([])

    const checklist = page.getByRole('region', { name: 'Setup' })
    await checklist.getByText('1 of 3 steps done').waitFor()
    await sendPageView(siteId)
    await page.getByText('Visit received').waitFor()
    await page.getByText('Page: /pricing. Source: Reddit.').waitFor()
    await checklist.getByText('2 of 3 steps done').waitFor()
    // Another page, and a reload that requests everything again: it is still what the visitor came to.
    await sendPageView(siteId, '/about')
    await page.reload()
    await page.getByText('Page: /pricing. Source: Reddit.').waitFor()

    const providers = page.getByRole('tablist', { name: 'Receive real payments' })
    expect(await providers.getByRole('tab').allTextContents()).toEqual([
      ...['Stripe', 'Lemon Squeezy', 'Polar', 'Paddle', 'Shopify', 'Dodo Payments', 'Creem'],
      ...[
        'WooCommerce',
        'Gumroad',
        'PayPal',
        'RevenueCat',
        'Chargebee',
        'Paystack',
        'Razorpay',
        'Whop',
        'Mollie',
        'Your server (curl)',
      ],
    ])
    await providers.getByRole('tab', { name: 'Polar' }).click()
    await page.getByRole('button', { name: 'Connect Polar' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Provider').inputValue()).toBe('polar')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await providers.getByRole('tab', { name: 'Your server (curl)' }).click()
    await page.getByRole('button', { name: 'Create an API key' }).click()
    await page.getByText('The key is shown only now.').waitFor()
    const call = await page.getByRole('figure', { name: 'Your server (curl)' }).textContent()
    expect(call).toContain('"visitorId": "v-ana"')
    expect(call).not.toContain('YOUR_API_KEY')

    await page.getByRole('button', { name: /^Send test payment/ }).click()
    await page.getByText('The payment is linked to the visitor.').waitFor()
    expect(await page.getByText('Payment received').count()).toBe(1)
    await checklist.getByText('You are done').waitFor()
    await page.getByRole('button', { name: 'Refund test payment' }).click()
    await page.getByText('Refunded in full').waitFor()
    await checklist.getByText('You are done').waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Open dashboard', exact: true }).click()
    await page
      .getByRole('button', { name: 'Show only Reddit' })
      .or(page.getByText('Social'))
      .first()
      .waitFor()
    expect(complaints).toEqual([])
  })

  itInLongForm('refuses a link that was used', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${server.url}/setup#token=used`)
    await page.getByLabel('E-mail').fill('ben@shop.example')
    await page.getByLabel('Password').fill(account.password)
    await page.getByLabel('Domain').fill('shop.example')
    await page.getByRole('button', { name: 'Create account and site' }).click()
    await page.getByRole('alert').getByText('This set-up link was used').waitFor()
  })
})

describe('signing in', () => {
  it('says one thing for a wrong address and a wrong password, lets the right one in, and ends', async () => {
    const { page, complaints } = await openPage(browser)
    await page.goto(`${server.url}/sites?range=7d`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await findAxeViolations(page)).toEqual([])
    for (const wrong of [
      { ...account, password: 'a pond without any arms' },
      { ...account, email: 'unknown@shop.example' },
    ]) {
      await signIn(page, wrong)
      await page.getByRole('alert').getByText('Wrong e-mail address or password').waitFor()
    }
    await signIn(page, account)
    await page.getByRole('heading', { name: 'Sites' }).waitFor()
    expect(page.url()).toBe(`${server.url}/sites?range=7d`)
    await page.getByRole('button', { name: 'Account and theme' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${server.url}/sites`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(complaints).toEqual([])
  })

  it('follows no address of another origin after signing in', async () => {
    const { page } = await openPage(browser)
    await page.goto(`${server.url}/sign-in?to=//evil.example/sites`)
    await signIn(page, account)
    await page.waitForURL(/\/sites\/site_/)
    expect(new URL(page.url()).origin).toBe(server.url)
  })
})

async function signIn(
  page: Awaited<ReturnType<typeof openPage>>['page'],
  { email, password }: typeof account,
): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function sendPageView(siteId: string, path = '/pricing'): Promise<void> {
  const reply = await server.request('POST', '/api/collect', {
    body: {
      siteId,
      type: 'pageview',
      visitorId: 'v-ana',
      sessionId: 's-ana',
      url: `https://shop.example${path}`,
      referrer: 'https://www.reddit.com/r/selfhosted',
    },
  })
  expect(reply.status).toBe(202)
  expect(reply.headers.get('x-tributary-dropped')).toBeNull()
}
