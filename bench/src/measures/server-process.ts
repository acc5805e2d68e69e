import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { apiKeys } from '@tributary/server/sites/api-keys.ts'
import { createSite } from '@tributary/server/sites/manage-sites.ts'
import { controlFile, openControlStore } from '@tributary/server/store/control/control-store.ts'
import { childrenOf } from '../../../scripts/children-of.ts'
import { freePort } from '../../../scripts/free-port.ts'

const clone = fileURLToPath(new URL('../../..', import.meta.url))
const mainFile = join(clone, 'server/dist/main.js')

/** The product as users start it, in separate processes. */
export interface ServerProcess {
  port: number
  pid: number
  /** Waits until a hit is acknowledged; answers how long after the start of the process that was, milliseconds. */
  firstHit(siteId: string): Promise<number>
  /** Waits until reports are answered; how long after the start that was. */
  ready(): Promise<number>
  /** Resident memory of the server and of its engine, bytes. */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** The same with one new site, on a temporary folder. */
export interface NewServerProcess extends ServerProcess {
  siteId: string
  key: string
  /** From the start of the process to the first hit that was acknowledged. */
  startMs: number
}

const sampleDomain = 'shop.example'

/** A hit that the collector keeps: a person's browser on the site's own domain. */
export const sampleHit = (siteId: string, domain = sampleDomain, page = '{n}') =>
  JSON.stringify({
    siteId,
    type: 'pageview',
    visitorId: 'visitor{n}',
    sessionId: 'session{n}',
    url: `https://${domain}/products/planner-${page}?utm_source=newsletter&utm_medium=email`,
    title: 'The weekly planner',
    referrer: 'https://www.google.com/',
    screenWidth: 1440,
  })

/** Hits to send in turn: a shop's number of pages does not grow with its hits. */
export const shopHits = (siteId: string, domain: string) =>
  Array.from({ length: 50 }, (_, page) => sampleHit(siteId, domain, `${page}`))

export const sampleHeaders = {
  'Content-Type': 'text/plain;charset=UTF-8',
  Origin: `https://${sampleDomain}`,
  'Accept-Language': 'en-US,en;q=0.9',
  'User-Agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  // Every request from another address, as on a real site; the limits per address stay in force.
  'X-Forwarded-For': '{address}',
}

export async function startServerProcess(
  settings: Record<string, string> = {},
): Promise<NewServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'))
  const control = await openControlStore({ file: controlFile(dataDir) })
  const site = await createSite(control.db, Date.now(), { domains: [sampleDomain] })
  const keys = apiKeys(control)
  const { token } = await keys.create(site.id, {
    name: 'bench',
    scopes: [...apiKeyScopes],
    ratePerMinute: 1_000_000,
  })
  await keys.close()
  await control.close()

  const server = await startServerOn(dataDir, sampleDomain, {
    SECRET: randomBytes(24).toString('hex'),
    ...settings,
  })
  const startMs = await server.firstHit(site.id)
  return {
    ...server,
    siteId: site.id,
    key: token,
    startMs,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Starts the server on a folder with sites of a domain. `launcher` is prepended to its command line, such as a tool
 * that runs it with limits.
 */
export async function startServerOn(
  dataDir: string,
  domain: string,
  settings: Record<string, string> = {},
  launcher: readonly string[] = [],
): Promise<ServerProcess> {
  const port = await freePort()
  const startedMs = performance.now()
  const [program = '', ...parameters] = [...launcher, process.execPath, mainFile]
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environmentOf({ dataDir, port, settings }),
  })
  return {
    port,
    pid: child.pid as number,
    async firstHit(siteId) {
      await firstHit({ port, siteId, domain }, child)
      return performance.now() - startedMs
    },
    async ready() {
      while (!(await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.ok) {
        if (hasEnded(child)) throw new Error('the server ended before it was ready')
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return performance.now() - startedMs
    },
    memory: () => residentBytes(child.pid as number),
    async stop() {
      if (hasEnded(child)) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Whether it ended, by itself or by a signal. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

/** `npm start` of the clone on such a folder, stopped again: milliseconds until a hit was acknowledged. */
export async function npmStart(
  dataDir: string,
  {
    siteId,
    domain,
    settings,
  }: { siteId: string; domain: string; settings: Record<string, string> },
): Promise<number> {
  const port = await freePort()
  const startedMs = performance.now()
  const environment = Object.entries(environmentOf({ dataDir, port, settings }))
  const variables = environment.map(([name, value]) => `${name}=${value}`)
  const child = spawn('env', [...variables, 'npm', 'start'], {
    cwd: clone,
    stdio: ['ignore', 'ignore', 'inherit'],
    // npm ends before the server that it started, so signals are sent to their process group.
    detached: true,
  })
  await firstHit({ port, siteId, domain }, child)
  const tookMs = performance.now() - startedMs
  const group = -(child.pid as number)
  process.kill(group, 'SIGTERM')
  // The server stops listening before its engine has written everything to the folder.
  while (isRunning(group)) await new Promise((resolve) => setTimeout(resolve, 50))
  return tookMs
}

/** Whether a process is running, or, of a negative number, any process of a group. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function environmentOf(given: {
  dataDir: string
  port: number
  settings: Record<string, string>
}): Record<string, string> {
  return {
    DATA_DIR: given.dataDir,
    PORT: String(given.port),
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    ...given.settings,
  }
}

/** Tries until a hit is acknowledged; gives up when the server has ended. */
async function firstHit(
  { port, siteId, domain }: { port: number; siteId: string; domain: string },
  child: ChildProcess,
): Promise<void> {
  while (!hasEnded(child)) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/collect`, {
      method: 'POST',
      headers: {
        ...sampleHeaders,
        Origin: `https://${domain}`,
        'X-Forwarded-For': '203.0.113.9',
      },
      body: sampleHit(siteId, domain).replaceAll('{n}', 'first'),
    }).catch(() => undefined)
    if (answer?.status === 202) {
      const dropped = answer.headers.get('x-tributary-dropped')
      if (dropped !== null) throw new Error(`the first hit was dropped: ${dropped}`)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('the server ended before it took a hit')
}

/** Adds up the process and its children. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
  const children = await childrenOf(pid)
  // A child may have ended a moment ago.
  const sums = await Promise.all(children.map((child) => residentBytes(child).catch(() => 0)))
  return sums.reduce((sum, bytes) => sum + bytes, own)
}
