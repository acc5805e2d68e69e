import { join } from 'node:path'
import { startTestEngine, type TestEngine } from '@tributary/server/test/engine.ts'
import { startPostgres } from '@tributary/server/test/processes/postgres.ts'
import { startRedis, type TestRedis } from '@tributary/server/test/processes/redis.ts'
import { freePort } from '../../../../scripts/free-port.ts'
import { faketimeLibrary } from '../../../../scripts/test-services.ts'
import { type Installation, install, Victim } from '../victim.ts'
import { machineOfItsOwn, type Place, sharedPlace } from './place.ts'
import { Relay } from './relay.ts'

/** Nodes that share a Postgres, a Redis and an engine, each in its own network place. */
export interface Cluster {
  readonly nodes: readonly Node[]
  readonly postgres: Relay
  readonly redis: TestRedis
  readonly engine: TestEngine
  /** The address of the Postgres for this process, which is never cut off. */
  readonly databaseUrl: string
  /** Settings of one more node, for a look into the stores. */
  readonly installation: Installation
  remove(): Promise<void>
}

/** One server process and the ways to disturb it. */
export class Node {
  readonly installation: Installation
  #place: Place
  #victim: Victim | undefined

  constructor(installation: Installation, place: Place) {
    this.installation = installation
    this.#place = place
  }

  get url(): string {
    return this.installation.url
  }

  async start(): Promise<void> {
    this.#victim ??= await Victim.start(this.installation)
  }

  async kill(): Promise<void> {
    await this.#victim?.kill()
    this.#victim = undefined
  }

  async stop(): Promise<number | null> {
    const code = await this.#victim?.stop()
    this.#victim = undefined
    return code ?? null
  }

  cut(): void {
    this.#place.cut()
  }

  /** Whether it can be cut off in one direction; if so, it is. */
  cutOneWay(way: 'to' | 'from'): boolean {
    this.#place.cutOneWay?.(way)
    return this.#place.cutOneWay !== undefined
  }

  heal(): void {
    this.#place.heal()
  }

  hang(): void {
    this.#victim?.pause()
  }

  resume(): void {
    this.#victim?.resume()
  }

  async remove(): Promise<void> {
    await this.kill()
    await this.#place.remove()
  }
}

export interface ClusterOptions {
  folder: string
  count: number
  /** Whether this process has a network namespace of its own, so that nodes may have one each. */
  isolated: boolean
  /** How far each node's clock is off, such as `+240` seconds; all are right without. */
  clocks?: readonly string[]
}

/** Starts the services and the nodes; everything is removed again when a part does not start. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { folder, count, isolated, clocks = [] } = options
  await using opened = new AsyncDisposableStack()
  const [postgres, redis, engine] = await Promise.all([
    startPostgres().then((it) => opened.adopt(it, (server) => server.stop())),
    startRedis().then((it) => opened.adopt(it, (server) => server.remove())),
    startTestEngine({ dataDir: join(folder, 'engine') }).then((it) =>
      opened.adopt(it, (server) => server.remove()),
    ),
  ])
  const databaseUrl = await postgres.newDatabase()
  const relays = await openRelays({ postgres: databaseUrl, redis, engine }, isolated)
  for (const relay of Object.values(relays)) opened.defer(() => relay.close())

  const base = await install(join(folder, 'data'), databaseUrl)
  const environmentAt = (host: string) => ({
    SECRET: String(base.environment.SECRET),
    LOG_LEVEL: 'fatal',
    DATABASE_URL: `postgres://tributary@${host}:${relays.postgres.port}${new URL(databaseUrl).pathname}`,
    REDIS_URL: `redis://${host}:${relays.redis.port}`,
    CLICKHOUSE_URL: withHost(engine.url, host, relays.engine.port),
  })
  const nodes = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const node = await makeNode({ number: index + 1, isolated }, (place, port) => ({
        ...base,
        dataDir: join(folder, `node${index + 1}`),
        environment: {
          ...environmentAt(place.servicesHost),
          ...clockOf(clocks[index]),
          DATA_DIR: join(folder, `node${index + 1}`),
          HOST: place.host,
          PORT: String(port),
        },
        url: `http://${place.host}:${port}`,
        launcher: place.launcher,
      }))
      opened.defer(() => node.remove())
      await node.start()
      return node
    }),
  )
  const running = opened.move()
  return {
    nodes,
    postgres: relays.postgres,
    redis,
    engine,
    databaseUrl,
    installation: {
      ...base,
      environment: { ...environmentAt('127.0.0.1'), DATA_DIR: join(folder, 'look') },
    },
    remove: () => running.disposeAsync(),
  }
}

function clockOf(offset: string | undefined): Record<string, string> {
  if (offset === undefined) return {}
  // Monotonic clocks continue as usual.
  return {
    LD_PRELOAD: faketimeLibrary,
    FAKETIME: offset,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

async function openRelays(
  to: { postgres: string; redis: TestRedis; engine: TestEngine },
  isolated: boolean,
) {
  const socket = join(new URL(to.postgres).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  // Every node has another address for them, so they listen on all of this namespace's.
  const host = isolated ? '0.0.0.0' : '127.0.0.1'
  const [postgres, redis, engine] = await Promise.all([
    Relay.open({ path: socket }, host),
    Relay.open({ port: Number(new URL(to.redis.url).port) }, host),
    Relay.open({ port: Number(new URL(to.engine.url).port) }, host),
  ])
  return { postgres, redis, engine }
}

async function makeNode(
  { number, isolated }: { number: number; isolated: boolean },
  settingsAt: (place: Place, port: number) => Installation,
): Promise<Node> {
  const port = await freePort()
  if (isolated) {
    const place = await machineOfItsOwn(number)
    return new Node(settingsAt(place, port), place)
  }
  const node: Node = new Node(
    settingsAt(
      sharedPlace(
        () => undefined,
        () => undefined,
      ),
      port,
    ),
    sharedPlace(
      () => node.hang(),
      () => node.resume(),
    ),
  )
  return node
}

function withHost(url: string, host: string, port: number): string {
  const moved = new URL(url)
  moved.hostname = host
  moved.port = String(port)
  return moved.href.replace(/\/$/, '')
}
