import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const v1 = '/sys/fs/cgroup/memory'
const v2 = '/sys/fs/cgroup'

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

/** A control group, v1 or v2, of which the processes share so much memory and no swap. */
export class MemoryGroup {
  readonly dir: string

  private constructor(dir: string) {
    this.dir = dir
  }

  static make(mebibytes: number): MemoryGroup {
    const isFirst = existsSync(join(v1, 'memory.limit_in_bytes'))
    const dir = join(isFirst ? v1 : v2, `tributary-${process.pid}-${Date.now()}`)
    mkdirSync(dir)
    const file = isFirst ? 'memory.limit_in_bytes' : 'memory.max'
    writeFileSync(join(dir, file), String(mebibytes * 2 ** 20))
    return new MemoryGroup(dir)
  }

  /** What a command line begins with so that it runs in the group. */
  get launcher(): readonly string[] {
    return ['sh', '-c', 'echo $$ > "$0/cgroup.procs"; exec "$@"', this.dir]
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
        return rmdirSync(this.dir)
      } catch (error) {
        if (tries > 250) throw error
        await delay(20)
      }
    }
  }
}
