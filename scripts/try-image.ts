/**
 * `node scripts/try-image.ts [engine] [image] [options of run …]`: treats an image as docs/self-hosting.md says. Starts it
 * as deploy/compose/single.yaml does, unprivileged on a root that cannot be written, sends a hit and a payment, makes a
 * backup, restores it into another volume and stops it. Ends with 1 at the first thing that is wrong. `engine` is
 * `docker` or `podman`, with options of its own if need be; without an image (or with `build`) one is built. Not part
 * of `npm test`, because it needs a container engine and the image that ours is made from.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'

const [engine = 'docker', given = 'build', ...runOptions] = process.argv.slice(2)
const [program = '', ...engineOptions] = engine.split(' ')
const own = 'tributary-try'
const image = given === 'build' ? own : given
const port = 18_300
const url = `http://127.0.0.1:${port}`
const startPatienceMs = 60_000
const mostToStopMs = 10_000
const payment = { provider: 'custom', providerPaymentId: 'try-1', visitorId: 'try', amount: 12 }

interface Service {
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
  tmpfs: string[]
}
const root = fileURLToPath(new URL('..', import.meta.url))
const compose = readFileSync(`${root}/deploy/compose/single.yaml`, 'utf8')
const { services } = parse(compose) as { services: { tributary: Service } }
const { read_only, cap_drop, security_opt, tmpfs } = services.tributary

const restrictions = [
  ...(read_only ? ['--read-only'] : []),
  ...cap_drop.map((name) => `--cap-drop=${name}`),
  ...security_opt.map((option) => `--security-opt=${option}`),
  ...tmpfs.map((path) => `--tmpfs=${path}`),
  ...[`--publish=127.0.0.1:${port}:${port}`, `--env=PORT=${port}`],
  `--env=SECRET=${randomBytes(24).toString('hex')}`,
  ...[`--volume=${own}-backups:/backup`, ...runOptions],
]

clearAway()
try {
  if (given === 'build') call('build', '--file', 'deploy/Dockerfile', '--tag', image, '.')
  await tryImage()
} finally {
  clearAway()
}

async function tryImage(): Promise<void> {
  await start('first')
  const said = (name: string) => cli('first', ...name.split(' '))
  const site = JSON.parse(said('--json site create --domain shop.example')) as { id: string }
  const scopes = 'payments:write,visitors:read,stats:read'
  const made = said(`--json key create --site ${site.id} --name try --scopes ${scopes}`)
  const { key } = JSON.parse(made) as { key: string }
  await post('/api/collect', hitOf(site.id), { Origin: 'https://shop.example' }, 202)
  const authorization = { Authorization: `Bearer ${key}` }
  await post('/api/v1/payment', payment, { ...authorization, 'Content-Type': 'application/json' })
  const before = await known(authorization)
  call('exec', `${own}-first`, 'sh', '-c', 'test $(id -u) != 0 && ! touch /app/written 2>&1')
  say(said('doctor').trim())
  said('backup /backup/one')
  stop('first')
  const volume = `--volume=${own}-restored:/data`
  const restore = ['node', 'server/dist/cli.js', 'restore', '/backup/one']
  call('run', '--rm', ...restrictions, volume, image, ...restore)
  await start('restored')
  const after = await known(authorization)
  if (!isDeepStrictEqual(before, after)) throw new Error('the restored installation answers else')
  stop('restored')
  say('All is as docs/self-hosting.md says.')
}

/** Waits until it answers, and until its own check of its health passes. */
async function start(name: string): Promise<void> {
  const startMs = performance.now()
  const volume = `--volume=${own}-${name}:/data`
  call('run', '--detach', `--name=${own}-${name}`, ...restrictions, volume, image)
  while (!(await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) {
    if (performance.now() - startMs > startPatienceMs)
      throw new Error(call('logs', `${own}-${name}`))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  say(`${name}: ready after ${seconds(startMs)}`)
  const check = /^ {2}CMD (\[.*\])$/m.exec(readFileSync(`${root}/deploy/Dockerfile`, 'utf8'))
  call('exec', `${own}-${name}`, ...(JSON.parse(check?.[1] ?? '[]') as string[]))
}

function stop(name: string): void {
  const startMs = performance.now()
  call('stop', '--time', '30', `${own}-${name}`)
  const code = call('inspect', '--format', '{{.State.ExitCode}}', `${own}-${name}`).trim()
  say(`${name}: ended with ${code} after ${seconds(startMs)}`)
  if (code !== '0' || performance.now() - startMs > mostToStopMs) throw new Error('no clean stop')
}

function hitOf(siteId: string): object {
  return { siteId, type: 'pageview', visitorId: 'try', url: 'https://shop.example/', title: 'Shop' }
}

async function post(path: string, body: object, headers: Record<string, string>, status = 200) {
  const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
  const request = {
    method: 'POST',
    headers: { ...browser, ...headers },
    body: JSON.stringify(body),
  }
  const answer = await fetch(url + path, request)
  if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}

/** What the installation stores of the hit and the payment. */
async function known(headers: Record<string, string>): Promise<unknown> {
  const paths = ['/api/v1/visitor?visitorId=try', '/api/v1/payments']
  const answers = await Promise.all(paths.map((path) => fetch(url + path, { headers })))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  const isRight = texts[0]?.includes('"pageViewCount":1') && texts[1]?.includes('try-1')
  if (!isRight) throw new Error(`hit or payment are missing: ${texts}`)
  return texts.map((text) => JSON.parse(text))
}

function cli(name: string, ...parameters: string[]): string {
  return call('exec', `${own}-${name}`, 'node', 'server/dist/cli.js', ...parameters)
}

/** Runs the container engine and answers what it says; throws when it fails. */
function call(...parameters: string[]): string {
  const done = spawnSync(program, [...engineOptions, ...parameters], {
    cwd: root,
    encoding: 'utf8',
  })
  if (done.status === 0) return done.stdout
  throw new Error(`${program} ${parameters.join(' ')}: ${done.error ?? done.stdout + done.stderr}`)
}

/** Of this run or one before that was cut short; what is not there is no matter. */
function clearAway(): void {
  const quietly = (...all: string[]) => spawnSync(program, [...engineOptions, ...all])
  for (const name of ['first', 'restored']) quietly('rm', '--force', `${own}-${name}`)
  for (const name of ['first', 'restored', 'backups']) quietly('volume', 'rm', `${own}-${name}`)
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`
}
