/**
 * Completes package-lock.json after every change of it (`npm run lock`).
 *
 * `npm ci` wants a lock entry for every optional dependency. A registry or caching proxy that lacks
 * the binaries of some platform makes npm leave those entries out, and `npm ci` then refuses with
 * EUSAGE "Missing: … from lock file". This adds the missing entries as stubs (name, exact version,
 * platform). Running it again changes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface LockEntry {
  version?: string
  optionalDependencies?: Record<string, string>
}

const systems = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ')
const processors = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ')

const file = 'package-lock.json'
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> }
const added: string[] = []

for (const [location, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(location, name)) continue
    const stub = stubFor(name, version)
    if (stub === undefined) {
      console.error(`left out ${name}@${version}: not an exact version of a platform package`)
      continue
    }
    lock.packages[`node_modules/${name}`] = stub
    added.push(`${name}@${version}`)
  }
}

if (added.length > 0) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries(sorted)
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
console.log(added.length > 0 ? `added ${added.length}: ${added.join(', ')}` : 'lock complete')

/** Looks for a package as Node does: in the package that needs it, then in each folder above. */
function isLocked(location: string, name: string): boolean {
  for (let folder = location; ; folder = parentOf(folder)) {
    const place = folder === '' ? '' : `${folder}/`
    if (lock.packages[`${place}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

function parentOf(location: string): string {
  const end = location.lastIndexOf('/node_modules/')
  return end === -1 ? '' : location.slice(0, end)
}

/** Reads the platform from the name (`@chdb/lib-linux-arm64-gnu`); undefined when there is none. */
function stubFor(name: string, version: string): LockEntry | undefined {
  const words = name.split(/[-/]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  if ((os.length === 0 && cpu.length === 0) || !/^\d/.test(version)) return undefined
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu') || word === 'glibc')
      ? ['glibc']
      : []
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  } as LockEntry
}
