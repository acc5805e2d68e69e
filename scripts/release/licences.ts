// Writes docs/third-party.md: the third-party software in an installation, according to the lock file.
import { readFileSync, writeFileSync } from 'node:fs'
import { helpPackages } from '../docs/help-packages.ts'

const root = new URL('../..', import.meta.url)

/** Licences that require only attribution, and public domain. */
export const permissive: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/**
 * Packages whose lock entry names no licence. chDB's libraries for other platforms: the same release of
 * the same repository as its Linux library, whose package.json says Apache-2.0.
 */
const licencesByHand: readonly [name: RegExp, licence: string][] = [[/^@chdb\/lib-/, 'Apache-2.0']]

/** The workspaces whose dependencies an installation needs; the tracker and the SDK have none. */
const shipping = { server: 'server', cli: 'commands', web: 'dashboard' } as const

interface Locked {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** A third-party package. */
export interface Shipped {
  name: string
  version: string
  licence: string
  /** The parts of Tributary that need it. */
  parts: string[]
}

/** What a lock file says is shipped, by name and version. */
export function shippedPackages(lock: { packages: Record<string, Locked> }): Shipped[] {
  const found = new Map<string, Shipped>()
  for (const { path, part } of shippedPaths(lock.packages)) {
    const locked = lock.packages[path]
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (locked?.version === undefined) throw new Error(`${path} has no version in the lock file`)
    const { version } = locked
    const licence = locked.license ?? licenceByHand(name)
    const known = found.get(`${name} ${version}`) ?? { name, version, licence, parts: [] }
    if (!known.parts.includes(part)) known.parts.push(part)
    found.set(`${name} ${version}`, known)
  }
  return [...found.values()].sort(byNameAndVersion)
}

/**
 * Every shipped package by its path, with the part that needs it. Of the help pages' build tools, only what ends up
 * in the pages ships.
 */
function shippedPaths(packages: Record<string, Locked>): { path: string; part: string }[] {
  const ofParts = Object.entries(shipping).flatMap(([workspace, part]) =>
    [...reachableFrom(packages, workspace)].map((path) => ({ path, part })),
  )
  const ofHelp = helpPackages.map((name) => ({ path: `node_modules/${name}`, part: 'help' }))
  return [...ofParts, ...ofHelp]
}

/** The folders below node_modules that a workspace or package loads from, without our workspaces. */
export function reachableFrom(packages: Record<string, Locked>, from: string): Set<string> {
  const seen = new Set<string>([from])
  const waiting = [from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of dependenciesOf(packages[path])) {
      const next = locate(packages, path, name)
      // An optional package that is not in the lock file is installed nowhere.
      if (next === undefined || seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return new Set([...seen].filter((path) => path.includes('node_modules/')))
}

/** The dependencies of a package. Optional peers, mostly types, are left out. */
function dependenciesOf(locked: Locked = {}): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked
  const peers = Object.keys(peerDependencies ?? {})
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => peerDependenciesMeta?.[name]?.optional !== true),
  ]
}

/** The path at which Node finds a package from a folder: in it, or in the nearest folder above it. */
function locate(packages: Record<string, Locked>, from: string, name: string): string | undefined {
  const parts = from.split('/')
  for (let depth = parts.length; depth >= 0; depth--) {
    const path = [...parts.slice(0, depth), 'node_modules', name].join('/')
    const locked = packages[path]
    if (locked !== undefined) return locked.link ? locked.resolved : path
  }
  return undefined
}

function licenceByHand(name: string): string {
  const licence = licencesByHand.find(([names]) => names.test(name))?.[1]
  if (licence === undefined) throw new Error(`${name} names no licence: read it, then say so here`)
  return licence
}

function byNameAndVersion(a: Shipped, b: Shipped): number {
  const [one, other] = [a, b].map(({ name, version }) => `${name} ${version}`)
  return (one ?? '') < (other ?? '') ? -1 : 1
}

/** The page as it should be. */
export function thirdPartyPage(packages: readonly Shipped[]): string {
  const rows = packages.map(
    ({ name, version, licence, parts }) =>
      `| ${name} | ${version} | ${licence} | ${parts.join(', ')} |`,
  )
  return `# What others wrote

The ${packages.length} packages that an installation runs, for every platform that it can run on: what the server and its
commands load, what the dashboard's build may take from, and what is in the help pages. The tracker and the SDK bring nothing along, and what only
building and testing need is not here. Made by \`npm run licences\` from package-lock.json; a test checks that it is
current and that each licence is permissive. Nearly all packages have their licence's text in their folder below
\`node_modules\`; the binaries of chDB, Koffi and Argon2 have it in the repository that they come from.

Also used: the shapes of the world map are Natural Earth's (public domain), \`server/src/data/shipped-rates.ts\` says
whose exchange rates it holds (public domain, or the European Central Bank's, free to reuse), the flags are those of
country-flag-icons (MIT, in \`web/src/marks/flags.svg\`), and the icons of sources, browsers, systems and payment providers
are simple-icons' (CC0-1.0). Brands belong to their owners; they are shown to name them. Node.js comes as the package \`node\`
(MIT and the licences of its parts, in its LICENSE file).

A bill of materials in CycloneDX's format, of everything in the lock file, tools for building and testing included:

\`\`\`sh
npm sbom --sbom-format cyclonedx --package-lock-only > sbom.json
\`\`\`

Do not add \`--omit dev\`: npm then also leaves out what the server needs and another workspace only tests with, such as
Fastify.

| Package | Version | Licence | Part |
|---|---|---|---|
${rows.join('\n')}
`
}

/** The lock file of the repository. */
export function readLock(): { packages: Record<string, Locked> } {
  return JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8'))
}

if (import.meta.main) {
  writeFileSync(new URL('docs/third-party.md', root), thirdPartyPage(shippedPackages(readLock())))
}
