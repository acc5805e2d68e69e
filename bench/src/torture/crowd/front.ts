import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../scripts/free-port.ts'

/** The proxies whose examples in deploy/proxy/ refuse hits that are too many. */
export type FrontName = 'haproxy' | 'nginx'

/** A proxy in front of a server, with the settings that deploy/proxy/ suggests. */
export interface Front {
  port: number
  pid: number
  stop(): Promise<void>
}

interface Kind {
  program: string
  example: string
  /** The settings of the example, and those that let it run on this machine with others, without certificates. */
  changes(ports: Ports): readonly [was: string | RegExp, becomes: string][]
  around(example: string, folder: string): string
  parameters(file: string): string[]
  check: string[]
}

interface Ports {
  own: number
  server: number
}

const kinds: Readonly<Record<FrontName, Kind>> = {
  haproxy: {
    program: '/usr/sbin/haproxy',
    example: 'haproxy.cfg',
    changes: ({ own, server }) => [
      [/^ {2}bind :80\n {2}bind :443 ssl .*$/m, `  bind 127.0.0.1:${own}`],
      [/^ {2}http-request redirect scheme https .*\n/m, ''],
      ['127.0.0.1:3000', `127.0.0.1:${server}`],
    ],
    // More open connections than a shell's usual file limit have to be allowed explicitly.
    around: (example) => example.replace(/^global$/m, 'global\n  maxconn 4000\n  nbthread 1'),
    parameters: (file) => ['-db', '-f', file],
    check: ['-c'],
  },
  nginx: {
    program: '/usr/sbin/nginx',
    example: 'nginx.conf',
    changes: ({ own, server }) => [
      ['listen 443 ssl', `listen 127.0.0.1:${own}`],
      ['127.0.0.1:3000', `127.0.0.1:${server}`],
    ],
    around: (example, folder) => `
      daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
      events { worker_connections 8192; }
      http { access_log off; client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/replies;
      ${example} }`,
    parameters: (file) => ['-c', file],
    check: ['-t'],
  },
}

/** Whether the proxy is installed; Debian has both: `apt-get install haproxy nginx-light`. */
export const hasFront = (name: FrontName) => existsSync(kinds[name].program)

/** Starts a proxy with our example configuration in front of a local port. */
export async function startFront(name: FrontName, serverPort: number): Promise<Front> {
  const kind = kinds[name]
  const folder = await mkdtemp(join(tmpdir(), 'tributary-front-'))
  const port = await freePort()
  const file = join(folder, kind.example)
  await writeFile(file, kind.around(adapted(kind, { own: port, server: serverPort }), folder))
  await run(kind, [...kind.parameters(file), ...kind.check])
  const child = spawn(kind.program, kind.parameters(file), {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  while (!(await listens(port))) {
    if (child.exitCode === null) continue
    await stop()
    throw new Error(`${kind.program} ended with ${child.exitCode}`)
  }
  return { port, pid: Number(child.pid), stop }
}

/** The example with each change made; throws when it does not contain a text to change. */
function adapted({ example, changes }: Kind, ports: Ports): string {
  const url = new URL(`../../../../deploy/proxy/${example}`, import.meta.url)
  return changes(ports).reduce(
    (text, [was, becomes]) => {
      const changed = text.replaceAll(
        typeof was === 'string' ? was : new RegExp(was, 'gm'),
        becomes,
      )
      if (changed === text) throw new Error(`deploy/proxy/${example} does not say ${was}`)
      return changed
    },
    readFileSync(url, 'utf8'),
  )
}

/** Runs the proxy's own check of its settings; throws its complaint. */
async function run({ program }: Kind, parameters: string[]): Promise<void> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program}: ${said}`)
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
