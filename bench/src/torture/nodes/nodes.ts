import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seededRandom } from '../../demo/random.ts'
import { canMoveClocks } from '../clock.ts'
import { compare, isFaithful, type Verdict } from '../compare.ts'
import { type LoadFigures, runLoad, settlePayments } from '../load.ts'
import { Oracle } from '../oracle.ts'
import { type Cluster, type Node, startCluster } from './cluster.ts'
import { logLeases, readLeases } from './lease-log.ts'
import { type ChangeTimes, measureChanges } from './measure-changes.ts'

export interface NodesOptions {
  /** How often each disturbance of the nodes happens. */
  rounds: number
  seed: number
  /** Whether this process has its own network namespace: then connections are cut, else nodes are paused. */
  isolated: boolean
}

export interface NodesResult extends Verdict, LoadFigures, ChangeTimes {
  events: Record<string, number>
  sent: number
  acknowledged: number
  /** From the end of a cut until the node took a payment again. */
  recoveriesMs: number[]
  /** How nodes ended after a polite stop. */
  exitCodes: (number | null)[]
  jobsFinished: Record<string, number>
  jobsDoneTwice: string[]
  passed: boolean
  folder: string
}

const workers = 9
/** A pause, so that the nodes' events set the pace and not the load. */
const pauseMs = 25
const cutMs = 2_000
/** The pause of linking between two looks, including the second look at a payment. */
const healMs = 20_000
/** Minutes, as on machines without clock synchronisation. */
const wrongClocks = ['-240', '+0', '+240']

/** Three nodes under load that are killed and cut off, and their services too; then the stores are read. */
export async function tortureNodes(options: NodesOptions): Promise<NodesResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-nodes-'))
  const oracle = new Oracle(join(folder, 'client.log'))
  // Both are only for the long form.
  const isLong = options.rounds > 1
  const cluster = await startCluster({
    ...{ folder, count: 3, isolated: options.isolated },
    ...(isLong && canMoveClocks() && { clocks: wrongClocks }),
  })
  try {
    const result = await new Run(cluster, oracle, options).all()
    if (result.passed) await rm(folder, { recursive: true, force: true })
    return { ...result, folder }
  } finally {
    await cluster.remove()
    await oracle.close()
  }
}

class Run {
  #cluster: Cluster
  #oracle: Oracle
  #options: NodesOptions
  #events: Record<string, number> = {}
  #recoveriesMs: number[] = []
  #exitCodes: (number | null)[] = []

  constructor(cluster: Cluster, oracle: Oracle, options: NodesOptions) {
    this.#cluster = cluster
    this.#oracle = oracle
    this.#options = options
  }

  async all(): Promise<Omit<NodesResult, 'folder'>> {
    const { databaseUrl, nodes, installation } = this.#cluster
    await logLeases(databaseUrl)
    const ended = new AbortController()
    const load = runLoad({
      installation,
      oracle: this.#oracle,
      random: seededRandom(this.#options.seed),
      round: 1,
      workers,
      pauseMs,
      signal: ended.signal,
      urls: nodes.map(({ url }) => url),
    })
    let changes: ChangeTimes | undefined
    let figures: LoadFigures
    try {
      await Promise.race([load, this.#happen()])
      changes = await measureChanges(this.#cluster)
    } finally {
      ended.abort()
      figures = await load
    }
    return this.#look(figures, changes)
  }

  async #happen(): Promise<void> {
    for (let round = 0; round < this.#options.rounds; round++) {
      const [a, b, c] = [0, 1, 2].map((n) => this.#cluster.nodes[(n + round) % 3] as Node) as [
        Node,
        Node,
        Node,
      ]
      await this.#count('node killed', () => killed(a))
      await this.#count('node cut off', () => this.#cutOff(b))
      await this.#count('node killed while cut off', () => killedWhileCut(c))
      // Every node is stopped at the end anyway.
      if (round > 0) await this.#count('node stopped', () => stopped(a, this.#exitCodes))
      if (this.#options.rounds > 1 && this.#options.isolated) {
        await this.#count('nothing reaches a node', () => this.#cutOneWay(b, 'to'))
        await this.#count('nothing leaves a node', () => this.#cutOneWay(c, 'from'))
      }
      await this.#count('engine killed', () => this.#killEngine())
      await this.#count('Redis restarted', () => this.#restartRedis())
      await this.#count('Postgres away', () => this.#withoutPostgres())
    }
  }

  async #count(what: string, work: () => Promise<void>): Promise<void> {
    await work()
    this.#events[what] = (this.#events[what] ?? 0) + 1
    await delay(300)
  }

  async #cutOff(node: Node): Promise<void> {
    node.cut()
    await this.#waitAndHeal(node)
  }

  async #cutOneWay(node: Node, way: 'to' | 'from'): Promise<void> {
    if (node.cutOneWay(way)) await this.#waitAndHeal(node)
  }

