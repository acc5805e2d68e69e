import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { childrenOf } from '../../../scripts/children-of.ts'
import { shopDomain } from '../demo/load-shop.ts'
import { measureBare } from '../load/measure-bare.ts'
import { runLoad } from '../load/run-load.ts'
import { MemoryGroup } from '../torture/memory/memory-group.ts'
import { drawQuestions, type Group, groups, type Question } from './draw-questions.ts'
import { withOldFolder } from './old-folder.ts'
import { panels } from './panels.ts'
import {
  residentBytes,
  type ServerProcess,
  sampleHeaders,
  shopHits,
  startServerOn,
} from './server-process.ts'
import { type BenchSite, withShopFolder } from './shop-folder.ts'
import { count, milliseconds, quantile, type Row, timed } from './table.ts'
import { type Asked, tryToAsk } from './talk.ts'

const commandFile = fileURLToPath(new URL('../../../server/dist/cli.js', import.meta.url))
const processors = 1
/** What a start needs and no more is given back within a minute. */
const settledMs = 75_000
const hitsPerSecond = 500
const watchedSeconds = 60
const refreshMs = 30_000
const questions = 60
const importedRows = 100_000

export interface SmallOptions {
  events: number
  /** Of memory, for all processes together. */
  mebibytes: number
  /** Where the folders are stored for the next run. */
  keepIn?: string | undefined
}

/**
 * What a server with little memory and one processor can handle: its processes run in control groups, the load comes
 * from outside of them. Root only.
 */
export async function measureSmall({ events, mebibytes, keepIn }: SmallOptions): Promise<Row[]> {
  await refuseMemoryDisk()
  const bare = await measureBare()
  const rows = [
    { what: 'bare `node:http` without limits, for comparison', measured: rateOf(bare) },
    ...(await withShopFolder(
      { events, keepIn: keepIn && join(keepIn, `reports-${events}`) },
      (folder) => use(folder, mebibytes),
    )),
    ...(await withOldFolder(events, keepIn && join(keepIn, `old-${events}`), (folder) =>
      upgrade(folder, mebibytes),
    )),
  ]
  return rows
}

/** From <linux/magic.h>. */
const tmpfs = 0x01021994

/** Files in memory count towards the group that wrote them. */
async function refuseMemoryDisk(): Promise<void> {
  if ((await statfs(tmpdir())).type !== tmpfs) return
  throw new Error(`${tmpdir()} is in memory: set TMPDIR to a folder on a disk`)
}

async function use(
  { dir, sites }: { dir: string; sites: readonly BenchSite[] },
  mebibytes: number,
): Promise<Row[]> {
  const [site] = sites
  if (site === undefined) throw new Error('there is no site to ask')
  return inGroup(dir, mebibytes, async (small) => {
    const startMs = await small.server.firstHit(site.siteId)
    await small.server.ready()
    const rows: Row[] = [
      { what: 'start to first acknowledged hit', measured: milliseconds(startMs) },
    ]
    const steps = [idle, underHits, mostHits, askEach, lookAfter, leftOver]
    for (const step of steps) {
      const before = small.group.killed
      const found = await step(small, site)
      if (small.group.killed > before) {
        found.push({
          what: '… and a process was killed because memory ran out',
          measured: 'yes',
          aim: 'no',
        })
      }
      // Printed at once as well: if a process is killed for lack of memory, the earlier steps show why.
      for (const { what, measured } of found) process.stderr.write(`${what}: ${measured}\n`)
      rows.push(...found)
    }
    return rows
  })
}

interface Small {
  server: ServerProcess
  group: MemoryGroup
  /** The copy of the folder that the server works on. */
  dataDir: string
  enginePid: number
}

