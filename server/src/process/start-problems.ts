// Problems at the start that the operator can fix: one sentence on what is wrong, one on what to do. Careful: this
// file is loaded by Nodes that are too old for all others.
import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { fileProblem } from './file-problem.ts'
import { makeFolder } from './make-folder.ts'

const oldestNode = 24

/** The problem with a version of Node, such as `20.20.2`. */
export function nodeProblem(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= oldestNode) return undefined
  return `Tributary needs Node ${oldestNode} or newer, and this is Node ${version}. Use the one that comes with the packages: npm start or npm run cli.`
}

/** Where the server runs. */
export interface Machine {
  /** Such as `linux-x64`. */
  platform: string
  /** The process's memory map, where the system has one. */
  memoryMap: string
  memoryBytes: number
}

export function thisMachine(memoryBytes: number): Machine {
  const { platform, arch } = process
  const memoryMap = platform === 'linux' ? readFileSync('/proc/self/maps', 'latin1') : ''
  return { platform: `${platform}-${arch}`, memoryMap, memoryBytes }
}

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
/** Less does not suffice for the server, its engine and the smallest question. */
export const leastMemoryBytes = 384e6

/** Requirements of the embedded engine; a server with `CLICKHOUSE_URL` does not need it. */
export function machineProblem({ platform, memoryMap, memoryBytes }: Machine): string | undefined {
  const remedy = 'or set CLICKHOUSE_URL to a ClickHouse server.'
  if (!platforms.includes(platform)) {
    return `The embedded events engine has no build for ${platform}. Run Tributary on Linux or macOS (x64 or ARM), ${remedy}`
  }
  if (/\/ld-musl-/.test(memoryMap)) {
    return `The embedded events engine has no build for musl, the C library of Alpine Linux. Use a system with glibc, such as Debian or node:24-bookworm-slim, ${remedy}`
  }
  if (memoryBytes < leastMemoryBytes) {
    return `There are ${Math.floor(memoryBytes / 1e6)} MB of memory, and Tributary needs ${leastMemoryBytes / 1e6} MB. Give the machine or container more, ${remedy}`
  }
  return undefined
}

/** A new installation takes a quarter of it; the rest is for data. */
const leastFreeBytes = 100e6

/** The problem with the data folder, which is created if it does not exist. */
export function folderProblem(dataDir: string): string | undefined {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    return explainStart(error, { dataDir })
  }
  // An installation with data may be started on a full disk, to be inspected and cleaned up.
  if (existsSync(join(dataDir, 'events'))) return undefined
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  if (free >= leastFreeBytes) return undefined
  return `The disk of DATA_DIR (${dataDir}) has ${Math.floor(free / 1e6)} MB free, and a new installation needs ${leastFreeBytes / 1e6} MB. Free some space, or set DATA_DIR to a folder on another disk.`
}

/** What an error during the start means for the operator; undefined for a bug. */
export function explainStart(
  error: unknown,
  { dataDir, host = '', port = 0 }: { dataDir: string; host?: string; port?: number },
): string | undefined {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    if (code === 'EADDRINUSE') {
      return `Port ${port} of ${host} is in use. Stop the program that uses it, or set PORT to another port.`
    }
    if (code === 'EACCES') {
      return `This user may not open port ${port}. Set PORT to one from 1024 on, and put a proxy in front of it.`
    }
    return `HOST is ${host}, which is no address of this machine (${code}). Set it to one, such as 127.0.0.1 or 0.0.0.0.`
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return `The disk of DATA_DIR (${dataDir}) is full. Free some space, then start again.`
  }
  const problem = fileProblem(error)
  if (problem === undefined) return undefined
  const { path, reason } = problem
  const isOfFolder = `${path}/`.startsWith(`${dataDir}/`) || dataDir.startsWith(`${path}/`)
  if (!isOfFolder) return undefined
  return `DATA_DIR (${dataDir}) cannot be used: ${reason}${path === dataDir ? '' : ` (${path})`}. Give it to the user that Tributary runs as, or set DATA_DIR to another folder.`
}