  async #waitAndHeal(node: Node): Promise<void> {
    await delay(cutMs)
    node.heal()
    const healedMs = performance.now()
    await untilTakesPayments(node)
    this.#recoveriesMs.push(performance.now() - healedMs)
  }

  async #killEngine(): Promise<void> {
    const { pid } = this.#cluster.engine
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await delay(500)
  }

  async #restartRedis(): Promise<void> {
    await this.#cluster.redis.stop()
    await delay(500)
    await this.#cluster.redis.start()
  }

  async #withoutPostgres(): Promise<void> {
    await this.#cluster.postgres.close()
    await delay(1_500)
    await this.#cluster.postgres.reopen()
    for (const node of this.#cluster.nodes) await untilTakesPayments(node)
  }

  async #look(figures: LoadFigures, changes: ChangeTimes): Promise<Omit<NodesResult, 'folder'>> {
    const { nodes, installation, databaseUrl } = this.#cluster
    await settlePayments({ ...installation, url: String(nodes[0]?.url) }, this.#oracle)
    for (const node of nodes) await untilShipped(node)
    this.#exitCodes.push(...(await Promise.all(nodes.map((node) => node.stop()))))
    const verdict = await compare(installation, this.#oracle, { healMs })
    const jobs = await readLeases(databaseUrl)
    return {
      ...figures,
      ...verdict,
      ...changes,
      events: this.#events,
      sent: this.#oracle.attempts.size,
      acknowledged: this.#oracle.count((attempt) => attempt.acknowledged),
      recoveriesMs: this.#recoveriesMs,
      exitCodes: this.#exitCodes,
      jobsFinished: jobs.finished,
      jobsDoneTwice: jobs.doneTwice,
      passed:
        isFaithful(verdict) &&
        jobs.doneTwice.length === 0 &&
        changes.keyTakenMs < 1_000 &&
        this.#exitCodes.every((code) => code === 0),
    }
  }
}

async function killed(node: Node): Promise<void> {
  await node.kill()
  await delay(300)
  await node.start()
}

async function killedWhileCut(node: Node): Promise<void> {
  node.cut()
  await delay(500)
  await node.kill()
  node.heal()
  await node.start()
}

async function stopped(node: Node, exitCodes: (number | null)[]): Promise<void> {
  exitCodes.push(await node.stop())
  await node.start()
}

/** Asks for a payment that is none, which the control store has to say. */
async function untilTakesPayments({ url, installation: { key } }: Node): Promise<void> {
  await until(`${url} to reach the control store`, async () => {
    const answer = await fetch(`${url}/api/v1/payment?paymentId=pay_none`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(1_000),
    })
    return answer.status < 500
  })
}

async function untilShipped({ url }: Node): Promise<void> {
  await until(`the journal of ${url} to be shipped`, async () => {
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2_000) })
    return /^tributary_journal_backlog_bytes 0$/m.test(await answer.text())
  })
}

const patienceMs = 60_000

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const startMs = performance.now()
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - startMs > patienceMs) throw new Error(`waited too long for ${what}`)
    await delay(20)
  }
}
