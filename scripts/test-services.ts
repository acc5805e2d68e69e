/**
 * What the tests need in addition to npm packages: Postgres's programs, Redis, a Chromium, faketime, HAProxy, nginx, and the
 * languages of the documentation's samples. All come from Debian's own packages; where those cannot be installed, the reason is printed and nothing is changed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Installs all where it may, and returns one sentence for each that is missing. */
export async function ensureTestServices(): Promise<string[]> {
  return [
    ensurePostgres(),
    ensureRedis(),
    ensureChromium(),
    ensureFaketime(),
    ensureHaproxy(),
    ensureNginx(),
    ensurePython(),
    ensurePhp(),
  ].flatMap((problem) => problem ?? [])
}

/** The folder of the newest Postgres's programs, if there is one. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debian, version, 'bin'))
  return [...folders, ...onPath('initdb').map(dirname)].find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  )
}

/** Installs Postgres when it is missing; returns why that failed. */
function ensurePostgres(): string | undefined {
  if (findPostgres() !== undefined) return undefined
  return install('Postgres', 'postgresql', () => {
    // The tests start their own servers; the package's server would only take memory and a port.
    const settings = '/etc/postgresql-common/createcluster.conf'
    mkdirSync(dirname(settings), { recursive: true })
    if (!existsSync(settings)) writeFileSync(settings, 'create_main_cluster = false\n')
  })
}

/** Redis's server, if there is one. */
export function findRedis(): string | undefined {
  return onPath('redis-server')[0]
}

/** Installs Redis when it is missing; returns why that failed. */
function ensureRedis(): string | undefined {
  return findRedis() === undefined ? install('Redis', 'redis-server') : undefined
}

/**
 * A Chromium, if there is one: preferably the headless build. Measured: opening a page of the dashboard takes a
 * tenth less of the processor.
 */
export function findChromium(): string | undefined {
  return ['chromium-headless-shell', 'chromium'].flatMap(onPath)[0]
}

/** Installs Chromium when it is missing; returns why that failed. */
function ensureChromium(): string | undefined {
  if (findChromium() !== undefined) return undefined
  // Older releases of Debian have only the full browser.
  return install('Chromium', 'chromium-headless-shell') && install('Chromium', 'chromium')
}

/** The faketime library, at Debian's path. */
export const faketimeLibrary = `/usr/lib/${debianArchitecture()}/faketime/libfaketimeMT.so.1`

/** Installs faketime when it is not there; answers why that did not work. */
function ensureFaketime(): string | undefined {
  return existsSync(faketimeLibrary) ? undefined : install('faketime', 'faketime')
}

/** Installs HAProxy when it is missing; returns why that failed. */
function ensureHaproxy(): string | undefined {
  return onPath('haproxy').length > 0 ? undefined : install('HAProxy', 'haproxy')
}

/** Installs nginx when it is missing; returns why that failed. */
function ensureNginx(): string | undefined {
  return onPath('nginx').length > 0 ? undefined : install('nginx', 'nginx')
}

/** Installs Python when it is missing; returns why that failed. */
function ensurePython(): string | undefined {
  return onPath('python3').length > 0 ? undefined : install('Python', 'python3')
}

/** Whether there is a PHP that can send requests. */
export function hasPhp(): boolean {
  const test = "exit(function_exists('curl_init') ? 0 : 1);"
  return onPath('php').length > 0 && spawnSync('php', ['-r', test]).status === 0
}

/** Installs PHP with its curl when it is missing; returns why that failed. */
function ensurePhp(): string | undefined {
  return hasPhp() ? undefined : install('PHP', 'php-cli php-curl')
}

function debianArchitecture(): string {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
}

function install(name: string, debianPackages: string, prepare?: () => void): string | undefined {
  const byHand = `${name}. As root on Debian: apt-get install ${debianPackages}`
  if (process.getuid?.() !== 0 || onPath('apt-get').length === 0) return byHand
  prepare?.()
  process.stderr.write(`Installing Debian's ${debianPackages} for the tests …\n`)
  const wanted = ['install', ...debianPackages.split(' ')]
  const installed = aptGet(...wanted) || (aptGet('update') && aptGet(...wanted))
  return installed ? undefined : `${byHand} (it failed just now, see above)`
}

function aptGet(...parameters: string[]): boolean {
  // apt-get's progress is not test output, so it goes to stderr.
  const result = spawnSync('apt-get', ['-qq', '-y', '--no-install-recommends', ...parameters], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return result.status === 0
}

function onPath(program: string): string[] {
  const folders = (process.env.PATH ?? '').split(':').concat('/usr/bin', '/usr/sbin')
  return folders.map((folder) => join(folder, program)).filter((file) => existsSync(file))
}
