import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startShopServer } from '../../server/src/test/a-shop.ts'
import type { TestServer } from '../../server/src/test/server.ts'
import { type ExampleProject, exampleProject } from './example-project.ts'
import { blocksOf, docExamples, promisedOutput } from './read-examples.ts'

const sdk = fileURLToPath(new URL('..', import.meta.url))
const execute = promisify(execFile)
let server: TestServer
let project: ExampleProject
let key: string

/** Packs the SDK as it is published and installs it without a registry, so it can need nothing else. */
async function install(folder: string): Promise<void> {
  const packed = await execute('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: sdk,
  })
  // What the build prints may come first.
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')))
  const options = ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)]
  await execute('npm', options, { cwd: folder })
}

beforeAll(async () => {
  ;({ server, key } = await startShopServer())
  project = await exampleProject(install)
}, 120_000)
afterAll(async () => {
  await project?.remove()
  await server?.close()
})

describe('the published package', () => {
  it('contains its build, types, README and licence, and nothing else', async () => {
    const folder = join(project.folder, 'node_modules/@tributary/sdk')
    expect((await readdir(folder)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
    const files = await readdir(join(folder, 'dist'), { recursive: true })
    expect(files.filter((name) => !/(^contract|\.js|\.d\.ts)$/.test(name))).toEqual([])
    expect(await readdir(join(project.folder, 'node_modules'))).not.toContain('typebox')
  })

  it('runs the examples of its comments and of its README against a real server', async () => {
    const names = await readdir(join(sdk, 'src'), { recursive: true })
    const sources = names
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => join(sdk, 'src', name))
    const comments = await Promise.all(sources.map((file) => readFile(file, 'utf8')))
    const readme = await readFile(join(sdk, 'README.md'), 'utf8')
    const examples = [...comments.flatMap(docExamples), ...blocksOf(readme, 'ts')]
    expect(examples.length).toBeGreaterThanOrEqual(28)
    const environment = { TRIBUTARY_URL: server.url, TRIBUTARY_KEY: key }
    const printed = await project.runAll(examples, environment)
    for (const [index, example] of examples.entries()) {
      const lines = (printed[index] ?? '').split('\n').map((line) => line.trim())
      expect(lines, example).toEqual(expect.arrayContaining(promisedOutput(example)))
    }
    await project.checkTypes()
  }, 120_000)
})
