import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Reports, not hits, must wait when the processors do not suffice for both. Nice 10 of 19 is a tenth
 * of the weight of a process at 0.
 */
const behindHits = 10

/** Lowers the priority of a child process. It may have ended already. */
export function giveWay(pid: number): void {
  try {
    setPriority(pid, behindHits)
  } catch (error) {
    if (!isHarmless(error)) throw error
  }
}

/**
 * Some containers and systems do not allow or support it, and everything works without; a process may have ended.
 */
const harmless = ['EPERM', 'EACCES', 'ENOSYS', 'ESRCH']

function isHarmless(error: unknown): boolean {
  const { info } = error as { info?: { code?: string } }
  return info?.code !== undefined && harmless.includes(info.code)
}

/** Lowers the priority of the calling thread. Only Linux has thread priorities; elsewhere this does nothing. */
export function giveWayAsThread(): void {
  if (process.platform === 'linux') giveWay(0)
}

/**
 * Added to the part of the memory that a process has, in thousandths: Linux ends the one with the highest sum when memory
 * runs out. The engine comes first: it is restarted within a second and loses nothing. Then a command, which can be run
 * again. Hits are accepted as long as the server is there. With 1000 they would come before all else on the machine.
 */
const oomScores = { engine: 900, command: 500 } as const

/**
 * Makes Linux end a process before the server when memory runs out. Every process may do so for itself and for its
 * children; a child may be gone already.
 */
export function endBeforeServer(what: keyof typeof oomScores, pid: number): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, String(oomScores[what]))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'EROFS'].includes(code)) throw error
  }
}
