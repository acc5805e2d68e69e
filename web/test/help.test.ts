import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sidebar } from '../../docs/.vitepress/sidebar.ts'
import { sharedBrowser } from '../../scripts/shared-browser.ts'
import { securityHeaders } from '../../server/src/http/security-headers.ts'
import { inLongForm } from '../../server/src/test/long-form.ts'
import { startTestServer, type TestServer } from '../../server/src/test/server.ts'
import { findAxeViolations, openPage } from './browser.ts'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))
const files = readdirSync(`${docs}/dist`, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(`${docs}/dist/${file}`, 'utf8')
const pages = new Map(
  files.filter((file) => file.endsWith('.html')).map((file) => [file, read(file)]),
)

describe('the help pages as built', () => {
  it('link to pages and anchors that exist', () => {
    const broken = [...pages].flatMap(([page, html]) =>
      targetsOf(html)
        .filter((target) => !exists(page, target))
        .map((target) => `${page}: ${target}`),
    )
    expect(pages.size).toBeGreaterThan(30)
    expect(broken).toEqual([])
  })

  it('are in the sidebar, each of them, or in the index of the decisions', () => {
    const inSidebar = sidebar
      .flatMap(({ items = [] }) => items)
      .map(({ link = '' }) => `${link.slice(1).replace(/#.*/, '').replace(/\/$/, '/index')}.html`)
    const links = read('decisions/index.html').matchAll(/href="\.\/(\d[^"]*)"/g)
    const records = [...links].map(([, name]) => `decisions/${name}`)
    const listed = [...inSidebar, ...records]
    const others = ['index.html', '404.html']
    expect(records.length).toBeGreaterThan(30)
    expect([...new Set(listed), ...others].sort()).toEqual([...pages.keys()].sort())
  })

  it('hold no inline script or style and ask no other host', () => {
    for (const [page, html] of pages) {
      expect(html, page).not.toMatch(/<script(?![^>]*\ssrc=)/)
      expect(html, page).not.toMatch(/<style|<[a-z][^>]*\s(?:style|on[a-z]+)="/)
      expect(html, page).not.toMatch(/<(?:link|script|img)[^>]*(?:src|href)="(?:https?:)?\/\//)
    }
    // What a page brings when it is reached by a link.
    for (const file of files.filter((name) => /\.md\.[\w-]+\.js$/.test(name))) {
      expect(read(file), file).not.toMatch(/ style=\\?"/)
    }
    for (const file of files.filter((name) => name.endsWith('.css'))) {
      expect(read(file), file).not.toMatch(/url\(["']?(?:https?:)?\/\/|@import/)
    }
  })

  it('are not in git', () => {
    const args = ['ls-files', '--', 'docs/dist', 'docs/.vitepress/.temp']
    expect(execFileSync('git', args, { cwd: docs, encoding: 'utf8' })).toBe('')
  })
})

/** Of each kind of page one. */
const shown = [
  '',
  'guide/attribution.html',
  'payments/stripe.html',
  'tracker.html',
  'guide/cli.html',
]

describe('/help', () => {
  let server: TestServer
  let browser: Browser

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startTestServer(), sharedBrowser()])
  })
  afterAll(() => server?.close())

  it('is served with the security headers of every reply, and has a page for what is missing', async () => {
    const policy = securityHeaders['Content-Security-Policy']
    const [page, missing, file] = await Promise.all(
      ['payments/stripe.html', 'no-such-page.html', 'no-such-file.js'].map((path) =>
        fetch(`${server.url}/help/${path}`),
      ),
    )
    expect([page?.status, missing?.status, file?.status]).toEqual([200, 404, 404])
    for (const reply of [page, missing]) {
      expect(reply?.headers.get('content-type')).toContain('text/html')
      expect(reply?.headers.get('content-security-policy')).toBe(policy)
      expect(reply?.headers.get('cache-control')).toBe('no-store')
    }
    expect(file?.headers.get('content-type')).toContain('json')
    const asset = files.find((name) => /^assets\/app\..*\.js$/.test(name))
    const { headers } = await fetch(`${server.url}/help/${asset}`)
    expect(headers.get('cache-control')).toContain('immutable')
    const bare = await fetch(`${server.url}/help`, { redirect: 'manual' })
    expect([bare.status, bare.headers.get('location')]).toEqual([302, '/help/'])
  })

  it('finds a page by words, from this server alone and within the content security policy', async () => {
    const { page, complaints } = await openPage(browser)
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).origin))
    await page.goto(`${server.url}/help/`)
    await page.getByRole('button', { name: 'Search' }).first().click()
    await page.getByRole('searchbox').fill('payment is not linked')
    await page.getByRole('option', { name: 'My payment is not linked' }).first().click()
    await page.getByRole('heading', { name: 'My payment is not linked' }).waitFor()
    await page.waitForURL('**/help/guide/troubleshooting.html#my-payment-is-not-linked')
    await page.goto(`${server.url}/help/no-such-page.html`)
    await page.getByText('Page not found').waitFor()
    expect([...hosts]).toEqual([new URL(server.url).origin])
    expect(complaints).toEqual([])
  })

  it.each(inLongForm<readonly ('light' | 'dark')[]>(['light', 'dark'], ['light']))(
    'fits a phone and can be read by everyone: %s',
    async (theme) => {
      const look = { colorScheme: theme, viewport: { width: 360, height: 800 } }
      const { page, complaints } = await openPage(browser, look)
      for (const name of shown) {
        await page.goto(`${server.url}/help/${name}`)
        await page.locator('h1').waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
        expect(await findAxeViolations(page), name).toEqual([])
      }
      expect(complaints).toEqual([])
    },
  )
})

/** What a page links to or shows, other than other hosts and the product's own pages. */
function targetsOf(html: string): string[] {
  return [...html.matchAll(/<[a-z][^>]*\s(?:href|src)="([^"]*)"/g)]
    .map(([, target = '']) => target.replaceAll('&amp;', '&'))
    .filter((target) => target !== '/' && !/^[a-z]+:/.test(target))
}

function exists(page: string, target: string): boolean {
  const [path = '', anchor = ''] = target.split('#')
  const from = `/help/${page}`
  const full = path === '' ? from : posix.resolve(posix.dirname(from), path)
  const asked = path.endsWith('/') ? posix.join(full, 'index.html') : full
  const file = asked.replace(/^\/help\/?/, '')
  if (anchor === '') return files.includes(file)
  return pages.get(file)?.includes(` id="${decodeURIComponent(anchor)}"`) ?? false
}
