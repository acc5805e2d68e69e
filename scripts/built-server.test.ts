// The rest of the suite runs the sources; this is what `npm start` runs.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleServer } from './bundle-server.ts'
import { isServerBuilt } from './is-server-built.mjs'
import {
  makeSite,
  type NewSite,
  type Product,
  payAfterVisit,
  type RunningProduct,
  revenueBySource,
  runCommand,
  startProduct,
} from './run-product.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const built = join(root, 'server/dist')
const folder = mkdtempSync(join(tmpdir(), 'tributary-built-'))
const product: Product = {
  folder,
  environment: { PATH: '/usr/bin:/bin' },
  serve: [process.execPath, join(built, 'main.js')],
  command: [process.execPath, join(built, 'cli.js')],
}
let server: RunningProduct
let site: NewSite

beforeAll(async () => {
  if (!isServerBuilt(root)) await bundleServer()
  server = await startProduct(product)
  site = await makeSite(product)
})
afterAll(() => {
  server?.child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

describe('the built server', () => {
  it('credits a payment to the visit that its visitor came with', async () => {
    await payAfterVisit(server.url, site)
    expect(await revenueBySource(server.url, site)).toEqual([
      { source: 'newsletter', visitors: 1, revenue: 49 },
    ])
  })

  it('finds the files that it serves', async () => {
    const paths = ['/js/script.js', '/docs/page.js', '/docs/page.css', '/api/unsubscribe/page.css']
    for (const path of ['/', ...paths]) {
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
    }
  })

  it('loads what only some requests and commands need', async () => {
    // These begin to work as soon as they are loaded, and are covered by the other tests.
    const started = /^(main|run-server|cli|answer-.*|writer-thread|engine-process)\.js$/
    const parts = readdirSync(built).filter((name) => name.endsWith('.js') && !started.test(name))
    expect(parts.length).toBeGreaterThan(20)
    const imports = parts.map((name) => `await import(${JSON.stringify(join(built, name))});`)
    await execute(process.execPath, ['--input-type=module', '-e', imports.join('\n')])
  })

  it('is looked after by the built command line', async () => {
    expect(await runCommand(product, 'site list')).toContain(site.id)
    const password = 'violet-anchor-trestle-9'
    await runCommand(product, `account create --email ana@example.com --password ${password}`)
    await runCommand(product, `backup ${join(folder, 'backup')}`)
    expect(readdirSync(join(folder, 'backup'))).toContain('manifest.json')
  })

  it('stops when it is asked to, and says so', async () => {
    expect(await server.stop()).toBe(0)
    expect(server.printed()).toContain('"msg":"stopped"')
  })
})
