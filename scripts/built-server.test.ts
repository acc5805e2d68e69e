// The rest of the suite runs the sources; this tests what `npm start` and `npx tributary` run, from the folder of
// the package.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleServer, externalPackages } from './bundle-server.ts'
import { isServerBuilt } from './is-server-built.mjs'
import { makePackage, nodePackages } from './release/make-packages.ts'
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
import { root } from './structure/imports.ts'

const execute = promisify(execFile)
const temporary = mkdtempSync(join(tmpdir(), 'tributary-built-'))
const folder = join(temporary, 'empty')
const packed = join(temporary, 'package')
const program = join(packed, 'bin/tributary.mjs')
const built = join(packed, 'server/dist')
const product: Product = {
  folder,
  environment: { PATH: '/usr/bin:/bin' },
  serve: [process.execPath, program],
  command: [process.execPath, program],
}
let server: RunningProduct
let site: NewSite

beforeAll(async () => {
  if (!isServerBuilt(root)) await bundleServer()
  mkdirSync(folder)
  await makePackage(packed)
  const node = nodePackages.find((one) => one.endsWith(`${process.platform}-${process.arch}`))
  for (const [name, place] of [...externalPackages.map((one) => [one, one]), [node, 'node']]) {
    const link = join(packed, 'node_modules', name ?? '')
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', place ?? ''), link)
  }
  server = await startProduct(product)
  site = await makeSite(product)
})
afterAll(() => {
  server?.child.kill('SIGKILL')
  rmSync(temporary, { recursive: true, force: true })
})

describe('the built server', () => {
  it('credits a payment to the visit that its visitor came with', async () => {
    await payAfterVisit(server.url, site)
    expect(await revenueBySource(server.url, site)).toEqual([
      { source: 'newsletter', visitors: 1, revenue: 49 },
    ])
  })

  it('finds the files that it serves', async () => {
    const paths = [
      '/js/script.js',
      '/docs/search.js',
      '/docs/page.css',
      '/api/unsubscribe/page.css',
    ]
    for (const path of ['/', '/help/', ...paths]) {
      expect([path, (await fetch(server.url + path)).status]).toEqual([path, 200])
    }
  })

  it('loads modules on demand that only some requests and commands need', async () => {
    // These run code as soon as they are loaded, and are covered by the other tests.
    const started =
      /^(main|run-server|cli|answer-.*|intake-thread|take-requests|writer-thread|engine-process)\.js$/
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

  it('loads what requests to others need only when one is sent', async () => {
    const report = "process.on('exit', () => console.error(process.moduleLoadList.join()))"
    const watched = ['--import', `data:text/javascript,${encodeURIComponent(report)}`]
    const env = { ...product.environment, DATA_DIR: join(folder, 'data') }
    const loadedBy = async (...words: string[]) => {
      const command = [...watched, join(built, 'cli.js'), ...words]
      return (await execute(process.execPath, command, { cwd: folder, env })).stderr
    }
    const ofProviders = await loadedBy('provider', 'list', '--site', site.id)
    expect(ofProviders).toContain('NativeModule http')
    expect(ofProviders).not.toContain('undici')
    expect(await loadedBy('site', 'list')).not.toContain('NativeModule http')
  })

  it('runs on the Node of its packages where the machine has an older one', async () => {
    const before =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })"
    const older = [
      '--import',
      `data:text/javascript,${encodeURIComponent(before)}`,
      program,
    ] as const
    const command = [process.execPath, ...older] as const
    expect(await runCommand({ ...product, command }, 'site list')).toContain(site.id)
    const failing = runCommand({ ...product, command }, 'site set nowhere name=x')
    await expect(failing).rejects.toMatchObject({ code: 1 })
  })

  it('keeps all it has in the folder data', () => {
    expect(readdirSync(folder).sort()).toEqual(['backup', 'data'])
  })

  it('stops when it is asked to, and says so', async () => {
    expect(await server.stop()).toBe(0)
    expect(server.printed()).toContain('"msg":"stopped"')
  })
})
