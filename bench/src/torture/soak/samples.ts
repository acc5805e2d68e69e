import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs } from '@tributary/server/time/durations.ts'
import { childrenOf } from '../../../../scripts/children-of.ts'
import type { Inspector } from './inspect.ts'

/** Everything of an installation that might grow, at one moment; sizes in MB. */
export interface Sample {
  number: number
  /** Hours of this machine's own time since the start. */
  hours: number
  figures: Record<Figure, number>
  largestMaps: number[]
}

/**
 * How much each figure may grow in an hour without counting as a leak, and its unit. For hours the heap grows with
 * the memory of ever new visitors and addresses, up to 100,000 of each.
 */
export const figures = {
  'heap after a collection, MB': 30,
  'buffers and other memory outside the heap, MB': 10,
  'resident memory of the server, MB': 120,
  'resident memory of the engine, MB': 120,
  'handles of the server': 30,
  'open files of the server': 30,
  'open files of the engine': 300,
  'threads of both': 30,
  'entries of the largest map': Number.POSITIVE_INFINITY,
  'journal, MB': 1,
  'dead letters': 0,
  'temporary files': 5,
  'active parts on disk': 300,
  'control store, MB': Number.POSITIVE_INFINITY,
  'engine on disk, MB': Number.POSITIVE_INFINITY,
} as const

export type Figure = keyof typeof figures

interface Watched {
  pid: number
  dataDir: string
  inspector: Inspector
  startedMs: number
  before: Sample | undefined
}

/** To count the entries of all maps stops the server for a second or more: not every time. */
const samplesAMapCount = 5

export async function takeSample(watched: Watched): Promise<Sample> {
  const { pid, dataDir, inspector, startedMs, before } = watched
  const inside = await inspector.look()
  const isTime = before === undefined || before.number % samplesAMapCount === 0
  const largestMaps = isTime ? await inspector.largestMaps() : before.largestMaps
  const engine = await childrenOf(pid)
  const files = await filesBelow(dataDir)
  const bytesIn = (folder: string) =>
    files.filter(({ path }) => path.startsWith(folder)).reduce((sum, { bytes }) => sum + bytes, 0)
  const countOf = (shape: RegExp) => files.filter(({ path }) => shape.test(path)).length
  const open = await Promise.all(engine.map(openFiles))
  return {
    number: (before?.number ?? 0) + 1,
    hours: (performance.now() - startedMs) / hourMs,
    largestMaps,
    figures: {
      'heap after a collection, MB': inside.heapBytes / 1e6,
      'buffers and other memory outside the heap, MB': inside.externalBytes / 1e6,
      'resident memory of the server, MB': (await statusOf(pid, 'VmRSS')) / 1e3,
      'resident memory of the engine, MB': sum(
        await Promise.all(engine.map(async (child) => (await statusOf(child, 'VmRSS')) / 1e3)),
      ),
      'handles of the server': inside.handles,
      'open files of the server': await openFiles(pid),
      'open files of the engine': sum(open),
      'threads of both': sum(
        await Promise.all([pid, ...engine].map((one) => statusOf(one, 'Threads'))),
      ),
      'entries of the largest map': largestMaps[0] ?? 0,
      'journal, MB': bytesIn('journal/') / 1e6,
      'dead letters': countOf(/dead-letters\/.+/),
      'temporary files': countOf(/\.tmp$|\/tmp_|\.new$|^imports\//),
      'active parts on disk': countOf(/\/\d{6}_[^/]+\/checksums\.txt$/),
      'control store, MB': bytesIn('control') / 1e6,
      'engine on disk, MB': bytesIn('events/') / 1e6,
    },
  }
}

/** By how much a figure grew in an hour: the slope of the line that fits the samples best. */
export function growthPerHour(samples: readonly Sample[], figure: Figure): number {
  const points = samples.map(({ hours, figures: of }) => [hours, of[figure]] as const)
  const [meanX, meanY] = [0, 1].map(
    (n) => sum(points.map((point) => point[n] ?? 0)) / points.length,
  )
  const above = sum(points.map(([x, y]) => (x - (meanX ?? 0)) * (y - (meanY ?? 0))))
  const below = sum(points.map(([x]) => (x - (meanX ?? 0)) ** 2))
  return below === 0 ? 0 : above / below
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** A number from Linux's status of a process; kB for memory. */
async function statusOf(pid: number, what: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
}

async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}

/** Files and folders come and go while they are counted. */
async function filesBelow(folder: string, inside = ''): Promise<{ path: string; bytes: number }[]> {
  const entries = await readdir(join(folder, inside), { withFileTypes: true }).catch(ifGone([]))
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(inside, entry.name)
      if (entry.isDirectory()) return filesBelow(folder, path)
      const status = await stat(join(folder, path)).catch(ifGone(undefined))
      return status === undefined ? [] : [{ path, bytes: status.size }]
    }),
  )
  return found.flat()
}

function ifGone<T>(instead: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
}
