import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { controlFile } from '../../server/src/store/control/control-store.ts'
import { fillOldControl, fillOldEvents, released } from '../../server/src/test/old-folder.ts'
import { root } from '../structure/imports.ts'
import type { ContainerEngine } from './container-engine.ts'

const own = 'tributary-try'
const names = ['first', 'restored', 'upgraded'] as const
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

/**
 * Tests an image as docs/self-hosting.md describes: starts it as deploy/compose/single.yaml does, unprivileged on a
 * read-only root, sends a hit and a payment, makes a backup, restores it into another volume, stops it, and starts
 * it on a folder of the oldest release. Rejects at the first error.
 */
export async function tryImage(engine: ContainerEngine, image: string): Promise<void> {
  const trial = new Trial(engine, image)
  trial.clearAway()
  try {
    const headers = await trial.start('first').then(() => trial.firstUse())
    const before = await known(headers)
    trial.backUp()
    await trial.stop('first')
    trial.restore()
    await trial.start('restored')
    const after = await known(headers)
    if (!isDeepStrictEqual(before, after)) throw new Error('the restored installation answers else')
    await trial.stop('restored')
    await trial.upgrade()
    say('All is as docs/self-hosting.md says.')
  } finally {
    trial.clearAway()
  }
}

class Trial {
  readonly #engine: ContainerEngine
  readonly #image: string
  readonly #options: readonly string[]
  readonly #old = join(tmpdir(), 'tributary-try-upgrade')

  constructor(engine: ContainerEngine, image: string) {
    this.#engine = engine
    this.#image = image
    const compose = readFileSync(join(root, 'deploy/compose/single.yaml'), 'utf8')
    const { services } = parse(compose) as { services: { tributary: Service } }
    const { read_only, cap_drop, security_opt, tmpfs } = services.tributary
    this.#options = [
      ...(read_only ? ['--read-only'] : []),
      ...cap_drop.map((name) => `--cap-drop=${name}`),
      ...security_opt.map((option) => `--security-opt=${option}`),
      ...tmpfs.map((path) => `--tmpfs=${path}`),
      ...[`--publish=127.0.0.1:${port}:${port}`, `--env=PORT=${port}`],
      `--env=SECRET=${randomBytes(24).toString('hex')}`,
      ...[`--volume=${own}-backups:/backup`, ...engine.runOptions],
    ]
  }

  /** Waits until it answers, and until its own health check passes. */
  async start(name: (typeof names)[number], data = `${own}-${name}`): Promise<void> {
    const startMs = performance.now()
    const { call } = this.#engine
    const volume = `--volume=${data}:/data`
    call('run', '--detach', `--name=${own}-${name}`, ...this.#options, volume, this.#image)
    while (!(await fetch(`${url}/health/ready`).catch(() => undefined))?.ok) {
      if (performance.now() - startMs > startPatienceMs) {
        throw new Error(call('logs', `${own}-${name}`))
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    say(`${name}: ready after ${seconds(startMs)}`)
    const check = /^ {2}CMD (\[.*\])$/m.exec(dockerfile())
    call('exec', `${own}-${name}`, ...(JSON.parse(check?.[1] ?? '[]') as string[]))
  }

  async stop(name: (typeof names)[number]): Promise<void> {
    const startMs = performance.now()
    const { call } = this.#engine
    call('stop', '--time', '30', `${own}-${name}`)
    const code = call('inspect', '--format', '{{.State.ExitCode}}', `${own}-${name}`).trim()
    say(`${name}: ended with ${code} after ${seconds(startMs)}`)
    if (code !== '0' || performance.now() - startMs > mostToStopMs) throw new Error('no clean stop')
  }

  /** Creates a site and sends its first hit and payment; returns the headers with its key. */
  async firstUse(): Promise<Record<string, string>> {
    const site = JSON.parse(this.#cli('--json site create --domain shop.example')) as { id: string }
    const scopes = 'payments:write,visitors:read,stats:read'
    const made = this.#cli(`--json key create --site ${site.id} --name try --scopes ${scopes}`)
    const { key } = JSON.parse(made) as { key: string }
    const hit = { siteId: site.id, type: 'pageview', visitorId: 'try', title: 'Shop' }
    const origin = 'https://shop.example'
    await post('/api/collect', { ...hit, url: `${origin}/` }, { Origin: origin }, 202)
    const headers = { Authorization: `Bearer ${key}` }
    await post('/api/v1/payment', payment, { ...headers, 'Content-Type': 'application/json' })
    const isUnprivileged = 'test $(id -u) != 0 && ! touch /app/written 2>&1'
    this.#engine.call('exec', `${own}-first`, 'sh', '-c', isUnprivileged)
    this.#engine.call('exec', `${own}-first`, 'sh', '-c', '! command -v npm')
    say(this.#cli('doctor').trim())
    return headers
  }

  backUp(): void {
    this.#cli('backup /backup/one')
  }

  restore(): void {
    const volume = `--volume=${own}-restored:/data`
    const restore = ['node', 'server/dist/cli.js', 'restore', '/backup/one']
    this.#engine.call('run', '--rm', ...this.#options, volume, this.#image, ...restore)
  }

  /** Starts it on a folder of the oldest release, owned by the image's user. */
  async upgrade(): Promise<void> {
    const [oldest] = released
    if (oldest === undefined) throw new Error('no version was released')
    mkdirSync(this.#old, { recursive: true, mode: 0o700 })
    const key = await fillOldControl({ file: controlFile(this.#old) }, oldest.control)
    await fillOldEvents(this.#old, oldest.events)
    spawnSync('chown', ['-R', '1000:1000', this.#old])
    await this.start('upgraded', this.#old)
    const headers = { Authorization: `Bearer ${key}` }
    const answer = await fetch(`${url}/api/v1/visitor?visitorId=ana`, { headers })
    const text = await answer.text()
    if (!text.includes('"pageViewCount":2')) throw new Error(`after an upgrade: ${text}`)
    await this.stop('upgraded')
  }

  /** Removes what this run, or an interrupted one before it, left behind; missing things are fine. */
  clearAway(): void {
    const { succeeds } = this.#engine
    for (const name of names) succeeds('rm', '--force', `${own}-${name}`)
    for (const name of [...names, 'backups']) succeeds('volume', 'rm', `${own}-${name}`)
    rmSync(this.#old, { recursive: true, force: true })
  }

  #cli(words: string): string {
    const command = ['node', 'server/dist/cli.js', ...words.split(' ')]
    return this.#engine.call('exec', `${own}-first`, ...command)
  }
}

function dockerfile(): string {
  return readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
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

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`
}
