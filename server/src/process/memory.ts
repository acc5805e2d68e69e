import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { leastMemoryBytes } from './start-problems.ts'

const mib = 1024 * 1024

/** How the memory of an installation is divided, all in bytes. */
export interface MemoryShares {
  /** The memory of the events engine, and of one statement in it. */
  engineBytes: number
  statementBytes: number
  /** The heap of the thread that computes reports. */
  answersBytes: number
  /** Visitors whose visits are cached, so that their next hit needs no look-up. */
  rememberedVisitors: number
}

/** Below it, processes save memory at the cost of some speed. */
const smallBytes = 1024 * mib

export const isSmallMachine = (totalBytes: number) => totalBytes < smallBytes

/**
 * Makes this process's heap grow more slowly; to be called before much is in it. V8 lets a heap grow to four times
 * what is in use: at 100,000 events a second in batches the server had 690 MB for 100. Up to twice it has 490, for 6
 * % fewer events.
 */
export function keepHeapSmall(totalBytes: number): void {
  const isSmall = isSmallMachine(totalBytes)
  setFlagsFromString(isSmall ? '--optimize-for-size' : '--heap-growing-percent=100')
}

/** What the server needs for hits, payments and the thread of reports, with something left for a command. */
const serverBytes = 256 * mib
/** The part of the engine's memory that its code and caches always take. */
export const engineOwnBytes = 150 * mib
/** On small machines the engine has more than half, up to this. */
const enoughForEngineBytes = 400 * mib

/**
 * Divides the memory. The engine's share is of its whole process, of which 150 MB are fixed: half of the total is too
 * little on a small machine, where it gets what the server leaves. One statement may take most of it, so that the
 * widest question of a small machine passes; statements that together need more wait for memory or are refused, and
 * the process is not ended.
 */
export function shareMemory(totalBytes: number): MemoryShares {
  const leftByServer = Math.min(totalBytes - serverBytes, enoughForEngineBytes)
  const engineBytes = Math.floor(Math.max(totalBytes / 2, leftByServer))
  return {
    engineBytes,
    statementBytes: Math.floor(Math.max(engineBytes * 0.5, (engineBytes - engineOwnBytes) * 0.9)),
    answersBytes: Math.floor(Math.min(1024 * mib, totalBytes / 4)),
    // A visitor takes 700 bytes.
    rememberedVisitors: Math.min(100_000, Math.floor(totalBytes / 20_000)),
  }
}

/**
 * Bytes that this process and its children may use: the lowest limit of their control groups (v1 and v2, with all
 * parents), else the machine's memory. `root` is where `/proc` and `/sys` are.
 */
export function availableMemoryBytes(root = '/'): number {
  const limits = readText(join(root, 'proc/self/cgroup'))
    .split('\n')
    .flatMap((line) => {
      const [, controllers, path = '/'] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? []
      if (controllers === '') return limitsAlong(root, 'sys/fs/cgroup', path, 'memory.max')
      if (!controllers?.split(',').includes('memory')) return []
      return limitsAlong(root, 'sys/fs/cgroup/memory', path, 'memory.limit_in_bytes')
    })
  return Math.min(totalmem(), ...limits)
}

/** Inside a container the path may be the host's, which is not there; its own group is then the topmost. */
function limitsAlong(root: string, mount: string, path: string, file: string): number[] {
  const names = path.split('/').filter(Boolean)
  return [...names, ''].flatMap((_, depth) => {
    const limit = readText(join(root, mount, ...names.slice(0, depth), file)).trim()
    // v2 says `max` where there is none, v1 a number larger than any machine.
    return /^\d+$/.test(limit) && Number(limit) > 0 ? [Number(limit)] : []
  })
}

/** Empty where there is no such file, as on other systems. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const units: Readonly<Record<string, number>> = {
  M: 1e6,
  MB: 1e6,
  MIB: mib,
  G: 1e9,
  GB: 1e9,
  GIB: 1024 * mib,
}

/** A size such as `512MB`, `1.5 GiB` or `2G` in bytes; undefined if it is none, or too small for a server. */
export function parseMemory(text: string): number | undefined {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?) ?([A-Z]+)$/.exec(text.trim().toUpperCase()) ?? []
  const bytes = Math.floor(Number(number) * (units[unit] ?? Number.NaN))
  return bytes >= leastMemoryBytes ? bytes : undefined
}
