import { childrenOf } from '../../../scripts/children-of.ts'
import { cpuMicroseconds } from '../load/cpu-time.ts'
import { type BareServer, startBare } from '../load/measure-bare.ts'
import { runLoad } from '../load/run-load.ts'
import {
  type NewServerProcess,
  sampleHeaders,
  sampleHit,
  startServerProcess,
} from './server-process.ts'
import { count, quantile, type Row } from './table.ts'

const workerCounts = [0, 1, 2]
const rounds = 5
const seconds = 3
const connections = 64

interface Measured {
  perSecond: number
  /** Of the whole process and of its main thread, per request. */
  processMicroseconds: number
  mainMicroseconds: number
}

/**
 * Hits per second with and without intake workers, in turns with a bare server. The engine is paused so that hits
 * get the processors. Where there are too few processors or they are busy, processor time per hit shows what more of
 * them would allow.
 */
export async function measureWorkers(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack()
  const bare = await startBare()
  stack.defer(() => bare.stop())
  const servers = new Map<number, NewServerProcess>()
  for (const workers of workerCounts) {
    const server = await startServerProcess({ INTAKE_WORKERS: String(workers) })
    await server.ready()
    stack.defer(() => server.stop())
    servers.set(workers, server)
  }
  const found = new Map<string, Measured[]>()
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const note = (name: string, measured: Measured) => {
      if (round > 0) found.set(name, [...(found.get(name) ?? []), measured])
    }
    note('bare `node:http`, body read, 202', await load(bare, 'site_aaaaaaaaaaaa'))
    for (const [workers, server] of servers) {
      note(`durable hits, ${workers} workers`, await withoutEngine(server))
    }
  }
  return [...found].map(([what, all]) => {
    const median = (pick: (one: Measured) => number) => quantile(all.map(pick), 0.5)
    const [process, main] = [
      median((one) => one.processMicroseconds),
      median((one) => one.mainMicroseconds),
    ]
    const rate = count(median((one) => one.perSecond))
    return {
      what,
      measured: `${rate}/s, CPU ${process.toFixed(0)} µs each, of them ${main.toFixed(0)} on the main thread`,
    }
  })
}

/** Pauses the engine only briefly during a measurement: the server would take it for dead and start another. */
async function withoutEngine(server: NewServerProcess): Promise<Measured> {
  const engines = await childrenOf(server.pid)
  for (const engine of engines) process.kill(engine, 'SIGSTOP')
  try {
    return await load(server, server.siteId)
  } finally {
    for (const engine of engines) process.kill(engine, 'SIGCONT')
  }
}

async function load({ port, pid }: BareServer | NewServerProcess, siteId: string) {
  const used = () => Promise.all([cpuMicroseconds(pid), cpuMicroseconds(pid, pid)])
  const before = await used()
  const result = await runLoad({
    ...{ port, path: '/api/collect', headers: sampleHeaders, connections, seconds },
    bodies: [sampleHit(siteId)],
  })
  const after = await used()
  if (result.statuses['202'] !== result.requests) {
    throw new Error(`answers: ${JSON.stringify(result.statuses)}`)
  }
  const each = (index: 0 | 1) => (after[index] - before[index]) / result.requests
  return {
    perSecond: result.requests / result.seconds,
    processMicroseconds: each(0),
    mainMicroseconds: each(1),
  }
}
