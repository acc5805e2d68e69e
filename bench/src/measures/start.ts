import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childrenOf } from '../../../scripts/children-of.ts'
import { shopDomain } from '../demo/load-shop.ts'
import { measureBare } from '../load/measure-bare.ts'
import { install } from '../torture/victim.ts'
import { npmStart, residentBytes, startServerOn } from './server-process.ts'
import { withShopFolder } from './shop-folder.ts'
import { count, milliseconds, quantile, type Row, timed } from './table.ts'

const commandFile = fileURLToPath(new URL('../../../server/dist/cli.js', import.meta.url))
const rounds = 7
/** Memory that only a start needs is returned within seconds, and after 30 the visits of the last day are loaded. */
const settledMs = 40_000
/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10

interface Spent {
  wallMs: number
  cpuMs: number
}

/**
 * What starts and commands take: median time, and CPU time, which means more on a busy machine. On a new folder, or on
 * one with this many events.
 */
export async function measureStart(events: number, keepIn?: string): Promise<Row[]> {
  const rate = await bareRate()
  const goal = milliseconds(((events > 0 ? 1_500 : 1_200) * goalRate) / rate)
  const rows = await onFolder(events, keepIn, (place) => startsOn(place, goal))
  return [
    {
      what: 'bare `node:http` for comparison; the goals are for 35,000/s and scaled by it',
      measured: `${count(rate)}/s`,
    },
    ...rows,
  ]
}

/** Requests per second of `node:http` on the machine that the targets are for. */
const goalRate = 35_000

async function bareRate(): Promise<number> {
  const bare = await measureBare()
  return bare.requests / bare.seconds
}

interface Place {
  dataDir: string
  siteId: string
  domain: string
  settings: Record<string, string>
}

async function onFolder(
  events: number,
  keepIn: string | undefined,
  use: (place: Place) => Promise<Row[]>,
): Promise<Row[]> {
  if (events > 0) {
    return withShopFolder({ events, keepIn }, ({ dir, sites }) =>
      use({ dataDir: dir, siteId: sites[0]?.siteId ?? '', domain: shopDomain, settings: {} }),
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-'))
  try {
    const { dataDir, siteId, environment } = await install(join(folder, 'data'))
    const settings = { SECRET: environment.SECRET ?? '' }
    return await use({ dataDir, siteId, domain: 'shop.example', settings })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function startsOn(place: Place, goal: string): Promise<Row[]> {
  const { dataDir, siteId, domain, settings } = place
  const starts: Spent[] = []
  const ready: number[] = []
  const commands: Spent[] = []
  const bare: Spent[] = []
  const byNpm: number[] = []
  const memory: string[] = []
  for (let round = 0; round <= rounds; round++) {
    const server = await startServerOn(dataDir, domain, settings)
    try {
      starts.push({ wallMs: await server.firstHit(siteId), cpuMs: await cpuMsOf(server.pid) })
      ready.push(await server.ready())
      commands.push(await run([commandFile, 'site', 'list'], { DATA_DIR: dataDir, ...settings }))
      bare.push(await run(['-e', '0'], {}))
      if (round === rounds) {
        await setTimeout(settledMs)
        const [engine = 0] = await childrenOf(server.pid)
        const engineBytes = await residentBytes(engine)
        memory.push(megabytes((await server.memory()) - engineBytes), megabytes(engineBytes))
      }
    } finally {
      await server.stop()
    }
    if (round > 0) byNpm.push(await npmStart(dataDir, place))
  }
  const [first, ...later] = starts
  return [
    { what: 'bare Node, `node -e 0` (for comparison)', measured: median(bare) },
    { what: 'first start to first acknowledged hit', measured: median(first ? [first] : []) },
    { what: 'later start to first acknowledged hit', measured: median(later) },
    {
      what: '`npm start` of a built clone to first acknowledged hit',
      measured: milliseconds(quantile(byNpm, 0.5)),
      aim: goal,
    },
    { what: 'later start to first report', measured: milliseconds(quantile(ready.slice(1), 0.5)) },
    { what: 'command `site list`, server running', measured: median(commands), aim: '250 ms' },
    { what: 'memory of the server, of the engine, idle', measured: memory.join(', ') },
  ]
}

/** Runs Node; the shell reports the CPU time of its children. */
async function run(parameters: readonly string[], env: NodeJS.ProcessEnv): Promise<Spent> {
  let times = ''
  const wallMs = await timed(async () => {
    const line = ['-c', '"$0" "$@" > /dev/null && times', process.execPath, ...parameters]
    const { status, stdout, stderr } = spawnSync('sh', line, { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    times = stdout
  })
  const [user, system] = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => (60 * Number(minutes) + Number(seconds)) * 1000,
  )
  return { wallMs, cpuMs: (user ?? 0) + (system ?? 0) }
}

/** Of the process itself, without the engine. */
async function cpuMsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

function median(all: readonly Spent[]): string {
  const middle = (of: keyof Spent) =>
    milliseconds(
      quantile(
        all.map((one) => one[of]),
        0.5,
      ),
    )
  return `${middle('wallMs')}, CPU ${middle('cpuMs')}`
}

const megabytes = (bytes: number) => `${count(bytes / 1e6)} MB`
