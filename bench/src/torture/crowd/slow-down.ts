import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { childrenOf } from '../../../../scripts/children-of.ts'

const folder = '/sys/fs/cgroup/cpu'
/** Much more than the 1,024 of everything else on the machine together, so that it hardly counts if it is busy. */
const allShares = 100_000

/** Whether processes can be given less of a processor here: root, two processors, control groups of version 1. */
export function canSlowDown(): boolean {
  const isRoot = process.getuid?.() === 0
  const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0
  return isRoot && canPin && existsSync(`${folder}/cpu.shares`)
}

/**
 * Leaves a process and its children together a share of the first processor: another process is busy there and takes
 * the rest. This process and those it starts from now on use the other processors. A quota would not do: when another
 * thread has used it up, the thread that waits for the disk starves, and everything waits for that thread. Returns
 * the clean-up for when they have ended.
 */
export async function slowDown(pid: number, share: number): Promise<() => Promise<void>> {
  const slowed = [pid, ...(await childrenOf(pid))]
  const idler = spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' })
  const slow = groupOf('slow', pid, allShares * share)
  const busy = groupOf('busy', pid, allShares * (1 - share))
  const senders = groupOf('senders', pid, allShares)
  for (const one of slowed) slow.add(one, '0')
  busy.add(Number(idler.pid), '0')
  senders.add(process.pid, `1-${cpus().length - 1}`)
  return async () => {
    await ended(idler)
    writeFileSync(`${folder}/cgroup.procs`, String(process.pid))
    pin(process.pid, `0-${cpus().length - 1}`)
    for (const group of [slow, busy, senders]) await group.remove()
  }
}

function groupOf(name: string, pid: number, shares: number) {
  const place = `${folder}/tributary-torture-${pid}-${name}`
  mkdirSync(place)
  writeFileSync(`${place}/cpu.shares`, String(Math.round(shares)))
  return {
    add(one: number, processors: string): void {
      writeFileSync(`${place}/cgroup.procs`, String(one))
      pin(one, processors)
    },
    /** The engine ends a moment after its server. */
    async remove(): Promise<void> {
      while (readFileSync(`${place}/cgroup.procs`, 'utf8') !== '') await delay(20)
      rmdirSync(place)
    },
  }
}

/** All threads of a process, on these processors from now on. */
function pin(pid: number, processors: string): void {
  execFileSync('taskset', ['-a', '-c', '-p', processors, String(pid)], { stdio: 'ignore' })
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
