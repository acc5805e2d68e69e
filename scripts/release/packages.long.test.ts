// The packages of a release as users get them: packed, and installed by the machine's own npm and Node into an empty
// folder, without any file of the clone.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { controlFile } from '../../server/src/store/control/control-store.ts'
import { fillOldControl, fillOldEvents, released } from '../../server/src/test/old-folder.ts'
import { bundleServer } from '../bundle-server.ts'
import { isServerBuilt } from '../is-server-built.mjs'
import {
  makeSite,
  type Product,
  payAfterVisit,
  type RunningProduct,
  revenueBySource,
  startProduct,
} from '../run-product.ts'
import { root } from '../structure/imports.ts'
import { packAll } from './make-packages.ts'

// Without the folders that npm adds, which contain the clone's Node.
const path = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((one) => !one.includes('node_modules'))
let temporary: string
let product: Product
let server: RunningProduct | undefined

/** Runs a program in the folder that the packages were installed into. */
async function run(program: string, ...parameters: string[]): Promise<string> {
  const { folder, environment } = product
  return (await promisify(execFile)(program, parameters, { cwd: folder, env: environment })).stdout
}

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'tributary-packages-'))
  const folder = join(temporary, 'empty')
  const { HOME } = process.env
  product = {
    folder,
    environment: { PATH: path.join(delimiter), ...(HOME && { HOME }) },
    serve: [join(folder, 'node_modules/.bin/tributary')],
    command: ['npx', '--no-install', 'tributary'],
  }
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  if (!isServerBuilt(root)) await bundleServer()
  const names = await packAll(temporary)
  const tarballs = names.map((name) => join(temporary, name))
  await run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs)
}, 600_000)
afterAll(async () => {
  server?.child.kill('SIGKILL')
  await rm(temporary, { recursive: true, force: true })
})

it('serves from an empty folder, and credits the first payment', async () => {
  server = await startProduct(product)
  const site = await makeSite(product)
  await payAfterVisit(server.url, site)
  const newsletter = [{ source: 'newsletter', visitors: 1, revenue: 49 }]
  expect(await revenueBySource(server.url, site)).toEqual(newsletter)
  expect(await (await fetch(server.url)).text()).toContain('<title>')

  const code = `import { Tributary } from '@tributary/sdk'
    const api = new Tributary({ url: '${server.url}', key: '${site.key}' })
    console.log(JSON.stringify(await api.findVisitor('ana')))`
  const visitor = JSON.parse(await run('node', '--input-type=module', '-e', code))
  expect(visitor).toMatchObject({ visitorId: 'ana' })

  expect(await server.stop()).toBe(0)
  server = await startProduct(product)
  expect(await revenueBySource(server.url, site)).toEqual(newsletter)
  expect(await server.stop()).toBe(0)
})

it('carries the folder of an older version over', async () => {
  const dataDir = join(temporary, 'older')
  await mkdir(dataDir)
  const [oldest] = released
  if (oldest === undefined) throw new Error('no version was released')
  const key = await fillOldControl({ file: controlFile(dataDir) }, oldest.control)
  await fillOldEvents(dataDir, oldest.events)

  const environment = { ...product.environment, DATA_DIR: dataDir }
  server = await startProduct({ ...product, environment })
  const headers = { authorization: `Bearer ${key}` }
  const visitor = await fetch(`${server.url}/api/v1/visitor?visitorId=ana`, { headers })
  expect(await visitor.json()).toMatchObject({ data: { pageViewCount: 2 } })
  expect(await server.stop()).toBe(0)
})

it('installs with npm ci what the checksums of its own lock name', async () => {
  const own = ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--dry-run', '--prefix']
  expect(await run('npm', ...own, join(temporary, 'tributary'))).toContain('added')
})