/** Runs `work` with a server in the control groups, on a copy of a folder. */
async function inGroup(
  dir: string,
  mebibytes: number,
  work: (small: Small) => Promise<Row[]>,
): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-small-'))
  const dataDir = join(folder, 'data')
  await cp(dir, dataDir, { recursive: true })
  const group = MemoryGroup.make(mebibytes, processors)
  const server = await startServerOn(dataDir, shopDomain, {}, group.launcher)
  try {
    const enginePid = await engineOf(server)
    return await work({ server, group, dataDir, enginePid })
  } finally {
    await server.stop()
    await group.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

async function engineOf({ pid }: ServerProcess): Promise<number> {
  for (;;) {
    const [engine] = await childrenOf(pid)
    if (engine !== undefined) return engine
    await delay(10)
  }
}

async function idle({ server, enginePid }: Small): Promise<Row[]> {
  await delay(settledMs)
  const bytes = await server.memory()
  const ofEngine = await residentBytes(enginePid)
  const own = await Promise.all([server.pid, enginePid].map(anonymousBytes))
  return [
    {
      what: 'memory, both processes, idle (of it the engine)',
      measured: `${megabytes(bytes)} (${megabytes(ofEngine)})`,
      aim: '300 MB',
    },
    {
      what: '… of it what cannot be read again from files',
      measured: megabytes(own.reduce((sum, one) => sum + one, 0)),
    },
  ]
}

/** Code and data of a process that Linux cannot drop and read again. */
async function anonymousBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

/** 500 hits a second and one dashboard, whose panels are asked again twice a minute. */
async function underHits(small: Small, site: BenchSite): Promise<Row[]> {
  const stop = new AbortController()
  const watched = watchMemory(small, stop.signal)
  const work = Promise.all([
    load(small, site, { seconds: watchedSeconds, perSecond: hitsPerSecond }),
    watchDashboard(small, site),
  ])
  const [hits, asked] = await work.finally(() => stop.abort())
  const most = await watched
  return [
    {
      what: `memory, both processes, with ${hitsPerSecond} hits a second and a dashboard: the most`,
      measured: megabytes(most),
      aim: '500 MB',
    },
    {
      what: '… hits: p99, longest',
      measured: [hits.p99Ms, hits.longestMs].map(milliseconds).join(', '),
    },
    {
      what: '… a panel of the dashboard: median, worst',
      measured: medianAndWorst(asked.map(({ ms }) => ms)),
    },
    { what: '… panels refused', measured: refusals(asked), aim: '0' },
  ]
}

async function watchMemory({ server }: Small, signal: AbortSignal): Promise<number> {
  let most = 0
  while (!signal.aborted) {
    most = Math.max(most, await server.memory())
    await delay(500, undefined, { signal }).catch(() => undefined)
  }
  return most
}

async function watchDashboard({ server }: Small, site: BenchSite): Promise<Asked[]> {
  const asked: Asked[] = []
  for (let round = 0; round * refreshMs < watchedSeconds * 1000; round++) {
    const startMs = performance.now()
    const page = Object.values(panels).map((body) => askPanel(server, site, body))
    asked.push(...(await Promise.all(page)))
    await delay(Math.max(0, startMs + refreshMs - performance.now()))
  }
  return asked
}

async function askPanel(server: ServerProcess, site: BenchSite, body: object): Promise<Asked> {
  const asked = await tryToAsk(urlOf(server), site.key, { method: 'POST', path: 'query', body })
  noteRefusal(asked, body)
  return asked
}

function noteRefusal({ status, text }: Asked, body: object | undefined): void {
  if (status !== 200 && status !== 404) {
    process.stderr.write(`${status}: ${JSON.stringify(body)}: ${text}\n`)
  }
}

const refusals = (asked: readonly Asked[]) =>
  count(asked.filter(({ status }) => status !== 200 && status !== 404).length)

/** The most hits per second over 64 connections. */
async function mostHits(small: Small, site: BenchSite): Promise<Row[]> {
  const hits = await load(small, site, { seconds: 20 })
  return [
    { what: 'durable hits, as many as it takes', measured: rateOf(hits) },
    { what: '… p99', measured: milliseconds(hits.p99Ms) },
  ]
}

async function load(
  { server }: Small,
  { siteId }: BenchSite,
  order: { seconds: number; perSecond?: number },
) {
  const result = await runLoad({
    port: server.port,
    path: '/api/collect',
    headers: { ...sampleHeaders, Origin: `https://${shopDomain}` },
    bodies: shopHits(siteId, shopDomain),
    connections: 64,
    ...order,
  })
  if (result.statuses['202'] !== result.requests) {
    throw new Error(`answers: ${JSON.stringify(result.statuses)}`)
  }
  return result
}

/** Drawn questions, each once, like `npm run bench -- reports`. */
async function askEach({ server }: Small, site: BenchSite): Promise<Row[]> {
  const drawn = drawQuestions(questions, 15, ['visitorfirst'])
  const asked: (Asked & { question: Question })[] = []
  for (const question of drawn) {
    const answer = await tryToAsk(urlOf(server), site.key, question)
    asked.push({ question, ...answer })
    noteRefusal(answer, question.body)
  }
  const rows = (Object.keys(groups) as Group[]).flatMap((group): Row[] => {
    const times = asked.filter(({ question }) => question.group === group).map(({ ms }) => ms)
    if (times.length === 0) return []
    return [{ what: `${group} (${times.length}): median, worst`, measured: medianAndWorst(times) }]
  })
  return [...rows, { what: 'questions refused', measured: refusals(asked), aim: '0' }]
}

/** An operator's commands: import, backup. They share the same memory limit. */
async function lookAfter(small: Small, site: BenchSite): Promise<Row[]> {
  const { dataDir } = small
  const made = await command(small, '--json', 'site', 'create', '--domain', 'copy.example')
  const { id } = JSON.parse(made) as { id: string }
  const whole = join(dataDir, '..', 'whole.ndjson')
  await command(small, 'export', whole, '--site', site.siteId)
  const part = join(dataDir, '..', 'part.ndjson')
  await promisify(execFile)('sh', [
    '-c',
    'head -n "$0" "$1" > "$2"',
    `${importedRows}`,
    whole,
    part,
  ])
  await rm(whole)
  const options = ['--site', id, '--format', 'tributary', '--skip-errors']
  const importMs = await timed(() => command(small, 'import', part, ...options))
  const backup = join(dataDir, '..', 'backup')
  const backupMs = await timed(() => command(small, 'backup', backup))
  await stat(join(backup, 'manifest.json'))
  return [
    { what: `import of ${count(importedRows)} rows`, measured: seconds(importMs) },
    { what: 'backup', measured: seconds(backupMs) },
  ]
}

async function command({ dataDir, group }: Small, ...words: string[]): Promise<string> {
  const [program = '', ...parameters] = [...group.launcher, process.execPath, commandFile, ...words]
  const { stdout } = await promisify(execFile)(program, parameters, {
    env: { DATA_DIR: dataDir },
    maxBuffer: 2 ** 26,
  })
  return stdout
}

async function leftOver({ server, group, enginePid }: Small): Promise<Row[]> {
  const restarts = (await engineOf(server)) === enginePid ? 0 : 1
  return [
    { what: 'memory, both processes, after all that', measured: megabytes(await server.memory()) },
    { what: 'processes killed because memory ran out', measured: count(group.killed), aim: '0' },
    { what: 'engine replaced', measured: restarts === 0 ? 'no' : 'yes', aim: 'no' },
  ]
}

/** Brings the tables of the oldest release up to date. */
function upgrade({ dir }: { dir: string }, mebibytes: number): Promise<Row[]> {
  return inGroup(dir, mebibytes, async (small) => {
    const readyMs = await small.server.ready()
    return [
      { what: 'upgrade from the oldest release, to the first report', measured: seconds(readyMs) },
      ...(await leftOver(small)),
    ]
  })
}

const urlOf = ({ port }: ServerProcess) => `http://127.0.0.1:${port}`
const rateOf = (load: { requests: number; seconds: number }) =>
  `${count(load.requests / load.seconds)}/s`
const megabytes = (bytes: number) => `${count(bytes / 1e6)} MB`
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const medianAndWorst = (times: readonly number[]) =>
  [quantile(times, 0.5), quantile(times, 1)].map(milliseconds).join(', ')
