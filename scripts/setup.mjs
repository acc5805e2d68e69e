// Prepares a clone: installs the locked packages, builds the browser parts, the help pages and, with `--server`, the
// server, each only when its inputs have changed. Plain JavaScript on purpose: it runs on the machine's own Node,
// which may be older than the Node 24 that the project pins and that this script installs.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isServerBuilt } from './is-server-built.mjs'
import { verifyPackages } from './verify-packages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const quiet = process.argv.includes('--quiet')
const build = !process.argv.includes('--no-build')
const node = join('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(
    `Installing Tributary needs Node 20 or newer, and this is Node ${process.versions.node}. Get one from https://nodejs.org; the Node that Tributary runs on comes with its packages.`,
  )
}
const lockHash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
if (stamp('packages') !== lockHash || !existsSync(node)) {
  say('Installing packages (once, a minute or so) …')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  refuseUnverified()
  if (!runtimeIs24()) {
    fail(
      `${node} is not Node 24. Allow the install script of the package "node" and run npm ci again.`,
    )
  }
  setStamp('packages', lockHash)
}
if (build) {
  await Promise.all([
    buildPart('browser', 'the dashboard and the tracker', {
      sources: ['web', 'tracker', 'contract', 'scripts/build.ts'],
      builds: ['web/dist', 'tracker/dist'],
    }),
    buildPart('help', 'the help pages', {
      sources: [
        'docs',
        'sdk/README.md',
        'web/public',
        'scripts/build.ts',
        'scripts/docs/help-packages.ts',
      ],
      builds: ['docs/dist'],
    }),
    process.argv.includes('--server') && !isServerBuilt(root) && runBuild('server', 'the server'),
  ])
}

/** Runs the part of scripts/build.ts with that name, unless its output is current. */
async function buildPart(part, title, { sources, builds }) {
  const sourceHash = fingerprintOf(sources.flatMap(filesBelow))
  if (stamp(`build-${part}`) === sourceHash && builds.every((folder) => existsSync(folder))) return
  await runBuild(part, title)
  setStamp(`build-${part}`, sourceHash)
}

/** In parallel with other parts: each uses one processor. */
async function runBuild(part, title) {
  say(`Building ${title} …`)
  const child = spawn(node, ['scripts/build.ts', part], { stdio: ['ignore', 2, 2] })
  const [status] = await once(child, 'close')
  if (status !== 0) fail(`building ${title} failed`)
}

/** No installed code has run yet. */
function refuseUnverified() {
  const { wrong, unpinned } = verifyPackages(root)
  if (wrong.length > 0) {
    fail(
      `Not what was pinned: ${wrong.join(', ')}. Delete node_modules and do not run what is in it.`,
    )
  }
  if (unpinned.length === 0) return
  const words = `There is no pinned checksum of ${unpinned.join(', ')}, so it cannot be verified`
  if (process.env.TRIBUTARY_ALLOW_UNVERIFIED === 'true') say(`${words}. Continuing, as requested.`)
  else
    fail(
      `${words}. To run it all the same: TRIBUTARY_ALLOW_UNVERIFIED=true (see docs/security.md).`,
    )
}

function runtimeIs24() {
  const found = spawnSync(node, ['-v'], { encoding: 'utf8' })
  return found.status === 0 && /^v(2[4-9]|[3-9]\d)\./.test(found.stdout)
}

function run(command, parameters) {
  // All output of these goes to stderr: `npm run -s cli -- … --json` owns stdout.
  const result = spawnSync(command, parameters, { stdio: ['ignore', 2, 2] })
  if (result.status !== 0) fail(`${command} ${parameters.join(' ')} failed`)
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function say(message) {
  if (!quiet) process.stderr.write(`${message}\n`)
}

function filesBelow(place) {
  if (!existsSync(place)) return []
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place)
    .filter((name) => !['node_modules', 'dist', '.temp'].includes(name))
    .sort()
    .flatMap((name) => filesBelow(join(place, name)))
}

/** By times and sizes: reading hundreds of files at every start takes longer than a needless build now and then. */
function fingerprintOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const { mtimeMs, size } = statSync(file)
    hash.update(`${file}\0${mtimeMs}\0${size}\0`)
  }
  return hash.digest('hex')
}

function stamp(name) {
  const file = join('.setup', name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function setStamp(name, value) {
  mkdirSync('.setup', { recursive: true })
  writeFileSync(join('.setup', name), value)
}
