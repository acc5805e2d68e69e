import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKeyScopes } from '@tributary/contract/operation.ts'
import { pino } from 'pino'
import type { Clock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'
import type { Site } from '../site.ts'
import { createSite, type SiteSettings } from '../sites/manage-sites.ts'
import { failures, startTestEngine, type TestEngine } from './engine.ts'
import { copyMadeControl, copyMadeFolder } from './made-folder.ts'
import { newControlDatabase } from './processes/postgres.ts'
import { useBuiltThreads } from './processes/server-program.ts'

/** A reply with its body already read as JSON (undefined when it is none). */
export interface Reply {
  status: number
  headers: Headers
  // Tests assert on the shape; that is their purpose.
  body: unknown
}

/** A complete Tributary on its own folder and port: real engine, real stores, real HTTP. */
export interface TestServer {
  readonly url: string
  readonly dataDir: string
  readonly services: Services
  /** A new site, with a key that has all scopes and is hardly limited. */
  aSite(settings?: Partial<SiteSettings>): Promise<{ site: Site; key: string }>
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>
  /** Stops the server and starts it again on the same folder. */
  restart(): Promise<void>
  /** The same, with something done to the folder in between. */
  restartWith(work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export interface RequestOptions {
  key?: string
  /** Text is sent as it is, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

/** A person's browser, for hits that should not be taken for a bot's. */
export const browserAgent =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

export interface TestServerOptions {
  config?: Partial<Config>
  clock?: Clock
  /** Whether the test restarts it, breaks it or counts things across all sites. */
  own?: true
  /**
   * Whether the worker's engine suffices, which sites isolate: for tests that need accounts or settings of their
   * own.
   */
  sharesEngine?: true
}

/** Whether servers use Postgres where a test names no database: part of the long tests. */
// biome-ignore lint/style/noProcessEnv: a setting of the test runner, not of the server.
const isOnPostgres = process.env.TEST_ON_POSTGRES === '1'

let shared: Promise<TestServer> | undefined
let engine: Promise<TestEngine> | undefined

/**
 * A server for one test file; close it in `afterAll`. Without options it is the one that all files of a worker
 * share, isolated by sites.
 */
export async function startTestServer(options?: TestServerOptions): Promise<TestServer> {
  if (options !== undefined) return startOwnServer(options)
  shared ??= startOwnServer({})
  const server = await shared
  const refuse = () => Promise.reject(new Error('others use this server: start one of your own'))
  return Object.create(server, {
    restart: { value: refuse },
    restartWith: { value: refuse },
    // It ends with the worker.
    close: { value: async () => {} },
  })
}

useBuiltThreads()

async function startOwnServer(options: TestServerOptions): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-'))
  if (options.sharesEngine) engine ??= startTestEngine({ withTables: true, logger: failures })
  const config: Config = {
    ...readConfig({ PORT: '0', DATA_DIR: dataDir, SECRET: randomBytes(24).toString('hex') }),
    // Tests contact no outside server.
    exchangeRates: undefined,
    ...(options.sharesEngine && { clickhouseUrl: (await engine)?.url }),
    ...(isOnPostgres && { databaseUrl: await newControlDatabase() }),
    ...options.config,
  }
  if (config.dataDir === dataDir) {
    if (config.clickhouseUrl === undefined) await copyMadeFolder(dataDir)
    else if (config.databaseUrl === undefined) await copyMadeControl(dataDir)
  }
  const start = () => serve(config, pino({ level: 'silent' }), options.clock)
  let running = await start()
  return {
    get url() {
      return running.url
    },
    get services() {
      return running.services
    },
    dataDir,
    async aSite(settings = {}) {
      const { control, apiKeys } = running.services
      const site = await createSite(control.db, Date.now(), {
        ...settings,
        domains: settings.domains ?? ['shop.example'],
      })
      const { token } = await apiKeys.create(site.id, {
        name: 'test',
        scopes: [...apiKeyScopes],
        ratePerMinute: 1_000_000,
      })
      return { site, key: token }
    },
    request: (method, path, given = {}) => send(method, running.url + path, given),
    async restart() {
      await running.close()
      running = await start()
    },
    async restartWith(work) {
      await running.close()
      await work()
      running = await start()
    },
    async close() {
      await running.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function send(
  method: string,
  url: string,
  { key, body, headers }: RequestOptions,
): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      'user-agent': browserAgent,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
