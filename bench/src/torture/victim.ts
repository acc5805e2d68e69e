import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { apiKeys } from '@tributary/server/sites/api-keys.ts'
import { createSite } from '@tributary/server/sites/manage-sites.ts'
import { controlFile, openControlStore } from '@tributary/server/store/control/control-store.ts'
import { childrenOf } from '../../../scripts/children-of.ts'
import { freePort } from '../../../scripts/free-port.ts'

const mainFile = fileURLToPath(import.meta.resolve('@tributary/server/main.ts'))
/** On a machine that others keep busy a start has taken more than a minute. */
const startPatienceMs = 240_000

/** Everything a server needs to be started again and again on the same folder. */
export interface Installation {
  dataDir: string
  environment: Record<string, string>
  url: string
  siteId: string
  key: string
  /** A prefix of the server's command line, such as a tool that runs it elsewhere. */
  launcher?: readonly string[]
}

/** Prepares a folder, or a Postgres, with one site and a key that is hardly limited. */
export async function install(dataDir: string, databaseUrl?: string): Promise<Installation> {
  const control = await openControlStore({ file: controlFile(dataDir), databaseUrl })
  const site = await createSite(control.db, Date.now(), { domains: ['shop.example'] })
  const keys = apiKeys(control)
  const limits = { scopes: [...apiKeyScopes], ratePerMinute: 1_000_000 }
  const { token } = await keys.create(site.id, { name: 'torture', ...limits })
  await keys.close()
  await control.close()
  const port = String(await freePort())
  const environment = {
    DATA_DIR: dataDir,
    PORT: port,
    SECRET: randomBytes(24).toString('hex'),
    LOG_LEVEL: 'fatal',
  }
  return { dataDir, environment, url: `http://127.0.0.1:${port}`, siteId: site.id, key: token }
}

/** Adds a site to an installation whose server does not run. Returns its id. */
export async function addSite({ dataDir }: Installation, domain: string): Promise<string> {
  const control = await openControlStore({ file: controlFile(dataDir) })
  try {
    return (await createSite(control.db, Date.now(), { domains: [domain] })).id
  } finally {
    await control.close()
  }
}

/** The server as users start it, to be killed without warning. */
export class Victim {
  /** From the start of the process until it answered. */
  readonly startMs: number
  #child: ChildProcess

  private constructor(child: ChildProcess, startMs: number) {
    this.#child = child
    this.startMs = startMs
  }

  static async start({ environment, url, launcher = [] }: Installation): Promise<Victim> {
    const startedMs = performance.now()
    const [program = '', ...parameters] = [...launcher, process.execPath, mainFile]
    const child = spawn(program, parameters, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: environment,
    })
    while (performance.now() - startedMs < startPatienceMs && child.exitCode === null) {
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
      if (answer?.ok) return new Victim(child, performance.now() - startedMs)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    child.kill('SIGKILL')
    throw new Error(`the server did not become ready (exit code ${child.exitCode})`)
  }

  get pid(): number {
    return this.#child.pid as number
  }

  /** How it ended, null while it runs or when it was killed. */
  get exitCode(): number | null {
    return this.#child.exitCode
  }

  /** Stops it from running without ending it, as on a machine that hangs. */
  pause(): void {
    this.#child.kill('SIGSTOP')
  }

  resume(): void {
    this.#child.kill('SIGCONT')
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  /** The process ids of the server's engine; empty while there is none. */
  engines(): Promise<number[]> {
    return childrenOf(this.pid)
  }

  /** Kills the engine under the server. Does nothing while there is none, as after another kill. */
  async killEngine(): Promise<void> {
    for (const child of await this.engines()) process.kill(child, 'SIGKILL')
  }

  /** Stops it politely and returns its exit code. */
  async stop(): Promise<number | null> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    const [code] = await ended
    return code
  }
}
