import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const mount = '/sys/fs/cgroup'
const periodMicroseconds = 100_000

/** Whether this process may make control groups that limit memory. */
export function canLimitMemory(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    const group = MemoryGroup.make(512)
    rmdirSync(group.dir)
    return true
  } catch {
    return false
  }
}

/**
 * A control group, v1 or v2, whose processes share this much memory, no swap, and optionally this many processors.
 */
export class MemoryGroup {
  readonly dir: string
  /** With v1 processors are limited by a group of its own. */
  readonly #processorDir: string | undefined

  private constructor(dir: string, processorDir: string | undefined) {
    this.dir = dir
    this.#processorDir = processorDir
  }

  static make(mebibytes: number, processors?: number): MemoryGroup {
    const isFirst = existsSync(join(mount, 'memory/memory.limit_in_bytes'))
    const name = `tributary-${process.pid}-${Date.now()}`
    const dir = join(mount, isFirst ? 'memory' : '', name)
    mkdirSync(dir)
    const file = isFirst ? 'memory.limit_in_bytes' : 'memory.max'
    writeFileSync(join(dir, file), String(mebibytes * 2 ** 20))
    if (processors === undefined) return new MemoryGroup(dir, undefined)
    const quota = processors * periodMicroseconds
    if (!isFirst) {
      writeFileSync(join(dir, 'cpu.max'), `${quota} ${periodMicroseconds}`)
      return new MemoryGroup(dir, undefined)
    }
    const processorDir = join(mount, 'cpu', name)
    mkdirSync(processorDir)
    writeFileSync(join(processorDir, 'cpu.cfs_period_us'), String(periodMicroseconds))
    writeFileSync(join(processorDir, 'cpu.cfs_quota_us'), String(quota))
    return new MemoryGroup(dir, processorDir)
  }

  /** What a command line begins with so that it runs in the group. */
  get launcher(): readonly string[] {
    const dirs = [this.dir, this.#processorDir ?? this.dir]
    const enter = 'echo $$ > "$0/cgroup.procs"; echo $$ > "$1/cgroup.procs"; shift; exec "$@"'
    return ['sh', '-c', enter, ...dirs]
  }

  /** How many processes the kernel ended in it because memory ran out. */
  get killed(): number {
    const files = ['memory.events', 'memory.oom_control'].map((name) => join(this.dir, name))
    const text = readFileSync(files.find(existsSync) as string, 'utf8')
    return Number(/^oom_kill (\d+)/m.exec(text)?.[1])
  }

  /** To be called when its processes have been ended; the last may take a moment. */
  async remove(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        if (this.#processorDir !== undefined && existsSync(this.#processorDir)) {
          rmdirSync(this.#processorDir)
        }
        return rmdirSync(this.dir)
      } catch (error) {
        if (tries > 250) throw error
        await delay(20)
      }
    }
  }
}
