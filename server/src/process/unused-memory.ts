import { readFileSync } from 'node:fs'

/** How often a process releases the code it no longer runs, and where there is little memory. */
const everyMs = { usually: 5 * 60_000, onSmallMachine: 60_000 }
/** The start is over by then; code that ran only once can go, once the process has little to do for a second. */
const firstAfterMs = 2_000
const lookEveryMs = 1_000
/** A process that uses more of one processor is busy: it would need at once what it releases. */
const busyShare = 0.3
/** After so many looks memory is released, busy or not: at once where there is little. */
const mostLooks = { usually: 30, onSmallMachine: 1 }
/** Smaller mappings are not worth a system call. */
const leastKilobytes = 1_000
/** `MADV_DONTNEED` of <sys/mman.h>, the same on every Linux. */
const dontNeed = 4

/** One line of the process's memory map with what is resident of it. */
export interface Mapping {
  start: bigint
  end: bigint
  residentKilobytes: number
}

/**
 * Returns memory that only the start needed, and limits the resident program code to what really runs: a start
 * touches most of the 560 MB engine library and of Node itself once and never again (measured: 190 of 320 MB in the
 * engine's process, 40 of 190 in the server's). Only needed and possible on Linux; elsewhere nothing happens.
 * `onProblem` receives the reason if it fails; the process works the same without.
 */
export function returnUnusedMemory(
  onProblem: (error: unknown) => void,
  isSmallMachine = false,
): void {
  if (process.platform !== 'linux') return
  const machine = isSmallMachine ? 'onSmallMachine' : 'usually'
  const run = () => {
    releaseCodePages().catch(onProblem)
    setTimeout(run, everyMs[machine]).unref()
  }
  const first = () => collectGarbage().catch(onProblem).finally(run)
  const looks = { lookEveryMs, mostLooks: mostLooks[machine] }
  setTimeout(() => whenIdle(first, looks), firstAfterMs).unref()
}

/**
 * Calls back once the process had little to do between two looks, or after the last look. `cpuMs` is the time that it
 * has used of all processors.
 */
export function whenIdle(
  begin: () => void,
  looks: { lookEveryMs: number; mostLooks: number },
  cpuMs: () => number = usedMs,
): void {
  const [usedBeforeMs, beganMs] = [cpuMs(), performance.now()]
  const look = () => {
    const isBusy = cpuMs() - usedBeforeMs > busyShare * (performance.now() - beganMs)
    const mostLooks = looks.mostLooks - 1
    if (isBusy && mostLooks > 0) whenIdle(begin, { ...looks, mostLooks }, cpuMs)
    else begin()
  }
  setTimeout(look, looks.lookEveryMs).unref()
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/**
 * Collects all garbage of this thread and shrinks its heap. By itself, V8 keeps the young generation as large as the
 * start made it, 33 MB, until the old one has grown.
 */
export async function collectGarbage(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}

/**
 * Releases resident code and free memory. Pages that are needed again come back from the page cache, without reading
 * the disk.
 */
export async function releaseCodePages(): Promise<void> {
  const smaps = readFileSync('/proc/self/smaps', 'utf8')
  const mappings = unchangedFileMappings(smaps)
  // The name of glibc, as opposed to musl.
  const { madvise, trimHeap } = await systemCalls(smaps.includes('/libc.so.6\n'))
  for (const { start, end, residentKilobytes } of mappings) {
    if (residentKilobytes < leastKilobytes) continue
    if (madvise(start, end - start, dontNeed) !== 0) {
      throw new Error(`madvise refused ${start.toString(16)}-${end.toString(16)}`)
    }
  }
  trimHeap?.(0)
}

/**
 * The mappings of files that may be released: never writable, and without one page that differs from the file.
 * Careful: relocated data (`.data.rel.ro`) is read-only too, but changed at the start; releasing it would undo that
 * and crash the process. The kernel counts such pages as anonymous.
 */
export function unchangedFileMappings(smaps: string): Mapping[] {
  const entry =
    /^(?<start>[0-9a-f]+)-(?<end>[0-9a-f]+) r-[x-]p \S+ \S+ \d+ +\/[^\n]*\n(?<figures>(?:[A-Za-z_]+:[^\n]*\n?)+)/gm
  return [...smaps.matchAll(entry)].flatMap(({ groups }) => {
    const { start, end, figures = '' } = groups ?? {}
    const kilobytes = (name: string) =>
      Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(figures)?.[1] ?? Number.NaN)
    // Not a number if a kernel does not report it: then nothing is released.
    if (kilobytes('Anonymous') !== 0 || kilobytes('Private_Dirty') !== 0) return []
    return [
      { start: BigInt(`0x${start}`), end: BigInt(`0x${end}`), residentKilobytes: kilobytes('Rss') },
    ]
  })
}

interface SystemCalls {
  madvise(start: bigint, length: bigint, advice: number): number
  /** Releases memory that `malloc` keeps for later: 10 MB after a start. Only glibc has and needs this. */
  trimHeap: ((pad: number) => number) | undefined
}

let systemCallsOnce: Promise<SystemCalls> | undefined

/** Node has no way to call them, hence koffi. */
function systemCalls(hasGlibc: boolean): Promise<SystemCalls> {
  systemCallsOnce ??= import('koffi').then(({ default: koffi }) => {
    const library = koffi.load(null)
    return {
      madvise: library.func('int madvise(uintptr_t start, size_t length, int advice)'),
      trimHeap: hasGlibc ? library.func('int malloc_trim(size_t pad)') : undefined,
    }
  })
  return systemCallsOnce
}
