import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listRoutes, type Route } from '@tributary/server/test/list-routes.ts'
import { startTestServer } from '@tributary/server/test/server.ts'
import { seededRandom } from '../../demo/random.ts'
import { residentBytes } from '../../measures/server-process.ts'
import { install, Victim } from '../victim.ts'
import { hostileRequests } from './hostile-requests.ts'
import { openInsider } from './insider.ts'
import { type Answer, type HostileRequest, type Silence, send } from './send.ts'

export interface FuzzResult {
  requests: number
  /** How often each status was the answer. */
  statuses: Record<string, number>
  /** How often there was none, by what ended the connection. */
  silences: Partial<Record<Silence, number>>
  /**
   * Requests with a wrong answer: a status above 499, internals in the message, or no answer to a client that did not
   * hang up.
   */
  faults: string[]
  /** Memory of server and engine together, in MB, once a sixtieth of the time. */
  memoryMb: number[]
  /** How much more memory the last quarter of the run took than the second. */
  growthMb: number
  /** Accepted events that the engine could not store. */
  deadLetters: number
  exitCode: number | null
  folder: string
}

/** What leaks internals: stack traces, SQL, file paths. */
const insides =
  /node_modules|\.ts:\d+|\bat .{1,80}\(|SELECT .{1,200} FROM|SqliteError|ECONNREFUSED|\/src\//i
const atOnce = 8

/**
 * Sends the server invalid and hostile input at every endpoint, for a while: mostly requests that are
 * nearly right, with a key, a session or neither, and bytes that are no request at all.
 */
export async function fuzz(options: {
  seconds: number
  seed: number
  say?: (text: string) => void
}): Promise<FuzzResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-fuzz-'))
  const installation = await install(join(folder, 'data'))
  const ways = await waysIn()
  const victim = await Victim.start(installation)
  const insider = await openInsider(installation)
  const random = seededRandom(options.seed)
  const statuses: Record<string, number> = {}
  const silences: Partial<Record<Silence, number>> = {}
  const faults: string[] = []
  const memoryMb: number[] = []
  let requests = 0
  const endMs = performance.now() + options.seconds * 1000
  const isOver = () => performance.now() > endMs || victim.exitCode !== null || faults.length >= 100
  const attack = async () => {
    while (!isOver()) {
      const access = await insider.access()
      const request = hostileRequests(random, ways, access)
      const answer = await send(installation.url, request)
      requests += 1
      const { status, silence } = answer
      if (silence === undefined) statuses[status] = (statuses[status] ?? 0) + 1
      else silences[silence] = (silences[silence] ?? 0) + 1
      if (isFault(answer)) {
        faults.push(`${silence ?? status} for ${inWords(request)}\n→ ${answer.text.slice(-500)}`)
      }
    }
  }
  const watch = async () => {
    while (!isOver()) {
      memoryMb.push(await memoryOf(victim.pid))
      options.say?.(
        `${requests} requests, ${faults.length} faults, ${Math.round(memoryMb.at(-1) ?? 0)} MB`,
      )
      await delay(Math.min((options.seconds * 1000) / 60, Math.max(0, endMs - performance.now())))
    }
  }
  await Promise.all([watch(), ...Array.from({ length: atOnce }, attack)])
  await insider.close()
  const exitCode = await victim.stop()
  const deadLetters = await readdir(join(installation.dataDir, 'journal', 'dead-letters')).catch(
    () => [],
  )
  const isClean = faults.length === 0 && deadLetters.length === 0 && exitCode === 0
  if (isClean) await rm(folder, { recursive: true, force: true })
  const growthMb = mean(quarter(memoryMb, 3)) - mean(quarter(memoryMb, 1))
  return {
    ...{ requests, statuses, silences, faults, memoryMb, growthMb, exitCode, folder },
    deadLetters: deadLetters.length,
  }
}

/** 503 is a documented answer: a query that takes too long, or too many at once. */
function isFault({ status, text, silence }: Answer): boolean {
  if (silence !== undefined) return silence !== 'hung up before the end of the request'
  return (status >= 500 && status !== 503) || (status >= 400 && insides.test(text))
}

function inWords({ head, body }: HostileRequest): string {
  return `${head.slice(0, 1000)}${body.subarray(0, 2000).toString('latin1')}`
}

/** What is wrong with a run, in sentences. */
export function fuzzFailures({ faults, deadLetters, exitCode, folder }: FuzzResult): string[] {
  const problems = [...faults.slice(0, 20)]
  if (deadLetters > 0) problems.push(`${deadLetters} files of events that the engine refused`)
  if (exitCode !== 0) problems.push(`the server ended with ${exitCode}`)
  return problems.length === 0 ? [] : [...problems, `saved for inspection: ${folder}`]
}

/** Every existing route, read from a separate server. */
async function waysIn() {
  const server = await startTestServer({ own: true })
  try {
    const routes = await listRoutes(server.services)
    // Hundreds of built files would dominate the requests; one represents all.
    const isBuilt = ({ path }: Route) => path.startsWith('/assets/')
    return [...routes.filter((route) => !isBuilt(route)), ...routes.filter(isBuilt).slice(0, 1)]
  } finally {
    await server.close()
  }
}

/** Resident memory of a process and its children, MB; 0 when it has ended. */
async function memoryOf(pid: number): Promise<number> {
  return (await residentBytes(pid).catch(() => 0)) / 2 ** 20
}

function quarter(values: readonly number[], which: number): readonly number[] {
  const size = Math.max(1, Math.floor(values.length / 4))
  return values.slice(which * size, (which + 1) * size)
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
